"""Only a configured proxy's headers count. A device behind a proxy is never the table's own computer."""

from typing import Any

import pytest
from flask import Flask

from companion.web.server.client_address import BehindProxy, NotAProxy, proxy_address

PROXY = {"REMOTE_ADDR": "127.0.0.1"}
AFAR = {
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Prefix": "/qwixx",
    "Host": "games.example",
}
"""Headers that the proxy sends for a device at 192.0.2.7 that uses https."""


@pytest.fixture
def behind(build: Any) -> Any:
    """Return an app behind a proxy on this computer. The proxy serves it under the path /qwixx."""
    app = build(PROXY="127.0.0.1", URL="https://games.example/qwixx", HOSTS={"games.example"})
    app.wsgi_app = BehindProxy(app.wsgi_app, "127.0.0.1")
    return app


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
    key = behind.extensions["server"].key
    entered = client.get(f"/join/{key}", headers=AFAR, environ_overrides=PROXY)
    cookie, *limits = entered.headers["Set-Cookie"].split("; ")
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/qwixx", "Max-Age=31536000"} <= set(limits)
    for origin, status in (("https://games.example", 303), ("http://games.example", 403)):
        sent = {**AFAR, "Origin": origin, "Cookie": cookie}
        answer = client.post("/device", data={"hints": "off"}, headers=sent, environ_overrides=PROXY)
        assert answer.status_code == status, origin


def test_devices_are_held_to_rates_each_on_its_own(behind: Flask) -> None:
    client = behind.test_client()
    statuses = []
    for device in (*12 * ["192.0.2.7"], "192.0.2.8"):
        said = {**AFAR, "X-Forwarded-For": device}
        answer = client.post("/join", data={"code": "WRONG"}, headers=said, environ_overrides=PROXY)
        statuses.append(answer.status_code)
    assert statuses[-2:] == [429, 403]


def test_the_code_leads_through_the_proxy(build: Any) -> None:
    page = build(PROXY="127.0.0.1", URL="https://games.example/qwixx").test_client().get("/seats").text
    assert '<p class="address">https://games.example/qwixx</p>' in page
    assert "/seats/shut" not in page


@pytest.mark.parametrize("text", ["nginx", "0.0.0.0/0", "172.18.0.0/16", "0.0.0.0", "::", ""])
def test_bad_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotAProxy, match=r"write it as numbers, like 127\.0\.0\.1\."):
        proxy_address(text)
