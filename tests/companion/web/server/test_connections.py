"""An address with few connections keeps them, however many connections other addresses open."""

from collections.abc import Callable

import pytest

from companion.web.server import connections
from companion.web.server.connections import Connection, Connections

Opened = Callable[..., Connection | None]


@pytest.fixture
def ended() -> list[str]:
    return []


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> Connections:
    """Return an empty set of connections with low limits."""
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 6)
    monkeypatch.setattr(connections, "MAX_OF_ADDRESS", 4)
    monkeypatch.setattr(connections, "MAX_HELD_BYTES", 100)
    return Connections("10.0.9.9")


@pytest.fixture
def opened(places: Connections, ended: list[str]) -> Opened:
    """Return a function that opens a connection from an address, or returns None if it is not admitted."""

    def opened(address: str, name: str = "", busy: bool = False, asked: bool = False) -> Connection | None:
        connection = Connection(address, lambda: ended.append(name or address), asked=asked)
        if busy:
            connection.begin("answer")
        return connection if places.admit(connection) else None

    return opened


def test_others_take_no_place_of_this_computer(opened: Opened, ended: list[str]) -> None:
    for i in range(50):
        opened(f"10.0.1.{i}", busy=True)
    assert opened("127.0.0.1") and opened("::1")
    assert ended == []


def test_an_address_takes_no_place_of_another(opened: Opened, ended: list[str]) -> None:
    opened("10.0.0.7", "other")
    for i in range(20):
        opened("10.0.0.8", f"hanging {i}")
    assert ended == [f"hanging {i}" for i in range(16)], "the oldest makes room"


def test_newcomer_gets_in_while_all_others_are_answered(opened: Opened, ended: list[str]) -> None:
    for address in ("10.0.0.8", "10.0.0.9"):
        for _ in range(3):
            assert opened(address, busy=True)
    assert opened("10.0.0.7") and len(ended) == 1
    assert opened("10.0.0.6", "idle") and len(ended) == 2
    assert opened("10.0.0.8") is None, "who has most gets no more"


def test_a_proxy_has_places_for_many_devices(opened: Opened, ended: list[str]) -> None:
    for _ in range(6):
        assert opened("10.0.9.9")
    assert ended == []


def test_one_by_which_nothing_was_asked_goes_first(opened: Opened, ended: list[str]) -> None:
    opened("10.0.0.8", "busy", busy=True)
    opened("10.0.0.8", "asked", asked=True)
    opened("10.0.0.8", "silent")
    opened("10.0.0.8", "silent too")
    opened("10.0.0.8")
    assert ended == ["silent"]


def test_a_place_is_free_again(opened: Opened, places: Connections, ended: list[str]) -> None:
    for _ in range(30):
        connection = opened("10.0.0.8")
        assert connection is not None
        places.release(connection)
        places.release(connection)
    assert ended == [] and not places._open


def test_request_bytes_are_bounded_and_the_largest_sender_is_evicted(
    opened: Opened, places: Connections, ended: list[str]
) -> None:
    modest = opened("10.0.0.7", "modest")
    greedy = [opened("10.0.0.8", f"greedy {i}") for i in range(4)]
    assert modest and all(greedy)
    hold = places.hold
    hold(modest, 30)
    for one, count in zip(greedy, (20, 50, 10, 10), strict=True):
        assert one
        hold(one, count)
    assert ended == ["greedy 1"], "the largest of the address that sends the most"
    hold(modest, 60)
    assert ended == ["greedy 1"], "what has left does not count"
    hold(modest, 0)
    hold(modest, 60)
    assert ended == ["greedy 1"], "what is answered does not count"


def test_a_request_that_is_being_answered_makes_no_room_for_bytes(
    opened: Opened, places: Connections, ended: list[str]
) -> None:
    answered, coming = opened("10.0.0.8", "answered"), opened("10.0.0.9", "coming")
    assert answered and coming
    places.hold(answered, 90)
    answered.begin("answer")
    places.hold(coming, 20)
    assert ended == ["coming"]


def test_a_device_is_late_only_while_it_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("companion.web.server.connections.time.monotonic", lambda: now[0])
    device = Connection("10.0.0.8", lambda: None, since=0.0)
    device.begin("answer")
    now[0] = 1000
    assert device.is_busy() and not device.is_late(), "a live stream has no end"
    device.note_unsent(500)
    now[0] += connections.IDLE_SECONDS - 1
    device.note_unsent(900)
    assert not device.is_busy() and not device.is_late()
    device.note_unsent(400)
    now[0] += connections.STALLED_SECONDS / 2
    assert device.is_busy(), "it takes some"
    now[0] += connections.IDLE_SECONDS
    device.note_unsent(2000)
    assert device.is_late()
