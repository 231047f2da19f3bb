"""What was found: figures beside their references, goals, and how far all that is trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from tests.bench.rounds import TRUSTED, ratio, spread

MISSED, VOID = 1, 2
"""Exit codes: a goal is missed, or nothing is proved because the A/A control is off."""


class Report:
    """Prints what is found as it is found, and remembers what it means."""

    def __init__(self) -> None:
        self.goals: dict[str, bool] = {}
        """By goal: whether it is reached; only those whose control holds."""
        self.void: list[str] = []
        """The goals whose control is off."""
        self.failures: list[str] = []
        """Parts that could not be measured, though they should have been."""
        self._trusted = True

    def heading(self, text: str) -> None:
        """Begin with another figure."""
        self._trusted = True
        print(f"\n{text}", flush=True)

    def line(self, text: str) -> None:
        """Print one line of a figure."""
        print(f"  {text}", flush=True)

    def control(
        self,
        figures: Mapping[str, Sequence[float]],
        one: str,
        other: str,
        trusted: float = TRUSTED,
    ) -> None:
        """Compare two contestants that are the same; what follows is trusted if they are."""
        lists = {name: list(values) for name, values in figures.items()}
        value = ratio(lists, other, one)
        low, high = spread(lists, other, one)
        self._trusted = abs(value - 1) <= trusted
        told = "" if self._trusted else ": OFF, so the goals of this part prove nothing"
        self.line(f"A/A control {value:.3f} ({low:.2f} to {high:.2f}){told}")

    def goal(self, text: str, figure: str, *, reached: bool) -> None:
        """Tell whether a goal is reached."""
        if not self._trusted:
            self.void.append(text)
            self.line(f"goal UNDECIDED: {text}; it was {figure}")
            return
        self.goals[text] = reached
        self.line(f"goal {'reached' if reached else 'MISSED'}: {text}; it is {figure}")

    def failed(self, why: str) -> None:
        """Tell that a part could not be measured."""
        self.failures.append(why)
        print(f"  FAILED: {why}", flush=True)

    def finish(self) -> int:
        """Sum up, and return the exit code."""
        missed = [text for text, reached in self.goals.items() if not reached]
        print(f"\n{len(self.goals) - len(missed)} goals reached, {len(missed)} missed.")
        for text in missed:
            print(f"  MISSED: {text}")
        if self.void:
            print(
                f"The A/A control was off for {len(self.void)} goals: "
                "for those this run is void; run it again on a quieter machine."
            )
        if missed or self.failures:
            return MISSED
        return VOID if self.void else 0


def compared(
    figures: Mapping[str, Sequence[float]], ours: str, theirs: str
) -> tuple[float, str]:
    """Give the median of the ratios within rounds, and the same in words with its spread."""
    lists = {name: list(values) for name, values in figures.items()}
    value, (low, high) = ratio(lists, ours, theirs), spread(lists, ours, theirs)
    return value, f"{value:.2f} x ({low:.2f} to {high:.2f})"


def middle(values: Sequence[float]) -> str:
    """Write the median with the smallest and the largest."""
    return f"{median(values):,.1f} ({min(values):,.1f} to {max(values):,.1f})"
