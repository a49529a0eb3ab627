"""How soon forty devices see a mark: `python -m tests.companion.web.bench_live` (a part of `make bench`)."""

import json
import os
import subprocess
import sys
import tempfile
import time

from tests.companion.web.bench_load import Device, Screens, milliseconds
from tests.running import ROOT

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


def measure() -> tuple[list[float], int]:
    """Return the seconds from each tap to each device's page, and the number of updates that never came."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _SERVER, folder, str(DEVICES)]
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            port, tokens = json.loads(server.stdout.readline())
            own = Device("127.0.0.1", port, "127.0.0.1")
            dice = {"w1": 4, "w2": 1, "red": 3, "yellow": 2, "green": 6, "blue": 5}
            assert own.send("/begin", player=["Ann", "Ben", "Cleo"], first="1")[0] == 200
            assert own.send("/roll", **dice)[0] == 200
            screens = Screens([Device("127.0.0.1", port, "127.0.0.1", f"seat={token}") for token in tokens])
            screens.reach(2)
            delays: list[float] = []
            for mark in range(MARKS):
                start = time.perf_counter()
                assert own.send("/mark", player="Ben", mark="b5")[0] == 200  # crossed, taken back, crossed, …
                delays += [at - start for at in screens.reach(3 + mark)]
                time.sleep(0.1)
            screens.close()
            return delays, MARKS * DEVICES - len(delays)
        finally:
            server.kill()
            server.communicate()


def figure() -> str:
    """Return the delays as text for `make bench`: 99th percentile, median, and the number of lost marks."""
    delays, lost = measure()
    return milliseconds(delays) + (f", {lost} never came" if lost else "")


if __name__ == "__main__":
    print(f"{DEVICES} devices see a mark: {figure()}")
