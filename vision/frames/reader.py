"""A reader thread that keeps only the newest frame, and reopens a lost device."""

import threading
import time

from sheets.errors import BadInput
from sheets.language import Phrase, phrase
from vision.frames.capture import Feed
from vision.frames.source import Frame, Status

LOST_SECONDS = 2.0
"""Time without a picture after which a device counts as lost."""
RETRY_SECONDS = 1.0
"""Time between attempts to reopen a lost device."""


class Reader:
    """A `vision.frames.source.FrameSource` that reads a feed in a thread of its own.

    A device that stops giving pictures is reopened; meanwhile `latest()` returns None. After the end of a
    recording, `latest()` returns the last frame.
    """

    def __init__(self, feed: Feed, again: float = RETRY_SECONDS, patience: float = LOST_SECONDS) -> None:
        """Start the thread, and wait until it has opened `feed`. Raise CameraError if that fails."""
        self._feed = feed
        self._again, self._patience = again, patience
        self._frame: Frame | None = None
        self._status = Status("starting", phrase("{name} is being opened.", name=feed.name))
        self._refusal: BadInput | None = None
        self._number = 0
        self._stop = threading.Event()
        self._opened = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"frames of {feed.name}", daemon=True)
        self._thread.start()
        self._wait_until_open()

    @property
    def name(self) -> str:
        """Return the camera's name, the file, or the address without a password."""
        return self._feed.name

    def latest(self) -> Frame | None:
        """Return the newest frame, or None before the first frame and while the device is lost."""
        return self._frame

    def status(self) -> Status:
        return self._status

    def close(self) -> None:
        """Stop reading and release the device. Idempotent."""
        self._stop.set()
        self._thread.join(timeout=10)

    def _wait_until_open(self) -> None:
        self._opened.wait()
        if self._refusal is not None:
            self._thread.join()
            raise self._refusal

    def _run(self) -> None:
        feed = self._feed
        while not self._stop.is_set():
            try:
                feed.open()
                self._opened.set()
                self._follow()
            except BadInput as problem:
                if not self._opened.is_set():
                    self._refusal = problem
                if self._refusal is not None or feed.ends:
                    self._end(problem)
                    return
            finally:
                feed.close()
            if feed.ends:
                self._end(None)
                return
            self._frame = None
            lost = phrase(
                "No picture from {name}; plug it in again, and it will carry on by itself.", name=self.name
            )
            self._status = Status("lost", lost)
            self._stop.wait(self._again)
        self._end(None)

    def _follow(self) -> None:
        """Read pictures until there are no more, none has come for too long, or `close` is called."""
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
            self._status = Status("live", phrase("{name} shows the table.", name=self.name))
            if feed.interval:
                due = max(due + feed.interval, now - feed.interval)
                self._stop.wait(max(0.0, due - now))

    def _end(self, problem: BadInput | None) -> None:
        ended = phrase("{name} has ended.", name=self.name)
        self._status = Status("ended", ended if problem is None else Phrase(problem.text, problem.values))
        self._opened.set()
