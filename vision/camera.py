"""The camera: a reader thread that keeps the newest frame only, and survives a pulled plug.

Everything that gives frames to the table is a `FrameSource`: a camera, a stream, a video, a folder, or the
demo table. What works on one works on all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Literal, Protocol, Self

from sheets.errors import BadInput
from sheets.language import Translate, filled, message
from vision.feeds import Camera, CameraError, Feed, cameras, feed
from vision.frames import Image

__all__ = [
    "Camera",
    "CameraError",
    "Frame",
    "FrameSource",
    "Reader",
    "Status",
    "cameras",
    "open_source",
    "play",
]

PATIENCE = 2.0
"""Seconds without a picture after which a device counts as lost."""
AGAIN = 1.0
"""Seconds between attempts to open a lost device again."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: HxWx3 BGR uint8, its number in the source from 1, and its time.

    `seconds`: when it was taken, on the monotonic clock; from `play`, since its first frame.
    """

    image: Image
    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Status:
    """How a source is doing. `msgid` with `values` is the sentence (see `sheets.language.filled`)."""

    state: Literal["starting", "live", "lost", "ended"]
    msgid: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.tell(str)

    def tell(self, translate: Translate) -> str:
        """The sentence in the language that `translate` speaks."""
        return filled(self.msgid, self.values, translate)


class FrameSource(Protocol):
    """Whatever shows a table. `latest` never waits and is None while there is nothing fresh to show."""

    @property
    def name(self) -> str: ...

    def latest(self) -> Frame | None: ...

    def status(self) -> Status: ...

    def close(self) -> None: ...


class Reader:
    """A `FrameSource` that reads a feed in a thread of its own.

    A device that stops giving pictures is opened again until it is back or `close` is called; meanwhile
    `latest()` is None, so that nobody takes an old picture for the table. A recording plays at its own pace;
    its last frame stays.
    """

    def __init__(self, feed: Feed, again: float = AGAIN, patience: float = PATIENCE) -> None:
        """Open `feed` in the reader thread and wait for it.

        Raises:
            CameraError: it cannot be opened the first time.
        """
        self._feed = feed
        self._again, self._patience = again, patience
        self._frame: Frame | None = None
        self._status = Status("starting", message("{name} is being opened."), {"name": feed.name})
        self._problem: BadInput | None = None
        self._number = 0
        self._stop = threading.Event()
        self._opened = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"frames of {feed.name}", daemon=True)
        self._thread.start()
        self._opened.wait()
        if problem := self._trouble():
            self._thread.join()
            raise problem

    @property
    def name(self) -> str:
        """The camera's name, the file, or the address without a password."""
        return self._feed.name

    def latest(self) -> Frame | None:
        """The newest frame, None before the first one and while the device is lost."""
        return self._frame

    def status(self) -> Status:
        """How it goes, as one sentence."""
        return self._status

    def close(self) -> None:
        """Stop reading and let go of the device; more than once does no harm."""
        self._stop.set()
        self._thread.join(timeout=10)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _trouble(self) -> BadInput | None:
        return self._problem

    def _run(self) -> None:
        feed = self._feed
        while not self._stop.is_set():
            try:
                feed.open()
                self._opened.set()
                self._follow()
            except BadInput as problem:
                if not self._opened.is_set() or feed.ends:
                    self._end(problem)
                    return
            finally:
                feed.close()
            if feed.ends:
                self._end(None)
                return
            self._frame = None
            self._status = Status(
                "lost",
                message("{name} gives no picture; plug it in again, it will go on by itself."),
                {"name": self.name},
            )
            self._stop.wait(self._again)
        self._end(None)

    def _follow(self) -> None:
        """Take pictures until there are no more, or the device has given none for too long."""
        feed, due = self._feed, time.monotonic()
        alive = due
        while not self._stop.is_set():
            image = feed.read()
            now = time.monotonic()
            if image is None:
                if feed.ends or now - alive > self._patience:
                    return
                self._stop.wait(0.02)  # cameras drop single pictures, most of all just after opening
                continue
            alive = now
            self._number += 1
            self._frame = Frame(image, self._number, now)
            self._status = Status("live", message("{name} shows the table."), {"name": self.name})
            if feed.interval:
                due = max(due + feed.interval, now - feed.interval)
                self._stop.wait(max(0.0, due - now))

    def _end(self, problem: BadInput | None) -> None:
        self._problem = problem
        if problem is not None:
            self._status = Status("ended", "{problem}", {"problem": problem})
        else:
            self._status = Status("ended", message("{name} has ended."), {"name": self.name})
        self._opened.set()


def open_source(spec: str | int = "") -> FrameSource:
    """Open what `spec` names and start reading; the caller closes it.

    A camera's number or (part of its) name, a video file, a picture, a folder of pictures, an address
    (http, https, rtsp), `demo` for the demo table, or nothing for the first camera.

    Raises:
        CameraError: there is no such thing, or it cannot be opened.
    """
    if spec == "demo":
        from vision.demo import DemoSource

        return DemoSource()
    return Reader(feed(str(spec)))


def play(spec: str | int = "", tell: Callable[[Status], object] | None = None) -> Iterator[Frame]:
    """The frames of what `spec` names (see `open_source`), until it ends or the caller stops.

    Times count from the first frame. Of a recording every frame comes, as fast as it is taken; of a camera
    only the newest, and `tell` hears when it is lost, back, or at its end. The demo table throws
    its dice every few seconds.

    Raises:
        CameraError: there is no such thing, or it cannot be opened.
        ImageError: a picture in a folder cannot be read.
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
        from vision.demo import DemoSource

        source: FrameSource = DemoSource(every=4)
    else:
        source = Reader(recording)
    seen, state = 0, "live"
    start: float | None = None
    try:
        while (status := source.status()).state != "ended":
            if status.state not in ("starting", state):
                state = status.state
                if tell is not None:
                    tell(status)
            frame = source.latest()
            if frame is None or frame.number == seen:
                time.sleep(0.005)
                continue
            seen = frame.number
            start = frame.seconds if start is None else start
            yield replace(frame, seconds=frame.seconds - start)
        if tell is not None:
            tell(status)
    finally:
        source.close()
