"""A phone as the table's camera: it sends its pictures one by one."""

import threading
import time

from sheets.language import phrase
from vision.frames.image import Image
from vision.frames.source import Frame, Status

MAX_PICTURE_AGE_SECONDS = 2.0
"""Age of a phone's newest picture, in seconds, beyond which it no longer counts."""


class PhoneCamera:
    """A `FrameSource` that a phone feeds. `latest` is None if the phone has been silent for too long."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._frame: Frame | None = None

    def push(self, image: Image) -> None:
        """Take the phone's next picture (HxWx3, BGR)."""
        with self._lock:
            number = self._frame.number + 1 if self._frame else 1
            self._frame = Frame(image, number, time.monotonic())

    def latest(self) -> Frame | None:
        """The newest picture; None if it is too old."""
        frame = self._frame
        if frame is None or time.monotonic() - frame.seconds >= MAX_PICTURE_AGE_SECONDS:
            return None
        return frame

    def status(self) -> Status:
        """The status: a silent phone counts as lost, and may come back."""
        if self.latest() is not None:
            return Status("live", phrase("{name} shows the table.", name=self.name))
        return Status(
            "lost", phrase("{name} sends no picture; wake it and check the page on it.", name=self.name)
        )

    def close(self) -> None:
        """Does nothing: the phone switches its camera off itself."""
