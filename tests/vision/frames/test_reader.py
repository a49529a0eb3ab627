"""Every source of pictures gives frames the same way; a lost one is said, and comes back."""

from __future__ import annotations

import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import capture
from vision.frames.capture import (
    AddressFeed,
    Camera,
    CameraError,
    CameraFeed,
    StillsFeed,
    VideoFeed,
    cameras,
    feed,
    without_password,
)
from vision.frames.image import Image, ImageError
from vision.frames.open import open_source, play
from vision.frames.reader import Reader
from vision.frames.source import Status


def shade(level: int) -> Image:
    return np.full((96, 128, 3), level, np.uint8)


def level(image: Image) -> int:
    return round(float(image.mean()))


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition; a test that waits for ten seconds has failed."""
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it never came")


class Plug:
    """A device whose plug can be pulled: gives the pictures that the test puts into it."""

    name = "Plug"
    interval = 0.0
    ends = False

    def __init__(self) -> None:
        self.plugged = True
        self.opened = 0
        self.closed = 0
        self.level = 10

    def open(self) -> None:
        if not self.plugged:
            raise CameraError("Plug gives no picture; plug it in.")
        self.opened += 1

    def read(self) -> Image | None:
        time.sleep(0.002)
        return shade(self.level) if self.plugged else None

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def plug() -> Plug:
    return Plug()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, value in (("img10.png", 100), ("img2.png", 20), ("img1.png", 10)):
        cv2.imwrite(str(tmp_path / name), shade(value))
    (tmp_path / "notes.txt").write_text("five and two")
    return tmp_path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "roll.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (128, 96))
    for value in (40, 80, 120, 160):
        writer.write(shade(value))
    writer.release()
    return path


def test_the_newest_frame_only(plug: Plug) -> None:
    with Reader(plug) as reader:
        until(lambda: reader.latest() is not None)
        plug.level = 200
        until(lambda: level(reader.latest().image) == 200)  # type: ignore[union-attr]
        first = reader.latest()
        assert first is not None
        until(lambda: reader.latest().number > first.number + 3)  # type: ignore[union-attr]
        later = reader.latest()
        assert later is not None
        assert later.seconds > first.seconds
        assert reader.status().state == "live"
        assert "Plug" in str(reader.status())
    assert plug.closed >= 1


def test_a_pulled_plug_is_said_and_survived(plug: Plug) -> None:
    with Reader(plug, again=0.01, patience=0.02) as reader:
        until(lambda: reader.latest() is not None)
        number = reader.latest().number  # type: ignore[union-attr]
        plug.plugged = False
        until(lambda: reader.status().state == "lost")
        assert reader.latest() is None  # nobody takes an old picture for the table
        assert "plug it in again" in str(reader.status())
        plug.plugged = True
        until(lambda: reader.latest() is not None)
        assert reader.status().state == "live"
        assert reader.latest().number > number  # type: ignore[union-attr]
        assert plug.opened == 2


def test_single_dropped_pictures_are_no_loss(plug: Plug) -> None:
    with Reader(plug, patience=30) as reader:
        until(lambda: reader.latest() is not None)
        plug.plugged = False
        time.sleep(0.05)
        plug.plugged = True
        number = reader.latest().number  # type: ignore[union-attr]
        until(lambda: reader.latest().number > number)  # type: ignore[union-attr]
        assert plug.opened == 1


def test_what_does_not_open_is_said_at_once(plug: Plug) -> None:
    plug.plugged = False
    with pytest.raises(CameraError, match="plug it in"):
        Reader(plug)


def test_close_ends_the_reader_and_may_be_called_twice(plug: Plug) -> None:
    reader = Reader(plug)
    reader.close()
    reader.close()
    assert reader.status().state == "ended"
    assert not [thread for thread in threading.enumerate() if thread.name == "frames of Plug"]


def test_a_folder_in_the_order_of_its_numbers(folder: Path) -> None:
    frames = list(play(str(folder)))
    assert [level(frame.image) for frame in frames] == [10, 20, 100]
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert [frame.seconds for frame in frames] == pytest.approx([0, 0.1, 0.2])


def test_a_folder_plays_at_its_pace_and_its_last_picture_stays(folder: Path) -> None:
    source = open_source(str(folder))
    seen: list[int] = []

    def ended() -> bool:
        frame = source.latest()
        if frame is not None and frame.number not in seen:
            seen.append(frame.number)
        return source.status().state == "ended"

    until(ended)
    assert seen == [1, 2, 3]
    assert source.latest() is not None
    source.close()


def test_a_picture_in_the_folder_that_is_none_stops_with_its_sentence(folder: Path) -> None:
    (folder / "img3.png").write_bytes(b"five and two")
    with pytest.raises(ImageError, match=r"img3\.png is a text file"):
        list(play(str(folder)))
    source = open_source(str(folder))
    until(lambda: source.status().state == "ended")
    assert "img3.png is a text file" in str(source.status())
    source.close()


def test_one_picture_is_a_source_too(folder: Path) -> None:
    assert [level(frame.image) for frame in play(str(folder / "img2.png"))] == [20]


def test_every_frame_of_a_video_with_its_time(video: Path) -> None:
    frames = list(play(str(video)))
    assert [level(frame.image) for frame in frames] == pytest.approx([40, 80, 120, 160], abs=2)
    assert [frame.seconds for frame in frames] == pytest.approx([0, 0.05, 0.1, 0.15])


def test_a_video_plays_live(video: Path) -> None:
    source = open_source(str(video))
    until(lambda: source.status().state == "ended")
    frame = source.latest()
    assert frame is not None
    assert frame.number == 4
    source.close()


def test_a_stream_from_an_address() -> None:
    """What phone apps and cheap cameras send: JPEG after JPEG in one endless answer."""
    done, jpeg = cv2.imencode(".jpg", shade(90))
    assert done

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                for _ in range(400):
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                    self.wfile.write(
                        f"Content-Length: {len(jpeg)}\r\n\r\n".encode() + jpeg.tobytes() + b"\r\n"
                    )
                    time.sleep(0.005)
            except OSError:
                return

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        source = open_source(f"http://me:secret@127.0.0.1:{server.server_port}/video")
        until(lambda: source.latest() is not None)
        frame = source.latest()
        assert frame is not None
        assert level(frame.image) == pytest.approx(90, abs=2)
        assert "secret" not in source.name + str(source.status())
        source.close()
    finally:
        server.shutdown()
        server.server_close()


def test_passwords_are_not_shown() -> None:
    assert without_password("rtsp://me:se@cret@10.0.0.2/live") == "rtsp://10.0.0.2/live"
    assert without_password("http://10.0.0.2/live@home") == "http://10.0.0.2/live@home"


HERE = (
    Camera(0, "Integrated IR Camera", 1),
    Camera(2, "Desk Lamp Camera", 1),
    Camera(4, "Desk Arm Camera", 1),
)


@pytest.mark.parametrize(
    ("spec", "index"),
    [("", 0), ("2", 2), ("desk arm camera", 4), ("lamp", 2), (" Integrated ", 0)],
)
def test_a_camera_by_number_name_or_part_of_it(
    spec: str, index: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture, "cameras", lambda: HERE)
    found = feed(spec)
    assert isinstance(found, CameraFeed)
    assert found._camera.index == index


@pytest.mark.parametrize(
    ("spec", "words"),
    [("desk", "Desk Arm Camera, Desk Lamp Camera"), ("7", "no camera 7"), ("webcam", "Integrated IR Camera")],
)
def test_a_camera_that_is_not_clear_is_asked_for(
    spec: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture, "cameras", lambda: HERE)
    with pytest.raises(CameraError, match=words):
        feed(spec)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "No camera was found"),
        ("webcam", "no camera was found either"),
        ("ftp://table/dice", "not the address"),
        ("http://", "not the address"),
        ("http://[", "not the address"),
        ("a\nb\0c", "no file, folder or camera"),
        ("x" * 5000, "no file, folder or camera"),
    ],
)
def test_no_source_gets_a_sentence(spec: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "cameras", lambda: ())
    with pytest.raises(CameraError, match=words) as caught:
        open_source(spec)
    assert str(caught.value).isprintable()


def test_files_that_show_nothing_get_a_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match="holds no pictures"):
        open_source(str(tmp_path))
    (tmp_path / "roll.mp4").write_text("five and two")
    with pytest.raises(CameraError, match="not a video that can be played"):
        open_source(str(tmp_path / "roll.mp4"))
    assert capfd.readouterr() == ("", "")  # nor does OpenCV or FFmpeg say anything of its own


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[types.ModuleType]:
    """The library that lists cameras, replaced."""
    module = types.ModuleType("cv2_enumerate_cameras")
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", module)
    return module  # type: ignore[return-value]


def test_cameras_that_see_dice_come_first(listed: types.ModuleType) -> None:
    def enumerate_cameras(backend: int) -> list[types.SimpleNamespace]:
        return [
            types.SimpleNamespace(index=index, name=name, backend=backend)
            for index, name in (
                (3, "Desk Camera"),
                (0, "IR Camera"),
                (1, "Built-in Camera"),
                (2, "OBS Virtual"),
            )
        ]

    listed.enumerate_cameras = enumerate_cameras  # type: ignore[attr-defined]
    assert [camera.name for camera in cameras()] == [
        "Built-in Camera",
        "Desk Camera",
        "IR Camera",
        "OBS Virtual",
    ]


def test_where_cameras_cannot_be_listed_there_are_none(listed: types.ModuleType) -> None:
    def enumerate_cameras(backend: int) -> list[object]:
        raise OSError(f"no library for {backend}")

    listed.enumerate_cameras = enumerate_cameras  # type: ignore[attr-defined]
    assert cameras() == ()


def test_watching_a_lost_camera_tells_so(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.frames.open.feed", {"plug": plug}.get)
    monkeypatch.setattr("vision.frames.open.Reader", lambda feed: Reader(feed, again=0.01, patience=0.02))
    told: list[Status] = []
    frames = play("plug", told.append)
    assert next(frames).seconds == 0
    assert next(frames).seconds > 0
    plug.plugged = False
    threading.Timer(0.2, lambda: setattr(plug, "plugged", True)).start()
    while [status.state for status in told] != ["lost", "live"]:
        next(frames)
    frames.close()  # type: ignore[attr-defined]


def test_feeds_of_each_kind(folder: Path, video: Path) -> None:
    assert isinstance(feed(str(folder)), StillsFeed)
    assert isinstance(feed(str(video)), VideoFeed)
    assert isinstance(feed("rtsp://10.0.0.2/live"), AddressFeed)
