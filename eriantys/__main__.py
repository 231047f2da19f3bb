"""Runs the command line for `python -m eriantys`."""

import sys

from eriantys.cli import main

sys.exit(main())
