"""Reads a table's dice in an image, adapted by the table's lessons."""

from collections.abc import Callable
from typing import Any

from companion.rules import Game
from companion.table.state import Table
from companion.web.camera.table_lessons import TableLessons
from vision.frames.image import Image
from vision.reading import Reading, Turn

READ_SIDES = (6, 8)
"""Numbers of sides for which dice can be read in images."""


def reads_dice_of(game: Game) -> bool:
    """Return True if dice of `game` can be read; the card game has none, and custom pads may use others."""
    return game.deck is None and game.pad.sides in READ_SIDES


def watches_dice_of(table: Table) -> bool:
    """Return True if a camera or photo may read the dice of `table`: they can be read, and are real."""
    return reads_dice_of(table.game) and not table.pretends


class DiceReader:
    """Reads dice, and remembers for each camera how far its pictures are turned."""

    def __init__(self, lessons: TableLessons, read: Callable[..., Reading] | None = None) -> None:
        self.lessons = lessons
        self._read = read
        self._turns: dict[str, Turn] = {}

    def read(self, image: Image, table: Table, camera: str | None = None) -> Reading:
        """Read the dice that `table` waits for in `image` (HxWx3, BGR) of `camera` (None: a photo)."""
        return self.read_dice(image, table.game.pad.sides, table.position.removed, camera)

    def read_dice(
        self, image: Image, sides: int, removed: tuple[str, ...] = (), camera: str | None = None
    ) -> Reading:
        """Read the dice with that many `sides` in `image`. `removed`: colours that are out of the game."""
        if self._read is None:
            from vision import read  # imports the networks, so only when an image is read

            self._read = read
        adaptation = self.lessons.adaptation(sides)
        turn = self._turns.get(camera, 0) if camera is not None else 0
        taught: dict[str, Any] = {}  # passed only if needed: a replacement may not accept it
        if adaptation is not None:
            taught["adaptation"] = adaptation
        if turn:
            taught["turn"] = turn
        reading = self._read(image, game="longo" if sides == 8 else "classic", removed=removed, **taught)
        if camera is not None and reading.status == "complete":
            self._turns[camera] = reading.turn
        return reading
