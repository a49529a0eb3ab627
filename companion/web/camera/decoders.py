"""Decodes pictures from devices in several processes, so a slow picture does not delay all others."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.web.server.refusal import RequestRefused
from sheets.language import message
from vision.frames.decoder_process import DecoderProcess, DecodingEnded, DecodingLate
from vision.frames.image import Image

MAX_PICTURES = 4
MAX_WATCHERS_PICTURES = 2
"""Largest number of pictures being read at the same time for devices that only watch."""
MAX_WAITING = 6
"""Largest number of pictures that wait to be decoded, counted separately for players and for watchers."""
WAIT_SECONDS = 15.0
KEPT_PROCESSES = 2
"""Number of idle processes that are kept: one for a phone's camera, one for photos."""
ONE_AT_A_TIME = message("The last photo from this device is still being read; send one at a time.")
TOO_MANY = message("Too many photos are being read; wait a moment and send it again.")


class PictureDecoders:
    """Decodes pictures, one at a time per device. Thread-safe."""

    def __init__(self, start: Callable[[], DecoderProcess] = DecoderProcess) -> None:
        """`start`: starts a process and returns it; called when a picture comes and no process is idle."""
        self._start = start
        self._idle: list[DecoderProcess] = []
        self._closed = False
        self._changed = threading.Condition()
        self._devices: set[str] = set()
        self._busy = {True: 0, False: 0}  # key: True for devices that only watch
        self._waiting = {True: 0, False: 0}

    @contextmanager
    def decoded(self, data: bytes, name: str, device: str, *, watches: bool) -> Iterator[Image]:
        """Decode `data` and yield the image. Raise ImageError, or RequestRefused if too many pictures wait.

        `device`: the sender, which may have one picture decoded at a time, or "" for no such limit.
        `name`: the picture's name in errors. `watches`: True if the device only watches.
        """
        with self._changed:
            if device in self._devices:
                raise RequestRefused("busy", ONE_AT_A_TIME, status=429)
            if self._waiting[watches] >= MAX_WAITING:
                raise RequestRefused("busy", TOO_MANY, status=503)
            if device:
                self._devices.add(device)
            self._waiting[watches] += 1
            try:
                free = self._changed.wait_for(lambda: self._is_free(watches), WAIT_SECONDS)
            finally:
                self._waiting[watches] -= 1
            if not free:
                self._devices.discard(device)
                raise RequestRefused("busy", TOO_MANY, status=503)
            self._busy[watches] += 1
        try:
            yield self._decode(data, name)
        finally:
            with self._changed:
                self._busy[watches] -= 1
                self._devices.discard(device)
                self._changed.notify_all()

    def _is_free(self, watches: bool) -> bool:
        if watches and self._busy[True] >= MAX_WATCHERS_PICTURES:
            return False
        return sum(self._busy.values()) < MAX_PICTURES

    def _decode(self, data: bytes, name: str) -> Image:
        """Return the image. If an idle process turns out to be dead, try again in a new process."""
        with self._changed:
            idle = self._idle.pop() if self._idle else None
        if idle is not None:
            try:
                return self._decode_by(idle, data, name)
            except DecodingLate:
                raise
            except DecodingEnded:
                pass
        try:
            process = self._start()
        except OSError as problem:
            raise RequestRefused("busy", TOO_MANY, status=503) from problem
        return self._decode_by(process, data, name)

    def _decode_by(self, process: DecoderProcess, data: bytes, name: str) -> Image:
        try:
            return process.decode(data, name)
        finally:
            with self._changed:
                keeps = process.alive and len(self._idle) < KEPT_PROCESSES and not self._closed
                if keeps:
                    self._idle.append(process)
            if not keeps:
                process.close()

    def close(self) -> None:
        """End the idle processes. Busy processes end after their current picture."""
        with self._changed:
            self._closed = True
            closing, self._idle = self._idle, []
        for process in closing:
            process.close()
