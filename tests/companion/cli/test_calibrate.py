"""`qwixx calibrate`: learnt from photos, a folder, a video; listed, corrected, forgotten; used by others."""

import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import qwixx
from companion.cli.calibrate import command as calibrate
from companion.cli.read import command as read
from companion.cli.watch import command as watch
from companion.storage.calibrations import Calibrations
from sheets.errors import BadInput
from tests.vision.rendered import rendered
from vision.frames.image import load

ROLLS = Path(__file__).parents[3] / "fixtures" / "rolls"
DICE = (("white", 1), ("white", 6), ("red", 5), ("yellow", 2), ("green", 4), ("blue", 3))
TURN = {"red": "green", "green": "blue", "blue": "red"}
"""The colour for which a die is taken after the channels of its picture are exchanged."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QWIXX_DATA", str(tmp_path / "data"))
    return tmp_path


def run(verb: Any, *words: object, **more: Any) -> Result:
    return CliRunner().invoke(verb, [*map(str, words), "--language", "en"], **more)


def photo(path: Path, image: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), image)
    return path


def turned(image: Any) -> Any:
    return np.ascontiguousarray(image[:, :, [1, 2, 0]])


def test_a_photo_is_learnt_listed_and_forgotten() -> None:
    done = run(calibrate, ROLLS / "wood.jpg", "--name", "kitchen", "--yes")
    assert done.exit_code == 0, done.output
    assert [line.split()[1] for line in done.stdout.splitlines()[:6]] == [
        "yellow",
        "white",
        "white",
        "blue",
        "green",
        "red",
    ]
    assert done.stdout.splitlines()[-1].startswith("Calibrated") and "kitchen" in done.stdout.splitlines()[-1]
    (line,) = run(calibrate, "--list", "--json").stdout.splitlines()
    known = json.loads(line)
    assert known["name"] == "kitchen" and known["sides"] == 6
    assert [die["colour"] for die in known["dice"]] == ["white", "white", "red", "yellow", "green", "blue"]
    red = known["dice"][2]["seen"]
    assert int(red[1:3], 16) > 1.5 * max(int(red[3:5], 16), int(red[5:7], 16))
    assert run(calibrate, "--forget", "kitchen").exit_code == 0
    assert run(calibrate, "--list", "--json").stdout == ""


def test_nothing_is_kept_unseen() -> None:
    shown = run(calibrate, ROLLS / "wood.jpg", "--json")
    assert shown.exit_code == 1 and json.loads(shown.stdout)["kept"] is False
    assert "--yes" in shown.stderr and Calibrations().all() == ()
    assert run(calibrate, ROLLS / "wood.jpg").exit_code == 1


def test_what_cannot_be_learnt_is_one_sentence_and_status_1() -> None:
    found = run(calibrate, ROLLS / "two.jpg", "--yes")
    assert found.exit_code == 1 and found.stdout == ""
    assert found.stderr.startswith("qwixx calibrate: I see 2 dice, but 6 are to be calibrated; lay them")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("correction", ["7=red", "0=red", "x=red", "3", "3=", "3=pink", "=red"])
def test_a_correction_that_is_none_is_refused(correction: str) -> None:
    found = run(calibrate, ROLLS / "wood.jpg", "--yes", "--colour", correction)
    assert isinstance(found.exception, BadInput) and "like 3=yellow" in str(found.exception)


def test_a_set_in_other_hues_is_learnt_by_a_folder_and_used_there(home: Path) -> None:
    folder = home / "throws"
    image = load(ROLLS / "wood.jpg")
    first = photo(folder / "1.png", turned(image))
    photo(folder / "2.png", turned(rendered(DICE, 7)))
    before = json.loads(run(read, folder / "2.png", "--json").stdout)
    plain = json.loads(run(calibrate, first, "--json").stdout)["dice"]
    backwards = {seen: true for true, seen in TURN.items()}
    corrections = [
        word
        for die in plain
        for word in ("--colour", f"{die['number']}={backwards.get(die['colour'], die['colour'])}")
    ]
    assert run(calibrate, first, "--yes", *corrections).exit_code == 0
    after = json.loads(run(read, folder / "2.png", "--json").stdout)
    assert after["status"] == "complete"
    assert sorted((d["colour"], d["value"]) for d in after["dice"]) == sorted(DICE)
    assert sorted((d["colour"], d["value"]) for d in before["dice"]) != sorted(DICE)
    without = json.loads(run(read, folder / "2.png", "--json", "--calibration", "none").stdout)
    assert without["dice"] == before["dice"]


def test_a_video_of_which_the_dice_are_learnt_is_not_complained_of() -> None:
    """Its first frames show none."""
    done = run(calibrate, ROLLS.parent / "throw.mp4", "--yes")
    assert done.exit_code == 0 and done.stderr == ""


@pytest.mark.parametrize("words", [("--list",), ("--forget", "kitchen")])
def test_a_source_that_would_not_be_looked_at_is_refused(words: tuple[str, ...]) -> None:
    done = run(calibrate, "lay.jpg", *words)
    assert isinstance(done.exception, BadInput)
    assert "but found lay.jpg" in str(done.exception)


def test_a_name_that_was_not_learnt_is_said(home: Path) -> None:
    found = CliRunner().invoke(qwixx, ["read", str(ROLLS / "wood.jpg"), "--calibration", "attic"])
    assert isinstance(found.exception, BadInput)
    assert "No dice are calibrated under the name 'attic'" in str(found.exception)
    assert not (home / "data").exists()


def test_photos_that_do_not_show_all_dice_are_counted(home: Path) -> None:
    for name in ("wood.jpg", "two.jpg", "felt.jpg"):
        (home / "lays").mkdir(exist_ok=True)
        shutil.copy(ROLLS / name, home / "lays" / name)
    found = run(calibrate, home / "lays", "--yes")
    assert found.exit_code == 0 and "were not used: 1 of 3." in found.stderr
    assert [each.name for each in Calibrations(home / "data").all()] == [str((home / "lays").resolve())]


def test_the_picture_shows_the_dice_side_by_side(home: Path) -> None:
    picture = home / "dice.png"
    run(calibrate, ROLLS / "wood.jpg", "--yes", "--picture", picture)
    image = cv2.imread(str(picture))
    assert image is not None and image.shape == (184, 960, 3)
    bars = [tuple(int(v) for v in image[-4, 80 + 160 * i]) for i in range(6)]
    assert bars[1] == bars[2] and len(set(bars)) == 5


def test_watch_uses_what_was_learnt_from_the_same_video(home: Path) -> None:
    video = ROLLS.parent / "throw.mp4"
    learnt = run(calibrate, video, "--yes")
    assert learnt.exit_code == 0, learnt.stderr
    (kept,) = Calibrations(home / "data").all()
    assert kept.name == str(video.resolve())
    with_it = run(watch, video, "--json").stdout.splitlines()
    without = run(watch, video, "--json", "--calibration", "none").stdout.splitlines()
    faces = [
        [(d["colour"], d["value"]) for d in json.loads(line)["dice"]] for line in (with_it[0], without[0])
    ]
    assert sorted(faces[0]) == sorted(faces[1])
