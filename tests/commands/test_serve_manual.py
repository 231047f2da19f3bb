"""The manual page of the server and the server know the same options."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.server.outside.settings import OPTIONS, Option
from eriantys.server.outside.tls import load
from tests.commands.program import ROOT

PAGE = (ROOT / "man" / "eriantys-serve.8").read_text("utf-8").replace(r"\-", "-")

EXPLAINED = dict(
    re.findall(r'(?ms)^\.TP\n\.BI? (--[\w-]+)(?: " [A-Z:]+")?\n(.*?)(?=^\.(?:TP|SS|SH))', PAGE)
)
"""By option, what the page says about it."""

EXCEPTIONS = {
    "host": "By default all addresses",
    "motd": "None by default.",
    "socket": "By default it has the name\n.IR PORT .sock\n",
    "metrics": "None by default.",
    "tls_cert": "None by default: connections are then not encrypted.",
    "tls_key": "None by default: the key then lies in the same file",
    "store": "By default it is\n.B server.db\n",
    "log_level": "By default\n.BR info .",
    "log_json": "By default a line is a text.",
}
"""Defaults that are more than a number."""


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_has_a_paragraph_with_its_default(option: Option) -> None:
    tag = f'.BI {option.flag} " {option.unit}"' if option.unit else f".B {option.flag}"
    assert f"\n.TP\n{tag}\n" in PAGE
    default = EXCEPTIONS.get(option.name, rf" {option.default_text} by default")
    # A long line may be broken anywhere.
    assert default in EXPLAINED[option.flag].replace(";\n", "; "), EXPLAINED[option.flag]


def test_the_page_explains_nothing_that_is_not_there() -> None:
    assert set(EXPLAINED) == {option.flag for option in OPTIONS} | {"--config", "--restore"}
    # What the options of other programs do is for them to explain.
    ours = re.sub(r"(?m)^(\.B )?(eriantys ctl|pipx|chown) .*", "", PAGE)
    named = set(re.findall(r"--[a-z][a-z-]*", ours))
    assert named == set(EXPLAINED)


def test_the_page_names_the_exit_codes() -> None:
    codes = PAGE.split(".SH EXIT STATUS")[1].split(".SH")[0]
    known = {value for name, value in vars(exits).items() if name.isupper()}
    named = set(map(int, re.findall(r"(?m)^\.B (\d+)$", codes)))
    assert named == known - {exits.FAILED, exits.INTERRUPTED}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")
def test_the_recipe_for_a_certificate_will_do(tmp_path: Path) -> None:
    recipe = PAGE.split(".SH TLS")[1].split(".RS\n")[1].split(".RE")[0].replace("\\e\n", "")
    subprocess.run(shlex.split(recipe), cwd=tmp_path, check=True, capture_output=True)
    load(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))


def test_the_example_of_a_file_will_do() -> None:
    example = PAGE.split(".SH CONFIGURATION FILE")[1].split(".RS\n")[1].split(".RE")[0]
    values = tomllib.loads(example)
    options = {option.name: option for option in OPTIONS}
    assert len(values) >= 3
    assert all(options[name].allows(value) for name, value in values.items())


def test_the_recipe_for_going_back_to_a_copy_leaves_nothing_of_the_old_store_beside_it(
    tmp_path: Path,
) -> None:
    for name in ("server.db", "server.db-wal", "server.db-shm", "copy.db"):
        (tmp_path / name).write_text(name)
    recipes = re.findall(r"(?s)\.RS\n(.*?)\n\.RE", PAGE)
    (recipe,) = (each for each in recipes if "cp copy.db" in each)
    lines = [line for line in recipe.splitlines() if not line.startswith("systemctl ")]
    script = "\n".join(lines).replace("/var/lib/eriantys", str(tmp_path))
    subprocess.run(["sh", "-euc", script], check=True)
    assert (tmp_path / "server.db").read_text() == "copy.db"
    left = {file.name for file in tmp_path.glob("server.db*")}
    assert left == {"server.db"}
    assert len(list((tmp_path / "before").iterdir())) == 3
