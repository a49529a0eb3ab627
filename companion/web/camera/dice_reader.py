"""Reads a table's dice in an image, with the help of lessons: what people said about the dice in photos."""

from collections.abc import Callable

from companion.rules import Game
from companion.table.state import Table
from companion.web.camera.table_lessons import TableLessons
from vision.frames.image import Image
from vision.reading import Reading, Turn

READ_SIDES = (6, 8)
"""Numbers of sides for which dice can be read in images."""


def reads_dice_of(game: Game) -> bool:
    """Return True if images of the dice of `game` can be read: it has dice, with six or eight sides."""
    return game.deck is None and game.pad.sides in READ_SIDES


def watches_dice_of(table: Table) -> bool:
    """Return True if the dice of `table` are not virtual and can be read in images."""
    return reads_dice_of(table.game) and not table.throws_virtual_dice


class DiceReader:
    """Reads dice, and remembers by how many degrees the pictures of each camera have to be turned."""

    def __init__(self, lessons: TableLessons, read: Callable[..., Reading] | None = None) -> None:
        self.lessons = lessons
        self._read = read
        self._turns: dict[str, Turn] = {}

    def read(self, image: Image, table: Table, camera: str | None = None) -> Reading:
        """Read the dice of `table` in `image` (HxWx3, BGR). `camera`: the sender, or None for a photo."""
        return self.read_dice(image, table.game.pad.sides, table.position.removed, camera)

    def read_dice(
        self, image: Image, sides: int, removed: tuple[str, ...] = (), camera: str | None = None
    ) -> Reading:
        """Read dice with this number of sides in `image`. `removed`: colours that have left the game."""
        if self._read is None:
            from vision import read  # imports the networks, so only when an image is read

            self._read = read
        adaptation = self.lessons.adaptation(sides)
        turn = self._turns.get(camera, 0) if camera is not None else 0
        game = "longo" if sides == 8 else "classic"
        reading = self._read(image, game=game, removed=removed, adaptation=adaptation, turn=turn)
        if camera is not None and reading.status == "complete":
            self._turns[camera] = reading.turn
        return reading
