"""A source of frames that can throw the dice that it shows."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


@runtime_checkable
class Thrower(Protocol):
    """A source of frames that can throw dice: the demo table of `vision.frames.demo`."""

    @property
    def truth(self) -> tuple[tuple[str, int], ...] | None:
        """Colour and value of each die at rest; None while they roll."""

    @property
    def throws(self) -> int:
        """Number of throws that have come to rest."""

    def throw(self, colours: Sequence[str], sides: int) -> bool:
        """Throw these dice; False if it cannot throw such dice."""


def thrower_of(source: object) -> Thrower | None:
    """`source` if it can throw dice, else None."""
    return source if isinstance(source, Thrower) else None
