"""The matches that one has played to an end, the latest first."""

from __future__ import annotations

from eriantys.client import boards
from eriantys.client.boards import vocabulary
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.frame import BAR, TITLE, asking, banner, guidance, hints
from eriantys.client.keys import Click, Event, Key
from eriantys.client.names import in_a_row
from eriantys.client.screens.replay import Replay
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.texts import duration, game_title, short_title, standing
from eriantys.client.screens.widgets import Roll, Spot, put_cut
from eriantys.client.sentences import counted
from eriantys.client.tape import complete, from_history, started_of
from eriantys.client.text import pad
from eriantys.games.contract import BadSetting
from eriantys.wire.cards import PastCard, Tally
from eriantys.wire.from_client import History
from eriantys.wire.from_client import Results as AskResults
from eriantys.wire.from_server import ServerResults

_PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


class Results(Screen):
    """Shows how somebody has fared; older matches are asked for at the end of the list."""

    def __init__(self, app: App, name: str = "") -> None:
        super().__init__(app)
        self._name = name
        """Whose matches; nobody's name for the own ones."""
        self._seen = app.model.results
        """The latest answer that was taken in."""
        self._past: list[PastCard] = []
        self._tally: tuple[Tally, ...] = ()
        self._more = False
        self._waiting = True
        self._roll = Roll()
        self._wanted: PastCard | None = None
        """The match that is to be shown again as soon as the server has told it."""
        self._canvas: Canvas | None = None
        self.model.send(AskResults(name))

    def tick(self) -> None:
        """Take in what the server has answered."""
        self._show_wanted()
        answer = self.model.results
        if answer is None or answer is self._seen:
            return
        self._seen = answer
        if self._waiting:
            self._take(answer)

    def _take(self, answer: ServerResults) -> None:
        self._waiting = False
        known = {card.match for card in self._past}
        self._past += [card for card in answer.past if card.match not in known]
        self._tally = answer.tally
        self._more = answer.more
        self._roll.resize(len(self._past))

    def _want(self, card: PastCard) -> None:
        """Ask for all that happened in a match, to show it again."""
        self._wanted = card
        self.model.history.pop(card.match, None)
        self.model.send(History(card.match))

    def _show_wanted(self) -> None:
        card = self._wanted
        portions = self.model.history.get(card.match, []) if card is not None else []
        if card is None or not complete(portions):
            return
        self._wanted = None
        del self.model.history[card.match]
        try:
            tape = from_history(started_of(card), portions)
        except BadSetting as unknown:
            self.app.say(str(unknown))
            return
        trouble = boards.unreadable_tape(tape)
        if trouble:
            self.app.say(trouble)
        else:
            self.app.push(Replay(self.app, tape, boards.room_of(card.game).summary))

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the tally, and the list below it."""
        self.tick()
        self._canvas = canvas
        banner(
            canvas,
            [Span("ERIANTYS", TITLE), Span("  past matches", BAR)],
            standing(self.app, canvas.width // 2),
        )
        box = Area(0, 1, canvas.width, canvas.height - 3)
        canvas.box(box, ink("accent"))
        canvas.title(box, "MATCHES THAT ARE OVER", ink("bright", "bg", "bold"))
        inside = Area(2, 2, canvas.width - 4, box.height - 2)
        top = self._draw_tally(canvas, inside)
        if self._past:
            self._draw_list(canvas, Area(1, top, canvas.width - 2, canvas.height - 3 - top))
        else:
            text = (
                "Asking the server …"
                if self._waiting
                else "There are none yet: finish a match, and it will be here."
            )
            put_cut(canvas, inside.x, top + 1, text, ink("dim"), inside.x + inside.width)
        guidance(canvas, [asking(self.app.said or self._sentence())])
        pick = [("↑↓", "choose"), ("Enter", "replay")] if self._past else []
        hints(canvas, [*pick, ("Esc", "back"), ("?", "help")])

    def _sentence(self) -> str:
        if not self._past:
            return "Esc goes back."
        card = self._past[self._roll.at]
        lines = counted(card.number, "line")
        why = vocabulary.ending(card.game, card.reason)
        told = f"Match {card.match}: {_outcome(card)}, after {lines} of log"
        return f"{told}; {why}." if why else f"{told}."

    def _draw_tally(self, canvas: Canvas, area: Area) -> int:
        """Draw a line for each game; return the row after them."""
        y = area.y
        for tally in self._tally:
            if y >= area.y + area.height // 3:
                break
            x = put_cut(
                canvas, area.x, y, self._game(tally.game), ink("bright", "bg", "bold"), 40
            )
            words = f"  {tally.played} played, {tally.won} won"
            if tally.broken_off:
                words += f", {tally.broken_off} broken off"
            put_cut(canvas, x, y, words, ink(), area.x + area.width)
            y += 1
        return y + 1 if y > area.y else y

    def _draw_list(self, canvas: Canvas, area: Area) -> None:
        spare = min(100, area.width - 3 - (11 + 10 + 11 + 11))
        columns = (11, 10, spare * 2 // 5, spare - spare * 2 // 5, 11, 11)
        x = area.x + 1
        names = ("ENDED", "GAME", "TITLE", "PLAYERS", "RESULT", "SCORES")
        for wide, name in zip(columns, names, strict=True):
            canvas.put(x, area.y, name, ink("dim", "bg", "underline"))
            x += wide
        rows = Area(area.x, area.y + 1, area.width, area.height - 1)
        self._roll.draw(canvas, rows, lambda at, place: self._row(canvas, at, place, columns))

    def _row(self, canvas: Canvas, at: int, place: Area, columns: tuple[int, ...]) -> None:
        card = self._past[at]
        here = at == self._roll.at
        bg = "me" if here else "bg"
        canvas.fill(place, ink("text", bg))
        canvas.put(place.x, place.y, "▶" if here else " ", ink("cur", bg, "bold"))
        outcome = _outcome(card)
        cells = (
            f"{duration(card.ended_ms / 1000)} ago",
            short_title(self._game(card.game), columns[1] - 1),
            card.title or f"Match {card.match}",
            in_a_row(card.players, columns[3] - 1),
            outcome,
            " : ".join(map(str, _scores(card))),
        )
        won = outcome.startswith("1st")
        styles = (
            ink("dim", bg),
            ink("text", bg),
            ink("bright", bg, "bold") if here else ink("text", bg),
            ink("text", bg),
            ink("gold", bg, "bold") if won else ink("text", bg),
            ink("dim", bg),
        )
        x, stop = place.x + 1, place.x + place.width
        for wide, text, style in zip(columns, cells, styles, strict=True):
            room = min(wide, stop - x)
            canvas.put(x, place.y, pad(pad(text, max(0, room - 1)), max(0, room)), style)
            x += wide

    def _game(self, game: str) -> str:
        return game_title(self.model.welcome, game)

    # Acting.

    def handle(self, event: Event) -> bool:
        """Look through the list, or go back."""
        if isinstance(event, Click) and event.button == "left":
            meaning = self._canvas.hit(event.x, event.y) if self._canvas else None
            if isinstance(meaning, Key):
                return self.handle(meaning)
            if isinstance(meaning, Spot) and meaning.owner is self._roll:
                self._roll.at = meaning.which
                return True
            return False
        if isinstance(event, Key) and event.name in ("Esc", "h", "q"):
            self.app.pop(self)
            return True
        if event == Key("Enter") and self._past:
            self._want(self._past[self._roll.at])
            return True
        if not self._roll.handle(event):
            return False
        if self._more and not self._waiting and self._roll.at == len(self._past) - 1:
            self._waiting = True
            self.model.send(AskResults(self._name, before=self._past[-1].match))
        return True

    def possible(self) -> str:
        """Say what can be done now."""
        return "Arrows choose a match, Enter shows it again, Esc goes back."

    def brief(self) -> tuple[str, str]:
        """Tell the match under the cursor."""
        return (self._sentence(), "↑↓ choose  Enter replay  Esc back")


def _outcome(card: PastCard) -> str:
    """Say in a word or two how a match came out for whom it is about."""
    for place, seats in enumerate(card.ranking, 1):
        if card.seat in seats:
            alone = len(next(iter(vocabulary.teams(card.game, len(card.players))), (0,)))
            shared = " shared" if place == 1 and len(seats) > alone else ""
            return _PLACES.get(place, f"{place}th") + shared
    return "broken off"


def _scores(card: PastCard) -> tuple[int, ...]:
    """Give one score for each side: those who play together have the same."""
    teams = vocabulary.teams(card.game, len(card.players))
    if not teams or len(card.scores) != len(card.players):
        return card.scores
    return tuple(card.scores[team[0]] for team in teams)
