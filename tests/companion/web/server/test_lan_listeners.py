"""The doors for phones: real addresses, let in and shut again, by HTTPS too."""

import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.cli.table import invite
from companion.lan import PORT_TRIES, addresses, listen
from companion.web.app import close, create_app
from companion.web.server.certificate import NoCertificate
from tests.waiting import until


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an address that is not the loopback, or a stand-in without a network."""
    own = addresses()
    if not own:
        pytest.skip("this computer is in no network; there is no door to open")
    monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: own[:1])
    return own[0]


def opened(tmp_path: Path, **config: Any) -> Iterator[Any]:
    app = create_app({"DATA": tmp_path, "PORT": free_port(), **config})
    yield app
    close(app)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    yield from opened(tmp_path)


@pytest.fixture
def secure_app(tmp_path: Path) -> Iterator[Any]:
    yield from opened(tmp_path, HTTPS=True)


def is_shut(address: str) -> bool:
    """Return True if nothing listens at `address`."""
    try:
        fetch(address)
    except OSError:
        return True
    return False


def fetch(address: str, data: bytes | None = None, **options: Any) -> tuple[int, str]:
    request = urllib.request.Request(address, data, {"Accept": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30, **options) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_phones_are_let_in_and_out_again(app: Any, lan: str) -> None:
    server, client = app.extensions["server"], app.test_client()
    assert client.post("/seats/open").status_code == 303
    (address,) = server.listeners.addresses
    assert address.startswith(f"http://{lan}:")
    assert 'class="square"' in client.get("/seats").text and address in client.get("/seats").text
    status, text = fetch(f"{address}/record.json")
    assert status == 403 and "not-joined" in text, "from there one is a stranger first"
    status, _ = fetch(f"{address}/join/{server.key}")
    assert status == 200
    assert client.post("/seats/shut").status_code == 303
    until(lambda: is_shut(f"{address}/join"), "the door is still open")
    assert lan not in server.hosts


def test_each_address_is_shown_on_the_page_and_the_television(tmp_path: Path) -> None:
    for app in opened(tmp_path, SERVED=("192.0.2.5", "192.168.137.1")):
        client, server = app.test_client(), app.extensions["server"]
        assert [urlsplit(each).hostname for each in server.listeners.addresses] == [
            "192.0.2.5",
            "192.168.137.1",
        ]
        for page in ("/seats", "/television"):
            text = client.get(page).text
            assert all(each in text for each in server.listeners.addresses), page
        assert "/seats/shut" not in client.get("/seats").text, "--host opened them"
        host = {"Host": "192.168.137.1"}
        assert client.get("/join", headers=host).status_code == 200


@pytest.mark.usefixtures("lan")
def test_phones_stay_let_in_across_a_restart_while_a_game_is_open(tmp_path: Path) -> None:
    for app in opened(tmp_path):
        assert not app.extensions["server"].was_open
        client = app.test_client()
        client.post("/begin", data={"player": ["Ann", "Ben"], "first": "1"})
        assert client.post("/seats/open").status_code == 303
    for app in opened(tmp_path):
        server = app.extensions["server"]
        assert server.was_open
        invitation = invite(server, False, str)
        assert invitation is not None and server.listeners.is_open
        assert app.test_client().post("/seats/shut").status_code == 303
    for app in opened(tmp_path):
        server = app.extensions["server"]
        assert not server.was_open and invite(server, False, str) is None


def test_by_https_with_a_certificate_of_its_own(secure_app: Any, lan: str, tmp_path: Path) -> None:
    server = secure_app.extensions["server"]
    server.listeners.open()
    (address,) = server.listeners.addresses
    assert address.startswith(f"https://{lan}:")
    context = ssl.create_default_context(cadata=server.listeners.authority(lan))
    status, text = fetch(f"{address}/record.json", context=context)
    assert status == 403 and "not-joined" in text, "HTTPS is no way to be the table"
    request = urllib.request.Request(f"{address}/join/{server.key}")
    with urllib.request.urlopen(request, timeout=30, context=context) as answer:
        assert "; Secure;" in answer.headers["Set-Cookie"] + ";"
    loaded = urllib.request.Request(f"{address}/trust/authority.crt")
    with urllib.request.urlopen(loaded, timeout=30, context=context) as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert answer.read() == server.listeners.authority(lan), "a stranger can load it"


def test_an_address_without_a_certificate_keeps_no_other_from_being_open(
    secure_app: Any, lan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: ("8.8.8.8", lan, "8.8.4.4"))
    listeners = secure_app.extensions["server"].listeners
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
