"""A table in a separate process, which the window starts and ends."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

END_SECONDS = 20.0
"""Time that a table's process gets to end before it is killed, in seconds."""
_ADDRESS = re.compile(r"https?://\S+")


def command() -> list[str]:
    """Return the first words of a command line that runs `qwixx`."""
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name("qwixx" + Path(sys.executable).suffix))]
    return [sys.executable, "-X", "utf8", "-m", "companion"]


class OpenedTable:
    """A process `qwixx table WORDS` that opens no browser, and ends when this process ends.

    A thread calls `opened` with the page's address when the page is ready. When the process has ended, the
    thread calls `ended` with the last error, or with "" if there was none.
    """

    def __init__(self, words: list[str], opened: Callable[[str], None], ended: Callable[[str], None]) -> None:
        self._process = subprocess.Popen(
            [*command(), "table", "--json", "--no-browser", "--end-with-input", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows: no console window
        )
        self._opened, self._ended = opened, ended
        self._errors: list[str] = []
        self._listeners = [
            Thread(target=self._listen, daemon=True),
            Thread(target=self._collect, daemon=True),
        ]
        for listener in self._listeners:
            listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        if line := self._process.stdout.readline():
            self._opened(str(json.loads(line)["address"]))
        self._process.wait()
        self._listeners[1].join()
        self._ended(self._errors[-1] if self._errors else "")

    def _collect(self) -> None:
        """Read the table's error lines until it ends. Keep the last one, without "qwixx table: "."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._errors = [line.strip().partition(": ")[2] or line.strip()]

    def end(self) -> None:
        """End the table and wait until it has ended; kill it after END_SECONDS."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for listener in self._listeners:
            listener.join()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


def address_in(sentence: str) -> str:
    """Return the first web address in a sentence, or "" if there is none.

    >>> address_in("Another table is using the games; open http://127.0.0.1:8730/ in a browser.")
    'http://127.0.0.1:8730/'
    """
    match = _ADDRESS.search(sentence)
    return match[0] if match else ""
