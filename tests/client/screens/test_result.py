"""The card at the end of a match tells who won and why, and leads on from there."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest

from eriantys.client.address import HOME
from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Key
from eriantys.client.model import Place
from eriantys.client.screens.headline import headline
from eriantys.client.screens.log import Log
from eriantys.client.screens.replay import Replay
from eriantys.client.screens.result import Result
from eriantys.client.screens.saving import kept, to_new_file
from eriantys.client.screens.say import Say
from eriantys.client.tape import Tape, from_record
from eriantys.games import record
from eriantys.games.eriantys import GAME
from eriantys.wire.cards import Said
from eriantys.wire.from_client import History, Leave, Rematch
from eriantys.wire.from_server import Ended, Error, ServerChat, ServerHistory, ServerVote
from tests.client.screens.afterwards import NUMBER, end, history_of, tape_of
from tests.client.screens.stage import (
    HOSTILE,
    OTHER_SIZES,
    SIZES,
    Stage,
    assert_golden,
    assert_sound,
    entropy,
)

KINDS = ("2", "2-expert", "3", "3-expert", "4", "4-expert")
TODAY = date(2026, 11, 18)


def shown(
    name: str = "3-expert",
    seat: int | None = 0,
    *,
    told: bool = True,
    ended: Ended | None = None,
    plain: bool = False,
    players: tuple[str, ...] = (),
) -> tuple[Stage, Tape, Result]:
    """Show the result of one of the stored matches."""
    stage = Stage()
    tape = tape_of(f"eriantys-{name}", seat, players)
    match = end(stage, tape, ended)
    stage.sent()  # whoever comes to a match asks what has happened; here that is not told
    stage.hear(Error("too-old", "That is not known any more.", "history"))
    stage.model.error = None
    result = Result(stage, match, SUMMARY, plain=plain, entropy=entropy, today=lambda: TODAY)
    stage.push(result)
    stage.now += 1  # nobody is startled any more
    if told:
        stage.hear(*history_of(tape))
    return stage, tape, result


def test_a_letter_meant_for_the_board_does_nothing_here() -> None:
    stage, _, _ = shown()
    stage.sent()
    stage.now -= 1
    assert stage.press("r")
    assert stage.sent() == []
    stage.now += 1
    stage.press("r")
    assert [type(message) for message in stage.sent()] == [Rematch]


def otherwise(reason: str, text: str, **more: object) -> Ended:
    """End a match outside the rules."""
    fields = {"match": NUMBER, "secret": b"s" * 32, "commitment": b"c" * 32, "nonces": ()}
    return Ended(reason=reason, text=text, **{**fields, **more})  # type: ignore[arg-type]


def assert_framed(canvas: Canvas) -> None:
    """Check that nothing is drawn beyond the screen, nor over the frame of the card."""
    assert_sound(canvas)
    rows = canvas.letters
    top = next(y for y, row in enumerate(rows) if "┏" in row)
    bottom = next(y for y, row in enumerate(rows) if "┗" in row)
    left, right = rows[top].index("┏"), rows[top].index("┓")
    for y in range(top + 1, bottom):
        assert (rows[y][left], rows[y][right]) == ("┃", "┃"), "".join(rows[y])
    assert set(rows[top][left + 1 : right]) == set(rows[bottom][left + 1 : right]) == {"━"}


def text_of(stage: Stage, wide: int = 100, high: int = 32) -> str:
    return stage.text(wide, high)


# How it looks.


@pytest.mark.parametrize("name", KINDS)
def test_the_card_looks_as_it_was_found_good(name: str) -> None:
    stage, _, _ = shown(name, seat=0)
    stage.hear(
        ServerChat("match", (Said("Bruno", "well played!"), Said("Ada", "again?")), NUMBER),
        ServerVote(NUMBER, "rematch", ("yes",), ("yes", *[None] * (int(name[0]) - 1)), 2),
    )
    assert_golden(stage, f"result-{name}")


def test_without_colour_the_numbers_stand_in_a_table() -> None:
    stage, _, _ = shown("3-expert", plain=True)
    assert_golden(stage, "result-plain")
    stage, _, _ = shown("3-expert")
    stage.settings.ascii_only = True
    assert_golden(stage, "result-ascii")


def test_a_match_that_was_broken_off_has_no_winner() -> None:
    left = otherwise("left", "Bruno left, so the match was ended.", seat=1)
    stage, _, result = shown("2-expert", ended=left, told=False)
    assert_golden(stage, "result-left")
    text = text_of(stage)
    assert "Bruno left, so the match was ended." in text
    assert "There is no ranking." in text
    assert headline(result.match) == "NO WINNER"


@pytest.mark.parametrize("size", [*SIZES, *OTHER_SIZES, (160, 50), (120, 40), (300, 90)])
@pytest.mark.parametrize("name", KINDS)
def test_nothing_leaves_the_screen(name: str, size: tuple[int, int]) -> None:
    for told in (True, False):
        for seat in (0, 1, None):
            for plain in (True, False):
                stage, _, _ = shown(name, seat, told=told, plain=plain)
                assert_framed(stage.draw(*size))
                stage.press("s")
                assert_framed(stage.draw(*size))


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_no_name_and_no_line_of_chat_breaks_the_card(hostile: str) -> None:
    players = (hostile, "Bo", hostile, hostile)
    for seat in (0, 1, 2, None):
        stage, _, _ = shown("4-expert", seat, players=players)
        stage.hear(ServerChat("match", (Said(hostile, hostile * 3),), NUMBER))
        stage.say(hostile * 4)
        for size in (*SIZES, *OTHER_SIZES):
            assert_framed(stage.draw(*size))


# What it says.


def ranked(*places: tuple[int, ...], reason: str = "last-tower") -> Ended:
    return otherwise(reason, "Somebody won.", ranking=places, scores=(0,) * 4)


@pytest.mark.parametrize(
    ("seats", "seat", "ranking", "words"),
    [
        (3, 0, ((0,), (1,), (2,)), "YOU WON!"),
        (3, 1, ((0,), (1,), (2,)), "ADA WINS"),
        (3, None, ((2,), (1,), (0,)), "CHIARA WINS"),
        (3, 0, ((0, 1), (2,)), "SHARED WIN"),
        (3, 2, ((0, 1), (2,)), "SHARED WIN"),
        (4, 0, ((0, 2), (1, 3)), "YOU WON!"),
        (4, 2, ((0, 2), (1, 3)), "YOU WON!"),
        (4, 1, ((0, 2), (1, 3)), "ADA AND CHIARA WIN"),
        (4, 3, ((0, 1, 2, 3),), "SHARED WIN"),
        (3, 0, (), "NO WINNER"),
        (3, 1, ((), (0,), (1,), (2,)), "YOU LOST"),
        (3, None, ((), (0,), (1,), (2,)), "ADA LOST"),
    ],
)
def test_the_headline_says_who_won(
    seats: int, seat: int | None, ranking: tuple[tuple[int, ...], ...], words: str
) -> None:
    _, _, result = shown(str(seats), seat, ended=ranked(*ranking))
    assert headline(result.match) == words


@pytest.mark.parametrize(
    "reason", ["last-tower", "three-islands", "bag-empty", "no-assistants"]
)
def test_every_way_to_end_by_the_rules_has_a_sentence(reason: str) -> None:
    stage, _, _ = shown("3", ended=ranked((0,), (1,), (2,), reason=reason))
    text = text_of(stage, 130, 42)
    assert reason not in text
    expected = {
        "last-tower": "Ada built the last tower",
        "three-islands": "Only three islands are left",
        "bag-empty": "The bag is empty",
        "no-assistants": "All assistants are played",
    }
    assert expected[reason] in text


def test_a_reason_that_is_not_known_here_is_told_as_the_server_told_it() -> None:
    stage, _, _ = shown("3", ended=ranked((1,), (0,), (2,), reason="resigned"))
    assert "Somebody won." in text_of(stage)


def test_what_decided_is_told() -> None:
    won_by_professors, _, _ = shown("3-expert", 1)
    assert "5 towers each: 3 professors beat 1." in text_of(won_by_professors)
    won_by_towers, _, _ = shown("2-expert")
    assert "Most towers win: 7 against 4." in text_of(won_by_towers)


@pytest.mark.parametrize("name", KINDS)
def test_the_table_and_the_chart_agree_with_the_scores(name: str) -> None:
    _, tape, result = shown(name)
    assert tape.ended is not None
    rows = SUMMARY.table(result.match, 90)
    texts = ["".join(span.text for span in row.spans) for row in rows[1:]]
    places = [
        (seat, place) for place, each in enumerate(tape.ended.ranking, 1) for seat in each
    ]
    assert len(texts) == len(places)
    stock = 6 if name.startswith("3") else 8
    for text, (seat, place) in zip(texts, places, strict=True):
        assert text.split()[:2] == [str(place), tape.started.players[seat]]
        if "with " not in text:
            assert f" {tape.ended.scores[seat]}/{stock}" in text
            assert text.count("♜") == tape.ended.scores[seat]
        coins = tape.view(tape.last)[f"school/{seat}"]["coins"]
        assert (f"¢{coins}" in text) == ("expert" in name)
    held = sum(text.count("♛") for text in texts)
    assert held == sum(each is not None for each in tape.view(tape.last)["professors"])
    series, labels = SUMMARY.series(tape)
    assert len(series) == len(tape.started.teams)
    best = tape.started.players[tape.ended.ranking[0][0]]
    assert best in series[0].name
    assert {line.values[0] for line in series} == {0}
    assert sorted(line.values[-1] for line in series) == sorted(
        tape.ended.scores[team[0]] for team in tape.started.teams
    )
    rounds = tape.view(tape.last)["turn"]["round"]
    assert labels == ["0", *(f"r{number}" for number in range(1, rounds + 1))]
    assert {len(line.values) for line in series} == {len(labels)}


def test_from_a_result_at_home_one_comes_home() -> None:
    stage, _, result = shown()
    assert "Esc lobby" in text_of(stage)
    stage.line.address = HOME
    assert "Esc home" in text_of(stage)
    assert "lobby" not in text_of(stage)
    assert ("Esc", "go home") in result.aid().keys


def test_a_match_without_a_tower_has_no_chart() -> None:
    stage = Stage()
    whole = tape_of("eriantys-2-expert")
    resigned = otherwise("resigned", "Bruno resigned.", seat=1, ranking=((0,), (1,)))
    tape = Tape(whole.started, whole.steps[:4], resigned)
    stage.push(Result(stage, end(stage, tape), SUMMARY))
    stage.hear(*history_of(tape))
    assert "All stayed at 0." in text_of(stage)
    assert "Bruno resigned." in text_of(stage)


@pytest.mark.parametrize("ranking", [(), ((),), ((9,), (0,)), ((0, 0), (0,)), ((1,), ())])
@pytest.mark.parametrize("missing", ["towers", "table", "turn", "professors", "school/0", ""])
def test_whatever_a_server_tells_it_can_be_drawn(
    missing: str, ranking: tuple[tuple[int, ...], ...]
) -> None:
    """A broken server, or a later one, may leave out what this client looks for."""
    stage = Stage()
    whole = tape_of("eriantys-4-expert")
    view = {part: content for part, content in whole.started.view.items() if part != missing}
    steps = [
        msgspec.structs.replace(
            step, changes={part: at for part, at in step.changes.items() if part != missing}
        )
        for step in whole.steps
    ]
    tape = Tape(
        msgspec.structs.replace(whole.started, view=view if missing else {}),
        steps if missing else [],
        ranked(*ranking),
    )
    match = end(stage, tape)
    stage.push(Result(stage, match, SUMMARY))
    assert_framed(stage.draw(80, 24))
    stage.hear(*(history_of(tape) or [ServerHistory(NUMBER, (), {}, True, tape.ended)]))
    for size in SIZES:
        assert_framed(stage.draw(*size))


# What it does.


def test_the_history_is_asked_for_once_and_drawn_when_all_of_it_has_come() -> None:
    stage, tape, result = shown(told=False)
    assert stage.sent() == [History(NUMBER)]
    stage.tick()
    assert stage.sent() == []
    assert "still telling the history" in text_of(stage)
    *portions, last = history_of(tape)
    stage.hear(*portions)
    assert result.tape is None
    stage.hear(last)
    assert result.tape is not None
    assert "still telling" not in text_of(stage)
    assert result.tape.steps == tape.steps


def test_it_is_asked_for_again_when_the_connection_is_back() -> None:
    stage, _, _ = shown(told=False)
    stage.sent()
    stage.line.online = False
    stage.model.disconnected()
    stage.tick()
    assert "cannot be reached" in text_of(stage)
    stage.line.online = True
    stage.tick()
    assert stage.sent() == [History(NUMBER)]
    stage.now += 60
    assert "does not tell the history" in text_of(stage)


def test_what_was_told_while_it_was_played_is_not_taken_for_the_whole() -> None:
    stage, tape, _ = shown(told=False)
    *portions, last = history_of(tape)
    stage.hear(*portions, msgspec.structs.replace(last, ended=None))
    assert "still telling the history" in text_of(stage)


def test_a_rematch_is_wanted_once() -> None:
    stage, _, _ = shown()
    stage.sent()
    assert stage.press("r", "r")
    assert stage.sent() == [Rematch(entropy(16))]
    stage.now += 60  # it was refused, and everybody is here now
    stage.press("r")
    assert stage.sent() == [Rematch(entropy(16))]


def test_it_tells_how_many_want_a_rematch() -> None:
    stage, _, _ = shown("3")
    stage.hear(ServerVote(NUMBER, "rematch", ("yes",), (None, "yes", "yes"), 3))
    assert "2 of 3 want a rematch" in text_of(stage)
    stage.hear(ServerVote(NUMBER, "rematch", ("yes",), (None, "yes", None), 3, result="failed"))
    assert "There will be no rematch" in text_of(stage)


def test_whoever_looked_on_can_want_no_rematch() -> None:
    stage, _, _ = shown(seat=None)
    stage.model.place = Place.LOBBY
    assert "rematch" not in text_of(stage)
    stage.sent()
    assert not stage.press("r")
    assert stage.sent() == []
    stage.press("Esc")
    assert (stage.sent(), stage.layers) == ([], [])


def test_esc_leaves_the_table_and_b_only_the_card() -> None:
    stage, _, _ = shown()
    stage.sent()
    stage.press("b")
    assert (stage.sent(), stage.layers) == ([], [])
    stage, _, _ = shown()
    stage.sent()
    stage.press("Esc")
    assert (stage.sent(), stage.layers) == ([Leave()], [])


def test_p_replays_the_match_if_it_is_known() -> None:
    stage, _, result = shown(told=False)
    stage.press("p")
    assert "still telling" in stage.said
    assert stage.layers == [result]
    stage, tape, _ = shown()
    stage.press("p")
    replay = stage.layers[-1]
    assert isinstance(replay, Replay)
    assert replay.tape.last == tape.last
    stage.press("Esc")
    assert len(stage.layers) == 1


def test_the_log_and_the_chat_can_be_opened() -> None:
    stage, _, _ = shown()
    stage.press("l")
    assert isinstance(stage.layers[-1], Log)
    assert "game over" in stage.text(130, 42)
    stage.press("Esc", "t")
    assert isinstance(stage.layers[-1], Say)


def test_what_one_has_said_is_told_as_everywhere_else() -> None:
    stage, _, _ = shown()
    stage.model.name = "Ada"
    stage.hear(
        ServerChat("match", (Said("Bruno", "well played!"), Said("Ada", "again?")), NUMBER)
    )
    assert "Bruno » well played!   you » again?" in text_of(stage)


def test_a_click_on_a_key_is_that_key() -> None:
    stage, _, _ = shown()
    stage.sent()
    assert stage.click_on("r rematch")
    assert stage.sent() == [Rematch(entropy(16))]
    assert stage.click_on("b board")
    assert stage.layers == []


def test_other_keys_mean_nothing_and_those_there_are_are_told() -> None:
    stage, _, result = shown()
    assert not stage.press("x")
    assert "p replay" in result.possible()
    assert result.brief()[0] == headline(result.match)


# Saving.


def test_the_match_is_saved_as_a_record_that_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stage, tape, _ = shown("2-expert")
    stage.press("s")
    assert "eriantys-7.game" in text_of(stage)
    stage.press("Enter")
    assert "Saved as eriantys-7.game" in stage.said
    assert len(stage.said) <= 78  # all of it is seen on the smallest screen
    match = record.read(Path("eriantys-7.game").read_text("utf-8"))
    record.verify(GAME, match)
    assert (match.date, from_record(match).steps) == (TODAY, tape.steps)
    # Nothing is ever overwritten.
    Path("eriantys-7.game").write_text("mine")
    stage.press("s", "Enter")
    assert "is there already" in stage.said
    assert Path("eriantys-7.game").read_text() == "mine"


def test_another_name_can_be_typed_and_esc_saves_nothing(tmp_path: Path) -> None:
    stage, _, _ = shown()
    stage.press("s", "C-u")
    stage.type(str(tmp_path / "rps.game"))  # its letters are keys elsewhere
    assert text_of(stage).splitlines()[-1].split() == ["Enter", "save", "Esc", "back"]
    stage.press("Enter")
    assert (tmp_path / "rps.game").exists()
    stage.press("s", "Esc")
    stage.press("s", "C-u", "Enter")
    assert "want of a name" in stage.said
    assert [each.name for each in tmp_path.iterdir()] == ["rps.game"]
    assert stage.layers


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "~nobody_of_that_name/x", "a\0b"])
def test_what_cannot_be_written_is_told_in_a_sentence(name: str) -> None:
    _, tape, _ = shown()
    said = kept(tape, name, TODAY)
    assert said.endswith(".")
    assert "Saved" not in said
    with pytest.raises((OSError, ValueError, RuntimeError)):
        to_new_file(name, "text")


def test_no_record_is_made_of_what_would_not_hold() -> None:
    stage, tape, _ = shown(told=False)
    assert tape.ended is not None
    lie = msgspec.structs.replace(tape.ended, secret=b"x" * 32)
    stage.hear(*history_of(Tape(tape.started, tape.steps, lie)))
    kept: list[str] = []
    layer = stage.layers[-1]
    assert isinstance(layer, Result)
    layer._save = lambda name, text: kept.append(text)
    stage.press("s", "Enter")
    assert "No record can be made of this match" in stage.said
    assert kept == []
    stage, _, _ = shown(told=False)
    stage.press("s")
    assert "still telling" in stage.said


def test_a_paste_goes_into_the_name_and_nowhere_else() -> None:
    stage, _, _ = shown()
    assert not stage.paste("r")
    stage.press("s", "C-u")
    assert stage.paste("my\nmatch.game")
    assert "Save as my match.game" in text_of(stage)
    assert not stage.over
    assert stage.layers[-1].handle(Key("Esc"))
