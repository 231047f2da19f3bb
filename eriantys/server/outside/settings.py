"""What the operator wants: defaults, the configuration file and the command line, in one.

The command line wins over the file, and the file over the defaults. All three know the same
list, `OPTIONS`: an option has one name, one meaning and one range wherever it is written.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, get_args

import msgspec
import platformdirs
from msgspec import Struct

from eriantys import exits
from eriantys.games.contract import excerpt
from eriantys.server.limits import Limits
from eriantys.wire.address import DEFAULT_PORT

LOG_LEVELS = ("debug", "info", "warning", "error")
AUTO = "auto"
"""The socket for orders whose name has the port in it."""
MOTD_MOST = 500
"""Letters of the greeting that every client is sent; more would not fit on its screen."""


BOTS_MOST = 16
"""Processes for bots: each can keep a processor busy, and takes a spare descriptor."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that an operator can choose."""

    host: str
    """A name or an address of this machine; nothing stands for all of its addresses."""
    port: int
    store: str
    socket: str
    """Where `eriantys ctl` gives orders; `AUTO` stands for a place by the port, and nothing for
    no such place."""
    metrics: str
    """Where the metrics can be read, as HOST:PORT; nothing for nowhere."""
    tls_cert: str
    """The file of the certificate; nothing stands for connections without TLS."""
    tls_key: str
    """The file of its key; nothing stands for the file of the certificate."""
    motd: str
    bots: int
    """How many processes play for bots; with none of them there are no bots."""
    log_level: str
    log_json: bool
    """Whether each line of the log is a JSON object."""
    limits: Limits


class Option(NamedTuple):
    """One thing to choose: in the file by its name, on the command line by its flag."""

    name: str
    unit: str
    """What stands for the value in a help text; nothing if the flag alone means yes."""
    says: str
    default: str | float | bool
    kind: type[str] | type[int] | type[float] | type[bool]
    wanted: str
    """What a value must be, to go on a sentence that refuses one."""
    allows: Callable[[Any], bool]
    """Tells of a value of the right kind whether it will do."""

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return "--" + self.name.replace("_", "-")

    @property
    def default_text(self) -> str:
        """The default as people read it."""
        if isinstance(self.default, bool):
            return str(self.default).lower()
        return self.default if isinstance(self.default, str) else _plain(self.default)


def place_of(text: str) -> tuple[str, int] | None:
    """Read where something shall listen; None if that is no such place."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or "\0" in host or not port.isdecimal() or not 0 <= int(port) <= 65535:
        return None
    return host, int(port)


def default_store() -> str:
    """Tell where matches are kept if nobody says otherwise."""
    return str(platformdirs.user_data_path("eriantys", appauthor=False) / "server.db")


def _text(
    name: str, unit: str, says: str, default: str, wanted: str, allows: Callable[[str], bool]
) -> Option:
    return Option(name, unit, says, default, str, wanted, allows)


def _number(
    name: str,
    unit: str,
    says: str,
    default: float,
    kind: type[int] | type[float],
    least: float,
    most: float,
) -> Option:
    wanted = "a whole number" if kind is int else "a number"
    wanted += f" from {_plain(least)} to {_plain(most)}"
    return Option(name, unit, says, default, kind, wanted, lambda value: least <= value <= most)


def _limit(field: msgspec.structs.FieldInfo) -> Option:
    kind, bounds, unit, text = get_args(field.type)
    return _number(
        field.name,
        unit.extra["unit"],
        text.description,
        field.default,
        kind,
        least=bounds.ge,
        most=bounds.le,
    )


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


OPTIONS = (
    _text(
        "host",
        "HOST",
        "Listen on this name or address only.",
        "",
        "a name or an address",
        lambda text: "\0" not in text,
    ),
    _number(
        "port",
        "N",
        "Listen on this port; 0 finds a free one.",
        DEFAULT_PORT,
        int,
        least=0,
        most=65535,
    ),
    _text(
        "store",
        "FILE",
        "Keep names and matches in this file.",
        default_store(),
        "the name of a file",
        lambda text: text != "" and "\0" not in text,
    ),
    _text(
        "socket",
        "FILE",
        "Take the orders of eriantys ctl at this socket; an empty name for none.",
        AUTO,
        "the name of a file",
        lambda text: "\0" not in text,
    ),
    _text(
        "metrics",
        "HOST:PORT",
        "Let Prometheus read the metrics here.",
        "",
        "a name or an address, a colon and a port",
        lambda text: not text or place_of(text) is not None,
    ),
    _text(
        "tls_cert",
        "FILE",
        "Speak TLS, with the certificate in this file.",
        "",
        "the name of a file",
        lambda text: "\0" not in text,
    ),
    _text(
        "tls_key",
        "FILE",
        "Take the certificate's key from this file, if it is another.",
        "",
        "the name of a file",
        lambda text: "\0" not in text,
    ),
    _text(
        "motd",
        "TEXT",
        "Greet everybody with this line.",
        "",
        f"one line of at most {MOTD_MOST} letters",
        # Printable also keeps out what cannot be sent: halves of broken letters.
        lambda text: len(text) <= MOTD_MOST and text.isprintable(),
    ),
    _number(
        "bots",
        "N",
        "Let so many processes play for bots; 0 for a server without bots.",
        1,
        int,
        least=0,
        most=BOTS_MOST,
    ),
    _text(
        "log_level",
        "LEVEL",
        "Log what is at least as grave: debug, info, warning or error.",
        "info",
        f"{', '.join(LOG_LEVELS[:-1])} or {LOG_LEVELS[-1]}",
        lambda text: text in LOG_LEVELS,
    ),
    Option(
        "log_json",
        "",
        "Write each line of the log as a JSON object.",
        False,
        bool,
        "true or false",
        lambda _value: True,
    ),
    *map(_limit, msgspec.structs.fields(Limits)),
)

_BY_NAME = {option.name: option for option in OPTIONS}

_TRUTHS = {"true": True, "false": False}

_ORDERED = (
    ("turn_least", "turn"),
    ("turn", "turn_most"),
    ("frame_before_login", "frame_after_login"),
    ("unsent_pause", "unsent_most"),
)
"""Pairs of which the first must not be more than the second."""


def read_settings(typed: Mapping[str, str], file: str | None = None) -> Settings:
    """Put the settings together, or raise `Quit` with what is wrong with them.

    `typed` has, by name, the texts of the options that were given on the command line.
    """
    values: dict[str, Any] = {option.name: option.default for option in OPTIONS}
    if file is not None:
        values |= _read_file(file)
    for name, text in typed.items():
        values[name] = _typed_value(_BY_NAME[name], text)
    for lesser, greater in _ORDERED:
        if values[lesser] > values[greater]:
            _contradiction(typed, file, values, lesser, "must not be more than", greater)
    if values["ping"] >= values["silence"]:
        _contradiction(typed, file, values, "ping", "must be less than", "silence")
    if values["tls_key"] and not values["tls_cert"]:
        code, where, (key, certificate) = _origin(typed, file, "tls_key", "tls_cert")
        raise exits.Quit(code, f"{where}{key} is of no use without {certificate}; give both.")
    limits = {name: values.pop(name) for name in Limits.__struct_fields__}
    return Settings(**values, limits=Limits(**limits))


def _read_file(file: str) -> dict[str, Any]:
    try:
        content = tomllib.loads(Path(file).read_bytes().decode("utf-8"))
    except OSError as error:
        raise exits.Quit(
            exits.NO_INPUT,
            f"cannot read the configuration {file or 'without a name'}: {error.strerror}.",
        ) from None
    except UnicodeDecodeError:
        _misconfigured(f"{file} is not a text in UTF-8.")
    except (ValueError, RecursionError) as error:
        # What tomllib says ends with the line and the column.
        _misconfigured(f"{file} is not TOML: {error}.")
    return {name: _file_value(file, name, value) for name, value in content.items()}


def _file_value(file: str, name: str, value: object) -> Any:
    option = _BY_NAME.get(name)
    if option is None:
        near = difflib.get_close_matches(name, _BY_NAME, n=1)
        hint = f"the nearest is {near[0]}" if near else "eriantys serve --help lists them all"
        _misconfigured(f"{file}: there is no setting {excerpt(name)}; {hint}.")
    # To Python true is a number, to people it is not; but a whole number is a number.
    fitting = (int, float) if option.kind is float else option.kind
    mistaken = isinstance(value, bool) and option.kind is not bool
    if mistaken or not isinstance(value, fitting) or not option.allows(value):
        _misconfigured(f"{file}: {name} must be {option.wanted}, not {_shown(value)}.")
    return option.kind(value)


def _shown(value: object) -> str:
    """Repeat a value about as it stands in the file."""
    if isinstance(value, str):
        return excerpt(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float) and abs(value) < 10**15:
        return str(value)
    return "what is there"


def _typed_value(option: Option, text: str) -> Any:
    try:
        value = _TRUTHS[text] if option.kind is bool else option.kind(text)
        allowed = option.allows(value)
    except (ValueError, KeyError):
        allowed = False
    if not allowed:
        raise exits.Quit(
            exits.USAGE, f"{option.flag} must be {option.wanted}, not {excerpt(text)}."
        )
    return value


def _contradiction(
    typed: Mapping[str, str],
    file: str | None,
    values: Mapping[str, Any],
    one: str,
    relation: str,
    other: str,
) -> NoReturn:
    """Refuse two values that do not go together."""
    code, where, names = _origin(typed, file, one, other)
    raise exits.Quit(
        code,
        f"{where}{names[0]} ({_plain(values[one])}) {relation} "
        f"{names[1]} ({_plain(values[other])}); change one of them.",
    )


def _origin(
    typed: Mapping[str, str], file: str | None, *names: str
) -> tuple[int, str, list[str]]:
    """Tell how to refuse some values, in the words of where they come from."""
    if any(name in typed for name in names):
        return exits.USAGE, "", [_BY_NAME[name].flag for name in names]
    return exits.CONFIGURATION, f"{file}: ", list(names)


def _misconfigured(sentence: str) -> NoReturn:
    raise exits.Quit(exits.CONFIGURATION, sentence)
