"""How a table's dice are read: what is kept of each camera."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from companion.table.state import Table
from companion.web.camera.dice_reader import DiceReader
from companion.web.camera.table_lessons import TableLessons
from vision.reading import Reading, Turn

WHOLE = Reading((64, 64), "complete")


NO_LESSONS = cast(TableLessons, SimpleNamespace(adaptation=lambda sides: None))
TABLE = cast(
    Table,
    SimpleNamespace(game=SimpleNamespace(pad=SimpleNamespace(sides=6)), position=SimpleNamespace(removed=())),
)


def test_the_turn_of_a_camera_is_kept_until_a_whole_roll_shows_another() -> None:
    tried: list[Turn] = []
    readings: list[Reading] = [
        replace(WHOLE, turn=180), replace(WHOLE, status="unsure", turn=90), replace(WHOLE, turn=180),
        WHOLE, WHOLE, WHOLE,
    ]  # fmt: skip

    def read(_: Any, turn: Turn = 0, **__: Any) -> Reading:
        tried.append(turn)
        return readings[len(tried) - 1]

    reader = DiceReader(NO_LESSONS, read)
    picture = np.zeros((64, 64, 3), np.uint8)
    for camera in ("desk", "desk", "desk", "desk", "desk", "phone"):
        reader.read(picture, TABLE, camera)
    assert tried == [0, 180, 180, 180, 0, 0]
