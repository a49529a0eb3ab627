"""House rules: settings that a table may agree on in addition to the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.variants import NotAGame
from sheets.language import message

MAX_ROUNDS = 100
"""The largest value of `House.rounds`."""

Level = Literal["gentle", "good", "best"]
"""Strength of a computer player."""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a game."""

    no_miss: tuple[str, ...] = ()  # players who take no penalties
    rounds: int | None = None  # the game ends at the latest after this many rounds; None: no limit

    @property
    def agreed(self) -> dict[str, object]:
        """Return the house rules that are set, in the form stored in a record ("no-miss", "rounds")."""
        house: dict[str, object] = {}
        if self.no_miss:
            house["no-miss"] = list(self.no_miss)
        if self.rounds is not None:
            house["rounds"] = self.rounds
        return house

    def check(self, players: tuple[str, ...]) -> None:
        """Raise NotAGame if these house rules don't fit a game of `players`."""
        stranger = next((name for name in self.no_miss if name not in players), None)
        if stranger is not None:
            raise NotAGame("{player!r} takes no penalties, but does not play.", player=stranger[:40])
        if self.rounds is not None and not 1 <= self.rounds <= MAX_ROUNDS:
            text = message("A game ends after 1 to {most} rounds, not after {rounds}.")
            raise NotAGame(text, most=MAX_ROUNDS, rounds=self.rounds)

    def among(self, players: tuple[str, ...], names: Mapping[str, str] | None = None) -> House:
        """Return the house rules for `players` only. `names`: the new name for each old name that changes."""
        new = ((names or {}).get(name, name) for name in self.no_miss)
        return replace(self, no_miss=tuple(name for name in new if name in players))
