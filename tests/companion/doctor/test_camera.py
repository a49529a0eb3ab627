"""Camera checks of `qwixx doctor`: light, sharpness, dice, names and frame rate."""

import os
import sys
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.doctor import camera
from tests.companion.doctor.findings import states
from vision import read
from vision.frames.capture import Camera, CameraError
from vision.frames.image import Image, load


@pytest.fixture(scope="module")
def sharp() -> Image:
    return load(str(files("companion.doctor").joinpath("known.jpg")))


def judged(image: Image, rate: float | None = 30.0) -> dict[str, str]:
    return states(camera.check_picture(camera.View("lens", image, rate), read(image, game="classic")))


def test_a_good_picture_is_well(sharp: Image) -> None:
    assert judged(sharp) == {"picture": "well", "light": "well", "focus": "well", "dice": "well"}


@pytest.mark.parametrize("fault", ["focus", "light", "picture"])
def test_unreadable_dice_are_a_fault(sharp: Image, fault: str) -> None:
    dim = np.asarray(sharp * 0.25, np.uint8)
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 2.5), np.uint8)
    finding = {
        "focus": lambda: judged(soft),
        "light": lambda: judged(dim),
        "picture": lambda: judged(sharp, 4.0),
    }
    assert finding[fault]()[fault] == "fault"


def test_an_overexposed_picture_is_a_fault(sharp: Image) -> None:
    white = sharp.copy()
    white[: sharp.shape[0] // 2] = 255
    assert judged(white)["light"] == "fault"


def test_no_picture_of_dice_is_no_fault(fixtures: Path) -> None:
    assert judged(load(fixtures / "rolls" / "none.jpg"))["dice"] == "note"
    assert judged(load(fixtures / "rolls" / "two.jpg"), None) == {
        "picture": "well",
        "light": "well",
        "focus": "well",
        "dice": "note",
    }


def test_sharpness_falls_with_blur_at_any_size(fixtures: Path) -> None:
    for name in ("wood", "paper", "clutter"):
        image = load(fixtures / "rolls" / f"{name}.jpg")
        large = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
        for picture, radius in ((image, 2.0), (large, 4.0)):
            assert camera.sharpness(picture) > 2 * camera.MIN_SHARPNESS
            assert (
                camera.sharpness(np.asarray(cv2.GaussianBlur(picture, (0, 0), radius), np.uint8))
                < camera.MIN_SHARPNESS
            )
    assert camera.sharpness(np.full((48, 64, 3), 90, np.uint8)) == 0


def test_cameras_are_named_with_what_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = camera.check_cameras([Camera(3, "Table Cam", cv2.CAP_V4L2)])
    assert "3: Table Cam (V4L2)" in finding.in_language()
    monkeypatch.setattr(camera, "video_devices", list)
    assert states(camera.check_cameras([])) == {"cameras": "note"}, "no camera is no fault"
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(camera, "video_devices", lambda: [Path("/dev/video0")])
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert states(camera.check_cameras([])) == {"cameras": "fault"}, "one that may not be used is"


def test_a_video_is_watched_at_its_own_pace(fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "WATCH_SECONDS", 0.5)
    heard: list[float] = []
    seen = camera.watch(str(fixtures / "throw.mp4"), heard.append)
    assert seen.image.shape == (480, 640, 3) and seen.rate is not None and 5 < seen.rate < 31
    assert heard == sorted(heard) and heard[-1] > 0.5
    with pytest.raises(CameraError, match="no file, folder or camera called nothing"):
        camera.watch("nothing")
