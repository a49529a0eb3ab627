"""Helpers for tests of frame sources: grey pictures, an unpluggable camera, and waiting for a frame."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

from tests.waiting import one_frame_later, until
from vision.frames.capture import CameraError
from vision.frames.image import Image
from vision.frames.source import Frame, FrameSource


def shade(level: int) -> Image:
    """Return a picture whose pixels all have this grey level, from 0 to 255."""
    return np.full((96, 128, 3), level, np.uint8)


def level(image: Image) -> int:
    """Return the mean grey level of a picture, from 0 to 255."""
    return round(float(image.mean()))


def frame_of(source: FrameSource, fits: Callable[[Frame], bool] = lambda _: True) -> Frame:
    """Wait for a frame of `source` for which `fits` is true, and return it."""
    frames: list[Frame] = []

    def came() -> bool:
        frame = source.latest()
        if frame is not None and fits(frame):
            frames.append(frame)
        return bool(frames)

    until(came)
    return frames[0]


@contextmanager
def serving(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Serve `answer` to each request on a free port, and yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


class Plug:
    """A fake camera that can be unplugged. All pixels of its pictures have the grey `level`."""

    name = "Plug"
    interval = 0.0
    ends = False

    def __init__(self) -> None:
        self.plugged = True
        self.opened = 0
        self.closed = 0
        self.held = False
        self.level = 10

    def open(self) -> None:
        if not self.plugged:
            raise CameraError("No picture from Plug; plug it in.")
        self.opened += 1
        self.held = True

    def read(self) -> Image | None:
        one_frame_later()
        return shade(self.level) if self.plugged else None

    def close(self) -> None:
        self.closed += 1
        self.held = False


def write_folder(path: Path) -> Path:
    """Write a text file, and pictures whose names need sorting by number, to the folder `path`; return it."""
    for name, value in (("img10.png", 100), ("img2.png", 20), ("img1.png", 10)):
        cv2.imwrite(str(path / name), shade(value))
    (path / "notes.txt").write_text("five and two")
    return path


def write_video(path: Path) -> Path:
    """Write a video of four grey frames, at 20 frames per second, and return its path."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (128, 96))
    for value in (40, 80, 120, 160):
        writer.write(shade(value))
    writer.release()
    return path
