"""`bin/chaos restart`: a real server, ended by SIGTERM and started again while many play on it.

Those who play are whole clients with all their patience, so what is told is what people wait.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.faults.restarts import restart_often


def run(seed: str, matches: int, times: int) -> int:
    """End it so many times; tell how long that took, and until everybody was back."""
    print(f"{matches} matches of two clients each", flush=True)
    with tempfile.TemporaryDirectory(prefix="eriantys-restart-") as folder:
        try:
            print(restart_often(Path(folder), seed, matches, times, patient=True))
        except AssertionError as error:
            print(f"FAILED seed {seed}: {error}")
            return 1
    return 0
