"""A table behind a real nginx that serves it below a path, as docs/install.md describes."""

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.companion.web.conftest import jpeg
from tests.running import open_table
from tests.waiting import until, until_seen

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(
    NGINX is None, reason="no nginx is installed here: apt-get install nginx-light"
)
DOCUMENTED = Path(__file__).parents[3] / "docs" / "install.md"
CONFIG = """
daemon off; master_process off; pid %(folder)s/pid; error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path %(folder)s/body; proxy_temp_path %(folder)s/proxy;
  fastcgi_temp_path %(folder)s/a; uwsgi_temp_path %(folder)s/b; scgi_temp_path %(folder)s/c;
  set_real_ip_from 127.0.0.1; real_ip_header X-Device; # a test says which device it is
  server {
    listen 127.0.0.1:%(port)d;
    %(location)s
  }
}
"""


Answer = tuple[int, HTTPMessage, bytes]
"""Status, headers and body."""


@dataclass
class Device:
    """A device with the IP address `address`, which sends its requests to nginx."""

    port: int
    address: str
    cookie: str = ""
    host: str = "games.example"

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = {"X-Device": self.address, "Host": self.host, "Cookie": self.cookie}
        connection.request(method, path, body or None, {**sent, **headers})
        answer = connection.getresponse()
        if "Set-Cookie" in answer.headers:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def post(self, path: str, **form: str | list[str]) -> Answer:
        kind = "application/x-www-form-urlencoded"
        data = urlencode(form, doseq=True).encode()
        return self.ask("POST", path, data, Accept="application/json", **{"Content-Type": kind})


@dataclass(frozen=True)
class Behind:
    """A table behind nginx: the port of nginx, and the URL of the table without nginx."""

    port: int
    direct: str

    def device(self, address: str) -> Device:
        return Device(self.port, address)

    @property
    def here(self) -> Device:
        """Return the browser of the table's own computer, which bypasses nginx."""
        return Device(urlsplit(self.direct).port or 0, "127.0.0.1", host="127.0.0.1")

    def begin(self) -> None:
        """Begin a game of Ann and Ben."""
        begun = self.here.post("/begin", player=["Ann", "Ben"], first="1", game="classic")
        assert json.loads(begun[2]) == {"go": "/"}

    def roll(self) -> None:
        """Enter a roll on the table's own screen."""
        dice = {"w1": "1", "w2": "2", "red": "3", "yellow": "4", "green": "5", "blue": "6"}
        assert self.here.post("/roll", **dice)[0] == 200

    def code(self) -> str:
        """Return the table's code, from its own screen."""
        page = self.here.ask("GET", "/seats")[2].decode()
        match = re.search(r"</span>(\w{5})</p>", page)
        assert match
        return match[1]


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """Run `qwixx table` behind nginx, with Ann and Ben playing."""
    folder = tmp_path_factory.mktemp("nginx")
    words = ("--camera", "none", "--proxy", "127.0.0.1", "--url", "https://games.example/qwixx")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with open_table(folder / "games", *words) as table:
        config = folder / "nginx.conf"
        said = table.process.stdout
        assert said is not None
        line = next(line for line in iter(said.readline, "") if "The proxy finds" in line)
        block = re.search(r"```nginx\n(.*?)```", DOCUMENTED.read_text(encoding="utf-8"), re.S)
        assert block
        location = block[1].replace("127.0.0.1:8730", urlsplit(line.split()[-1]).netloc)
        config.write_text(CONFIG % {"folder": folder, "port": port, "location": location})
        assert NGINX
        command = [NGINX, "-p", str(folder), "-e", "stderr", "-c", str(config)]
        nginx = subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, "LANG": "C"})
        try:
            proxied = Behind(port, table.address)

            def answers() -> bool:
                assert nginx.poll() is None, nginx.communicate()[1].decode()
                with suppress(OSError):
                    return proxied.device("192.0.2.1").ask("GET", "/qwixx/rules")[0] == 200
                return False

            until(answers, "nginx did not answer")
            proxied.begin()
            yield proxied
        finally:
            nginx.terminate()
            nginx.communicate(timeout=60)


def test_a_device_comes_in_by_the_code_and_stays(behind: Behind) -> None:
    phone = behind.device("192.0.2.7")
    status, headers, _ = phone.ask("GET", "/qwixx/")
    assert (status, headers["Location"]) == (303, "/qwixx/join")
    status, headers, _ = phone.post("/qwixx/join", code=behind.code())
    assert (status, headers["Location"]) == (303, "/qwixx/join?in=1")
    assert "Path=/qwixx" in headers["Set-Cookie"].split("; ")
    assert phone.ask("GET", "/qwixx/")[0] == 200
    assert phone.ask("GET", "/qwixx/seats")[0] == 403


def test_the_stream_brings_what_happens_as_it_happens(behind: Behind) -> None:
    behind.begin()
    phone = behind.device("192.0.2.17")
    phone.post("/qwixx/join", code=behind.code())
    connection = HTTPConnection("127.0.0.1", behind.port, timeout=120)
    headers = {"X-Device": phone.address, "Host": "games.example", "Cookie": phone.cookie}
    connection.request("GET", "/qwixx/live?after=1", headers=headers)
    stream = connection.getresponse()
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert stream.readline().startswith(b"retry:")
    behind.roll()
    lines = iter(stream.readline, b"")
    assert next(line for line in lines if line == b"event: table\n")
    assert b"/qwixx/mark" in next(lines)
    connection.close()


def test_a_photo_passes_whole(behind: Behind) -> None:
    phone = behind.device("192.0.2.27")
    phone.post("/qwixx/join", code=behind.code())
    photo = jpeg(640, 480) + bytes(6_000_000)
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=x", "Accept": "application/json"}
    status, _, body = phone.ask("POST", "/qwixx/photo", head + photo + b"\r\n--x--\r\n", **kind)
    assert (status, json.loads(body)["error"]["code"]) == (403, "guest")  # read, and refused by the table


def test_guards_know_each_device_by_its_own_address(behind: Behind) -> None:
    guesser, other = behind.device("192.0.2.37"), behind.device("192.0.2.38")
    assert 429 in [guesser.post("/qwixx/join", code="WRONG")[0] for _ in range(12)]
    assert other.ask("GET", "/qwixx/join")[0] == 200
    status, headers, _ = other.ask("GET", "/qwixx/new", **{"X-Forwarded-For": "127.0.0.1"})
    assert (status, headers["Location"]) == (303, "/qwixx/join")
    assert other.ask("GET", "/qwixx/join", Host="evil.example")[0] == 400
    assert other.ask("POST", "/qwixx/language", b"language=de", Origin="http://evil.example")[0] == 403


@pytest.mark.browser
def test_two_browsers_play_below_the_path(behind: Behind, open_device: Any) -> None:
    behind.begin()
    asked: set[tuple[str, ...]] = set()

    def visit(device: str) -> Any:
        page = open_device(extra_http_headers={"X-Device": device}, service_workers="allow")
        page.on("request", lambda request: asked.add(urlsplit(request.url)[1:3]))
        return page

    address = f"http://localhost:{behind.port}/qwixx/"
    table = visit("127.0.0.1")
    table.goto(behind.direct)
    phone = visit("192.0.2.47")
    phone.goto(address)
    phone.locator('input[name="code"]').fill(behind.code())
    phone.locator('input[name="code"]').press("Enter")
    phone.get_by_role("button", name="Ben").click()
    phone.wait_for_url(address)
    until_seen(table, lambda: "Ben" in table.content())
    behind.roll()
    phone.locator("form.mine button.cell.legal").first.wait_for()
    before = table.locator("#sheet-1").inner_html()
    phone.locator("form.mine button.cell.legal").first.click()
    until_seen(table, lambda: table.locator("#sheet-1").inner_html() != before, "the cross never came")
    scope = phone.evaluate("navigator.serviceWorker.ready.then((worker) => new URL(worker.scope).pathname)")
    assert scope == "/qwixx/"
    phone.goto(f"{address}rules")
    phone.goto(f"{address}history")
    below = {path for host, path in asked if host == urlsplit(address).netloc}
    assert below and [path for path in sorted(below) if not path.startswith("/qwixx/")] == []
    assert phone.evaluate("document.fonts.ready.then(() => document.fonts.check('600 16px Fredoka'))")
