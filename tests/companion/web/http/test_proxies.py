"""What a proxy says of a device counts only if the proxy was named at the start."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.web.app import close, create_app
from companion.web.http.proxies import NotAProxy, is_of, proxy_network
from companion.web.tables.server import Server

PROXY = {"REMOTE_ADDR": "127.0.0.1"}
AFAR = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "Host": "games.example"}
"""What the proxy says of a device at 192.0.2.7 that came by https."""


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Flask]:
    """The page behind a proxy on this computer, below /qwixx."""
    found = create_app(
        {
            "DATA": tmp_path / "games",
            "APPLICATION_ROOT": "/qwixx",
            "PROXIES": (proxy_network("127.0.0.1"), proxy_network("172.18.0.0/16")),
            "HOSTS": {"games.example"},
        }
    )
    yield found
    close(found)


def server(app: Flask) -> Server:
    found = app.extensions["server"]
    assert isinstance(found, Server)
    return found


def test_the_device_is_the_one_that_the_proxy_names(behind: Flask) -> None:
    client = behind.test_client()
    assert client.get("/new", headers=AFAR, environ_overrides=PROXY).headers["Location"] == "/qwixx/join"
    here = {**AFAR, "X-Forwarded-For": "127.0.0.1"}
    assert client.get("/new", headers=here, environ_overrides=PROXY).status_code == 200


def test_of_several_names_the_last_counts(behind: Flask) -> None:
    forged = {**AFAR, "X-Forwarded-For": "127.0.0.1, 192.0.2.7"}
    answer = behind.test_client().get("/new", headers=forged, environ_overrides=PROXY)
    assert answer.headers["Location"] == "/qwixx/join"


@pytest.mark.parametrize("said", [None, "", "unknown", "192.0.2.7:80", "127.0.0.1,"])
def test_a_proxy_that_names_nobody_is_not_answered(behind: Flask, said: str | None) -> None:
    headers = {"Host": "games.example"} if said is None else {**AFAR, "X-Forwarded-For": said}
    answer = behind.test_client().get("/new", headers=headers, environ_overrides=PROXY)
    assert answer.status_code == 400
    assert "X-Forwarded-For" in answer.text


def test_nobody_else_is_believed(behind: Flask) -> None:
    client = behind.test_client()
    forged = {"X-Forwarded-For": "127.0.0.1", "Host": "games.example"}
    far = {"REMOTE_ADDR": "192.0.2.9"}
    assert client.get("/new", headers=forged, environ_overrides=far).headers["Location"] == "/qwixx/join"
    lan = {"REMOTE_ADDR": "172.18.3.4"}
    assert client.get("/new", headers=forged, environ_overrides=lan).status_code == 200


def test_cookies_and_origins_follow_the_scheme_by_which_the_device_came(behind: Flask) -> None:
    client = behind.test_client()
    key = server(behind).key
    entered = client.get(f"/join/{key}", headers=AFAR, environ_overrides=PROXY)
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/qwixx"} <= set(
        entered.headers["Set-Cookie"].split("; ")
    )
    name, _, token = entered.headers["Set-Cookie"].partition(";")[0].partition("=")
    for origin, status in (("https://games.example", 303), ("http://games.example", 403)):
        sent = {**AFAR, "Origin": origin, "Cookie": f"{name}={token}"}
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


def test_names_that_were_not_given_are_not_answered(behind: Flask) -> None:
    strange = {**AFAR, "Host": "evil.example"}
    answer = behind.test_client().get("/join", headers=strange, environ_overrides=PROXY)
    assert answer.status_code == 400


def test_the_code_leads_through_the_proxy(behind: Flask) -> None:
    client = behind.test_client()
    here = {**AFAR, "X-Forwarded-For": "127.0.0.1"}
    page = client.get("/seats", headers=here, environ_overrides=PROXY).text
    assert '<p class="address">https://games.example/qwixx</p>' in page
    assert "/qwixx/seats/shut" not in page
    offline = client.get("/offline", headers=AFAR, environ_overrides=PROXY).text
    assert 'href="https://games.example/qwixx/"' in offline


def test_addresses_are_compared_as_numbers() -> None:
    networks = (proxy_network("127.0.0.1"), proxy_network("fd00::/8"))
    assert [is_of(each, networks) for each in ("127.0.0.1", "::ffff:127.0.0.1", "fd12::1")] == [True] * 3
    assert not any(is_of(each, networks) for each in ("127.0.0.2", "::1", "localhost", ""))


def test_what_is_no_address_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotAProxy, match=r"write it as numbers, like 127\.0\.0\.1\."):
        proxy_network("nginx")
