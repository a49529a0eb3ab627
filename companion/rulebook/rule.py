"""A rule as a value: its id, what it says, and where it stands in the rulebooks."""

from __future__ import annotations

from dataclasses import dataclass

BOOKS = {
    "classic-es": "Qwixx (NSV)",
    "classic-us": "Qwixx (Gamewright, 2014)",
    "longo": "Qwixx Longo (NSV)",
    "mixx": "Qwixx Mixx (NSV)",
    "bonus": "Qwixx Bonus (NSV)",
    "cards-es": "Qwixx: the card game (NSV)",
    "cards-us": "Qwixx: the card game (Gamewright, 2020)",
}
"""The rulebooks that rules are taken from, by short name."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule stands: a rulebook (a key of BOOKS) and the heading it stands under."""

    book: str
    section: str

    def __str__(self) -> str:
        return f"{BOOKS[self.book]}, “{self.section}”"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `games`: those it holds in. `statement` and `example`: English, for the catalogue."""

    id: str
    games: tuple[str, ...]
    statement: str
    sources: tuple[Source, ...]
    example: str
