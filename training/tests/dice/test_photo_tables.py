"""The slant of the table in a labelled photo is estimated from the dice."""

import numpy as np
import pytest

from training.dice.dataset import Label

pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
photo_tables = pytest.importorskip("training.dice.photo_tables")

from vision.dice import classifier  # noqa: E402
from vision.dice.normals import Normal  # noqa: E402


def test_the_dice_of_a_photo_tell_how_the_table_faces_below_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classifier, "find_normals", lambda crops: [Normal(0.0, -0.5, 0.05)] * len(crops))
    boxes = [(100.0 + 90 * i, 200.0, 40.0, 40.0) for i in range(4)]
    labels = (*(Label(box, "red", 2, 6) for box in boxes[:3]), Label(boxes[3], "", 0, 0))
    image = np.full((480, 640, 3), 90, np.uint8)
    told = photo_tables.with_tables(labels, image)
    assert [label.box for label in told] == boxes
    for label in told:
        assert label.table is not None and label.table[1] == pytest.approx(-0.5, abs=0.15)
    assert [label.table for label in photo_tables.with_tables(labels[1:3], image)] == [None, None]
