"""Five hundred connections hang: players and this computer are still answered, and no file is left open."""

import json
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from companion.lan import addresses
from companion.web.server.connections import HEADER_SECONDS, MAX_CONNECTIONS
from tests.robustness.hanging import hanging_connections, trusting
from tests.running import ROOT, TABLE

HANGING, SOURCES = 530, 20
PATIENCE = HEADER_SECONDS / 2
"""Seconds to wait for an answer, less than the time limit of the hanging connections."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has twenty addresses to ask from")


class Device:
    """A browser with one cookie, at an address of its own."""

    def __init__(self, address: str, source: str) -> None:
        self.address, self.source, self.cookie = urllib.parse.urlsplit(address), source, ""

    def ask(self, method: str, path: str, **form: object) -> int:
        """Send a request with the fields `form`, and return the HTTP status of the answer."""
        host, port, source = self.address.hostname, self.address.port, (self.source, 0)
        assert host is not None
        link = (
            HTTPSConnection(host, port, timeout=PATIENCE, source_address=source, context=trusting(host))
            if self.address.scheme == "https"
            else HTTPConnection(host, port, timeout=PATIENCE, source_address=source)
        )
        headers = {"Accept": "application/json", "Cookie": self.cookie}
        body = urllib.parse.urlencode(form, doseq=True) if method == "POST" else None
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            link.request(method, path, body, headers)
            answer = link.getresponse()
            answer.read()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
            return answer.status
        finally:
            link.close()


@pytest.fixture(params=["http", "https"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[dict[str, object], int, Path]]:
    """Return the JSON that a table prints at its start, its process id, and the path of its error log."""
    if not addresses():
        pytest.skip("this computer is in no network; there is no door to open")
    words = [*TABLE, "--camera", "none", "--data", str(tmp_path / "games"), "--lan", "--json"]
    words += ["--https"] if request.param == "https" else []
    complaints = tmp_path / "complaints.txt"
    with complaints.open("wb") as errors:
        limited = ["sh", "-c", 'ulimit -S -n 1024; exec "$@"', "sh", *words]
        process = subprocess.Popen(limited, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline()), process.pid, complaints
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_players_continue_while_a_request_hangs(table: tuple[dict[str, object], int, Path]) -> None:
    said, pid, complaints = table
    own = Device(str(said["address"]).rstrip("/"), "127.0.0.1")
    joins = said["join"]
    assert isinstance(joins, list)
    link = urllib.parse.urlsplit(joins[0])
    phone = Device(f"{link.scheme}://{link.netloc}", "127.0.2.1")
    assert own.ask("POST", "/begin", player=["Ann", "Ben"], first="1") in (200, 303)
    assert phone.ask("GET", link.path) == 200
    assert phone.ask("POST", "/sit", player="Ben") == 303
    dice = {"w1": "4", "w2": "1", "red": "3", "yellow": "2", "green": "6", "blue": "5"}
    assert own.ask("POST", "/roll", **dice) == 200
    assert link.hostname is not None and link.port is not None
    with hanging_connections(link.hostname, link.port, HANGING, SOURCES) as held:
        assert len(held) > HANGING // 2
        for _ in range(6):
            assert phone.ask("POST", "/mark", player="Ben", mark="b5") == 200  # crossed, taken back, …
            assert own.ask("GET", "/") == 200
        stranger = Device(f"{link.scheme}://{link.netloc}", "127.0.3.1")
        assert stranger.ask("GET", "/join") == 200, "who comes anew gets in as well"
        files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        assert files < 3 * MAX_CONNECTIONS
    assert files < 500, "those that hang hold no more than the places of strangers"
    assert complaints.stat().st_size < 20_000, complaints.read_text(errors="replace")[:2000]
