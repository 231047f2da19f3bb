"""What is packed can be unpacked, built again, installed and run, and nothing is missing."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from eriantys import __version__
from eriantys.games import REGISTERED

SOURCES = Path(__file__).resolve().parent.parent
NAME = f"eriantys-{__version__}"
HERE_ONLY = (".git", ".venv*", "__pycache__", "*.egg-info", "build", "dist")
"""What may lie in a checkout and is no part of it."""

BUILD = """
import sys
from setuptools import build_meta

made = getattr(build_meta.__legacy__, f"build_{sys.argv[1]}")(sys.argv[2])
print(made)
"""
"""What an installer does with sources that have a setup.py, but for fetching setuptools."""


class Made(NamedTuple):
    """An archive of the sources, and what was built and installed from that alone."""

    checkout: Path
    archive: Path
    wheel: Path
    home: Path
    """The environment in which it is installed."""

    def run(self, *arguments: str, program: str = "eriantys") -> str:
        """Run an installed program, away from all sources."""
        clean = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        finished = subprocess.run(
            [self.home / "bin" / program, *arguments],
            env=clean,
            cwd=self.home,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (finished.returncode, finished.stderr) == (0, ""), finished.stderr
        return finished.stdout


def build(kind: str, sources: Path, into: Path) -> Path:
    command = [sys.executable, "-c", BUILD, kind, into]
    finished = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return into / finished.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("package")
    checkout = folder / "checkout"
    shutil.copytree(SOURCES, checkout, ignore=shutil.ignore_patterns(*HERE_ONLY))
    archive = build("sdist", checkout, folder)
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    wheel = build("wheel", folder / "unpacked" / NAME, folder)
    home = folder / "home"
    venv.create(home, symlinks=True)
    # What it needs is taken from this environment, where the package itself lies elsewhere.
    site = next(home.glob("lib/python*/site-packages"))
    (site / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", home, "install")
    alone = (
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-compile",
        "--disable-pip-version-check",
    )
    subprocess.run([*pip, *alone, wheel], check=True)
    return Made(checkout, archive, wheel, home)


def files_below(folder: Path) -> set[str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix() for file in files}


def test_the_archive_holds_the_whole_checkout(made: Made) -> None:
    with tarfile.open(made.archive) as packed:
        modes = {member.name: member.mode for member in packed if member.isfile()}
    found = {name.removeprefix(f"{NAME}/") for name in modes}
    told_about_it = {name for name in found if ".egg-info/" in name} | {"PKG-INFO", "setup.cfg"}
    # This may itself be run from an archive, which has such files already.
    source = {name for name in files_below(made.checkout) if ".egg-info/" not in name}
    assert found - told_about_it == source - told_about_it
    for file in (made.checkout / "bin").iterdir():
        executable = bool(file.stat().st_mode & 0o100)
        assert bool(modes[f"{NAME}/bin/{file.name}"] & 0o100) == executable


def test_the_wheel_holds_the_package_and_nothing_else(made: Made) -> None:
    with zipfile.ZipFile(made.wheel) as packed:
        names = set(packed.namelist())
    package = {f"eriantys/{name}" for name in files_below(made.checkout / "eriantys")}
    assert {name for name in names if name.startswith("eriantys/")} == package - {
        "eriantys/.gitignore"
    }
    assert "eriantys/py.typed" in names
    assert {f"eriantys/games/{game}/RULES.md" for game in REGISTERED} <= names
    tops = {name.split("/")[0] for name in names} - {"eriantys"}
    assert tops == {f"{NAME}.data", f"{NAME}.dist-info"}


def test_building_leaves_nothing_that_could_get_into_the_next_wheel(made: Made) -> None:
    built_in = made.archive.parent / "unpacked" / NAME
    whole = {file.name for file in made.checkout.iterdir()}
    assert {file.name for file in built_in.iterdir()} == whole | {"PKG-INFO", "setup.cfg"}


def test_the_wheel_says_what_it_is(made: Made) -> None:
    with zipfile.ZipFile(made.wheel) as packed:
        (place,) = [name for name in packed.namelist() if name.endswith("/METADATA")]
        about = email.message_from_bytes(packed.read(place))
        licences = [name for name in packed.namelist() if name.endswith("/LICENSE")]
    assert (about["Name"], about["Version"]) == ("eriantys", __version__)
    assert about["Requires-Python"] == ">=3.11"
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload().strip().startswith("# Eriantys\n")
    assert "MIT" in (about["License"], about["License-Expression"])
    assert len(licences) == 1
    needs = [need for need in about.get_all("Requires-Dist") if "extra ==" not in need]
    needed = {re.split("[<>=]", need)[0] for need in needs}
    assert needed == {"blessed", "cbor2", "msgspec", "platformdirs"}


def test_what_is_installed_runs(made: Made) -> None:
    assert made.run("--version") == f"eriantys {__version__}\n"
    for game in REGISTERED:
        rules = (SOURCES / "eriantys" / "games" / game / "RULES.md").read_text("utf-8")
        assert made.run("rules", game).strip() == rules.strip()
    where = "import eriantys.commands.serve as serve; print(serve.__file__)"
    assert Path(made.run("-I", "-c", where, program="python").strip()).is_relative_to(made.home)


def test_the_examples_are_installed(made: Made) -> None:
    examples = SOURCES / "man" / "examples"
    installed = made.home / "share" / "doc" / "eriantys" / "examples"
    assert files_below(installed) == files_below(examples) != set()


def test_the_manual_is_installed(made: Made) -> None:
    pages = {file.name for file in (SOURCES / "man").glob("*.[1-9]")}
    assert len(pages) >= 3
    for page in pages:
        place = made.home / "share" / "man" / f"man{page[-1]}" / page
        assert place.read_bytes() == (SOURCES / "man" / page).read_bytes()
