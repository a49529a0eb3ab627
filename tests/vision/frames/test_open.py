"""Every source is opened by its name and gives frames in the same way."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import cv2
import pytest

from tests.vision.frames.playing import Plug, frame_of, level, serving, shade, write_folder, write_video
from tests.waiting import one_frame_later, until
from vision.frames import capture
from vision.frames.capture import CameraError
from vision.frames.demo import DemoSource
from vision.frames.image import ImageError
from vision.frames.open import open_source, play
from vision.frames.reader import Reader
from vision.frames.source import Status


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    return write_video(tmp_path / "roll.avi")


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


def test_a_broken_picture_in_a_folder_stops_with_its_sentence(folder: Path) -> None:
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


def test_a_stream_from_an_address() -> None:
    """Check that a series of JPEGs from one URL, as phone apps send it, can be opened."""
    done, jpeg = cv2.imencode(".jpg", shade(90))
    assert done

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        request.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(400):
                request.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                request.wfile.write(f"Content-Length: {len(jpeg)}\r\n\r\n".encode())
                request.wfile.write(jpeg.tobytes() + b"\r\n")
                one_frame_later()

    with serving(answer) as address:
        source = open_source(f"http://me:secret@{address}/video")
        assert level(frame_of(source).image) == pytest.approx(90, abs=2)
        assert "secret" not in source.name + str(source.status())
        source.close()


def test_demo_names_a_source() -> None:
    source = open_source("demo")
    assert isinstance(source, DemoSource)
    source.close()


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
    with pytest.raises(CameraError, match="contains no pictures"):
        open_source(str(tmp_path))
    (tmp_path / "roll.mp4").write_text("five and two")
    with pytest.raises(CameraError, match="not a video that can be played"):
        open_source(str(tmp_path / "roll.mp4"))
    assert capfd.readouterr() == ("", "")  # nor does OpenCV or FFmpeg say anything of its own


def test_watching_a_lost_camera_tells_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plug = Plug()
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
    frames.close()
