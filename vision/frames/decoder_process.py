"""Decoding strangers' pictures in a process of its own, which may be ended: by its clock, or by its memory.

The process keeps ready for the next picture. What it answers is checked like any input: its decoders have
read bytes that somebody chose. Memory is limited where the system can (RLIMIT_AS, so not on Windows and
hardly on macOS); the clock holds everywhere.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np

from sheets.language import Term
from vision.frames.image import (
    MAX_PIXELS,
    MIN_SIDE_PIXELS,
    Image,
    ImageError,
    bounded,
    decode,
    printable_name,
)

SECONDS = 10.0
"""For one picture by the clock; the largest photo takes two on a machine with nothing else to do."""
MEGABYTES = 900
"""For one picture, beyond what the process holds before it."""
NICENESS = 7
"""Pictures wait for the table, never the table for pictures."""
MAX_ANSWER_BYTES = 4096
"""Longest line before the pixels, in bytes; chosen."""
_LENGTHS = struct.Struct(">IH")
"""Lengths of a picture and of its name, in bytes, sent before both."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from vision.frames.decoder_process import answer_requests; answer_requests(int(sys.argv[2]))"
)


class DecodingEnded(ImageError):
    """The process was ended, or ended itself, before it had read the picture."""


class DecoderProcess:
    """A process that decodes pictures, one at a time. It is gone once a picture has ended it."""

    def __init__(self, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        """Start it; it loads its decoders meanwhile. `seconds`, `megabytes`: for one picture."""
        self.seconds, self.megabytes = seconds, megabytes
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, json.dumps(sys.path), str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )

    @property
    def alive(self) -> bool:
        """True if it can take a picture."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """Its number in the system."""
        return self._process.pid

    def decode(self, data: bytes, name: str) -> Image:
        """As `vision.frames.image.decode`, but at most MAX_LOOKED_AT_PIXELS large.

        Raises ImageError; DecodingEnded if the process is gone then.
        """
        clock = threading.Timer(self.seconds, self._process.kill)
        clock.daemon = True
        clock.start()
        try:
            self._send(data, name)
            return self._receive(name)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as problem:
            if isinstance(problem, ImageError):
                raise
            self.close()
            raise DecodingEnded(
                "{name} could not be read within {seconds:.0f} seconds and {megabytes} MB, as photos are "
                "read; save it again as an ordinary JPEG or PNG.",
                name=printable_name(name),
                seconds=self.seconds,
                megabytes=self.megabytes,
            ) from None
        finally:
            clock.cancel()

    def _send(self, data: bytes, name: str) -> None:
        called = name.encode("utf-8", "replace")[:1000]
        rest = memoryview(_LENGTHS.pack(len(data), len(called)) + called + data)
        assert self._process.stdin is not None
        while rest:
            rest = rest[self._process.stdin.write(rest) or 0 :]

    def _receive(self, name: str) -> Image:
        """The image, or the refusal that came for it."""
        answers = self._process.stdout
        assert answers is not None
        line = _line(answers)
        answer = json.loads(line)
        if "text" in answer:
            values = {str(key): _value(*value) for key, value in answer["values"].items()}
            text: str = answer["text"]
            raise ImageError(text, **{**values, "name": printable_name(name)})
        height, width = int(answer["height"]), int(answer["width"])
        if min(height, width) < MIN_SIDE_PIXELS or height * width > MAX_PIXELS:
            raise EOFError
        image = np.empty((height, width, 3), np.uint8)
        _fill(answers, memoryview(image.data).cast("B"))
        return image

    def close(self) -> None:
        """End it."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()


def _line(source: IO[bytes]) -> bytes:
    """What comes before the next line feed. Raises EOFError if nothing ends it."""
    line = bytearray()
    while len(line) < MAX_ANSWER_BYTES:
        byte = source.read(1)
        if byte == b"\n":
            return bytes(line)
        if not byte:
            break
        line += byte
    raise EOFError


def _fill(source: Any, place: memoryview) -> None:
    """Read until `place` is full. Raises EOFError if the source ends before."""
    while place:
        count = source.readinto(place)
        if not count:
            raise EOFError
        place = place[count:]


def _value(kind: object, value: object) -> object:
    """A value of a sentence, as `_written` wrote it."""
    if kind == "term":
        return Term(str(value))
    return value if isinstance(value, int | float) else str(value)


def _written(value: object) -> tuple[str, object]:
    """A value of a sentence as JSON takes it."""
    if isinstance(value, Term):
        return "term", str(value)
    return "plain", value if isinstance(value, int | float) else str(value)


# -- in the process ------------------------------------------------------------------------------------------


def answer_requests(megabytes: int) -> None:
    """Decode what comes on standard input until it ends: the whole work of the process.

    `megabytes`: for each picture.
    """
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # nothing that a library prints gets between the answers
    _limit(megabytes)
    while head := source.read(_LENGTHS.size):
        size, length = _LENGTHS.unpack(head)
        name = source.read(length).decode("utf-8", "replace")
        _answer(source.read(size), name, target)


def _answer(data: bytes, name: str, target: IO[bytes]) -> None:
    try:
        image = bounded(decode(data, name))
    except ImageError as problem:
        values = {key: _written(value) for key, value in problem.values.items()}
        target.write(json.dumps({"text": problem.text, "values": values}).encode() + b"\n")
        return
    height, width = image.shape[:2]
    target.write(json.dumps({"height": height, "width": width}).encode() + b"\n")
    pixels = memoryview(np.ascontiguousarray(image).data).cast("B")
    while pixels:
        pixels = pixels[target.write(pixels) or 0 :]


def _limit(megabytes: int) -> None:
    """Take what the system allows away from this process: memory beyond this, and its place in front."""
    cv2.setNumThreads(1)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # what crashed is somebody's picture
