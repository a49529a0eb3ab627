"""Reads a table's dice in an image, with its calibration and its lessons."""

import logging
from typing import Any, Protocol

from companion.rules import Game
from companion.storage.calibrations import NO_CALIBRATION, Calibrations, NoCalibration, calibration_name
from companion.table.state import Table
from companion.web.camera.table_lessons import TableLessons
from vision.dice.calibrated_dice import CalibratedDice
from vision.dice.lessons import Adaptation
from vision.frames.image import Image
from vision.reading import Reading, Turn

READ_SIDES = (6, 8)
"""Numbers of sides of dice that can be read in pictures."""

_LOG = logging.getLogger(__name__)


def reads_dice_of(game: Game) -> bool:
    """Tell whether the dice of `game` can be read in pictures; an own pad may use others."""
    return game.deck is None and game.pad.sides in READ_SIDES


def watches_dice_of(table: Table) -> bool:
    """Tell whether the dice of `table` may come from a camera or a photo: they can be read, and the page does
    not throw them."""
    return reads_dice_of(table.game) and not table.pretends


class Read(Protocol):
    """`vision.read`, or what stands in for it."""

    def __call__(
        self,
        image: Image,
        /,
        *,
        game: str,
        removed: tuple[str, ...],
        known: CalibratedDice | None = None,
        adaptation: Adaptation | None = None,
        turn: Turn = 0,
    ) -> Reading: ...


class DiceReader:
    """Reads dice, and caches the calibration of each camera, and how its pictures are turned."""

    def __init__(
        self,
        calibrations: Calibrations,
        lessons: TableLessons,
        calibration: str = "",
        read: Read | None = None,
    ) -> None:
        """`calibration`: the name of the dice before every camera, or "none"; "" for each camera's own.

        `lessons`: of the table. `read`: in place of `vision.read`.
        """
        self.calibrations, self.lessons = calibrations, lessons
        self._calibration = calibration
        self._read = read
        self._known: dict[tuple[str, int], CalibratedDice | None] = {}
        self._turns: dict[str, Turn] = {}

    def read(self, image: Image, table: Table, camera: str | None = None) -> Reading:
        """The dice in `image` (HxWx3, BGR), against those that `table` waits for.

        `camera`: whose picture it is, so that the dice may be known; None for a photo.
        """
        if self._read is None:
            from vision import read  # the networks: loaded when the first picture is read

            self._read = read
        sides = table.game.pad.sides
        game = "longo" if sides == 8 else "classic"
        known = self.known(camera, sides) if camera is not None else None
        adaptation = None if self._calibration == NO_CALIBRATION else self.lessons.adaptation(sides)
        turn = self._turns.get(camera, 0) if camera is not None else 0
        taught: dict[str, Any] = {}  # a replacement of `vision.read` need not accept any
        if known is not None:
            taught["known"] = known
        if adaptation is not None:
            taught["adaptation"] = adaptation
        if turn:
            taught["turn"] = turn
        reading = self._read(image, game=game, removed=table.position.removed, **taught)
        if camera is not None and reading.status == "complete":
            self._turns[camera] = reading.turn
        return reading

    def known(self, camera: str, sides: int) -> CalibratedDice | None:
        """The calibrated dice with this number of sides for `camera`; None if there are none."""
        if self._calibration == NO_CALIBRATION:
            return None
        if (camera, sides) not in self._known:
            self._known[camera, sides] = self._load(camera, sides)
        return self._known[camera, sides]

    def _load(self, camera: str, sides: int) -> CalibratedDice | None:
        try:
            if self._calibration:
                return self.calibrations.by_name(self._calibration, sides).known
            found = self.calibrations.find([calibration_name(camera)], sides)
        except NoCalibration as problem:  # a damaged file must not stop the game
            _LOG.warning("%s", problem)
            return None
        return found.known if found else None

    def reload(self) -> None:
        """Clear the cache after dice were calibrated or deleted. From now on each camera's own calibration
        counts."""
        self._calibration, self._known = "", {}
