"""The one refusal of this room."""

from __future__ import annotations


class WireError(Exception):
    """Refuses bytes: a stable code for programs and a sentence for people."""

    def __init__(self, code: str, text: str, about: str = "") -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.about = about
        """The type of the message that is refused, where there is such a type."""

    def __str__(self) -> str:
        return self.text
