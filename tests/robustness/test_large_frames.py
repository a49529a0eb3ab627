"""Frames of a video or stream that are too large are refused before they are decoded or copied."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.frames.playing import write_video
from vision.frames.capture import AddressFeed, CameraError, VideoFeed
from vision.frames.image import MAX_LOOKED_AT_PIXELS
from vision.frames.open import play

SIDES = {cv2.CAP_PROP_FRAME_WIDTH: 0, cv2.CAP_PROP_FRAME_HEIGHT: 1}


class Capture:
    """A stand-in for `cv2.VideoCapture` that gives pictures with the given sizes (width, height) in turn."""

    def __init__(self, *sizes: tuple[int, int]) -> None:
        self.sizes, self.at = sizes, 0
        self.copied: list[tuple[int, int]] = []  # sizes of the retrieved pictures
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def get(self, what: int) -> float:
        return float(self.sizes[max(0, self.at - 1)][SIDES[what]]) if what in SIDES else 30.0

    def grab(self) -> bool:
        self.at += 1
        return self.at <= len(self.sizes)

    def retrieve(self) -> tuple[bool, np.ndarray]:
        width, height = self.sizes[self.at - 1]
        self.copied.append((width, height))
        return True, np.zeros((height, width, 3), np.uint8)

    def release(self) -> None:
        self.released = True


def capturing(monkeypatch: pytest.MonkeyPatch, *sizes: tuple[int, int]) -> Capture:
    capture = Capture(*sizes)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
    return capture


@pytest.mark.parametrize("feed", [VideoFeed(Path("huge.avi")), AddressFeed("rtsp://10.0.0.2/live")])
def test_pictures_beyond_the_limit_are_refused_before_one_is_taken(
    feed: VideoFeed | AddressFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    capture = capturing(monkeypatch, (60_000, 40_000))
    with pytest.raises(CameraError, match="60000 x 40000 pixels, and at most 50 million are read"):
        feed.open()
    assert capture.at == 0 and capture.released


def test_a_video_that_grows_in_its_middle_is_refused_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_video(tmp_path / "roll.avi")
    capture = capturing(monkeypatch, (640, 480), (640, 480), (30_000, 20_000))
    frames = play(str(path))
    assert [next(frames).image.shape for _ in range(2)] == [(480, 640, 3)] * 2
    with pytest.raises(CameraError, match="30000 x 20000"):
        next(frames)
    assert capture.copied == [(640, 480)] * 2 and capture.released


def test_large_pictures_are_looked_at_as_photos_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_video(tmp_path / "roll.avi")
    capturing(monkeypatch, (7680, 4320))
    (frame,) = play(str(path))
    height, width = frame.image.shape[:2]
    assert 0.99 * MAX_LOOKED_AT_PIXELS < height * width <= MAX_LOOKED_AT_PIXELS
    assert width / height == pytest.approx(16 / 9, abs=0.01)
