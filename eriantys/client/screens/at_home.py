"""The table at home: a short card that asks what to play against bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys.client.boards import vocabulary
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.frame import BAR, GUIDE_BRIGHT, GUIDE_KEY, TITLE, asking, banner, guidance
from eriantys.client.frame import hints as draw_hints
from eriantys.client.keys import Click, Event, Key
from eriantys.client.model import Place
from eriantys.client.names import in_a_row
from eriantys.client.screens.game_options import GameOptions, NoNumber
from eriantys.client.screens.screen import Aid, App, Screen
from eriantys.client.screens.texts import DAY, game_title, listed
from eriantys.client.screens.title import draw_title
from eriantys.client.screens.widgets import Choice, Entry, Form, TextField, put_cut
from eriantys.client.sentences import counted
from eriantys.client.settings import HomeWishes
from eriantys.client.text import cut, wrap
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.cards import GameCard, SavedCard
from eriantys.wire.from_client import Create, Resume
from eriantys.wire.from_server import Welcome

_SETTING_UP = "The table is being set up …"
_WIDE = 76
_LABELS = 12
_FRIENDS = 2
"""Where the line of friends stands in the form."""
_LEVELS = {
    "easy": "They take what lies nearest: good company for a first game.",
    "normal": "They think ahead a little: an even game for most people.",
    "hard": "They think for some seconds, and forgive little.",
}
"""How the bots of each level play."""

KEYS = (
    ("↑↓ ←→", "go to a line, and choose"),
    ("Enter", "begin the game of the card"),
    ("c", "go on with the game that is not over"),
    ("h", "the games that are over, and their replays"),
    ("o", "play at another server"),
    ("Esc", "quit; a game that is not over is kept"),
)
"""Its own keys, for the help."""


class AtHome(Screen):
    """Asks what is to be played, and offers to go on with what is not over."""

    def __init__(
        self,
        app: App,
        away: Callable[[], None],
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__(app)
        self._away = away
        """Goes to the question for another server."""
        self._open = app.shared is not None
        self._entropy = entropy
        self._canvas: Canvas | None = None
        self._offered: Welcome | None = None
        self.form: Form | None = None
        """Nothing until the server has said what can be played."""
        self._expected = 1
        """How many friends are, wherever there is room for them: who opens it expects one."""
        self._friends = Choice([(1, "1")])
        """Seats that wait for them."""
        self._begins = False
        """Whether Enter was pressed before there was a form, and nothing since."""

    # The form.

    def tick(self) -> None:
        """Make the form, once the server has said what can be played."""
        welcome = self.model.welcome
        if self.model.place is not Place.LOBBY or welcome is None:
            return
        if welcome is not self._offered and welcome.games and welcome.bots:
            self._offered = welcome
            self._offer(welcome)
            if self._begins:
                self._begins = False
                self._begin()

    def _offer(self, welcome: Welcome) -> None:
        wishes = self.app.settings.home
        games = {card.id: card for card in welcome.games}
        self._game = Choice([(card, card.title) for card in welcome.games])
        self._game.pick(games.get(wishes.game))
        self._level = Choice([(level, level) for level in welcome.bots], wishes.level)
        self._build(wishes.seats, wishes)

    def _build(self, seats: int, wishes: HomeWishes | None = None) -> None:
        """Make the lines for the chosen game."""
        game = self._chosen_game
        self._shown = game
        self._seats = Choice([(each, str(each)) for each in game.seats], seats)
        chosen = wishes.options if wishes is not None and wishes.game == game.id else None
        self._options = GameOptions(game, chosen)
        self._friends = self._seats_for_friends()
        entries = [
            Entry("Game", self._game, "What is played."),
            Entry("Players", self._seats, "You, and as many bots as it takes."),
            *self._options.entries,
            Entry("Bots play", self._level),
        ]
        if self._open:
            entries.insert(_FRIENDS, self._line_of_friends())
        self.form = Form(entries)

    def _seats_for_friends(self) -> Choice:
        """Offer as many seats as there are beside one's own."""
        seats = self._seats.value
        chosen = min(self._expected, seats - 1)
        return Choice([(each, str(each)) for each in range(seats)], chosen)

    def _line_of_friends(self) -> Entry:
        return Entry("Friends", self._friends, "Seats that wait for friends.")

    @property
    def _chosen_game(self) -> GameCard:
        game: GameCard = self._game.value
        return game

    @property
    def _unfinished(self) -> SavedCard | None:
        """The latest match that is not over."""
        return max(self.model.saved, key=lambda card: card.match, default=None)

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, the card, and what can be gone on with."""
        self._canvas = canvas
        place = [Span("ERIANTYS", TITLE), Span("  at home", BAR)]
        shared = self.app.shared
        friends = "" if shared is None else f"friends: eriantys play {shared}"
        banner(canvas, place, [Span(cut(friends, canvas.width * 2 // 3), BAR)])
        top = draw_title(canvas, plain=self.app.settings.ascii_only)
        wide = min(canvas.width, _WIDE)
        x = (canvas.width - wide) // 2
        rows = len(self.form.entries) if self.form is not None else 4
        box = Area(x, top, wide, rows + 4)
        canvas.fill(box, ink("text", "panel"))
        canvas.box(box, ink("accent", "panel"))
        canvas.title(box, "NEW GAME", ink("bright", "panel", "bold"))
        inside = Area(x + 2, top + 1, wide - 4, rows)
        stop = inside.x + inside.width
        if self.form is None:
            lines = wrap(self._waiting(), inside.width)[:rows]
            for row, line in enumerate(lines):
                put_cut(canvas, inside.x, inside.y + row, line, ink("dim", "panel"), stop)
        else:
            self.form.draw(canvas, inside, _LABELS)
            self._draw_button(canvas, inside.x, inside.y + rows + 1, stop)
        self._draw_unfinished(canvas, Area(x, top + rows + 4, wide, 3))
        guidance(canvas, [self._guide()])
        draw_hints(canvas, self._keys())

    def _draw_button(self, canvas: Canvas, x: int, y: int, stop: int) -> None:
        button = " Enter play "
        canvas.mark(Area(x, y, len(button), 1), Key("Enter"))
        x = canvas.put(x, y, button, ink("ink", "cur", "bold")) + 2
        put_cut(canvas, x, y, self._summary(), ink("dim", "panel"), stop)

    def _draw_unfinished(self, canvas: Canvas, box: Area) -> None:
        card = self._unfinished
        if card is None or box.y + box.height > canvas.height - 2:
            return
        canvas.box(box, ink("line"))
        canvas.title(box, "NOT OVER YET", ink("bright", "bg", "bold"))
        stop = box.x + box.width - 2
        canvas.mark(Area(box.x, box.y, box.width, box.height), Key("c"))
        x = canvas.put(box.x + 2, box.y + 1, " c ", ink("ink", "cur", "bold")) + 1
        others = [name for seat, name in enumerate(card.players) if seat != card.seat]
        title = game_title(self.model.welcome, card.game)
        x = put_cut(canvas, x, box.y + 1, f"go on: {title} with ", ink(), stop)
        put_cut(canvas, x, box.y + 1, in_a_row(others, stop - x), ink("bright"), stop)

    def _waiting(self) -> str:
        return self.app.line.trouble or _SETTING_UP

    def _summary(self) -> str:
        """Say what Enter would begin."""
        bots = self._seats.value - 1 - self._guests
        parts = [f"{self._chosen_game.title}, {self._options.mode()}".rstrip(", ")]
        parts.append(f"you{' and ' + counted(self._guests, 'friend') if self._guests else ''}")
        if not self._guests and not bots:
            parts[-1] += " alone"
        if bots:
            # In teams one of them may be on the own side.
            teams = vocabulary.teams(self._chosen_game.id, self._seats.value)
            company = counted(bots, f"{self._level.value} bot")
            parts[-1] += f" with {company}, in two teams" if teams else f" against {company}"
        return ": ".join(parts)

    @property
    def _guests(self) -> int:
        """How many seats wait for friends."""
        return int(self._friends.value) if self._open else 0

    def _guide(self) -> list[Span]:
        if self.app.said:
            return asking(self.app.said)
        if self.form is None:
            again = [*asking("Enter"), Span(" tries once more.", GUIDE_BRIGHT)]
            return again if self.app.line.trouble else asking(_SETTING_UP)
        if self._unfinished is not None:
            return [
                *asking("Enter"),
                Span(" begins a new game, ", GUIDE_BRIGHT),
                Span("c", GUIDE_KEY),
                Span(" goes on with the one before.", GUIDE_BRIGHT),
            ]
        return asking(self._note())

    def _note(self) -> str:
        """Say what the line under the cursor means, as it is chosen now."""
        assert self.form is not None
        current = self.form.current
        if current.control is self._level:
            return _LEVELS.get(self._level.value, "")
        return self._options.note(current.control) or f"{current.note}  Enter plays."

    def _keys(self) -> list[tuple[str, str]]:
        go_on = [("c", "go on")] if self._unfinished is not None else []
        if self.form is None:
            begin = [("Enter", "try once more")] if self.app.line.trouble else []
        else:
            begin = [("↑↓", "line"), ("←→", "choose"), ("Enter", "play"), *go_on]
        return [
            *begin,
            ("o", "other tables"),
            ("h", "past games"),
            ("Esc", "quit"),
            ("?", "help"),
        ]

    # Acting.

    @property
    def typing(self) -> bool:
        """Whether the line under the cursor is one to type in."""
        return self.form is not None and isinstance(self.form.current.control, TextField)

    def handle(self, event: Event) -> bool:
        """Fill the card in, begin, go on, or leave."""
        if isinstance(event, Click):
            return self._click(event)
        self._begins = False  # unless this is the key for it, something else is wanted
        if self.typing and isinstance(event, Key) and event.sign:
            return self._choose(event)
        match event:
            case Key(name="Enter"):
                self._begin()
            case Key(name="c") if self._unfinished is not None:
                self.model.send(Resume(self._unfinished.match))
            case Key(name="h") if self.app.line.online:
                self._show_results()
            case Key(name="o"):
                self._away()
            case Key(name="Esc" | "q"):
                self.app.quit()
            case _:
                return self._choose(event)
        return True

    def _show_results(self) -> None:
        from eriantys.client.screens.results import Results  # seldom wanted, and not at first

        self.app.push(Results(self.app))

    def _choose(self, event: Event) -> bool:
        if self.form is None or not self.form.handle(event):
            return False
        self._follow()
        return True

    def _click(self, click: Click) -> bool:
        meaning = self._canvas.hit(click.x, click.y) if self._canvas is not None else None
        if isinstance(meaning, Key):
            return self.handle(meaning)
        if self.form is None or not self.form.click(meaning):
            return False
        self._follow()
        return True

    def _follow(self) -> None:
        """Ask for what the chosen game wants to know."""
        if self._shown is not self._chosen_game:
            self._build(self._seats.value)
        elif self._open and self.form is not None:
            if len(self._friends.choices) == self._seats.value:
                self._expected = self._friends.value
            else:
                self._friends = self._seats_for_friends()
                self.form.entries[_FRIENDS] = self._line_of_friends()

    def _begin(self) -> None:
        if self.form is None:
            if self.app.line.trouble:
                self.app.retry()
            else:
                self._begins = True
            self.app.say(_SETTING_UP)
            return
        try:
            options = self._options.values()
        except NoNumber as trouble:
            self.form.focus(trouble.control)
            self.app.say(str(trouble))
            return
        game, seats, level = self._chosen_game, self._seats.value, self._level.value
        wishes = HomeWishes(self.model.name, game.id, seats, options, level)
        if self.app.settings.home != wishes:
            self.app.choose("home", wishes)
        self.model.send(
            Create(
                game=game.id,
                seats=seats,
                nonce=self._entropy(NONCE_SIZE),
                options=options,
                # Nobody waits for anybody here but bots, which do not mind.
                turn_seconds=DAY,
                private=True,
                bots=(level,) * (seats - 1 - self._guests),
                bot_level=level,
            )
        )

    def possible(self) -> str:
        """Say what can be done now."""
        return f"Here you can: {listed([f'{key} {word}' for key, word in self._keys()])}."

    def brief(self) -> tuple[str, str]:
        """Name the line under the cursor."""
        if self.form is None:
            return (self._waiting(), "Esc quit")
        return (f"New game. {self._summary()}", "↑↓ line  ←→ choose  Enter play  Esc quit")

    def aid(self) -> Aid:
        """Name the keys of the card."""
        game = self._chosen_game.id if self.form is not None else ""
        return Aid("at home", KEYS, game)
