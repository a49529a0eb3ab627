"""Seats and their tokens, which survive restarts."""

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.storage.seat_store import SeatStore
from companion.web.access import seats
from companion.web.access.seats import PLAYER_SECONDS, WATCHER_SECONDS, Seat, Seats
from companion.web.app import close
from tests.companion.web.conftest import FAR, JSON


def test_stored_token_opens_no_seat(game: Any) -> None:
    """Check that a token as stored in the file, which is a hash, opens no seat."""
    table, ann, _ = game
    kept = [seat.token for seat in SeatStore(table.server.store).seats()]
    assert ann.token not in kept
    client = table.app.test_client()
    client.set_cookie("seat", kept[0])
    assert client.post("/mark", headers=JSON, environ_overrides=FAR).status_code == 403


def test_a_token_that_was_given_back_is_not_used_again(game: Any) -> None:
    _, ann, _ = game
    token = ann.token
    assert ann.post("/leave").status_code == 303
    ann.client.set_cookie("seat", token)
    assert ann.refused("/mark", player="Ann", mark="a5") == "not-joined"


def test_a_phone_keeps_its_seat_over_a_restart(build: Any) -> None:
    app = build()
    before = app.extensions["server"]
    token = before.seats.give("player", "Ann", "K7Q2-03", (5, 10))
    close(app)
    server = build().extensions["server"]
    seat = server.seats.find(token)
    assert (seat.player, seat.sheet, seat.lucky) == ("Ann", "K7Q2-03", (5, 10))
    assert server.key == before.key, "the QR code on the wall still holds"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replace the clock that `seats` uses by one that tests can set: its attribute `at`, in seconds."""
    now = SimpleNamespace(at=1e9)
    monkeypatch.setattr(seats, "time", SimpleNamespace(monotonic=lambda: now.at, time=lambda: now.at))
    return now


def test_many_joins_do_not_stay(app: Flask, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MAX_WATCHERS", 20)
    store = SeatStore(app.extensions["server"].store)
    chairs = Seats(store)
    player = chairs.give("player", "Ann")
    watcher = chairs.give("guest")
    for i in range(300):
        clock.at += 0.1
        chairs.give("guest")
        if i % 10 == 0:
            seen = chairs.find(watcher)
            assert seen is not None
            chairs.note_request(seen.token)
    assert len(chairs.all()) == 21 == len(store.seats())
    assert chairs.find(player) is not None and chairs.find(watcher) is not None, "who is here stays"
    clock.at += WATCHER_SECONDS + 1
    chairs.give("guest")
    assert len(chairs.all()) == 2 and chairs.find(player) is not None
    clock.at += PLAYER_SECONDS
    chairs.give("guest")
    assert chairs.find(player) is None


def test_when_a_device_was_here_is_known_after_a_restart(app: Flask, clock: Any) -> None:
    store = SeatStore(app.extensions["server"].store)
    chairs = Seats(store)
    here, away = (chairs.give("player", name) for name in ("Ann", "Ben"))
    clock.at += 7200
    chairs.note_request(seats.hashed(here))
    again = Seats(store)
    assert (again.seconds_away(seats.hashed(here)), again.seconds_away(seats.hashed(away))) == (0, 7200)


def test_a_chair_is_taken_by_one_device_and_handed_over_by_word_alone(app: Flask) -> None:
    chairs = Seats(SeatStore(app.extensions["server"].store))
    ann, other = (seats.hashed(chairs.give("guest")) for _ in range(2))
    assert chairs.take(Seat(ann, "player", "Ann", "K7Q2-01", (4, 9))) is None
    rival = chairs.take(Seat(other, "player", "Ann", "K7Q2-01", proven=True))
    assert rival is not None and rival.token == ann, "a scan of the neighbour's sheet is not enough"
    chairs.hand_over(Seat(other, "player", "Ann", "K7Q2-01"))
    now, before = chairs.by_hash(other), chairs.by_hash(ann)
    assert now is not None and (now.player, now.sheet, now.lucky) == ("Ann", "K7Q2-01", (4, 9))
    assert before is not None and (before.role, before.player, before.sheet) == ("guest", "", "")


def test_a_sheet_goes_to_who_knows_its_secret_and_the_chair_stays(app: Flask) -> None:
    chairs = Seats(SeatStore(app.extensions["server"].store))
    typed, shown, third = (seats.hashed(chairs.give("guest")) for _ in range(3))
    assert chairs.take(Seat(typed, "player", "Ann", "K7Q2-02")) is None
    assert chairs.take(Seat(shown, "player", "Ben", "K7Q2-02", proven=True)) is None
    sheets = {seat.player: seat.sheet for seat in chairs.all() if seat.player}
    assert sheets == {"Ann": "", "Ben": "K7Q2-02"}
    for proven in (False, True):
        rival = chairs.take(Seat(third, "player", "Cleo", "K7Q2-02", proven=proven))
        assert rival is not None and rival.player == "Ben"
