"""Names that belong to one person."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.database import Database
from companion.storage.seat_store import People


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    database = Database(tmp_path)
    yield People(database)
    database.close()


def test_names_stand_for_the_last_one_they_were_merged_into(people: People) -> None:
    people.merge("Anne", "Annie")
    people.merge("Annie", "Ann")
    assert people.same_as() == {"Anne": "Ann", "Annie": "Ann"}
    people.merge("Hannah", "Anne")
    assert people.same_as()["Hannah"] == "Ann"


def test_a_name_may_become_the_one_it_stood_for(people: People) -> None:
    people.merge("Anne", "Ann")
    people.merge("Ann", "Anne")
    assert people.same_as() == {"Anne": "Ann"}, "one person, by one name"


def test_separated_names_are_two_people_again_and_all_outlives_a_restart(tmp_path: Path) -> None:
    database = Database(tmp_path)
    People(database).merge("Anne", "Ann")
    People(database).merge("Benny", "Ben")
    People(database).separate("Anne")
    database.close()
    again = Database(tmp_path)
    assert People(again).same_as() == {"Benny": "Ben"}
    again.close()
