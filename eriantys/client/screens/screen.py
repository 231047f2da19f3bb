"""What every screen is, and what it may ask of the program around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from eriantys.client.address import HOME, Address

if TYPE_CHECKING:
    from eriantys.client.canvas import Canvas
    from eriantys.client.keys import Event
    from eriantys.client.model import Model
    from eriantys.client.settings import Settings
    from eriantys.wire.advice import Question


class Line(Protocol):
    """How the connection is, for whoever shows it."""

    @property
    def address(self) -> Address:
        """Where the server is."""

    @property
    def attempts(self) -> int:
        """How often it will be tried before somebody has to say what to do."""

    @property
    def online(self) -> bool:
        """Whether the server can hear what is said now."""

    @property
    def trouble(self) -> str:
        """Why it cannot, as a sentence."""

    @property
    def attempt(self) -> int:
        """How often it was tried in vain to come back."""

    @property
    def retry_at(self) -> float | None:
        """When it will be tried again; None while it is being tried, or not by itself."""

    @property
    def needs_key(self) -> bool:
        """Whether it will not be tried again until somebody wants it."""

    @property
    def delay(self) -> float | None:
        """Seconds from a ping to its pong; None before the first."""


class App(Protocol):
    """What a screen may ask of the program around it."""

    model: Model
    settings: Settings
    now: float
    """The time, by a clock that only ever goes on."""
    colourless: bool
    """Whether the terminal shows no colours."""
    shared: Address | None
    """Where friends find the table at home, if it is open to them."""

    @property
    def line(self) -> Line:
        """How the connection is."""

    def push(self, screen: Screen) -> None:
        """Put a screen on top of this one."""

    def pop(self, screen: Screen) -> None:
        """Take a screen away, with all that lie on it."""

    def say(self, text: str) -> None:
        """Show a sentence in the guidance line until the next key."""

    @property
    def said(self) -> str:
        """That sentence; empty if there is none."""

    def connect(self, address: Address, name: str, *, guest: bool = False) -> None:
        """Leave whatever server this is, and go to another under a name."""

    def retry(self) -> None:
        """Try to come back to the server at once."""

    def give_up(self) -> None:
        """Stop trying to reach the server."""

    def take_over(self) -> None:
        """Take the place of the terminal that has the name now."""

    def ask(self, question: Question) -> None:
        """Ask what a bot would do; the answer comes to the table by itself."""

    def choose(self, name: str, value: object) -> None:
        """Change a setting, for now and for later."""

    def leave(self) -> None:
        """Go from a match to the lobby."""

    def quit(self) -> None:
        """End the program."""


class Aid(NamedTuple):
    """What the help can say of a screen."""

    title: str = ""
    """What the screen is called."""
    keys: Sequence[tuple[str, str]] = ()
    """Its own keys, and what each of them does."""
    game: str = ""
    """The game whose rules are wanted there; empty if it is about none."""


class Screen(ABC):
    """One layer of what is seen; those that do not cover everything lie on others."""

    covers = True
    """Whether nothing below it can be seen."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def model(self) -> Model:
        """What is known."""
        return self.app.model

    @property
    def outside(self) -> Literal["home", "lobby"]:
        """Name the place where one comes from a match."""
        return "home" if self.app.line.address == HOME else "lobby"

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw it, on top of what is drawn already."""

    @abstractmethod
    def handle(self, event: Event) -> bool:
        """Act on a key, a click or a paste; tell whether it had any meaning here."""

    def tick(self) -> None:  # noqa: B027 - most screens have nothing to do by themselves
        """Do what is due; called at least once a second and after whatever was heard."""

    @property
    def typing(self) -> bool:
        """Whether letters go into a field now, and are no keys."""
        return False

    def next_due(self) -> float | None:
        """Tell when it will look otherwise by itself, sooner than within a second."""
        return None

    def possible(self) -> str:
        """Say what can be done now, for somebody who pressed a wrong key."""
        return ""

    def headline(self) -> str:
        """Say where we are, in the first row of a tiny window."""
        return "ERIANTYS"

    def brief(self) -> tuple[str, str]:
        """Say in two short lines what is asked and which keys answer, for a tiny window."""
        return ("", "")

    def aid(self) -> Aid:
        """Tell the help what this screen is, and which keys it has of its own."""
        return Aid()
