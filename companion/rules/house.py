"""Optional settings agreed in addition to the rulebook: house rules, and who plays with which character."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.characters import CHARACTERS
from companion.rules.variants import NotAGame
from sheets.language import either, message

MAX_ROUNDS = 100
"""Largest allowed round limit; chosen."""

Level = Literal["gentle", "good", "best"]
"""Strength of the computer on a chair."""


@dataclass(frozen=True, slots=True)
class House:
    """`no_miss`: players who take no misses. `rounds`: after so many the game ends; None: by the book.

    A round is one turn of every player. `characters`: by player the character of those who have one.
    """

    no_miss: tuple[str, ...] = ()
    rounds: int | None = None
    characters: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def agreed(self) -> dict[str, object]:
        """The house rules as a record writes them ("no-miss", "rounds"); empty if there are none."""
        found: dict[str, object] = {}
        if self.no_miss:
            found["no-miss"] = list(self.no_miss)
        if self.rounds is not None:
            found["rounds"] = self.rounds
        return found

    def check(self, players: tuple[str, ...]) -> None:
        """Raise NotAGame if this does not fit a game of these players."""
        stranger = next((name for name in self.no_miss if name not in players), None)
        if stranger is not None:
            raise NotAGame("{player!r} takes no misses, but does not play.", player=stranger[:40])
        if self.rounds is not None and not 1 <= self.rounds <= MAX_ROUNDS:
            text = message("A game ends after 1 to {most} rounds, not after {rounds}.")
            raise NotAGame(text, most=MAX_ROUNDS, rounds=self.rounds)
        for player, character in self.characters.items():
            if player not in players:
                raise NotAGame("{player!r} has a character, but does not play.", player=player[:40])
            if character not in CHARACTERS:
                raise NotAGame(
                    "The characters are {names}, not {character!r}.",
                    names=either(tuple(CHARACTERS)),
                    character=character[:40],
                )

    def among(self, players: tuple[str, ...], names: Mapping[str, str] | None = None) -> House:
        """The settings for these players, some of whom have new `names`; players who left are dropped."""
        new = {name: (names or {}).get(name, name) for name in (*self.no_miss, *self.characters)}
        no_miss = tuple(new[name] for name in self.no_miss if new[name] in players)
        characters = {new[name]: key for name, key in self.characters.items() if new[name] in players}
        return replace(self, no_miss=no_miss, characters=characters)
