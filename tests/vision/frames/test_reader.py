"""The reader keeps only the newest frame, and continues when a device is back."""

import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler

import cv2
import numpy as np
import pytest

from tests.vision.frames.playing import Plug, frame_of, level, serving
from tests.waiting import until
from vision.frames.capture import CameraError, feed
from vision.frames.image import Image
from vision.frames.reader import Reader


class Recording(Plug):
    """A fake recording of three frames. If `breaks`, reading the third frame raises CameraError."""

    ends = True

    def __init__(self, *, breaks: bool = False) -> None:
        super().__init__()
        self.breaks, self.shown = breaks, 0

    def read(self) -> Image | None:
        self.shown += 1
        if self.shown > 3:
            return None
        if self.shown == 3 and self.breaks:
            raise CameraError("The third frame is broken.")
        self.level = 10 * self.shown
        return super().read()


@pytest.fixture
def plug() -> Plug:
    return Plug()


class LateEvent(threading.Event):
    """An event that wakes its waiter only when the reader's thread has already ended."""

    def wait(self, timeout: float | None = None) -> bool:
        ready = super().wait(timeout)
        if timeout is None:
            until(lambda: not any(each.name.startswith("frames of") for each in threading.enumerate()))
        return ready


@pytest.fixture
def reader(plug: Plug) -> Iterator[Reader]:
    with closing(Reader(plug, again=0.01, patience=0.02)) as reader:
        yield reader


def test_the_newest_frame_is_kept_and_numbered(reader: Reader, plug: Plug) -> None:
    first = frame_of(reader)
    assert reader.status().state == "live"
    plug.level = 70
    later = frame_of(reader, lambda frame: level(frame.image) == 70)
    assert later.number > first.number and later.seconds > first.seconds


def test_while_the_plug_is_out_no_old_picture_is_shown(reader: Reader, plug: Plug) -> None:
    frame_of(reader)
    plug.plugged = False
    until(lambda: reader.status().state == "lost")
    assert reader.latest() is None
    assert not plug.held, "what is lost is let go of before it is opened again"
    assert str(reader.status()) == "No picture from Plug; plug it in again, and it will carry on by itself."


def test_a_device_that_is_back_continues_its_numbers(reader: Reader, plug: Plug) -> None:
    before = frame_of(reader).number
    plug.plugged = False
    until(lambda: reader.status().state == "lost")
    plug.level, plug.plugged = 90, True
    after = frame_of(reader)
    assert level(after.image) == 90 and after.number > before
    assert reader.status().state == "live" and plug.opened >= 2


def test_failed_first_opening_is_reported_at_once(plug: Plug) -> None:
    plug.plugged = False
    with pytest.raises(CameraError, match="plug it in"):
        Reader(plug, again=0.01)
    assert plug.closed == 1


def test_a_recording_that_breaks_ends_with_its_sentence() -> None:
    recording = Recording(breaks=True)
    with closing(Reader(recording)) as reader:
        until(lambda: reader.status().state == "ended")
        assert str(reader.status()) == "The third frame is broken."
    assert recording.opened == recording.closed == 1, "a recording is not opened again"


def test_a_recording_that_breaks_before_anybody_looks_has_been_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threading, "Event", LateEvent)
    with closing(Reader(Recording(breaks=True))) as reader:
        assert str(reader.status()) == "The third frame is broken."


def test_a_reader_may_be_closed_twice(plug: Plug) -> None:
    reader = Reader(plug)
    reader.close()
    reader.close()
    assert plug.closed == 1 and reader.status().state == "ended"


def test_an_address_of_one_picture_is_requested_repeatedly() -> None:
    asked = 0

    def answer(request: BaseHTTPRequestHandler) -> None:
        nonlocal asked
        asked += 1
        data = cv2.imencode(".jpg", np.full((120, 160, 3), 20 * asked % 250, np.uint8))[1].tobytes()
        request.send_response(200)
        request.send_header("Content-Type", "image/jpeg")
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

    states = set()
    with (
        serving(answer) as address,
        closing(Reader(feed(f"http://{address}/shot.jpg"), patience=0.5)) as reader,
    ):

        def is_third() -> bool:
            states.add(reader.status().state)
            frame = reader.latest()
            return frame is not None and frame.number >= 3

        until(is_third)
    assert states <= {"starting", "live"} and asked >= 3
