"""How soon forty devices see a mark: `python tests/companion/web/bench_live.py` (a part of `make bench`)."""

import http.client
import json
import os
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).parents[3]
DEVICES = 40
MARKS = int(os.environ.get("QWIXX_MARKS", "50"))

_SERVER = """
import json, sys
from pathlib import Path
from companion.lan import listen
from companion.web.app import create_app
from companion.web.server.http_server import LimitedServer
from companion.web.server.streams import THREADS
app = create_app({"DATA": Path(sys.argv[1])})
server = app.extensions["server"]
tokens = [server.seats.give("guest") for _ in range(int(sys.argv[2]))]
listening = LimitedServer(app, listen("127.0.0.1", 0), THREADS, server.connections)
listening.start()
print(json.dumps([listening.port, tokens]), flush=True)
listening.wait()
"""


def post(port: int, address: str, **data: object) -> None:
    """Make a change on the table's own screen."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = urllib.parse.urlencode(data, doseq=True)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    link.request("POST", address, body, kind)
    answer = link.getresponse()
    text = answer.read()
    link.close()
    assert answer.status == 200, text


def watch(port: int, token: str) -> socket.socket:
    """Open a device's live stream."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    request = f"GET /live?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: seat={token}\r\n\r\n"
    connection.sendall(request.encode())
    connection.setblocking(False)
    return connection


def take(
    chosen: selectors.BaseSelector, number: int, seen: dict[int, bytes], limit: float = 20
) -> list[float]:
    """Return when (`time.perf_counter`) each device had the whole event `number`, if it had."""
    came: dict[int, float] = {}
    wanted = f"id: {number}\n".encode()
    ends = time.perf_counter() + limit
    while len(came) < len(seen) and time.perf_counter() < ends:
        for key, _ in chosen.select(timeout=0.2):
            device = key.fd
            assert isinstance(key.fileobj, socket.socket)
            seen[device] = seen[device][-200_000:] + key.fileobj.recv(1 << 20)
            at = seen[device].find(wanted)
            if device not in came and at >= 0 and b"\n\n" in seen[device][at:]:
                came[device] = time.perf_counter()
    return list(came.values())


def measure() -> tuple[list[float], int]:
    """Return seconds from the tap to each device's page, for every mark, and how many never came."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVER, folder, str(DEVICES)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        try:
            port, tokens = json.loads(server.stdout.readline())
            post(port, "/begin", player=["Ann", "Ben", "Cleo"], first="1")
            post(port, "/roll", w1=4, w2=1, red=3, yellow=2, green=6, blue=5)
            chosen = selectors.DefaultSelector()
            seen: dict[int, bytes] = {}
            for token in tokens:
                device = watch(port, token)
                chosen.register(device, selectors.EVENT_READ)
                seen[device.fileno()] = b""
            take(chosen, 2, seen)
            delays, lost = [], 0
            for mark in range(MARKS):
                start = time.perf_counter()
                post(port, "/mark", player="Ben", mark="b5")  # crossed, taken back, crossed, …
                came = take(chosen, 3 + mark, seen)
                delays += [at - start for at in came]
                lost += len(seen) - len(came)
                time.sleep(0.1)
            for key in list(chosen.get_map().values()):
                assert isinstance(key.fileobj, socket.socket)
                key.fileobj.close()
            return delays, lost
        finally:
            server.kill()
            server.communicate()


def figure() -> str:
    """Return the figure for `make bench`."""
    delays, lost = measure()
    delays.sort()
    middle, late = statistics.median(delays), delays[min(len(delays) - 1, int(len(delays) * 0.99))]
    said = f", {lost} never came" if lost else ""
    return f"{1000 * late:.0f} ms at the 99th percentile (median {1000 * middle:.0f}){said}"


if __name__ == "__main__":
    print(f"{DEVICES} devices see a mark: {figure()}")
