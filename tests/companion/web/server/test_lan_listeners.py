"""Listeners for phones: real addresses that are opened and closed again, with HTTPS too."""

import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.cli.table import invite
from companion.lan import PORT_TRIES, addresses, listen
from companion.web.app import close
from companion.web.server.certificate import NoCertificate
from tests.companion.web.conftest import JSON, Actor
from tests.waiting import until


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> str:
    """Make the table use one network address of this computer, and return the address, if any."""
    own = addresses()
    if not own:
        pytest.skip("this computer is in no network; there is no door to open")
    monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: own[:1])
    return own[0]


@pytest.fixture
def build(build: Any) -> Callable[..., Any]:
    return lambda **settings: build(PORT=free_port(), **settings)


def is_shut(address: str) -> bool:
    """Return True if nothing listens at `address`."""
    try:
        fetch(address)
    except OSError:
        return True
    return False


def fetch(address: str, **options: Any) -> tuple[int, Any, bytes]:
    """Get `address`, with `options` of `urlopen`; return the answer's status, headers and body."""
    request = urllib.request.Request(address, headers=JSON)
    try:
        answer = urllib.request.urlopen(request, timeout=30, **options)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


def test_phones_are_let_in_and_out_again(build: Any, lan: str) -> None:
    app = build()
    server, client = app.extensions["server"], app.test_client()
    assert client.post("/seats/open").status_code == 303
    (address,) = server.listeners.addresses
    assert address.startswith(f"http://{lan}:")
    assert 'class="square"' in client.get("/seats").text and address in client.get("/seats").text
    status, _, body = fetch(f"{address}/record.json")
    assert status == 403 and b"not-joined" in body, "from there one is a stranger first"
    assert fetch(f"{address}/join/{server.key}")[0] == 200
    assert client.post("/seats/shut").status_code == 303
    until(lambda: is_shut(f"{address}/join"), "the door is still open")
    assert lan not in server.hosts


def test_each_address_is_shown_on_the_page_and_the_television(build: Any) -> None:
    hosts = ["192.0.2.5", "192.168.137.1"]
    app = build(SERVED=hosts)
    client, addresses = app.test_client(), app.extensions["server"].listeners.addresses
    assert [urlsplit(each).hostname for each in addresses] == hosts
    for page in ("/seats", "/television"):
        text = client.get(page).text
        assert all(each in text for each in addresses), page
    assert "/seats/shut" not in client.get("/seats").text, "--host opened them"
    assert client.get("/join", headers={"Host": hosts[1]}).status_code == 200


@pytest.mark.usefixtures("lan")
def test_phones_stay_let_in_across_a_restart_while_a_game_is_open(build: Any) -> None:
    app = build()
    assert not app.extensions["server"].was_open
    Actor(app).begin("Ann", "Ben").send("/seats/open")
    close(app)
    app = build()
    server = app.extensions["server"]
    assert server.was_open and invite(server, False, str) is not None and server.listeners.is_open
    Actor(app).send("/seats/shut")
    close(app)
    server = build().extensions["server"]
    assert not server.was_open and invite(server, False, str) is None


def test_by_https_with_a_certificate_of_its_own(build: Any, lan: str) -> None:
    server = build(HTTPS=True).extensions["server"]
    server.listeners.open()
    (address,) = server.listeners.addresses
    assert address.startswith(f"https://{lan}:")
    context = ssl.create_default_context(cadata=server.listeners.authority(lan))
    status, _, body = fetch(f"{address}/record.json", context=context)
    assert status == 403 and b"not-joined" in body, "HTTPS is no way to be the table"
    _, headers, _ = fetch(f"{address}/join/{server.key}", context=context)
    assert "; Secure;" in headers["Set-Cookie"] + ";"
    _, headers, body = fetch(f"{address}/trust/authority.crt", context=context)
    assert headers["Content-Type"] == "application/x-x509-ca-cert"
    assert body == server.listeners.authority(lan), "a stranger can load it"


def test_an_address_without_a_certificate_keeps_no_other_from_being_open(
    build: Any, lan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: ("8.8.8.8", lan, "8.8.4.4"))
    listeners = build(HTTPS=True).extensions["server"].listeners
    assert [urlsplit(each).hostname for each in listeners.open()] == [lan]
    monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: ("8.8.8.8",))
    with pytest.raises(NoCertificate):
        listeners.open()
    assert not listeners.is_open


def test_a_port_that_is_taken_is_passed_over() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] <= port + PORT_TRIES
