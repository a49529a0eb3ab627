"""Pretend dice: a source of frames that can throw the dice that it shows."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from companion.table.photo_match import colour_of
from companion.table.state import Table


@runtime_checkable
class Thrower(Protocol):
    """A source of frames that can throw dice: the demo table of `vision.frames.demo`."""

    @property
    def truth(self) -> tuple[tuple[str, int], ...] | None:
        """Colour and value of each die at rest; None while they roll."""

    @property
    def throws(self) -> int:
        """Number of throws that have come to rest."""

    def exchange(self, sides: int) -> None:
        """Lay dice with this number of sides on the table in place of the others, and throw them."""

    def throw(self, colours: Sequence[str]) -> None:
        """Throw these dice."""


def thrower_of(source: object) -> Thrower | None:
    """`source` if it can throw dice, else None."""
    return source if isinstance(source, Thrower) else None


def throw_dice_of(table: Table, thrower: Thrower) -> None:
    """Throw the dice that `table` waits for."""
    thrower.throw(tuple(map(colour_of, table.dice_to_roll)))
