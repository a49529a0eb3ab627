"""Places for connections: kept for this computer and for those who have joined."""

import pytest

from companion.web.http.connection import Connection
from companion.web.http.connections import Connections, Places

PLACES = {"here": Places(4, 4), "joined": Places(6, 3), "stranger": Places(5, 2)}


@pytest.fixture
def ended() -> list[str]:
    return []


@pytest.fixture
def connections() -> Connections:
    return Connections(PLACES)


def opened(
    connections: Connections, ended: list[str], address: str, name: str = "", busy: bool = False
) -> Connection | None:
    found = connections.admit(address, lambda: ended.append(name or address))
    if found is not None and busy:
        found.begin("answer")
    return found


def test_strangers_take_no_place_of_players_or_of_this_computer(
    connections: Connections, ended: list[str]
) -> None:
    connections.remember("10.0.0.1")
    for address in ("127.0.0.1", "::1", "10.0.0.1"):
        assert opened(connections, ended, address)
    for i in range(50):
        opened(connections, ended, f"10.0.1.{i}")
    assert connections.count("stranger") == 5
    assert connections.count("here") == 2 and connections.count("joined") == 1
    assert not {"127.0.0.1", "::1", "10.0.0.1"} & set(ended)
    for _ in range(3):
        assert opened(connections, ended, "10.0.0.1"), "one who plays comes in at any time"


def test_an_address_takes_no_place_of_another(connections: Connections, ended: list[str]) -> None:
    opened(connections, ended, "10.0.0.7", "other")
    for i in range(20):
        opened(connections, ended, "10.0.0.8", f"hanging {i}")
    assert "other" not in ended
    assert ended == [f"hanging {i}" for i in range(18)], "the oldest makes room"


def test_what_is_answered_makes_no_room(connections: Connections, ended: list[str]) -> None:
    for i in range(2):
        opened(connections, ended, "10.0.0.8", f"answered {i}", busy=True)
    assert opened(connections, ended, "10.0.0.8") is None
    assert ended == []


def test_one_by_which_nothing_was_asked_goes_first(connections: Connections, ended: list[str]) -> None:
    asked = opened(connections, ended, "10.0.0.8", "asked")
    assert asked is not None
    asked.asked = True
    opened(connections, ended, "10.0.0.8", "silent")
    opened(connections, ended, "10.0.0.8", "new")
    assert ended == ["silent"]


def test_whoever_comes_with_one_connection_keeps_it(connections: Connections, ended: list[str]) -> None:
    opened(connections, ended, "10.0.0.7", "one")
    for i in range(40):
        opened(connections, ended, f"10.0.0.{8 + i % 2}", "many")
    assert set(ended) == {"many"}


def test_a_place_is_free_again(connections: Connections, ended: list[str]) -> None:
    for _ in range(30):
        found = opened(connections, ended, "10.0.0.8")
        assert found is not None
        connections.release(found)
        connections.release(found)
    assert ended == [] and connections.count("stranger") == 0


def test_an_address_counts_as_joined_for_an_hour(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("companion.web.http.connections.time.monotonic", lambda: now[0])
    connections.remember("10.0.0.1")
    now[0] = 3500
    assert connections.kind("10.0.0.1") == "joined"
    now[0] = 3700
    assert connections.kind("10.0.0.1") == "stranger"
    for i in range(2000):
        connections.remember(f"10.1.{i // 250}.{i % 250}")
    assert len(connections._joined) <= 500


def test_what_is_sent_at_once_is_bounded_and_who_sends_the_most_makes_room(ended: list[str]) -> None:
    connections = Connections({kind: Places(9, 9, 100) for kind in ("here", "joined", "stranger")})
    connections.remember("10.0.0.1")
    player = opened(connections, ended, "10.0.0.1", "player")
    modest = opened(connections, ended, "10.0.0.7", "modest")
    greedy = [opened(connections, ended, "10.0.0.8", f"greedy {i}") for i in range(4)]
    assert player and modest and all(greedy)
    connections.hold(player, 90)
    connections.hold(modest, 30)
    for one, count in zip(greedy, (20, 50, 10, 10), strict=True):
        assert one
        connections.hold(one, count)
    assert ended == ["greedy 1"], "the largest of the address that sends the most"
    connections.hold(modest, 60)
    assert ended == ["greedy 1"], "what has left does not count"
    connections.hold(modest, 0)
    connections.hold(modest, 60)
    assert ended == ["greedy 1"], "what is answered does not count"


def test_a_request_that_is_being_answered_makes_no_room_for_bytes(ended: list[str]) -> None:
    connections = Connections({kind: Places(9, 9, 100) for kind in ("here", "joined", "stranger")})
    answered = opened(connections, ended, "10.0.0.8", "answered")
    coming = opened(connections, ended, "10.0.0.9", "coming")
    assert answered and coming
    connections.hold(answered, 90)
    answered.begin("answer")
    connections.hold(coming, 20)
    assert ended == ["coming"]
