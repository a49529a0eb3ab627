"""Opens the source that a user names: a camera, an address, a video, a folder, or the demo table."""

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
    address (http, https, rtsp), `demo` for the demo table, or "" for the first camera. Raise CameraError if
    there is no such source, it cannot be opened, or its pictures are too large.
    """
    if spec == "demo":
        return DemoSource()
    return Reader(feed(str(spec)))


def play(
    spec: str | int = "", report: Callable[[Status], object] | None = None
) -> Generator[Frame, None, None]:
    """Yield the frames of the source `spec` (see `open_source`) until it ends. The first frame's time is 0.

    A recording gives every frame, a camera only the newest. `report` is called when a camera is lost, comes
    back or ends. Raise CameraError like `open_source`, or ImageError if a picture in a folder can't be read.
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
    source: FrameSource = DemoSource(every=4) if recording is None else Reader(recording)
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
