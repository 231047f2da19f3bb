"""Limits for tests in which much happens in no time, all of it from one address.

Whoever tests what is too much names the limit in question again.
"""

from __future__ import annotations

LIMITS = {
    "frames_per_second": 1_000_000,
    "bytes_per_second": 2**30,
    "connections_per_address": 1_000_000,
    "connects_per_minute": 1_000_000,
    "refusals_per_minute": 1_000_000,
    "names_per_hour": 1_000_000,
    "matches_per_hour": 1_000_000,
}

OPTIONS = tuple(f"--{name.replace('_', '-')}={most}" for name, most in LIMITS.items())
"""The same for the command line."""
