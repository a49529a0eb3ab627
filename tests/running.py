"""Serves the program's pages for tests, from this process or from a process of `qwixx table`."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from companion.web.server.connections import Connections
from companion.web.server.http_server import LimitedServer

ROOT = Path(__file__).parents[1]
TABLE = (sys.executable, "-m", "companion", "table", "--no-browser")
"""The command that opens a table and no browser."""


@contextmanager
def served(app: Flask, threads: int = 16) -> Iterator[str]:
    """Serve an app on a free port, and yield its address, without a slash at the end."""
    table = app.extensions.get("server")
    listener = socket.create_server(("127.0.0.1", 0))
    server = LimitedServer(app, listener, threads, table.connections if table else Connections())
    server.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        if table:
            table.session.close()  # else their threads are waited for
        server.close()
        server.join()


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A running process of `qwixx table`."""

    address: str  # of its page, with a slash at the end
    process: subprocess.Popen[str]

    def end(self) -> str:
        """End the process as Ctrl-C does. Return the rest of its output. Fail if its exit status isn't 0."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, said
        return said


@contextmanager
def open_table(folder: Path, *words: str) -> Iterator[RunningTable]:
    """Start `qwixx table` with the games in `folder` and further arguments `words`; kill it at the end."""
    process = subprocess.Popen(
        [*TABLE, "--data", str(folder), *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        while not (line := process.stdout.readline().strip()).startswith("http://127.0.0.1:"):
            assert line, "the table did not open"
        yield RunningTable(line, process)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
