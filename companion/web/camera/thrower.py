"""Pretend dice: a source of frames that can throw the dice that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from companion.table.dice_change import kept_values
from companion.table.photo_match import colour_of
from companion.table.state import Table


@runtime_checkable
class Thrower(Protocol):
    """A source of frames that can throw dice: the demo table of `vision.frames.demo`."""

    @property
    def truth(self) -> tuple[tuple[str, int], ...] | None:
        """Colour and value of each die that lies; None while they roll."""

    @property
    def throws(self) -> int:
        """How many throws have come to rest."""

    def exchange(self, sides: int) -> None:
        """Lay dice with so many sides on the table in place of those that lie there, and throw these."""

    def throw(self, colours: Sequence[str], values: Sequence[int | None] = ()) -> None:
        """Throw these dice. `values`: what each is to show, None for any; () for any at all."""


def thrower_of(source: object) -> Thrower | None:
    """`source` if it can throw dice, else None."""
    return source if isinstance(source, Thrower) else None


def throw_dice_of(table: Table, thrower: Thrower) -> None:
    """Throw the dice that `table` waits for; those that a re-roller keeps lie as they lay."""
    kept, dice = kept_values(table), table.dice_to_roll
    thrower.throw(tuple(map(colour_of, dice)), tuple(map(kept.get, dice)) if kept else ())
