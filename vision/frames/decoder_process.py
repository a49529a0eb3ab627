"""Decodes untrusted pictures in a separate process, which is killed if it takes too much time or memory.

The process decodes many pictures, one after the other. Its answers are checked like any other input. On
Windows there is only the wall-clock limit; on macOS the memory limit has little effect.
"""

import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np

from sheets.language import Term
from vision.frames.documents import decode_whole
from vision.frames.image import (
    MAX_PIXELS,
    MIN_SIDE_PIXELS,
    Image,
    ImageError,
    bounded,
    printable_name,
)

SECONDS = 10.0
"""Processor time limit for one picture, in seconds: the largest photo takes two."""
CLOCK_SECONDS = 60.0
"""Wall-clock time limit for one picture, in seconds: enough for a slow and busy computer."""
MEGABYTES = 900
"""Memory limit, in megabytes beyond the memory that the process uses before its first picture."""
NICENESS = 7
"""Niceness of the process (`os.nice`): decoding must not slow down the rest of the program."""
MAX_ANSWER_BYTES = 4096
"""Largest length, in bytes, of the line of JSON that comes before the pixels in an answer."""
_LENGTHS = struct.Struct(">IH")
"""Lengths of a picture and of its name, in bytes. They are sent first."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from vision.frames.decoder_process import answer_requests; "
    "answer_requests(float(sys.argv[2]), int(sys.argv[3]))"
)
FROZEN_START = "--decode-pictures"
"""Argument that makes a frozen `qwixx` program run as a decoder process. (A frozen program has no Python
interpreter that could run _START.)"""


class DecodingEnded(ImageError):
    """The process ended before it had read the picture."""


class DecodingLate(DecodingEnded):
    """The process was killed because the picture took longer than the wall-clock limit."""


class DecoderProcess:
    """A process that decodes pictures, one at a time. After a picture has killed it, start a new one."""

    def __init__(
        self, seconds: float = SECONDS, megabytes: int = MEGABYTES, clock_seconds: float = CLOCK_SECONDS
    ) -> None:
        """Start the process. The arguments are limits for each picture; `seconds` is processor time."""
        self.seconds, self.megabytes, self.clock_seconds = seconds, megabytes, clock_seconds
        self._process = subprocess.Popen(
            [*_start(), str(seconds), str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows: a bundle has no console
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def decode(self, data: bytes, name: str) -> Image:
        """Return the picture in `data`, or its stacked pages, H x W x 3 uint8, BGR, reduced by `bounded`.

        Raise ImageError if the picture can't be read, or its subclass DecodingEnded if it killed the process.
        """
        is_late = threading.Event()
        clock = threading.Timer(self.clock_seconds, self._end_late, [is_late])
        clock.daemon = True
        clock.start()
        try:
            self._send(data, name)
            return self._receive(name)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as problem:
            if isinstance(problem, ImageError):
                raise
            self.close()
            raise self._ended(name, late=is_late.is_set()) from None
        finally:
            clock.cancel()

    def _end_late(self, is_late: threading.Event) -> None:
        is_late.set()
        self._process.kill()

    def _ended(self, name: str, *, late: bool) -> DecodingEnded:
        if late:
            return DecodingLate(
                "{name} was not read within {seconds:.0f} seconds, perhaps because this computer is busy; "
                "send it again, or save it as an ordinary JPEG or PNG.",
                name=printable_name(name),
                seconds=self.clock_seconds,
            )
        return DecodingEnded(
            "{name} takes more work or memory than a photo may ({seconds:.0f} seconds, {megabytes} MB); save "
            "it again as an ordinary JPEG or PNG.",
            name=printable_name(name),
            seconds=self.seconds,
            megabytes=self.megabytes,
        )

    def _send(self, data: bytes, name: str) -> None:
        called = name.encode("utf-8", "replace")[:1000]
        rest = memoryview(_LENGTHS.pack(len(data), len(called)) + called + data)
        assert self._process.stdin is not None
        while rest:
            rest = rest[self._process.stdin.write(rest) or 0 :]

    def _receive(self, name: str) -> Image:
        """Receive an answer from the process. Return its image, or raise the ImageError that it holds.

        Any other exception means that the answer is malformed or incomplete.
        """
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
        """End the process."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()


def _start() -> list[str]:
    """Return the command that starts the process, without the two arguments for its limits."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable)
        return [str(program.with_name("qwixx" + program.suffix)), FROZEN_START]
    return [sys.executable, "-I", "-c", _START, json.dumps(sys.path)]


def _line(source: IO[bytes]) -> bytes:
    """Return the bytes before the next line feed. Raise EOFError if there is none within MAX_ANSWER_BYTES."""
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
    """Read until `place` is full. Raise EOFError if the source ends first."""
    while place:
        count = source.readinto(place)
        if not count:
            raise EOFError
        place = place[count:]


def _value(kind: object, value: object) -> object:
    """Decode a value that `_encoded` encoded, for an error message."""
    if kind == "term":
        return Term(str(value))
    return value if isinstance(value, int | float) else str(value)


def _encoded(value: object) -> tuple[str, object]:
    """Encode a value of an error message as a pair that JSON can hold: its kind, and the value."""
    if isinstance(value, Term):
        return "term", str(value)
    return "plain", value if isinstance(value, int | float) else str(value)


# -- in the process ------------------------------------------------------------------------------------------


def answer_requests(seconds: float, megabytes: int) -> None:
    """Run the main loop of the process: decode each picture from standard input, until there are no more."""
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # libraries must not print between the answers
    _limit(megabytes)
    while head := source.read(_LENGTHS.size):
        size, length = _LENGTHS.unpack(head)
        name = source.read(length).decode("utf-8", "replace")
        data = source.read(size)
        _allow(seconds)
        _answer(data, name, target)
        _allow(0)


def _allow(seconds: float) -> None:
    """Have the system kill this process after `seconds` of processor time; 0 removes the limit."""
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _answer(data: bytes, name: str, target: IO[bytes]) -> None:
    try:
        image = bounded(decode_whole(data, name))
    except ImageError as problem:
        values = {key: _encoded(value) for key, value in problem.values.items()}
        target.write(json.dumps({"text": problem.text, "values": values}).encode() + b"\n")
        return
    height, width = image.shape[:2]
    target.write(json.dumps({"height": height, "width": width}).encode() + b"\n")
    pixels = memoryview(np.ascontiguousarray(image).data).cast("B")
    while pixels:
        pixels = pixels[target.write(pixels) or 0 :]


def _limit(megabytes: int) -> None:
    """Limit this process's memory and lower its priority, as far as the system allows."""
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
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash comes from the picture: no core dump
