"""Tables and devices on disk: read back as they were written."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.database import Database
from companion.storage.seat_store import SeatStore, StoredSeat, StoredTable


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(tmp_path)
    yield found
    found.close()


def test_tables_are_kept_in_order_and_get_new_keys(database: Database) -> None:
    store = SeatStore(database)
    store.save_table(StoredTable("B", "one"))
    store.save_table(StoredTable("A", "two"))
    store.save_table(StoredTable("B", "three"))
    assert store.tables() == (StoredTable("B", "three"), StoredTable("A", "two"))


def test_a_clock_that_is_set_back_changes_no_order(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SeatStore(database)
    store.save_table(StoredTable("B", "one"))
    true_time = time.time
    monkeypatch.setattr(time, "time", lambda: true_time() - 3600)
    store.save_table(StoredTable("A", "two"))
    assert [table.code for table in store.tables()] == ["B", "A"], "the first one owns the oldest games"


def test_seats_are_kept_with_all_that_is_known(database: Database) -> None:
    store = SeatStore(database)
    seats = (StoredSeat("x", "A", "table"), StoredSeat("y", "A", "player", "Ann", "K7Q2-03", (4, 11)))
    for seat in seats:
        store.save_seat(seat)
    assert store.seats() == seats
    store.save_seat(StoredSeat("y", "A", "player", "Ben"))
    assert store.seats() == (seats[0], StoredSeat("y", "A", "player", "Ben"))
    store.delete_seat("x")
    assert [seat.token for seat in store.seats()] == ["y"]


def test_who_sat_at_a_deleted_table_is_gone_with_it(database: Database) -> None:
    store = SeatStore(database)
    for code in ("A", "B"):
        store.save_table(StoredTable(code, "key"))
        store.save_seat(StoredSeat(f"of {code}", code, "guest"))
    store.delete_table("A")
    assert store.tables() == (StoredTable("B", "key"),)
    assert [seat.code for seat in store.seats()] == ["B"]
