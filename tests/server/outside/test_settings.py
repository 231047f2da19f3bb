"""Settings from three places: the command line wins, and every mistake is one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from eriantys import exits
from eriantys.server.limits import Limits
from eriantys.server.outside.settings import (
    OPTIONS,
    Option,
    Settings,
    default_store,
    read_settings,
)

NUMBERS = [option for option in OPTIONS if option.kind in (int, float)]
by_name = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
each_number = pytest.mark.parametrize("option", NUMBERS, ids=lambda option: option.name)


def refusal(typed: dict[str, str], file: str | None = None) -> exits.Quit:
    with pytest.raises(exits.Quit) as refused:
        read_settings(typed, file)
    text = refused.value.text
    assert text.endswith(".")
    assert text.isprintable()
    return refused.value


def written(folder: Path, content: str | bytes) -> str:
    file = folder / "eriantys.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(file)


def value_of(settings: Settings, name: str) -> Any:
    return getattr(settings if hasattr(settings, name) else settings.limits, name)


def bounds_of(option: Option) -> tuple[float, float]:
    *_, least, _, most = option.wanted.split()
    return float(least), float(most)


def test_defaults() -> None:
    assert read_settings({}) == Settings(
        host="",
        port=7777,
        store=default_store(),
        socket="auto",
        metrics="",
        tls_cert="",
        tls_key="",
        motd="",
        bots=1,
        log_level="info",
        log_json=False,
        limits=Limits(),
    )


def test_the_store_lies_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_store() == "/data/eriantys/server.db"


def test_every_limit_is_an_option() -> None:
    names = [option.name for option in OPTIONS]
    assert len(names) == len(set(names))
    assert set(names) == {*Settings.__struct_fields__, *Limits.__struct_fields__} - {"limits"}


@by_name
def test_every_default_will_do(option: Option) -> None:
    assert option.allows(option.default)
    assert option.says.endswith(".")
    assert option.unit.isupper() or option.kind is bool


ANOTHER = {
    "host": "localhost",
    "store": "other.db",
    "socket": "/run/house.sock",
    "metrics": "[::1]:9100",
    "tls_cert": "cert.pem",
    "tls_key": "key.pem",
    "motd": "Hello, 世界!",
    "log_level": "debug",
    "log_json": True,
    "turn": 181,
    "turn_least": 11,
    "frame_before_login": 4000,
}
"""Values that are not the defaults and go well with all the others."""


def another(option: Option) -> Any:
    if option.name in ANOTHER:
        return ANOTHER[option.name]
    assert not isinstance(option.default, str)
    return option.default - 1


NEEDS = {"tls_key": {"tls_cert": "cert.pem"}}
"""What is of no use without another."""


@by_name
def test_a_file_changes_a_default_and_the_command_line_wins(
    tmp_path: Path, option: Option
) -> None:
    value = another(option)
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    text = f'"{value}"' if isinstance(value, str) else shown
    file = written(tmp_path, f"{option.name} = {text}\n")
    needs = NEEDS.get(option.name, {})
    settings = read_settings(needs, file)
    assert value_of(settings, option.name) == value
    changed = [each.name for each in OPTIONS if value_of(settings, each.name) != each.default]
    assert changed == [*needs, option.name]

    typed = {option.name: option.default_text, **needs}
    assert read_settings(typed, file) == read_settings(needs)
    assert read_settings({option.name: shown, **needs}) == settings


@each_number
def test_the_bounds_belong_to_the_range(tmp_path: Path, option: Option) -> None:
    for bound, outward in zip(bounds_of(option), (-1, 1), strict=True):
        assert option.allows(option.kind(bound))
        beyond = bound + outward * (1 if option.kind is int else 0.001)
        text = str(option.kind(beyond))
        refused = refusal({option.name: text})
        assert refused.code == exits.USAGE
        assert refused.text == f"{option.flag} must be {option.wanted}, not '{text}'."

        file = written(tmp_path, f"{option.name} = {text}\n")
        refused = refusal({}, file)
        assert refused.code == exits.CONFIGURATION
        assert refused.text == f"{file}: {option.name} must be {option.wanted}, not {text}."


@pytest.mark.parametrize("text", ["", "x", "1 000", "nan", "inf", "-inf", "1e999", "9" * 5000])
@each_number
def test_what_is_no_fitting_number_is_refused(option: Option, text: str) -> None:
    refused = refusal({option.name: text})
    assert refused.code == exits.USAGE
    assert refused.text.startswith(f"{option.flag} must be {option.wanted}, not '{text[:5]}")
    assert len(refused.text) < 250


@pytest.mark.parametrize(
    "value",
    ['"20"', "true", "nan", "inf", "-inf", "[20]", "{}", "2026-11-18", "1" + "0" * 400],
)
@each_number
def test_a_value_of_another_kind_is_refused(tmp_path: Path, option: Option, value: str) -> None:
    file = written(tmp_path, f"{option.name} = {value}\n")
    refused = refusal({}, file)
    assert refused.code == exits.CONFIGURATION
    assert refused.text.startswith(f"{file}: {option.name} must be {option.wanted}, not ")
    assert len(refused.text) < len(file) + 250


def test_a_whole_number_must_be_written_as_one(tmp_path: Path) -> None:
    refused = refusal({}, written(tmp_path, "turn = 180.0\n"))
    assert refused.text.endswith("turn must be a whole number from 1 to 604800, not 180.0.")
    refused = refusal({"turn": "180.0"})
    assert refused.text == "--turn must be a whole number from 1 to 604800, not '180.0'."


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("log_level", "loud", "debug, info, warning or error"),
        ("log_level", "INFO", "debug, info, warning or error"),
        ("motd", "two\nlines", "one line of at most 500 letters"),
        ("motd", "\x1b[2J", "one line of at most 500 letters"),
        ("motd", "x" * 501, "one line of at most 500 letters"),
        ("store", "", "the name of a file"),
        ("store", "a\0b", "the name of a file"),
        ("host", "a\0b", "a name or an address"),
        ("tls_cert", "a\0b", "the name of a file"),
        ("tls_key", "a\0b", "the name of a file"),
    ],
)
def test_texts_have_bounds_too(tmp_path: Path, name: str, text: str, wanted: str) -> None:
    refused = refusal({name: text})
    assert refused.code == exits.USAGE
    assert f"--{name.replace('_', '-')} must be {wanted}, not " in refused.text
    quoted = msgspec.json.encode(text).decode()
    refused = refusal({}, written(tmp_path, f"{name} = {quoted}\n"))
    assert refused.code == exits.CONFIGURATION
    assert f": {name} must be {wanted}, not " in refused.text


def test_half_a_letter_cannot_be_sent_to_anybody() -> None:
    assert refusal({"motd": "caf\udcc3"}).code == exits.USAGE


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frame-wait = 3", "there is no setting 'frame-wait'; the nearest is frame_wait."),
        ("pings = 3", "there is no setting 'pings'; the nearest is ping."),
        ("Port = 3", "there is no setting 'Port'; the nearest is port."),
        ("[limits]\nping = 3", "there is no setting 'limits'; eriantys serve --help lists"),
        ('"\\u001B[2J" = 3', r"there is no setting '\x1b[2J'; eriantys serve --help lists"),
        ("config = 'x'", "there is no setting 'config';"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(
    tmp_path: Path, line: str, said: str
) -> None:
    refused = refusal({}, written(tmp_path, f"port = 1\n{line}\n"))
    assert refused.code == exits.CONFIGURATION
    assert said in refused.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("port = 1\nping = \n", "is not TOML: Invalid value (at line 2, column 8)."),
        ("port = 1\nport = 2\n", "is not TOML: Cannot overwrite a value (at line 2, "),
        ('motd = "', "is not TOML: "),
        (b"motd = '\xff'\n", "is not a text in UTF-8."),
        ("motd = " + "[" * 100_000, "is not TOML: "),
        ("port = " + "9" * 5000, "is not TOML: "),
        (bytes(100), "is not TOML: "),
    ],
    ids=["value", "twice", "cut", "latin", "deep", "long", "zeros"],
)
def test_a_file_that_is_not_toml_is_refused_with_the_line(
    tmp_path: Path, content: str | bytes, said: str
) -> None:
    file = written(tmp_path, content)
    refused = refusal({}, file)
    assert refused.code == exits.CONFIGURATION
    assert refused.text.startswith(f"{file} {said}")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for file in (str(tmp_path / "missing"), str(tmp_path), ""):
        refused = refusal({}, file)
        assert refused.code == exits.NO_INPUT
        assert refused.text.startswith("cannot read the configuration ")


CONTRADICTIONS = [
    ({"turn_least": 200}, "turn_least (200) must not be more than turn (180)"),
    ({"turn": 5}, "turn_least (10) must not be more than turn (5)"),
    ({"turn_most": 100}, "turn (180) must not be more than turn_most (100)"),
    ({"ping": 60}, "ping (60) must be less than silence (60)"),
    ({"silence": 0.5, "ping": 0.75}, "ping (0.75) must be less than silence (0.5)"),
    (
        {"frame_after_login": 2048},
        "frame_before_login (4096) must not be more than frame_after_login (2048)",
    ),
    ({"unsent_most": 2048}, "unsent_pause (65536) must not be more than unsent_most (2048)"),
]


@pytest.mark.parametrize(("values", "said"), CONTRADICTIONS)
def test_values_that_contradict_each_other_are_refused(
    tmp_path: Path, values: dict[str, float], said: str
) -> None:
    file = written(tmp_path, "".join(f"{name} = {value}\n" for name, value in values.items()))
    refused = refusal({}, file)
    assert refused.code == exits.CONFIGURATION
    assert refused.text == f"{file}: {said}; change one of them."

    refused = refusal({name: str(value) for name, value in values.items()})
    assert refused.code == exits.USAGE
    words = [f"--{word.replace('_', '-')}" if word in NAMES else word for word in said.split()]
    assert refused.text == f"{' '.join(words)}; change one of them."


NAMES = {option.name for option in OPTIONS}


def test_a_key_is_of_no_use_without_its_certificate(tmp_path: Path) -> None:
    refused = refusal({"tls_key": "key.pem"})
    assert refused.code == exits.USAGE
    assert refused.text == "--tls-key is of no use without --tls-cert; give both."
    file = written(tmp_path, 'tls_key = "key.pem"\n')
    refused = refusal({}, file)
    assert refused.code == exits.CONFIGURATION
    assert refused.text == f"{file}: tls_key is of no use without tls_cert; give both."
    assert refusal({"tls_cert": ""}, file).code == exits.USAGE
    assert read_settings({"tls_cert": "both.pem"}).tls_key == "", "it may be in the same file"


def test_equal_values_go_together() -> None:
    settings = read_settings({"turn_least": "180", "turn_most": "180", "unsent_most": "65536"})
    assert settings.limits.turn_most == 180
