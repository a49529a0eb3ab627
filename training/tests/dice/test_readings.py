"""Readings of labelled pictures: matching boxes, saving results, and votes among frames."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision
from training.dice import figures, readings
from training.dice.readings import box_similarity, load_results, match_boxes
from training.tests.dice.results import answer, die, roll
from vision.reading import Die, Reading

BOX = (100, 90, 40, 40)


def test_boxes_are_paired_best_first() -> None:
    def at(x: int) -> Die:
        return Die("red", 3, 6, 0.9, "flat", (x, 0, 30, 30), ((3, 0.9), (2, 0.1)), (("red", 1.0),))

    # the second label fits the first die better than the first label does
    assert match_boxes([(10, 0, 30, 30), (2, 0, 30, 30)], [at(3), at(14)]) == [1, 0]
    assert match_boxes([(200, 0, 30, 30)], [at(3)]) == [None]


def test_a_box_that_hugs_the_pips_counts() -> None:
    assert box_similarity((10, 10, 10, 10), (0, 0, 40, 40)) == pytest.approx(0.9)
    assert box_similarity((0, 0, 30, 30), (15, 0, 30, 30)) == pytest.approx(1 / 3)


def test_written_lines_are_loaded_unchanged(tmp_path: Path) -> None:
    seen = roll([die(3, answer("red", 3)), die(4, None)], "wrong-set", ("missing",))
    (tmp_path / "kept").write_text(seen.line() + "\n", "utf-8")
    assert load_results(tmp_path / "kept") == [seen]
    assert json.loads(seen.line())["dice"][1]["answer"] is None


def reads(image: np.ndarray[Any, Any], *, game: str = "classic", any_dice: bool = False) -> Reading:
    """Stand in for `vision.read`: find a red die with a tenth of the mean brightness as its value.

    Only the value 5 is sure.
    """
    assert game == "classic" and not any_dice
    shade = int(image.mean() / 10 + 0.5)
    sure = 0.999 if shade == 5 else 0.6
    die = Die("red", shade, 6, sure, "flat", BOX, ((shade, sure), (6, 1 - sure)), (("red", 1.0),))
    return Reading((240, 200), "unsure", (die,), probability=sure)


def put(path: Path, shade: int) -> None:
    path.parent.mkdir(exist_ok=True)
    assert cv2.imwrite(str(path), np.full((200, 240, 3), 10 * shade, np.uint8))


def test_votes_outvote_a_frame_and_rolls_of_one_frame_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision, "read", reads)
    put(tmp_path / "000000.jpg", 3)
    for k in range(1, 5):
        put(tmp_path / "frames" / f"000000-{k}.jpg", 5)
    put(tmp_path / "000001.jpg", 5)
    die = {"box": list(BOX), "colour": "red", "value": 5, "sides": 6}
    rows = [{"image": f"{n:06d}.jpg", "set": "mitsuba 6", "dice": [die]} for n in (0, 1)]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    alone, together = readings.read_labelled(tmp_path, readings.load_labels(tmp_path), False, votes=True)
    assert (alone.group, together.group) == ("one frame, mitsuba 6", "5 frames, mitsuba 6")
    assert not figures.is_right(alone.dice[0]) and figures.is_right(together.dice[0])
    assert [one.status for one in (alone, together)] == ["unsure", "complete"]
    assert [one.group for one in readings.read_labelled(tmp_path, readings.load_labels(tmp_path), False)] == [
        "mitsuba 6"
    ] * 2
