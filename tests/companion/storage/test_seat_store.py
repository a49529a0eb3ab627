"""The table's key, its devices and merged player names are read from disk as they were written."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.database import Database
from companion.storage.schema import Invitation, StoredSeat
from companion.storage.seat_store import People, SeatStore


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path)
    yield database
    database.close()


def test_the_table_is_kept_and_gets_a_new_key(database: Database) -> None:
    store = SeatStore(database)
    assert store.invitation() is None
    store.save_invitation(Invitation("B", "one"))
    store.save_invitation(Invitation("B", "three"))
    assert store.invitation() == Invitation("B", "three")


def test_seats_are_kept_with_all_that_is_known(database: Database) -> None:
    store = SeatStore(database)
    seats = (StoredSeat("x", "guest"), StoredSeat("y", "player", "Ann", "K7Q2-03", (4, 11)))
    for seat in seats:
        store.save_seat(seat)
    assert store.seats() == seats
    store.save_seat(StoredSeat("y", "player", "Ben"))
    assert store.seats() == (seats[0], StoredSeat("y", "player", "Ben"))
    store.delete_seat("x")
    assert [seat.token for seat in store.seats()] == ["y"]


def test_names_stand_for_the_last_one_they_were_merged_into(database: Database) -> None:
    people = People(database)
    people.merge("Anne", "Annie")
    people.merge("Annie", "Ann")
    assert people.same_as() == {"Anne": "Ann", "Annie": "Ann"}
    people.merge("Hannah", "Anne")
    people.merge("Ann", "Annie")
    assert people.same_as() == dict.fromkeys(("Anne", "Annie", "Hannah"), "Ann"), "one person, by one name"
    people.separate("Anne")
    database.close()
    with closing(Database(database.folder)) as again:
        assert People(again).same_as() == dict.fromkeys(("Annie", "Hannah"), "Ann")
