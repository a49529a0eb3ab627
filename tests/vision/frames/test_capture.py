"""Cameras are listed, and found by number, by part of a name or by address."""

import sys
import types
from collections.abc import Callable

import pytest

from vision.frames import capture
from vision.frames.capture import (
    Camera,
    CameraError,
    CameraFeed,
    cameras,
    feed,
    without_password,
)


def test_passwords_are_not_shown() -> None:
    assert without_password("rtsp://me:se@cret@10.0.0.2/live") == "rtsp://10.0.0.2/live"
    assert without_password("http://10.0.0.2/live@home") == "http://10.0.0.2/live@home"


HERE = (
    Camera(0, "Integrated IR Camera", 1),
    Camera(2, "Desk Lamp Camera", 1),
    Camera(4, "Desk Arm Camera", 1),
)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("", "Integrated IR Camera"),
        ("2", "Desk Lamp Camera"),
        ("desk arm camera", "Desk Arm Camera"),
        ("lamp", "Desk Lamp Camera"),
        (" Integrated ", "Integrated IR Camera"),
    ],
)
def test_a_camera_by_number_name_or_part_of_it(spec: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "cameras", lambda: HERE)
    camera = feed(spec)
    assert isinstance(camera, CameraFeed)
    assert camera.name == name


@pytest.mark.parametrize(
    ("spec", "words"),
    [("desk", "Desk Arm Camera, Desk Lamp Camera"), ("7", "no camera 7"), ("webcam", "Integrated IR Camera")],
)
def test_an_unclear_camera_is_refused(spec: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "cameras", lambda: HERE)
    with pytest.raises(CameraError, match=words):
        feed(spec)


def list_cameras_by(monkeypatch: pytest.MonkeyPatch, enumerate_cameras: Callable[[int], object]) -> None:
    """Replace the library that lists cameras."""
    module = types.ModuleType("cv2_enumerate_cameras")
    vars(module)["enumerate_cameras"] = enumerate_cameras
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", module)


def test_cameras_that_see_dice_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    named = ((3, "Desk Camera"), (0, "IR Camera"), (1, "Built-in Camera"), (2, "OBS Virtual"))
    listed = [types.SimpleNamespace(index=index, name=name) for index, name in named]
    list_cameras_by(monkeypatch, lambda backend: listed)
    assert [camera.index for camera in cameras()] == [1, 3, 0, 2]


def test_no_camera_is_listed_without_the_system_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def enumerate_cameras(backend: int) -> list[object]:
        raise OSError(f"no library for {backend}")

    list_cameras_by(monkeypatch, enumerate_cameras)
    assert cameras() == ()
