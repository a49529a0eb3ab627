"""What a proxy says of a device counts only if the proxy was named, and its devices are never the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.web.access.server import Server
from companion.web.app import close, create_app
from companion.web.server.client_address import BehindProxy, NotAProxy, proxy_address

PROXY = {"REMOTE_ADDR": "127.0.0.1"}
AFAR = {
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Prefix": "/qwixx",
    "Host": "games.example",
}
"""What the proxy says of a device at 192.0.2.7 that came by https."""


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Flask]:
    """Return the page as a proxy on this computer sees it, shown below /qwixx."""
    url = "https://games.example/qwixx"
    app = create_app({"DATA": tmp_path, "PROXY": "127.0.0.1", "URL": url, "HOSTS": {"games.example"}})
    app.wsgi_app = BehindProxy(app.wsgi_app, "127.0.0.1")  # type: ignore[method-assign]
    yield app
    close(app)


def server(app: Flask) -> Server:
    server = app.extensions["server"]
    assert isinstance(server, Server)
    return server


@pytest.mark.parametrize("device", ["192.0.2.7", "127.0.0.1", "::1", "127.0.0.1, 192.0.2.7", "", None])
def test_no_device_of_a_proxy_is_the_tables_screen(behind: Flask, device: str | None) -> None:
    said = {name: value for name, value in AFAR.items() if name != "X-Forwarded-For"}
    headers = said if device is None else {**said, "X-Forwarded-For": device}
    answer = behind.test_client().get("/new", headers=headers, environ_overrides=PROXY)
    assert answer.headers["Location"] == "/qwixx/join"


def test_nobody_else_is_believed(behind: Flask) -> None:
    client = behind.test_client()
    for address in ("192.0.2.9", "127.0.0.2"):
        answer = client.get("/new", headers=AFAR, environ_overrides={"REMOTE_ADDR": address})
        assert answer.headers["Location"] == "/join", "neither of its path nor of its device"


def test_cookies_and_origins_follow_the_scheme_by_which_the_device_came(behind: Flask) -> None:
    client = behind.test_client(use_cookies=False)
    entered = client.get(f"/join/{server(behind).key}", headers=AFAR, environ_overrides=PROXY)
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/qwixx"} <= set(
        entered.headers["Set-Cookie"].split("; ")
    )
    cookie = entered.headers["Set-Cookie"].partition(";")[0]
    for origin, status in (("https://games.example", 303), ("http://games.example", 403)):
        sent = {**AFAR, "Origin": origin, "Cookie": cookie}
        answer = client.post("/device", data={"hints": "off"}, headers=sent, environ_overrides=PROXY)
        assert answer.status_code == status, origin


def test_devices_are_held_to_rates_each_on_its_own(behind: Flask) -> None:
    client = behind.test_client()
    statuses = [
        client.post("/join", data={"code": "WRONG"}, headers=AFAR, environ_overrides=PROXY).status_code
        for _ in range(12)
    ]
    assert 429 in statuses
    other = {**AFAR, "X-Forwarded-For": "192.0.2.8"}
    assert client.post("/join", data={"code": "W"}, headers=other, environ_overrides=PROXY).status_code == 403


def test_the_code_leads_through_the_proxy(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path, "PROXY": "127.0.0.1", "URL": "https://games.example/qwixx"})
    page = app.test_client().get("/seats").text
    assert '<p class="address">https://games.example/qwixx</p>' in page
    assert "/seats/shut" not in page
    close(app)


@pytest.mark.parametrize("text", ["nginx", "0.0.0.0/0", "172.18.0.0/16", "0.0.0.0", "::", ""])
def test_bad_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotAProxy, match=r"write it as numbers, like 127\.0\.0\.1\."):
        proxy_address(text)
