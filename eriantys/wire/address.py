"""Where a server is to be found."""

from __future__ import annotations

DEFAULT_PORT = 7777
"""The port of a server for which nobody has chosen another."""
