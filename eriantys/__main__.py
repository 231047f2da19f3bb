"""Where the program begins, as `eriantys` and as `python -m eriantys`."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run the command line.

    Until it can be read, Ctrl-C ends the process as the system does: Python itself would show
    what it was importing just then.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # and not told to ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from eriantys import cli

    signal.signal(signal.SIGINT, handler)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
