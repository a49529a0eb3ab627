"""Measures what the program needs on a small computer: `python -m tests.small_computer` (Linux).

Processor time hardly depends on other processes. Wall-clock time is meaningful only if the system limits the
share of the processor that this process gets: docs/accuracy-and-speed.md says how.
"""

import re
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.running import ROOT, open_table
from vision import read
from vision.frames.image import decode

RUNS = 15
PHOTO = ROOT / "fixtures" / "rolls" / "wood.jpg"
TRIES = 9
"""Number of attempts at a request. On a busy machine, reading a picture may exceed its time limit."""


def milliseconds(photo: bytes) -> tuple[float, float]:
    """Return processor time and wall-clock time in ms to decode and read a photo of dice: medians of RUNS."""
    processor, clock = [], []
    for _ in range(RUNS + 2):
        began, used = time.perf_counter(), time.process_time()
        assert read(decode(photo, PHOTO.name)).status == "complete"
        processor.append(1000 * (time.process_time() - used))
        clock.append(1000 * (time.perf_counter() - began))
    return median(processor[2:]), median(clock[2:])  # the networks are loaded by then


def mebibytes(process: int) -> float:
    """Return the peak memory of a process and its descendants, in MiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    match = re.search(r"VmHWM:\s+(\d+) kB", status)
    below = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    return int(match[1]) / 1024 + sum(mebibytes(int(child)) for child in below) if match else 0.0


class TableFigures(NamedTuple):
    """Seconds that `qwixx table` takes to show its first page and to read a photo; peak memory after each."""

    first_seconds: float
    photo_seconds: float
    first_mebibytes: float
    photo_mebibytes: float


def table_figures(photo: bytes) -> TableFigures:
    """Measure time and memory that `qwixx table` needs to show its first page and to read a photo of dice."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, open_table(Path(folder), "--camera", "none") as table:
        place = urlsplit(table.address)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=600)

        def ask(method: str, path: str, body: bytes = b"", kind: str = "") -> None:
            headers = {"Accept": "application/json", "Content-Type": kind} if body else {}
            for _ in range(TRIES):
                connection.request(method, path, body or None, headers)
                answer = connection.getresponse()
                said = answer.read()
                if answer.status < 400:
                    return
            raise SystemExit(said.decode())

        ask("GET", "/new")
        started, first = time.perf_counter() - began, mebibytes(table.process.pid)
        game = urlencode({"player": ["Ann", "Ben"], "first": "1", "game": "classic"}, doseq=True)
        ask("POST", "/begin", game.encode(), "application/x-www-form-urlencoded")
        head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        began = time.perf_counter()
        ask("POST", "/photo", head + photo + b"\r\n--x--\r\n", "multipart/form-data; boundary=x")
        return TableFigures(started, time.perf_counter() - began, first, mebibytes(table.process.pid))


def main() -> None:
    """Print the figures of docs/accuracy-and-speed.md."""
    photo = PHOTO.read_bytes()
    processor, clock = milliseconds(photo)
    table = table_figures(photo)
    print(f"one photo of six dice, from its bytes to the reading: {processor:.0f} ms of one core")
    print(f"  by the clock: {clock:.0f} ms, {1000 / clock:.0f} a second")
    print(f"qwixx table: first page after {table.first_seconds:.1f} s, {table.first_mebibytes:.0f} MiB")
    print(f"  a photo sent, until its answer: {1000 * table.photo_seconds:.0f} ms")
    print(f"  then at most {table.photo_mebibytes:.0f} MiB")


if __name__ == "__main__":
    main()
