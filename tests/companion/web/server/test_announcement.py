"""The table's name in the network, as another program reads it on the loopback interface."""

import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from zeroconf import AddressResolverIPv4, ServiceBrowser, Zeroconf  # type: ignore[attr-defined]

from companion.web.server import announcement
from companion.web.server.announcement import INSTANCE, TYPE, Announcement
from tests.companion.web.conftest import JSON
from tests.waiting import until

LOOPBACK = "127.0.0.1"
NAMES = tuple(f"qwixx-test-{os.getpid()}-{number}.local" for number in range(3))
"""Names that only the tables of these tests announce."""


@pytest.fixture
def beside() -> Iterator[ThreadPoolExecutor]:
    """Return a thread without an event loop. Zeroconf would use a running loop, such as the browser's."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def network(beside: ThreadPoolExecutor) -> Iterator[Zeroconf]:
    """Return another program that listens to announcements."""
    network = beside.submit(Zeroconf, interfaces=[LOOPBACK]).result()
    yield network
    beside.submit(network.close).result()


class Found:
    """Keeps the services that Zeroconf finds in the network in `services`, by the name of their server."""

    def __init__(self, network: Zeroconf) -> None:
        self._network, self.services = network, {}
        self._browser = ServiceBrowser(network, TYPE, self)

    def add_service(self, network: Zeroconf, kind: str, name: str) -> None:
        info = network.get_service_info(kind, name, timeout=10_000)
        if info is not None:
            self.services[info.server] = info

    def update_service(self, network: Zeroconf, kind: str, name: str) -> None:
        self.add_service(network, kind, name)

    def remove_service(self, _network: Zeroconf, _kind: str, name: str) -> None:
        self.services = {server: info for server, info in self.services.items() if info.name != name}


def test_announcement_holds_only_the_address(network: Zeroconf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcement, "NAMES", NAMES)
    listener = Found(network)
    announced = Announcement((LOOPBACK,), 8730)
    try:
        until(lambda: announced.name and f"{NAMES[0]}." in listener.services)
        info = listener.services[f"{NAMES[0]}."]
        assert announced.name == NAMES[0] and announced.address == f"http://{NAMES[0]}:8730"
        assert info.parsed_addresses() == [LOOPBACK] and info.port == 8730
        assert info.properties == {b"path": b"/join"}
        assert info.name.startswith(INSTANCE) and info.name.endswith(TYPE)
        assert socket.gethostname() not in info.name
    finally:
        announced.close(waits=True)
    until(lambda: f"{NAMES[0]}." not in listener.services, "it does not say goodbye")
    assert not announced.name


def test_the_next_table_takes_the_next_name(
    network: Zeroconf, beside: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcement, "NAMES", NAMES[1:])
    first = Announcement((LOOPBACK,), 8730)
    until(lambda: first.name == NAMES[1])
    second = Announcement((LOOPBACK,), 8731, "https")
    try:
        until(lambda: second.name == NAMES[2])
        assert second.address == f"https://{NAMES[2]}:8731"
        resolved = AddressResolverIPv4(f"{NAMES[2]}.")
        assert beside.submit(resolved.request, network, 10_000).result()
        assert resolved.parsed_addresses() == [LOOPBACK]
        third = Announcement((LOOPBACK,), 8732)
        third._thread.join()
        assert third.name == "" and third.address == "", "all names are taken"
    finally:
        for each in (first, second):
            each.close(waits=True)


def test_the_usual_port_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcement, "NAMES", NAMES)
    announced = Announcement((), 80)
    announced.name = "qwixx.local"
    assert announced.address == "http://qwixx.local"
    announced.close()


def status(port: int, host: str) -> int:
    """Return the status of a request that names `host` in its Host header."""
    with closing(HTTPConnection(LOOPBACK, port, timeout=30)) as link:
        link.request("GET", "/rules", headers={"Host": host, **JSON})
        return link.getresponse().status


def test_only_a_table_that_is_to_be_announced_answers_to_its_name_while_phones_are_let_in(
    build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: (LOOPBACK,))
    monkeypatch.setattr(announcement, "NAMES", NAMES[:1])
    with socket.create_server((LOOPBACK, 0)) as free:
        port = free.getsockname()[1]
    silent, server = (
        build(DATA=tmp_path / str(announces), PORT=port, ANNOUNCE=announces).extensions["server"]
        for announces in (False, True)
    )
    (address,) = server.listeners.open()[:1]
    port = int(address.rpartition(":")[2])
    until(lambda: NAMES[0] in server.hosts)
    assert server.listeners.addresses == (address, f"http://{NAMES[0]}:{port}"), "what always works is first"
    assert status(port, f"{NAMES[0]}:{port}") == 200
    assert status(port, f"evil.local:{port}") == 400
    assert server.listeners.open() == server.listeners.addresses, "the same again"
    server.listeners.close()
    assert NAMES[0] not in server.hosts and server.listeners.addresses == ()
    monkeypatch.delattr("companion.web.server.lan_listeners.Announcement")
    assert len(silent.listeners.open()) == 1
