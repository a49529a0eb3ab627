"""Load test of a table: `make bench-load`, or `python -m tests.companion.web.bench_load --minutes 10`.

Measures how soon a mark is on all screens and how much memory the table takes, under the load that SECTION
describes. It fails if an acknowledged mark is not on disk.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import json
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.lan import addresses
from companion.storage.store import Store
from tests.bench import machine
from tests.measured_page import commit, write_section
from tests.robustness.crafted import photo, resized, with_passes
from tests.robustness.hanging import hanging_connections
from tests.running import ROOT, TABLE
from vision.frames.image import load

WATCHERS, HANGING, SOURCES = 35, 100, 20
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve")
PICTURES_A_SECOND = 10
MARK_PAUSE_SECONDS, PHOTO_PAUSE_SECONDS, BAD_PICTURE_PAUSE_SECONDS = 0.4, 5.0, 2.0
WARM_UP_SECONDS = 20.0
"""Seconds from the start to the first measurement of memory."""
PATIENCE_SECONDS = 30.0
REFUSED_SECONDS = 2.0
"""Seconds from a refused stream until the page asks again."""


class Device:
    """A browser with its own IP address."""

    def __init__(self, host: str, port: int, source: str, cookie: str = "") -> None:
        self.host, self.port, self.source, self.cookie = host, port, source, cookie
        self._link: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, bytes]:
        """Return status and body of the answer; the connection stays open."""
        headers = {"Accept": "application/json", "Cookie": self.cookie}
        if kind:
            headers["Content-Type"] = kind
        for attempt in (1, 2):
            link = self._link or http.client.HTTPConnection(
                self.host, self.port, timeout=PATIENCE_SECONDS, source_address=(self.source, 0)
            )
            try:
                link.request(method, path, body, headers)
                answer = link.getresponse()
                said = answer.read()
                break
            except (http.client.RemoteDisconnected, ConnectionError):  # closed while it was idle
                link.close()
                self._link = None
                if attempt == 2:
                    raise
        self._link = link
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return answer.status, said

    def send(self, path: str, **form: object) -> tuple[int, bytes]:
        """Send a form as the page does; return status and body of the answer."""
        body = urllib.parse.urlencode(form, doseq=True).encode()
        return self.ask("POST", path, body, "application/x-www-form-urlencoded")

    def upload(self, path: str, data: bytes) -> int:
        """Send a photo as the page does; return the status of the answer."""
        head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n'
        body = head + b"Content-Type: image/jpeg\r\n\r\n" + data + b"\r\n--x--\r\n"
        return self.ask("POST", path, body, "multipart/form-data; boundary=x")[0]


@dataclass(eq=False)
class Stream:
    """One live stream of a device."""

    device: Device
    sock: socket.socket
    heard: bytes = b""
    """Bytes of an event that is not complete yet."""
    retry: float = 0.4
    opened: bool = False


class Screens:
    """The live streams of devices: the last event of each device, and when it came."""

    def __init__(self, devices: list[Device]) -> None:
        self._chosen = selectors.DefaultSelector()
        self._changed = threading.Condition()
        self._seen = dict.fromkeys(devices, (-1, 0.0))
        self._stop = threading.Event()
        self._later: list[tuple[float, Device]] = []
        for device in devices:
            self._open(device)
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _open(self, device: Device) -> None:
        sock = socket.create_connection(
            (device.host, device.port), timeout=PATIENCE_SECONDS, source_address=(device.source, 0)
        )
        cookie = f"Cookie: {device.cookie}\r\n" if device.cookie else ""
        path = f"/live?after={self._seen[device][0]}&page=bench"
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: {device.host}\r\n{cookie}\r\n".encode())
        sock.setblocking(False)
        self._chosen.register(sock, selectors.EVENT_READ, Stream(device, sock))

    def _follow(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._chosen.select(0.02):
                self._hear(key.data)
            due = [device for when, device in self._later if when <= time.monotonic()]
            self._later = [one for one in self._later if one[1] not in due]
            for device in due:
                self._open(device)

    def _hear(self, stream: Stream) -> None:
        try:
            data = stream.sock.recv(1 << 20)
        except OSError:
            data = b""
        stream.heard += data
        if not stream.opened and b"\r\n\r\n" in stream.heard:
            stream.opened = stream.heard.startswith(b"HTTP/1.1 200")
            if not stream.opened:  # refused: a page waits a while
                stream.retry = REFUSED_SECONDS
                self._close_stream(stream)
                return
        *events, stream.heard = stream.heard.split(b"\n\n")
        numbers = [int(match[1]) for event in events if (match := re.search(rb"^id: (\d+)", event, re.M))]
        if numbers:
            with self._changed:
                self._seen[stream.device] = (numbers[-1], time.perf_counter())
                self._changed.notify_all()
        for event in events:
            if retry := re.search(rb"^retry: (\d+)", event, re.M):
                stream.retry = int(retry[1]) / 1000
        if not data or stream.heard.endswith(b"\r\n0\r\n\r\n"):
            self._close_stream(stream)

    def _close_stream(self, stream: Stream) -> None:
        """Close a stream; its device reconnects after `stream.retry` seconds."""
        if stream.sock.fileno() >= 0:
            self._chosen.unregister(stream.sock)
            stream.sock.close()
        self._later.append((time.monotonic() + stream.retry, stream.device))

    def reach(self, number: int) -> list[float]:
        """Wait for event `number` on all screens; return the times (in seconds) at which it arrived."""
        ends = time.monotonic() + PATIENCE_SECONDS
        with self._changed:
            while time.monotonic() < ends:
                if all(at >= number for at, _ in self._seen.values()):
                    break
                self._changed.wait(0.5)
            return [when for at, when in self._seen.values() if at >= number]

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=PATIENCE_SECONDS)
        for key in list(self._chosen.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()


@dataclass
class Load:
    """What the load test has measured."""

    each: list[float] = field(default_factory=list)
    """Seconds from sending a mark until its event reached each screen."""
    last: list[float] = field(default_factory=list)
    """Seconds from sending a mark until its event reached the last screen."""
    answers: list[float] = field(default_factory=list)
    """Seconds from sending a mark to the table's answer."""
    marks: int = 0
    acknowledged: set[int] = field(default_factory=set)
    """Numbers of the events that the table acknowledged when it answered marks."""
    missing: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    pictures: int = 0
    photos: int = 0
    bad_pictures: int = 0
    memory: list[tuple[float, int, int]] = field(default_factory=list)
    """Seconds since the start; MiB of the table with its child processes; MiB of the table alone."""
    processor: float = 0.0
    """Processor seconds of the table and its child processes, while people marked."""
    devices: float = 0.0
    """Processor seconds of the devices, which are threads of this process."""


def processes(pid: int) -> set[str]:
    """Return the ids of a process and its children."""
    pids = {str(pid)}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            pids |= set((task / "children").read_text(encoding="ascii").split())
    return pids


def processor_seconds(pid: int) -> float:
    """Return the processor seconds of a process and its children, including ended ones."""
    ticks = 0
    for each in processes(pid):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15] if each == str(pid) else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def resident(pids: set[str]) -> int:
    """Return the resident memory of processes in MiB."""
    total = 0
    for each in pids:
        with contextlib.suppress(OSError):
            match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{each}/status").read_text(encoding="utf-8"))
            total += int(match[1]) if match else 0
    return total // 1024


def camera_pictures() -> list[bytes]:
    """Return JPEG pictures as from a phone's camera, with the dice in a different place in each."""
    image = cv2.resize(load(ROOT / "fixtures" / "rolls" / "wood.jpg"), (1280, 960))
    shifted = (np.roll(image, 40 * i, axis=1) for i in range(8))
    return [cv2.imencode(".jpg", each, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for each in shifted]


@contextlib.contextmanager
def running(work: Callable[[], None], pause: float, stop: threading.Event) -> Iterator[None]:
    """Repeat `work` in the background, every `pause` seconds."""

    def go_on() -> None:
        due = time.monotonic()
        while not stop.wait(max(0.0, due - time.monotonic())):
            due = max(due + pause, time.monotonic())
            try:
                work()
            except (OSError, http.client.HTTPException) as problem:
                print(f"(a device lost its connection: {problem!r})", file=sys.stderr)

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=2 * PATIENCE_SECONDS)


def seated(join: str, source: str, player: str = "") -> Device:
    """Return a device that has joined at the address `join`, as a watcher or as `player`."""
    link = urllib.parse.urlsplit(join)
    assert link.hostname is not None and link.port is not None
    device = Device(link.hostname, link.port, source)
    status, said = device.ask("GET", link.path)
    if status == 200 and not device.cookie:
        status, said = device.send(link.path)
    assert device.cookie, said
    if player:
        assert device.send("/sit", player=player)[0] == 303
    return device


def measure(minutes: float, folder: Path, uploading: int = 1) -> Load:
    """Run a new table under load for `minutes`; return the results. `uploading` devices send photos."""
    load_ = Load()
    command = [*TABLE, "--data", str(folder), "--camera", "none", "--lan", "--json"]
    with (folder.parent / "complaints.txt").open("wb") as errors:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        at_home = urllib.parse.urlsplit(said["address"])
        own = Device(str(at_home.hostname), int(at_home.port or 80), "127.0.0.1")
        assert own.send("/begin", player=PLAYERS, first="1")[0] in (200, 303)
        dice = {"w1": 4, "w2": 1, "red": 3, "yellow": 2, "green": 6, "blue": 5}
        assert own.send("/roll", **dice)[0] == 200
        join = said["join"][0]
        players = [seated(join, f"127.0.2.{i + 1}", name) for i, name in enumerate(PLAYERS)]
        watchers = [seated(join, f"127.0.3.{i + 1}") for i in range(WATCHERS)]
        screens = Screens([own, *players, *watchers])
        with contextlib.ExitStack() as beside:
            beside.callback(screens.close)
            start_load(load_, process.pid, join, own, [*players, *watchers][:uploading], watchers[0], beside)
            before, devices = processor_seconds(process.pid), time.process_time()
            mark(load_, players, screens, time.monotonic() + 60 * minutes)
            load_.processor = processor_seconds(process.pid) - before
            load_.devices = time.process_time() - devices
    finally:
        process.terminate()
        process.communicate(timeout=60)
    check_disk(load_, folder)
    return load_


def second_connection(of: Device) -> Device:
    """Return a copy of the device that opens a connection of its own."""
    return Device(of.host, of.port, of.source, of.cookie)


def start_load(
    load_: Load,
    pid: int,
    join: str,
    own: Device,
    senders: Sequence[Device],
    watcher: Device,
    beside: contextlib.ExitStack,
) -> None:
    """Start all load besides marks, until `beside` is closed. `senders` send photos of sheets."""
    link, stop, begun = urllib.parse.urlsplit(join), threading.Event(), time.monotonic()
    beside.enter_context(hanging_connections(str(link.hostname), int(link.port or 80), HANGING, SOURCES))
    pictures = itertools.cycle(camera_pictures())
    lens, attacker = second_connection(senders[0]), second_connection(watcher)
    sheet = (ROOT / "fixtures" / "rolls" / "sheet.jpg").read_bytes()
    dear = with_passes(resized(photo(progressive=True), 8000, 6000), 8)

    def show() -> None:
        load_.pictures += lens.ask("POST", "/lens", next(pictures), "image/jpeg")[0] == 200

    def send_photo(sender: Device, place: int) -> None:
        """Send a photo of sheets: as a player, to have them read; as a watcher, to take a seat."""
        path = "/sheets" if place < len(PLAYERS) else "/sit/photo"
        load_.photos += sender.upload(path, sheet) in (200, 303, 422)

    def send_bad_picture() -> None:
        load_.bad_pictures += attacker.upload("/sit/photo", dear) in (200, 422, 429)

    def note_memory() -> None:
        seconds = time.monotonic() - begun
        load_.memory.append((seconds, resident(processes(pid)), resident({str(pid)})))

    show()
    key = re.search(rb'value="(phone [^"]+)"', own.ask("GET", "/seats")[1])
    if key is not None:
        own.send("/lens/watch", source=key[1].decode())
    for work, pause in (
        (show, 1 / PICTURES_A_SECOND),
        *(
            (partial(send_photo, second_connection(each), place), PHOTO_PAUSE_SECONDS)
            for place, each in enumerate(senders)
        ),
        (send_bad_picture, BAD_PICTURE_PAUSE_SECONDS),
        (note_memory, 1.0),
    ):
        beside.enter_context(running(work, pause, stop))


def mark(load_: Load, players: list[Device], screens: Screens, ends: float) -> None:
    """Tap the same cell until `ends`, one player after the other: crossed, taken back, crossed, …"""
    for device, name in itertools.cycle(zip(players, PLAYERS, strict=True)):
        if time.monotonic() > ends:
            return
        start = time.perf_counter()
        status, said = device.send("/mark", player=name, mark="b5")
        if status != 200:
            code = str(json.loads(said)["error"]["code"])
            load_.refused[code] = load_.refused.get(code, 0) + 1
            continue
        load_.answers.append(time.perf_counter() - start)
        load_.marks += 1
        number = int(json.loads(said)["number"])
        load_.acknowledged.add(number)
        came = screens.reach(number)
        load_.each += [when - start for when in came]
        load_.last.append(max(came, default=start) - start)
        load_.missing += 1 + len(players) + WATCHERS - len(came)
        time.sleep(MARK_PAUSE_SECONDS)


def check_disk(load_: Load, folder: Path) -> None:
    """Check that every acknowledged event is on disk."""
    store = Store(folder)
    try:
        kept = {stored.number for game in store.games() for stored in store.events(game)}
    finally:
        store.close()
    lost = load_.acknowledged - kept
    assert not lost, f"{len(lost)} of {len(load_.acknowledged)} events that were acknowledged are not on disk"


def milliseconds(values: list[float]) -> str:
    """Return the 99th percentile and the median of `values`, which are in seconds, as text in ms."""
    ordered = sorted(values)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{1000 * late:.0f} ms at the 99th percentile (median {1000 * statistics.median(ordered):.0f})"


def thirds(megabytes: Sequence[int]) -> str:
    """Return as text the medians of the first and last third of the measurements, and the maximum."""
    count = max(1, len(megabytes) // 3)
    early, late = statistics.median(megabytes[:count]), statistics.median(megabytes[-count:])
    return f"{early:.0f} MiB in the first third, {late:.0f} in the last, {max(megabytes)} at most"


def lines(load_: Load, minutes: float) -> list[str]:
    """Return the results as the lines of a Markdown table."""
    warm = [(every, own) for seconds, every, own in load_.memory if seconds >= WARM_UP_SECONDS] or [(0, 0)]
    every, own = zip(*warm, strict=True)
    refused = ", ".join(f"{count} {code}" for code, count in load_.refused.items()) or "none"
    return [
        "| what | figure |",
        "|---|---|",
        f"| a mark on all {1 + len(PLAYERS) + WATCHERS} screens | {milliseconds(load_.last)} |",
        f"| a mark on each screen | {milliseconds(load_.each)} |",
        f"| the answer to a mark | {milliseconds(load_.answers)} |",
        f"| marks in {minutes:g} minutes | {load_.marks} acknowledged, all on disk; refused: {refused} |",
        f"| screens that a mark never reached | {load_.missing} |",
        f"| beside them | {load_.pictures} pictures of the phone, {load_.photos} photos of sheets, "
        f"{load_.bad_pictures} bad pictures, {HANGING} connections that hang |",
        f"| memory, the table itself | {thirds(own)} |",
        f"| memory, with the processes that decode pictures | {thirds(every)} |",
        f"| processor, the table with its processes | {load_.processor / (60 * minutes):.2f} of a core |",
        f"| processor, the devices | {load_.devices / (60 * minutes):.2f} of a core |",
    ]


SECTION = """
    make bench-load ARGS="{command}"

on {date} at commit {commit}. All at once: 35 watchers, 5 players marking, the table's own screen, a phone as
the camera at 10 pictures a second, photos of sheets, 100 connections that hang, and a watcher who sends
pictures made to cost a decoder dearly. The devices run on the same machine as the table. At a load above 3
other programs slow the times.

{machine}
"""


def main() -> None:
    """Run the load test and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--uploading", type=int, default=1, metavar="N", help="devices that send photos")
    parser.add_argument("--write", action="store_true", help="write the figures into the documentation, too")
    given = parser.parse_args()
    if sys.platform != "linux":
        parser.error("the devices need addresses of their own, which only Linux has (127.0.2.1 and on)")
    if not addresses():
        parser.error("this computer is in no network, so no phone can join; connect it and try again")
    with tempfile.TemporaryDirectory() as folder:
        said = machine()
        report = lines(measure(given.minutes, Path(folder) / "games", given.uploading), given.minutes)
    load_after = f"; load {os.getloadavg()[0]:.1f} at the end"
    print("\n".join([said + load_after, "", *report]))
    if given.write:
        head = SECTION.format(
            command=" ".join(sys.argv[1:]),
            date=time.strftime("%Y-%m-%d"),
            commit=commit(),
            machine=said + load_after,
        )
        write_section("load", [head, *report])


if __name__ == "__main__":
    main()
