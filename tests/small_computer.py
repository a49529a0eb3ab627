"""What a small computer has to do: `python -m tests.small_computer` (Linux).

Time is that of the processor, which a busy machine does not stretch; at half the clock it is twice as long.
"""

from __future__ import annotations

import re
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlencode, urlsplit

from tests.running import ROOT, open_table
from vision import read
from vision.frames.image import decode

RUNS = 15
PHOTO = ROOT / "fixtures" / "rolls" / "wood.jpg"
TRIES = 9
"""How often a request is sent: on a busy machine a picture may take longer than it may."""
SLOWER = 2.0
"""The clock of this computer by that of the small one; chosen: half the speed."""


def milliseconds(photo: bytes) -> float:
    """Processor time to read the dice in a photo, from its bytes on; median of RUNS."""
    times = []
    for _ in range(RUNS + 2):
        began = time.process_time()
        assert read(decode(photo, PHOTO.name)).status == "complete"
        times.append(1000 * (time.process_time() - began))
    return median(times[2:])  # the networks are loaded by then


def mebibytes(process: int) -> float:
    """The most memory that a process and those below it have had, in MiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    below = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    return int(found[1]) / 1024 + sum(mebibytes(int(child)) for child in below) if found else 0.0


def table_mebibytes(photo: bytes) -> tuple[float, float]:
    """The memory of `qwixx table` with its first page open, and after a photo of dice was read."""
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
        first = mebibytes(table.process.pid)
        game = urlencode({"player": ["Ann", "Ben"], "first": "1", "game": "classic"}, doseq=True)
        ask("POST", "/begin", game.encode(), "application/x-www-form-urlencoded")
        head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        ask("POST", "/photo", head + photo + b"\r\n--x--\r\n", "multipart/form-data; boundary=x")
        return first, mebibytes(table.process.pid)


def main() -> None:
    """Print the figures of docs/accuracy-and-speed.md."""
    photo = PHOTO.read_bytes()
    here = milliseconds(photo)
    first, after = table_mebibytes(photo)
    print(f"one photo of six dice, from its bytes to the reading: {here:.0f} ms of one core here")
    print(f"  on a core of half the speed: {SLOWER * here:.0f} ms, {1000 / (SLOWER * here):.0f} a second")
    print(f"qwixx table: {first:.0f} MiB at its first page, {after:.0f} MiB after a photo, at most")


if __name__ == "__main__":
    main()
