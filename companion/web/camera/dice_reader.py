"""Reads a table's dice in an image, with its lessons."""

from typing import Any, Protocol

from companion.rules import Game
from companion.table.state import Table
from companion.web.camera.table_lessons import TableLessons
from vision.dice.lessons import Adaptation
from vision.frames.image import Image
from vision.reading import Reading, Turn

READ_SIDES = (6, 8)
"""Numbers of sides of dice that can be read in pictures."""


def reads_dice_of(game: Game) -> bool:
    """Return True if the dice of `game` can be read in pictures; an own pad may use others."""
    return game.deck is None and game.pad.sides in READ_SIDES


def watches_dice_of(table: Table) -> bool:
    """Return True if the dice of `table` may come from a camera or a photo.

    That is if they can be read, and the page does not throw them.
    """
    return reads_dice_of(table.game) and not table.pretends


class ReadFunction(Protocol):
    """`vision.read`, or what stands in for it."""

    def __call__(
        self,
        image: Image,
        /,
        *,
        game: str,
        removed: tuple[str, ...],
        adaptation: Adaptation | None = None,
        turn: Turn = 0,
    ) -> Reading: ...


class DiceReader:
    """Reads dice, and caches how the pictures of each camera are turned."""

    def __init__(self, lessons: TableLessons, read: ReadFunction | None = None) -> None:
        """Read dice with the `lessons` of a table; `read` replaces `vision.read`."""
        self.lessons = lessons
        self._read = read
        self._turns: dict[str, Turn] = {}

    def read(self, image: Image, table: Table, camera: str | None = None) -> Reading:
        """Read the dice in `image` (HxWx3, BGR), expecting those that `table` waits for.

        `camera`: whose picture it is; None for a photo.
        """
        return self.read_dice(image, table.game.pad.sides, table.position.removed, camera)

    def read_dice(
        self, image: Image, sides: int, removed: tuple[str, ...] = (), camera: str | None = None
    ) -> Reading:
        """Read the dice with this many sides in `image`. `removed`: the colours that have left the game."""
        if self._read is None:
            from vision import read  # the networks: loaded when the first picture is read

            self._read = read
        adaptation = self.lessons.adaptation(sides)
        turn = self._turns.get(camera, 0) if camera is not None else 0
        taught: dict[str, Any] = {}  # a replacement of `vision.read` need not accept any
        if adaptation is not None:
            taught["adaptation"] = adaptation
        if turn:
            taught["turn"] = turn
        reading = self._read(image, game="longo" if sides == 8 else "classic", removed=removed, **taught)
        if camera is not None and reading.status == "complete":
            self._turns[camera] = reading.turn
        return reading
