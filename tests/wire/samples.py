"""Sample messages: of every class one with the least it needs, and one with every field set.

Where a class has nothing to leave out, one sample is both.
"""

from __future__ import annotations

import msgspec

from eriantys.games.eriantys import GAME
from eriantys.wire.from_client import (
    Answer,
    Bye,
    Create,
    FromClient,
    Join,
    Leave,
    List,
    Login,
    Move,
    Ping,
    Pong,
    Quick,
    Resign,
    Resume,
    Sync,
    TakeSeat,
    Try,
    Undo,
    Watch,
)
from eriantys.wire.from_server import (
    Bounds,
    Ended,
    Error,
    FromServer,
    GameCard,
    Happening,
    Matches,
    Named,
    Notice,
    Presence,
    Request,
    RoomCard,
    SavedCard,
    Seated,
    ServerBye,
    ServerPing,
    ServerPong,
    Started,
    State,
    Tried,
    Update,
    Waiting,
    Welcome,
)
from tests.games.play import begin, cases

KEY = bytes(range(32))
PROOF = bytes(range(100, 132))
NONCE = bytes(range(16))
OTHER_NONCE = bytes(range(200, 216))
COMMITMENT = bytes(range(32, 64))
SECRET = bytes(range(64, 96))

# The content of the messages about a match is a real one: the first move of an expert game.
_STATE = begin(cases(GAME)[1], 0)
_BEFORE = GAME.view(_STATE, None)
_TURN = GAME.turn(_STATE)
assert _TURN is not None
LEGAL = tuple(map(GAME.format, GAME.legal(_STATE)))
_EVENTS = GAME.apply(_STATE, _TURN, GAME.parse(LEGAL[3]))
VIEW = GAME.view(_STATE, None)
CHANGES = {name: part for name, part in VIEW.items() if part != _BEFORE[name]}
HAPPENINGS = tuple(Happening(event.kind, event.facts) for event in _EVENTS)

LIMITS = Bounds(
    frame_before_login=4096,
    frame=16384,
    frame_from_server=262144,
    ping_ms=20_000,
    silence_ms=60_000,
    grace_ms=30_000,
    restart_grace_ms=120_000,
    clock_least_ms=30_000,
    login_ms=60_000,
    answer_ms=60_000,
    room_ms=900_000,
    idle_ms=3_600_000,
    after_ms=600_000,
    frame_wait_ms=10_000,
    login_attempts=5,
    name_least=2,
    name_most=20,
    turn_seconds=180,
    turn_least=10,
    turn_most=86_400,
    absences=("end", "wait"),
)
ROOM = RoomCard(
    match=17,
    game="eriantys",
    seats=("ada", None),
    options={"expert": True},
    guidance="full",
    turn_seconds=180,
    absence="wait",
    undo=True,
    standing=False,
    commitment=COMMITMENT,
)

FROM_CLIENT: tuple[FromClient, ...] = (
    Login(name="ada"),
    Login(
        name="zoë",
        key=KEY,
        proof=PROOF,
        guest=True,
        take_over=True,
        protocol=1,
        client="eriantys 0.1.0",
    ),
    List(),
    Create(game="eriantys", seats=2, nonce=NONCE),
    Create(
        game="eriantys",
        seats=4,
        nonce=NONCE,
        options={"expert": True, "rounds": -3, "level": "hard"},
        guidance="none",
        turn_seconds=90,
        absence="bot",
        undo=False,
        seat=3,
    ),
    Join(match=17, nonce=NONCE),
    Join(match=17, nonce=NONCE, seat=1),
    Quick(game="eriantys", nonce=NONCE),
    Quick(game="eriantys", nonce=NONCE, seats=3, options={"expert": False}, guidance="none"),
    Answer(request=2, value=3),
    Answer(request=3, value=True),
    Answer(request=4, value="expert"),
    TakeSeat(),
    TakeSeat(seat=1, nonce=OTHER_NONCE),
    Resume(),
    Resume(match=17),
    Watch(match=17),
    Leave(),
    Resign(),
    Move(request=40, action="assistant 4"),
    Undo(request=41),
    Try(request=40, actions=("play jester", "swap red blue")),
    Sync(),
    Ping(),
    Pong(),
    Bye(),
)

FROM_SERVER: tuple[FromServer, ...] = (
    Welcome(
        server="eriantys", version="0.1.0", protocol=1, nonce=NONCE, limits=LIMITS, games=()
    ),
    Welcome(
        server="eriantys",
        version="0.1.0",
        protocol=1,
        nonce=NONCE,
        limits=LIMITS,
        games=(GameCard("eriantys", "Eriantys", 1, (2, 3, 4), {"expert": False}),),
        motd="Buona fortuna! 🍀",
    ),
    Request(id=1, kind="login", left_ms=60_000),
    Request(id=2, kind="seats", left_ms=60_000, legal=(2, 3, 4)),
    Request(id=3, kind="mode", left_ms=60_000, decision="expert", legal=(False, True)),
    Request(
        id=40,
        kind="move",
        left_ms=180_000,
        decision="assistant",
        legal=LEGAL,
        candidates=LEGAL,
        undo=True,
    ),
    Named(name="ada"),
    Named(name="zoë", guest=True),
    Matches(),
    Matches(
        whole=True,
        open=(ROOM,),
        gone=(15, 16),
        saved=(SavedCard(9, "eriantys", ("ada", "zoë"), 0, True),),
    ),
    Seated(match=17, seat=0, nonce=NONCE, room=ROOM),
    Waiting(
        present=2,
        names=("ada", "zoë"),
        code="choosing",
        reason="ada is choosing what will be played.",
        left_ms=60_000,
    ),
    Waiting(
        present=1,
        names=("ada",),
        code="players",
        reason="Waiting for 1 more player.",
        left_ms=900_000,
        wanted=2,
        match=17,
        seats=(None, "ada"),
    ),
    Started(
        match=17,
        game="eriantys",
        version=1,
        players=("ada", "zoë"),
        teams=((0,), (1,)),
        options={"expert": True},
        guidance="full",
        turn_seconds=180,
        absence="wait",
        undo=True,
        commitment=COMMITMENT,
        nonces=(NONCE, OTHER_NONCE),
        number=1,
        view=VIEW,
        turn=1,
        decision="assistant",
        left_ms=180_000,
    ),
    State(match=17, number=1, view=VIEW, turn=1, decision="assistant", left_ms=179_000),
    State(
        match=17,
        number=90,
        view=VIEW,
        turn=None,
        decision="",
        left_ms=0,
        away=(1,),
        suspended=True,
    ),
    Update(
        match=17,
        number=1,
        seat=0,
        action=LEGAL[3],
        events=HAPPENINGS,
        changes=CHANGES,
        turn=1,
        decision="assistant",
        left_ms=180_000,
    ),
    Tried(
        request=40,
        events=HAPPENINGS,
        changes=CHANGES,
        decision="assistant",
        legal=LEGAL,
    ),
    Error(code="malformed", text="Every message must name its type with a text."),
    Error(
        code="not-your-turn",
        text="It is the turn of zoë.",
        about="move",
        request=40,
        action="assistant 4",
        step=1,
    ),
    Presence(match=17, seat=1, name="zoë", here=True, cause="back"),
    Presence(
        match=17,
        seat=1,
        name="zoë",
        here=False,
        cause="closed",
        left_ms=30_000,
        clock_ms=120_000,
    ),
    Ended(
        match=17,
        reason="broken-off",
        text="The match was broken off.",
        secret=SECRET,
        commitment=COMMITMENT,
        nonces=(NONCE, OTHER_NONCE),
    ),
    Ended(
        match=17,
        reason="resigned",
        text="zoë has given the match up.",
        secret=SECRET,
        commitment=COMMITMENT,
        nonces=(NONCE, OTHER_NONCE),
        ranking=((0,), (1,)),
        scores=(5, 3),
        seat=1,
    ),
    Notice(code="stopping", text="The server is going to stop."),
    Notice(code="suspended", text="zoë is missing.", match=17, clock_ms=30_000),
    ServerPing(),
    ServerPong(),
    ServerBye(code="silence", text="Nothing was heard for 60 seconds."),
)
_STARTED = next(sample for sample in FROM_SERVER if isinstance(sample, Started))
FROM_SERVER += (msgspec.structs.replace(_STARTED, seat=0, away=(1,), suspended=True),)
