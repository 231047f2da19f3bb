"""Installs eriantys, and is the one place that lists what it needs."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import find_packages, setup
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
SCRATCH = TemporaryDirectory()
"""Where wheels are made: what an earlier one has left behind must not get into the next."""


def read_version() -> str:
    """Read the version without importing the package, whose needs may not be installed yet."""
    source = ROOT / "eriantys" / "__init__.py"
    version = re.search(r'^__version__ = "([^"]+)"$', source.read_text(encoding="utf-8"), re.M)
    if version is None:
        raise SystemExit(f'{source} must hold a line such as __version__ = "1.2.3".')
    return version[1]


class WholeSource(sdist):
    """Packs everything that a checkout has, so that an archive can be tested as well."""

    def make_distribution(self) -> None:
        """Add what is not installed to what setuptools has found by itself."""
        for folder in (".ci", "bin", "man", "tests"):
            self.filelist.graft(folder)
        for file in ("CHANGELOG.md", "CONTRIBUTING.md", "*/.gitignore"):
            self.filelist.include(file)
        self.filelist.global_exclude("*.py[co]")
        super().make_distribution()


setup(
    name="eriantys",
    version=read_version(),
    description="A table for board games in the terminal.",
    long_description=(ROOT / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    author="The Eriantys authors",
    license="MIT",
    license_files=["LICENSE"],
    keywords=["board games", "terminal", "eriantys", "santorini", "masters of renaissance"],
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Console",
        "Intended Audience :: End Users/Desktop",
        "Intended Audience :: System Administrators",
        "Natural Language :: English",
        "Operating System :: POSIX",
        "Programming Language :: Python :: 3 :: Only",
        "Programming Language :: Python :: 3.11",
        "Topic :: Games/Entertainment :: Board Games",
        "Topic :: Games/Entertainment :: Turn Based Strategy",
        "Typing :: Typed",
    ],
    python_requires=">=3.11",
    # Naming the source folder lets an editable install be a plain path entry instead of an
    # import hook, which every later start would have to load.
    package_dir={"": "."},
    packages=find_packages(include=["eriantys", "eriantys.*"]),
    package_data={"": ["*.md", "py.typed"]},
    data_files=[
        ("share/man/man6", ["man/eriantys.6"]),
        ("share/man/man7", ["man/eriantys-protocol.7"]),
        ("share/man/man8", ["man/eriantys-serve.8", "man/eriantys-ctl.8"]),
        (
            "share/doc/eriantys/examples",
            [f"man/examples/eriantys.{kind}" for kind in ("service", "socket", "toml")],
        ),
    ],
    cmdclass={"sdist": WholeSource},
    options={"build": {"build_base": SCRATCH.name}},
    zip_safe=False,
    entry_points={"console_scripts": ["eriantys = eriantys.__main__:main"]},
    install_requires=[
        "blessed>=1.52,<2",
        "cbor2>=6.2.1,<7",
        "msgspec>=0.22",
        "platformdirs>=4",
    ],
    extras_require={
        "test": [
            "hypothesis",
            "pyte",
            "pytest",
            "pytest-cov",
            "pytest-xdist",
            # A new release of these would change what counts as clean by itself.
            "mypy>=2.4,<3",
            "ruff>=0.17,<0.18",
            # What builds the package; the tests build it without a network.
            "setuptools>=77",
        ],
    },
)
