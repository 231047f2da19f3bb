"""Times as people read them."""

from __future__ import annotations

HOUR = 3600
DAY = 24 * HOUR


def clock(seconds: float) -> str:
    """Write a time that is left, as short as people say it: `0:42`, `1h05`, `3 days`."""
    whole = max(0, int(seconds))
    if whole >= 2 * DAY:
        return f"{whole // DAY} days"
    if whole >= HOUR:
        return f"{whole // HOUR}h{whole // 60 % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"
