"""The same match on every Python that the house supports.

An interpreter is taken from PATH or from pyenv. It gets an environment of its own, once,
inside the private one of the checkout, with the two packages that rules and tests need.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
NEEDED = ("msgspec", "cbor2>=6.2.1,<7")
MATCHES = "3"


def candidates(version: str) -> list[str]:
    """List the commands that might be this Python; those of pyenv may be mere shims."""
    found = shutil.which(f"python{version}")
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    installed = sorted(pyenv.glob(f"{version}.*/bin/python{version}"))
    return [*([found] if found else []), *map(str, installed)]


def interpreter(version: str) -> str:
    """Find this Python, or skip the test where it is not installed."""
    for command in candidates(version):
        code = "import sys; print('{}.{}'.format(*sys.version_info))"
        answer = subprocess.run([command, "-c", code], capture_output=True, text=True)
        if answer.returncode == 0 and answer.stdout.strip() == version:
            return command
    pytest.skip(f"there is no Python {version} on this machine")


def environment(version: str) -> Path:
    """Make, or find again, an environment with this Python; return its interpreter."""
    folder = ROOT / ".venv" / "pythons" / version
    python = folder / "bin" / "python"
    if (folder / "ready").exists():
        return python
    command = interpreter(version)
    subprocess.run([command, "-m", "venv", "--clear", str(folder)], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*install, *NEEDED], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"what the rules need cannot be installed for Python {version}")
    (folder / "ready").touch()
    return python


def fingerprints(python: str | Path, hash_seed: str) -> str:
    """Play some matches of every kind of every game and boil each kind down to a line."""
    command = [str(python), "-m", "tests.games.play", MATCHES]
    settings = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    played = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, check=True
    )
    return played.stdout


@pytest.fixture(scope="module")
def here() -> str:
    return fingerprints(sys.executable, "1")


@pytest.mark.many_games
@pytest.mark.parametrize("version", VERSIONS)
def test_matches_are_the_same_on_every_python(version: str, here: str) -> None:
    assert fingerprints(environment(version), "2") == here
