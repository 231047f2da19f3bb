"""The page of the protocol says what the code does, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from eriantys import __version__
from eriantys.games.dice import NONCE_SIZE, SECRET_SIZE
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.codes import CODES
from eriantys.server import codes
from eriantys.server.limits import FRAME_FROM_SERVER, LOBBY_INTERVAL, NAME_MOST, Limits
from eriantys.server.lobby.listing import CARDS_AT_ONCE
from eriantys.server.login import LOGIN_REQUEST
from eriantys.server.outside import porter
from eriantys.server.session import WAITS, State
from eriantys.server.table import ALWAYS, TABLE
from eriantys.wire.address import DEFAULT_PORT
from eriantys.wire.frames import HEADER_SIZE, MAX_DEPTH
from eriantys.wire.from_client import Create, Leave, Quick, Resign, Watch
from eriantys.wire.from_server import Notice, ServerBye
from eriantys.wire.messages import (
    CLIENT_TYPES,
    PROTOCOL,
    SERVER_TYPES,
    type_of,
)
from tests.keys import A_NONCE
from tests.manual import exchange
from tests.manual.kinds import CARDS, tags_of
from tests.manual.page import Page, Section, plain
from tests.manual.refusals import refusals_of
from tests.server.parlour import Parlour, Person

PAGE = Page(exchange.PAGE)
CLIENT = "MESSAGES FROM THE CLIENT"
DIRECTIONS: dict[str, dict[str, type]] = {
    CLIENT: CLIENT_TYPES,
    "MESSAGES FROM THE SERVER": SERVER_TYPES,
    "MAPS INSIDE MESSAGES": {name: cls for cls, name in CARDS.items()},
}
MESSAGES = [
    pytest.param(title, name, id=f"{title.split()[-1].lower()}-{name}")
    for title, kinds in DIRECTIONS.items()
    for name in kinds
]
CODE = re.compile(r"\b[a-z]+(?:-[a-z]+)+\b")


# Messages.


@pytest.mark.parametrize("title", DIRECTIONS)
def test_the_page_has_every_message_in_order_and_no_other(title: str) -> None:
    assert list(PAGE.below(title)) == list(DIRECTIONS[title])


@pytest.mark.parametrize(("title", "name"), MESSAGES)
def test_the_page_has_every_field_with_its_kind_bounds_and_default(
    title: str, name: str
) -> None:
    entries = PAGE.below(title)[name].entries
    wanted = tags_of(DIRECTIONS[title][name])
    assert [each.tag for each in entries] == wanted, "python -m tests.manual.kinds prints them"
    assert all(entry.text.endswith(".") for entry in entries), "a field is not explained"


@pytest.mark.parametrize("name", CLIENT_TYPES)
def test_the_page_says_what_answers_a_message(name: str) -> None:
    answer = re.search(r"Answer: (.*?)\. Errors: ", PAGE.below(CLIENT)[name].whole)
    assert answer
    named = set(re.findall(r"[a-z-]+", answer[1]))
    assert named & SERVER_TYPES.keys() or answer[1] == "none"


@pytest.mark.parametrize("name", CLIENT_TYPES)
def test_the_page_says_with_which_errors_a_message_can_be_refused(name: str) -> None:
    errors = re.search(
        r"Errors: (.*?)(; and those of the game)?\.$", PAGE.below(CLIENT)[name].whole
    )
    assert errors
    named = [] if errors[1] == "none" else errors[1].split(", ")
    assert named == sorted(refusals_of(CLIENT_TYPES[name]))
    assert bool(errors[2]) == (name in ("move", "try"))


def test_every_error_is_named_where_it_can_come() -> None:
    listed = {code for cls in CLIENT_TYPES.values() for code in refusals_of(cls)}
    intro = PAGE.sections[CLIENT].text
    general = {code for code in codes.ERRORS if code in intro}
    assert general == {"malformed", "store-unavailable", "unexpected"}
    assert listed | general | {"unknown-type"} == set(codes.ERRORS)


# States.


def state_table() -> dict[str, list[str]]:
    (rows,) = PAGE.sections["STATES"].tables
    assert rows[0] == ["state", "takes", "time", "when it is over"]
    return {row[0]: row[1:] for row in rows[1:]}


def test_the_page_has_the_table_of_states() -> None:
    names = {cls: name for name, cls in CLIENT_TYPES.items()}
    takes = {
        state.value: ", ".join(names[cls] for cls in row.accepts) or "none"
        for state, row in TABLE.items()
    }
    assert {state: row[0] for state, row in state_table().items()} == takes
    assert [entry.tag for entry in PAGE.sections["STATES"].entries] == list(takes)
    always = f"{', '.join(names[cls] for cls in list(ALWAYS)[:-1])} and {names[[*ALWAYS][-1]]}"
    assert f"{always} are taken in every state but the last." in PAGE.sections["STATES"].whole


def test_the_page_has_the_time_of_every_state() -> None:
    # Those of a waiting room and of a match do not belong to a connection.
    elsewhere = {State.SEATED: "room", State.PLAYING: "turn"}
    times = {state.value: (WAITS | elsewhere).get(state, "none") for state in State}
    assert {state: row[1] for state, row in state_table().items()} == times


def patient_parlour(**limits: Any) -> Parlour:
    """Make a server that does not mind silence."""
    return Parlour(ping=10**6, silence=10**7, **limits)


def in_new(parlour: Parlour) -> Person:
    return parlour.connect()


def in_lobby(parlour: Parlour) -> Person:
    return parlour.enter("ada")[0]


def in_queued(parlour: Parlour) -> Person:
    ada, zoe = parlour.enter("ada", "zoe")
    ada.say(Quick("eriantys", A_NONCE))
    zoe.say(Quick("eriantys", A_NONCE))
    return zoe


def in_asked(parlour: Parlour) -> Person:
    (ada,) = parlour.enter("ada")
    ada.say(Quick("eriantys", A_NONCE))
    return ada


def in_seated(parlour: Parlour) -> Person:
    (ada,) = parlour.enter("ada")
    ada.say(Create("eriantys", 2, A_NONCE))
    return ada


def in_playing(parlour: Parlour) -> Person:
    people = parlour.seat("ada", "zoe", game="eriantys")
    return next(each for each in people if each.request.kind == "move")


def in_after(parlour: Parlour) -> Person:
    ada, _ = parlour.seat("ada", "zoe", game="eriantys")
    ada.say(Resign())
    return ada


def in_watching(parlour: Parlour) -> Person:
    ada, _ = parlour.seat("ada", "zoe", game="eriantys")
    (carl,) = parlour.enter("carl")
    carl.say(Watch(ada.match))
    return carl


GO_TO: dict[State, Callable[[Parlour], Person]] = {
    State.NEW: in_new,
    State.LOBBY: in_lobby,
    State.QUEUED: in_queued,
    State.ASKED: in_asked,
    State.SEATED: in_seated,
    State.PLAYING: in_playing,
    State.AFTER: in_after,
    State.WATCHING: in_watching,
}


@pytest.mark.parametrize("state", GO_TO, ids=lambda state: state.value)
def test_what_the_page_says_of_a_states_end_is_what_happens(state: State) -> None:
    _, name, then = state_table()[state.value]
    # The first in line must not be too slow before the one behind has waited too long.
    parlour = patient_parlour(**({"answer": 10**5} if state is State.QUEUED else {}))
    person = GO_TO[state](parlour)
    session = parlour.core.house.sessions[person.connection]
    assert session.state is state
    if name == "none":
        parlour.wait(10**5)
        assert session.state is state
        return
    time = float(getattr(parlour.limits, name))
    parlour.wait(time - 0.001)
    assert session.state is state
    person.news()
    parlour.wait(0.001)
    said = [each for each in person.news() if isinstance(each, ServerBye | Notice)]
    (last,) = said
    place = ", then lobby" if session.state is State.LOBBY else ""
    assert then == f"{type_of(last)} {last.code}{place}"
    assert session.state in (State.LOBBY, State.CLOSED)


def test_leave_is_taken_wherever_the_page_says() -> None:
    for state, go_to in GO_TO.items():
        person = go_to(patient_parlour())
        heard = {type_of(each) for each in person.say(Leave())}
        assert ("matches" in heard) == ("leave" in state_table()[state.value][0]), state


# Codes.


def meanings(section: Section) -> dict[str, str]:
    return {entry.tag: entry.text for entry in section.entries}


CODE_LISTS = {
    "errors": (PAGE.sections["ERROR CODES"], codes.ERRORS),
    "byes": (PAGE.sections["BYE CODES"], codes.BYES),
    "notices": (PAGE.sections["NOTICE CODES"], codes.NOTICES),
    "causes": (PAGE.below("ABSENCE")["Causes"], codes.CAUSES),
    "reasons": (PAGE.sections["THE END OF A MATCH"], codes.REASONS),
    "eriantys": (PAGE.below("GAMES")["Refusals"], CODES),
}


@pytest.mark.parametrize(("section", "known"), CODE_LISTS.values(), ids=CODE_LISTS)
def test_the_page_lists_every_code_with_its_meaning(
    section: Section, known: dict[str, str]
) -> None:
    said = meanings(section)
    assert list(said) == sorted(known)
    for code, meaning in known.items():
        words = meaning.replace("`", "")
        assert said[code].startswith(f"{words[0].upper()}{words[1:]}."), code


def test_every_code_that_the_page_mentions_exists() -> None:
    tables = (codes.ERRORS, codes.BYES, codes.NOTICES, codes.CAUSES, codes.REASONS, CODES)
    known = {code for table in tables for code in table}
    for section in PAGE.below("OTHER PROTOCOLS").values():
        for row in section.tables[0]:
            assert set(CODE.findall(row[1])) <= known, row


@pytest.mark.parametrize(
    ("letter", "names"),
    {
        "A": "ModelState GameStarted GameUpdated PerformGameMove MoveError GameEnded",
        "B": "UsedName UnmatchedMessages AlreadyPlayed FullDiningRoom InvalidChoice TurnError "
        "NoMoney FailedConnection CorrectConnection CompleteLobby CorrectMove",
        "C": "Login UsernameSelected ErrorUpdate GameSizeRequest GameSize ModelUpdate EndGame",
        "D": "PacketMatchStarted PacketDoAction PacketMove PacketPossibleMoves PacketSetup",
        "E": "CreateMatchRequest numberOfPlayersNotValid nicknameNotUnique matchAlreadyFull "
        "noExistingMatchesForPlayer playerIsAlreadyPlaying LoadForPlayer StateMessage",
    }.items(),
)
def test_the_names_of_other_protocols_have_their_counterparts(letter: str, names: str) -> None:
    (section,) = (
        section
        for title, section in PAGE.below("OTHER PROTOCOLS").items()
        if title.startswith(f"Protocol {letter} ")
    )
    listed = {name for row in section.tables[0] for name in row[0].split(", ")}
    assert set(names.split()) <= listed


# Numbers that stand in sentences.


def test_the_numbers_in_the_sentences_are_those_of_the_code() -> None:
    text = " ".join(plain(PAGE.source.splitlines()).split())
    limits = Limits()
    sentences = [
        f"The protocol has the number {PROTOCOL}.",
        f"by default to port {DEFAULT_PORT}.",
        f"A frame is {['', '', '', '', 'four'][HEADER_SIZE]} bytes of length",
        f"more than {MAX_DEPTH} arrays and maps inside each other",
        f"is {limits.frame_before_login} bytes before it is named and "
        f"{limits.frame_after_login} bytes afterwards. "
        f"The server sends at most {FRAME_FROM_SERVER}.",
        f"the rest must follow within {limits.frame_wait} seconds",
        f"at most {limits.frames_at_once} before it looks after the others",
        f"more than {limits.unsent_pause // 1024} KiB unread the server reads nothing",
        f"leaves more than {limits.unsent_most // 1024} KiB unread is dropped",
        f"It waits {porter.CLOSE_WAIT:g} seconds for the client to close the other.",
        f"login {limits.login} seconds, idle {limits.idle}, room {limits.room}, "
        f"answer {limits.answer}, after {limits.after}.",
        f"A name has {limits.name_least} to {NAME_MOST} characters",
        f"After {limits.login_attempts} refused logins",
        f"The id is {LOGIN_REQUEST}; answered by login.",
        f"by default {limits.turn_least} to {limits.turn_most}.",
        f"the latest {CARDS_AT_ONCE} at most",
        f"has at least clock_least_ms, by default {limits.clock_least} seconds,",
        f"given up after {limits.keep_saved} days.",
        f"For the first {limits.restart_grace} seconds after its start",
        f"draws a secret of {SECRET_SIZE} bytes",
        f"brings {NONCE_SIZE} random bytes",
        f"version {GAME.version} of its rules.",
    ]
    assert [each for each in sentences if each not in text] == []
    assert LOBBY_INTERVAL == 0.5, "the page says: at most twice a second"


# The page as a page.


def test_the_page_is_of_this_version() -> None:
    assert f'"eriantys {__version__}"' in PAGE.source.splitlines()[1]


def test_the_page_is_plain_ascii_without_blanks_at_the_ends_of_lines() -> None:
    assert PAGE.source.isascii()
    assert not re.search(r"[ \t]$", PAGE.source, re.M)
    assert max(map(len, PAGE.source.splitlines())) <= 120


def test_the_page_is_installed() -> None:
    setup = (PAGE.path.parents[1] / "setup.py").read_text("utf-8")
    assert f'("share/man/man7", ["man/{PAGE.path.name}"])' in setup
