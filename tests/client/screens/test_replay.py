"""A replay goes through a match in both directions, and shows each place as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.keys import Click, Key
from eriantys.client.match import Line, Match
from eriantys.client.screens.replay import Replay, replay_app
from eriantys.client.screens.timeline import Mark, Track
from eriantys.games import record
from eriantys.wire.fields import Parts
from tests.client.screens.afterwards import DATA, tape_of
from tests.client.screens.stage import (
    HOSTILE,
    OTHER_SIZES,
    SIZES,
    Stage,
    assert_golden,
    assert_sound,
)

KINDS = ("2", "2-expert", "3", "3-expert", "4", "4-expert")
STAR = Mark("★", "cur", "star")


class Blank:
    """Tells of a game of which nothing is known: the replay needs no more than this."""

    marked = (STAR,)

    def round(self, view: Parts) -> object:
        return view["turn"]["round"]

    def turn(self, view: Parts) -> object:
        return view["turn"]["seat"]

    def marks(self, line: Line) -> tuple[Mark, ...]:
        return (STAR,) if any(event.kind == "island conquered" for event in line.events) else ()

    def log(self, match: Match, line: Line) -> list[list[Span]]:
        return [[Span(line.action)]]

    def sentence(self, match: Match, line: Line) -> str:
        return f"Step {line.number} was {line.action}."

    def phases(self, view: Parts, *, short: bool) -> list[Span]:
        return [Span("short" if short else "long")]

    def guidance_rows(self, wide: int, high: int) -> int:
        return 2 if wide >= 100 and high >= 32 else 1

    def draw(
        self, canvas: Canvas, match: Match, now: float, eyes: int, log: list[list[Span]]
    ) -> Area:
        canvas.put(0, 1, f"number {match.number} eyes {eyes} turn {match.turn}")
        for row, line in enumerate(log[-5:], 2):
            canvas.spans(0, row, line)
        rows = 4 if canvas.height < 42 else 7
        bottom = canvas.height - 1 - self.guidance_rows(canvas.width, canvas.height)
        return Area(0, bottom - rows, canvas.width, rows)


def opened(name: str = "2-expert", seat: int | None = 0) -> tuple[Stage, Replay]:
    stage = Stage()
    replay = Replay(stage, tape_of(f"eriantys-{name}", seat), Blank())
    stage.push(replay)
    return stage, replay


def real(
    name: str, seat: int | None = 0, players: tuple[str, ...] = ()
) -> tuple[Stage, Replay]:
    stage = Stage()
    replay = Replay(stage, tape_of(f"eriantys-{name}", seat, players), SUMMARY)
    stage.push(replay)
    return stage, replay


# Going.


def test_arrows_go_step_by_step_and_stop_at_the_ends() -> None:
    stage, replay = opened()
    stage.press("Left")
    assert replay.place == 0
    assert "before the first step" in stage.text()
    for place in range(1, replay.tape.last + 1):
        stage.press("Right")
        assert replay.place == place
        assert f"number {place} " in stage.text()
        action = replay.tape.steps[place - 1].action
        assert f"Step {place} was {action}." in stage.text()
    stage.press("Right")
    assert replay.place == replay.tape.last
    assert "The end: Ada won." in stage.text()
    stage.press("Left", "Left")
    assert replay.place == replay.tape.last - 2
    stage.press("Home")
    assert replay.place == 0
    stage.press("End")
    assert replay.place == replay.tape.last


@pytest.mark.parametrize(("back", "on", "key"), [("[", "]", "turn"), ("<", ">", "round")])
def test_brackets_go_from_turn_to_turn_and_angles_from_round_to_round(
    back: str, on: str, key: str
) -> None:
    stage, replay = opened()
    begins = list(replay.timeline.turns if key == "turn" else replay.timeline.rounds)
    views = list(replay.tape.views())
    for place in begins[1:]:
        part = "seat" if key == "turn" else "round"
        assert views[place]["turn"][part] != views[place - 1]["turn"][part]
    met = []
    for _ in begins:
        stage.press(on)
        met.append(replay.place)
    assert met == [*begins[1:], replay.tape.last]
    met = []
    for _ in begins:
        stage.press(back)
        met.append(replay.place)
    assert met == begins[::-1]
    # From inside one goes back to its beginning first.
    replay.go(begins[2] + 1)
    stage.press(back)
    assert replay.place == begins[2]


class WithSetUp(Blank):
    """A game whose first round comes after a set-up."""

    def round(self, view: Parts) -> object:
        return view["turn"]["round"] if view["turn"]["phase"] == "action" else None


def test_a_set_up_before_the_first_round_is_none() -> None:
    stage = Stage()
    replay = Replay(stage, tape_of("eriantys-2-expert", 0), WithSetUp())
    stage.push(replay)
    rounds = len(replay.timeline.rounds) - 1
    assert "round" not in stage.text(100, 32).splitlines()[0]
    assert f"set-up before {rounds} rounds" in stage.text(100, 32)
    assert " r1 " in stage.text(100, 32)
    stage.press(">")
    assert "ERIANTYS  round 1  long" in stage.text(100, 32)
    assert "ERIANTYS  r1  short" in stage.text()
    stage.press("End")
    assert f"round {rounds} of {rounds}" in stage.text(100, 32)


def test_n_goes_to_the_marks_and_m_makes_one() -> None:
    stage, replay = opened()
    marked = [line.number for line in replay.tape.lines if Blank().marks(line)]
    assert marked
    met = []
    for _ in marked:
        stage.press("n")
        met.append(replay.place)
    assert met == marked
    stage.press("N")
    assert replay.place == marked[-2]
    stage.press("End", "n")
    assert replay.place == replay.tape.last
    replay.go(marked[0] + 1)
    stage.press("m", "Home", "n", "n")
    assert replay.place == marked[0] + 1
    assert "⚑" in stage.text()
    stage.press("m", "Home", "n", "n")
    assert replay.place == marked[1]


def test_g_asks_for_a_number_and_takes_no_other() -> None:
    stage, replay = opened()
    stage.press("g")
    assert "Go to which step?" in stage.text()
    stage.press("x", "4", "7", "Enter")
    assert replay.place == 47
    stage.press("g", "9", "9", "9", "9", "Enter")
    assert replay.place == replay.tape.last
    stage.press("g", "5", "Esc")
    assert replay.place == replay.tape.last
    stage.press("g", "1", "2", "Backspace", "Enter")
    assert replay.place == 1
    stage.press("g", "Enter")
    assert replay.place == 1


def test_it_plays_by_itself_at_the_speed_that_is_chosen() -> None:
    stage, replay = opened()
    assert replay.next_due() is None
    stage.press(" ")
    assert "REPLAY ▸ 1x" in stage.text()
    assert replay.next_due() == stage.now + 1
    stage.tick()
    assert replay.place == 0
    for place in range(1, 4):
        stage.now += 1
        stage.tick()
        assert replay.place == place
    stage.press("+", "+")
    assert "REPLAY ▸ 4x" in stage.text()
    for place in range(4, 8):
        stage.now += 0.25
        stage.tick()
        assert replay.place == place
    stage.press(" ")
    assert "REPLAY · 4x" in stage.text()
    stage.now += 9
    stage.tick()
    assert replay.place == 7
    stage.press("-", "-", "-", "-", "-")
    assert "REPLAY · ½x" in stage.text()
    stage.settings.ascii_only = True
    assert "REPLAY · 0.5x" in stage.text()
    assert " speed [0.5x]" in stage.text()


def test_after_a_long_silence_it_does_not_hurry() -> None:
    stage, replay = opened()
    stage.press(" ")
    stage.now += 1000
    for _ in range(3):
        stage.tick()
    assert replay.place <= 2
    stage.now += 1
    stage.tick()
    assert replay.place <= 3


def test_it_stops_at_the_end_and_begins_again_from_there() -> None:
    stage, replay = opened()
    stage.press("End", "Left", " ")
    stage.now += 1
    stage.tick()
    assert (replay.place, replay.playing, replay.next_due()) == (replay.tape.last, False, None)
    stage.press(" ")
    assert (replay.place, replay.playing) == (0, True)
    stage.press("Right")  # whoever goes by hand wants to look
    assert not replay.playing


def test_v_looks_through_the_eyes_of_another() -> None:
    stage, _ = opened("3", seat=1)
    assert "eyes 1" in stage.text()
    stage.press("v")
    assert "eyes 2" in stage.text()
    stage.press("v")
    assert "eyes 0" in stage.text()
    stage.press("V")
    assert "eyes 2" in stage.text()
    assert "[Chiara]" in stage.text()


def test_esc_leaves_it_and_unknown_keys_mean_nothing() -> None:
    stage, replay = opened()
    assert not stage.press("x")
    assert "Space plays" in replay.possible()
    assert replay.brief()[0].startswith("The table")
    assert stage.press("Esc")
    assert stage.layers == []


# The mouse.


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_the_timeline_goes_there(size: tuple[int, int]) -> None:
    stage, replay = opened()
    canvas = stage.draw(*size)
    area, track = next(hit for hit in canvas.hits if isinstance(hit[1], Track))
    assert stage.layers[-1].handle(Click(area.x + area.width - 1, area.y))
    assert replay.place == replay.tape.last
    stage.draw(*size)
    assert stage.layers[-1].handle(Click(area.x, area.y + 1))
    assert replay.place == 0
    for x in range(area.x, area.x + area.width):
        stage.draw(*size)
        stage.layers[-1].handle(Click(x, area.y))
        assert abs(track.column(replay.place) - x) <= 1
        row = stage.draw(*size).letters[area.y]
        assert abs(row.index("●") - x) <= 1


def test_the_wheel_goes_step_by_step_and_a_hint_is_its_key() -> None:
    stage, replay = opened()
    stage.draw()
    assert stage.layers[-1].handle(Click(1, 1, "wheel-down"))
    assert stage.layers[-1].handle(Click(1, 1, "wheel-down"))
    assert stage.layers[-1].handle(Click(1, 1, "wheel-up"))
    assert replay.place == 1
    assert stage.click_on("Space play")
    assert replay.playing
    assert not stage.layers[-1].handle(Click(1, 1))


# How it looks.


def test_the_timeline_looks_as_it_was_found_good() -> None:
    stage, replay = opened("3-expert")
    assert_golden(stage, "replay-beginning")
    replay.go(47)
    stage.press("m", "Right", " ")
    assert_golden(stage, "replay-playing")
    stage.press("End")
    assert_golden(stage, "replay-end")


def test_rounds_are_labelled_and_counted() -> None:
    stage, replay = opened("2-expert")
    replay.go(50)
    text = stage.text()
    number = replay.timeline.round_at(50)
    rounds = len(replay.timeline.rounds)
    assert f"step 50 of {replay.tape.last} · turn " in text
    assert f"round {number} of {rounds}" in text
    for each in range(1, rounds + 1):
        assert f"r{each}" in text


@pytest.mark.parametrize("size", [*SIZES, *OTHER_SIZES, (160, 50), (120, 40), (131, 36)])
@pytest.mark.parametrize("name", KINDS)
def test_nothing_leaves_the_screen_and_the_timeline_has_the_place_of_the_hand(
    name: str, size: tuple[int, int]
) -> None:
    stage, replay = real(name)
    for place in (0, 1, 7, 40, replay.tape.last // 2, replay.tape.last - 1, replay.tape.last):
        replay.go(place)
        canvas = stage.draw(*size)
        assert_sound(canvas)
        rows = canvas.rows()
        assert sum("TIMELINE" in row for row in rows) == 1
        assert not any("ASSISTANTS" in row for row in rows)
        # Nothing on the board can be clicked, and the line of the timeline shows the place.
        meanings = [meaning for _, meaning in canvas.hits]
        assert all(isinstance(meaning, Key | Track) for meaning in meanings)
        area, track = next(hit for hit in canvas.hits if isinstance(hit[1], Track))
        assert canvas.letters[area.y][track.column(place)] == "●"
        assert set(canvas.letters[area.y][area.x : track.column(place)]) <= {"━", "│"}


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_no_name_breaks_the_screen(hostile: str) -> None:
    stage, replay = real("4-expert", 1, (hostile, "Bo", hostile, hostile))
    for place in (0, 50, replay.tape.last):
        replay.go(place)
        for size in (*SIZES, *OTHER_SIZES):
            assert_sound(stage.draw(*size))


@pytest.mark.parametrize("name", KINDS)
def test_every_step_is_a_sentence_in_words(name: str) -> None:
    _, replay = real(name, None)
    for place, line in enumerate(replay.tape.lines, 1):
        told = SUMMARY.sentence(replay.tape.match(place, 0.0), line)
        assert told[0].isupper() or not told[0].isalpha()
        assert told.endswith(".")
        assert replay.tape.started.players[line.seat] in told
    conquered = [
        SUMMARY.sentence(replay.tape.match(line.number, 0.0), line)
        for line in replay.tape.lines
        if any(event.kind == "island conquered" for event in line.events)
        and line.action.startswith("mother")
    ]
    assert conquered
    assert all("♜" in told and "(" in told for told in conquered)


def test_the_reason_of_a_tower_is_the_influence_that_built_it() -> None:
    _, replay = real("2-expert", None)
    for line in replay.tape.lines:
        events = {event.kind: event.facts for event in line.events}
        if "island conquered" not in events or "mother moved" not in events:
            continue
        before = replay.tape.view(line.number - 1)
        shares = list(before[f"island/{events['island conquered']['island']}"]["influence"])
        names = replay.tape.started.players
        told = SUMMARY.sentence(replay.tape.match(line.number, 0.0), line)
        for side, share in enumerate(shares):
            assert f"{names[side]} {share}" in told
        assert shares.index(max(shares)) == events["island conquered"]["side"]


# On its own.


def test_a_record_can_be_looked_at_without_a_server() -> None:
    match = record.read((DATA / "eriantys-3.game").read_text("utf-8"))
    make = replay_app(match)
    stage = Stage()
    stage.push(make(stage))
    assert_sound(stage.draw(130, 42))
    stage.press("End")
    assert "The end" in stage.text()
    stage.press("Esc")
    assert stage.over


def test_the_troubles_of_a_record_are_raised_before_a_screen_opens(tmp_path: Path) -> None:
    text = (DATA / "eriantys-3.game").read_text("utf-8").replace("Game: eriantys", "Game: go")
    with pytest.raises(record.Damaged):
        replay_app(record.read(text))


def test_a_record_of_a_game_without_a_board_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = record.read((DATA / "eriantys-3.game").read_text("utf-8"))
    monkeypatch.setattr("eriantys.client.boards.REGISTERED", ())
    with pytest.raises(record.Unverifiable, match="no board for eriantys"):
        replay_app(match)


def test_a_match_of_no_steps_can_be_looked_at() -> None:
    text = (DATA / "eriantys-2.game").read_text("utf-8")
    head = text.partition("\n\n")[0].splitlines()
    head = [line for line in head if not line.startswith(("Result", "Scores", "Reason"))]
    stage = Stage()
    stage.push(replay_app(record.read("\n".join([*head, "", "end", ""])))(stage))
    for key in ("Right", "n", "]", ">", "End", " ", "Left"):
        stage.press(key)
        stage.now += 1
        stage.tick()
        assert_sound(stage.draw())
    assert stage.layers[-1].handle(Key("Esc"))


def test_where_not_all_of_a_step_fits_its_outcome_is_told() -> None:
    stage, replay = real("3-expert")
    for place, line in enumerate(replay.tape.lines, 1):
        if any(event.kind == "island conquered" for event in line.events):
            replay.go(place)
            guidance = stage.text().splitlines()[-2]
            assert "on island" in guidance
            assert "…" not in guidance
    replay.go(replay.tape.last)
    assert "▸ The end: Bruno won. Game over: the bag is empty." in stage.text()
