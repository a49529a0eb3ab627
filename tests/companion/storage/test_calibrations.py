"""Calibrated dice on disk: found by name, forgotten on request, and no file can do harm."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.storage.calibrations import Calibration, Calibrations, NoCalibration, calibration_name
from vision.dice.assignment import expected_dice
from vision.dice.calibrated_dice import CalibratedDice, CalibratedDie

DICE = tuple(
    CalibratedDie(c, (-1.0, 0.2 * i, -0.3), (0.95, *[0.01] * 5)) for i, c in enumerate(expected_dice())
)
KNOWN = CalibratedDice((1280, 720), (41, 52.5), 6, (-1.2, 0.1, -0.3), DICE)
MADE = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)
EIGHT = replace(KNOWN, sides=8)


@pytest.fixture
def kept(tmp_path: Path) -> Calibrations:
    return Calibrations(tmp_path)


def test_what_is_kept_is_found_again_as_it_was(kept: Calibrations) -> None:
    kept.save(Calibration("HD <Webcam>", MADE, KNOWN))
    assert kept.find(["no", "HD <Webcam>"]) == Calibration("HD <Webcam>", MADE, KNOWN)
    assert kept.find(["no"]) is None and kept.find(["HD <Webcam>"], 8) is None


def test_sets_of_six_and_of_eight_sides_are_kept_apart(kept: Calibrations) -> None:
    kept.save(Calibration("cam", MADE, KNOWN))
    kept.save(Calibration("cam", MADE, EIGHT))
    six, eight = kept.find(["cam"]), kept.find(["cam"], 8)
    assert six is not None and eight is not None and (six.known, eight.known) == (KNOWN, EIGHT)
    assert len(kept.all()) == 2 and kept.delete("cam") == 2 and kept.all() == ()


def test_learnt_again_it_takes_the_place_of_the_old(kept: Calibrations) -> None:
    kept.save(Calibration("cam", MADE, KNOWN))
    kept.save(Calibration("cam", MADE, replace(KNOWN, edges=(20, 30))))
    assert [each.known.edges for each in kept.all()] == [(20, 30)]


def test_a_part_of_a_name_will_do_where_it_fits_one(kept: Calibrations) -> None:
    kept.save(Calibration("Kitchen camera", MADE, KNOWN))
    kept.save(Calibration("Attic camera", MADE, KNOWN))
    assert kept.by_name("kitchen").name == "Kitchen camera"
    with pytest.raises(NoCalibration, match="fits several calibrations: Attic camera, Kitchen camera"):
        kept.by_name("camera")
    with pytest.raises(
        NoCalibration, match="No dice are calibrated under the name 'cellar'; there are: Attic"
    ):
        kept.by_name("cellar")
    with pytest.raises(NoCalibration, match="`qwixx calibrate` does it"):
        Calibrations(Path("/nowhere")).by_name("cellar")


@settings(max_examples=50, deadline=None)
@given(name=st.text(min_size=1, max_size=200).filter(lambda n: n.strip() and n != "none"))
def test_any_name_makes_one_file_in_its_folder(tmp_path_factory: Any, name: str) -> None:
    folder = tmp_path_factory.mktemp("kept")
    kept = Calibrations(folder)
    if any("\ud800" <= c <= "\udfff" for c in name):
        return
    path = kept.save(Calibration(name, MADE, KNOWN))
    assert path.parent == folder / "calibrations" and len(path.name) < 80
    assert kept.find([name]) == Calibration(name, MADE, KNOWN) and kept.delete(name) == 1


@pytest.mark.parametrize("name", ["", "  ", "none", "x" * 201])
def test_names_that_mean_nothing_or_something_else_are_refused(kept: Calibrations, name: str) -> None:
    with pytest.raises(NoCalibration):
        kept.save(Calibration(name, MADE, KNOWN))
    assert kept.all() == ()


def change(path: Path, *keys: Any, to: Any) -> None:
    data = json.loads(path.read_text())
    part = data
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = to
    path.write_text(json.dumps(data))


@pytest.mark.parametrize(
    ("keys", "to"),
    [
        (("schema",), "qwixx-calibration/2"),
        (("known", "sides"), 7),
        (("known", "dice"), []),
        (("known", "edges"), [0, 5]),
        (("known", "edges"), [9, 5]),
        (("known", "dice", 0, "tone"), [0, 0, 1e9]),
        (("known", "dice", 0, "tone"), [0, 0]),
        (("known", "dice", 0, "said"), [1, 0, 0]),
        (("known", "dice", 0, "said"), [-1, 0, 0, 0, 0, 0]),
        (("known", "dice", 0, "colour"), "other"),
        (("known", "dice", 0, "colour"), "pink"),
        (("known", "size"), [0, 480]),
        (("made",), "yesterday"),
        (("more",), 1),
    ],
)
def test_a_damaged_file_is_one_sentence_and_hides_no_other(kept: Calibrations, keys: Any, to: Any) -> None:
    path = kept.save(Calibration("cam", MADE, KNOWN))
    kept.save(Calibration("sound", MADE, KNOWN))
    change(path, *keys, to=to)
    with pytest.raises(NoCalibration, match="delete it and run `qwixx calibrate` again") as found:
        kept.find(["cam"])
    assert "\n" not in str(found.value) and [each.name for each in kept.all()] == ["sound"]


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"[" * 50_000, b'{"a":' * 5000, b" " * 30_000])
def test_bytes_that_are_no_file_of_ours(kept: Calibrations, data: bytes) -> None:
    kept.save(Calibration("cam", MADE, KNOWN)).write_bytes(data)
    with pytest.raises(NoCalibration):
        kept.find(["cam"])


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "calibrations").write_text("a file")
    with pytest.raises(NoCalibration, match="cannot be kept"):
        Calibrations(tmp_path).save(Calibration("cam", MADE, KNOWN))


def test_files_and_folders_are_called_by_where_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "throws").mkdir()
    monkeypatch.chdir(tmp_path)
    assert calibration_name("throws") == calibration_name("./throws") == str((tmp_path / "throws").resolve())
    assert (
        calibration_name("HD Webcam") == "HD Webcam"
        and calibration_name("") == ""
        and calibration_name("x\0y") == "x\0y"
    )
