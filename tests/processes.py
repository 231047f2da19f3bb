"""The same program in processes that order their sets differently."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def under_two_hash_seeds(module: str, *arguments: str) -> list[str]:
    """Run a module twice, each time with another order of sets; return what it printed."""
    return [
        subprocess.run(
            [sys.executable, "-m", module, *arguments],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
