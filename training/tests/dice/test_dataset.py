"""The split of pictures into those for training and those for measuring."""

import json
from pathlib import Path

import pytest

from training.dice import dataset


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Return a folder with labels of photos: three of each of two eight-sided dice, and three of a d10."""
    die = {"box": [1, 2, 30, 30], "colour": "other", "value": 3, "sides": 8}
    stranger = {"box": None, "colour": None, "value": None, "sides": 10}
    rows: list[dict[str, object]] = [
        {"image": f"eight/{name}{n}.jpg", "set": "eight", "die": name, "dice": [die]}
        for name in ("black-red", "navy-gold")
        for n in range(3)
    ]
    rows += [{"image": f"others/d10_{n}.jpg", "set": "others", "dice": [stranger]} for n in range(3)]
    (tmp_path / "labels.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return tmp_path


def test_no_picture_of_a_die_that_measures_is_learnt_from(photos: Path) -> None:
    learnt = {item.path.stem for item in dataset.training_photos(photos)}
    held = {
        name: {item.path.stem for item in items} for name, items in dataset.held_out_photos(photos).items()
    }
    assert learnt == {"navy-gold0", "navy-gold1", "navy-gold2"}
    assert held["eight"] == {"black-red0", "black-red1", "black-red2"}


def test_pictures_of_one_die_share_their_subject(photos: Path) -> None:
    assert {item.subject for item in dataset.training_photos(photos)} == {"navy-gold"}
    assert not any(item.subject for item in dataset.photos_of_set(photos, "others"))


def test_a_scene_says_whether_its_dice_were_hidden_on_their_own_table(tmp_path: Path) -> None:
    kinds = ("anyhow", "covered", "alike", "row")
    rows = [{"name": f"8-{n:08d}", "kind": kind, "dice": []} for n, kind in enumerate(kinds)]
    (tmp_path / "labels-8-1.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    assert [item.hides_its_dice for item in dataset.rendered_scenes(tmp_path)] == [False, True, True, False]
