"""Opens the source that a user names: a camera, an address, a video, a folder, or the demo table.

Everything that gives frames to the table is a `FrameSource`.
"""

import time
from collections.abc import Callable, Generator
from dataclasses import replace

from vision.frames.capture import feed
from vision.frames.demo import DemoSource
from vision.frames.reader import Reader
from vision.frames.source import Frame, FrameSource, Status


def open_source(spec: str | int = "") -> FrameSource:
    """Open the source that `spec` names and start reading; the caller closes it.

    `spec` is a camera's number or (part of its) name, a video file, a picture, a folder of pictures, an
    address (http, https, rtsp), `demo` for the demo table, or "" for the first camera.

    Raises:
        CameraError: there is no such source, it cannot be opened, or its pictures are too large.
    """
    if spec == "demo":
        return DemoSource()
    return Reader(feed(str(spec)))


def play(
    spec: str | int = "", report: Callable[[Status], object] | None = None
) -> Generator[Frame, None, None]:
    """Yield the frames of the source `spec` (see `open_source`), until it ends or the caller stops.

    Times count from the first frame. A recording gives every frame, as fast as the caller takes them; a
    camera gives only the newest, and `report` is called when it is lost, comes back or ends. The demo table
    throws its dice every few seconds.

    Raise CameraError if there is no such source, it can't be opened, or its pictures are too large;
    ImageError if a picture in a folder can't be read.
    """
    recording = feed(str(spec)) if spec != "demo" else None
    if recording is not None and recording.ends:
        recording.open()
        try:
            number = 0
            while (image := recording.read()) is not None:
                number += 1
                yield Frame(image, number, (number - 1) * recording.interval)
        finally:
            recording.close()
        return
    if recording is None:
        source: FrameSource = DemoSource(every=4)
    else:
        source = Reader(recording)
    seen, state = 0, "live"
    start: float | None = None
    try:
        while (status := source.status()).state != "ended":
            if status.state not in ("starting", state):
                state = status.state
                if report is not None:
                    report(status)
            frame = source.latest()
            if frame is None or frame.number == seen:
                time.sleep(0.005)
                continue
            seen = frame.number
            start = frame.seconds if start is None else start
            yield replace(frame, seconds=frame.seconds - start)
        if report is not None:
            report(status)
    finally:
        source.close()
