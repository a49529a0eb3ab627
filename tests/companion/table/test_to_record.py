"""A table as a record: legal, with the same scores; and what a record cannot hold."""

import json
import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge
from companion.rules import ALL_VARIANTS, FURTHER_VARIANTS, PASS, Mark
from companion.table.events import (
    Decided,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    RollTaken,
    RowClosed,
    SheetTakenOver,
    Undone,
)
from companion.table.timeline import apply
from companion.table.to_record import record_of
from tests.companion.table.random_events import played, random_events, table_after

FULL = os.environ.get("QWIXX_COUNTS") == "full"
BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
TURN = (ROLL, Decided("Ben", "b5"), Decided("Ann", "a5"), Decided("Ann", "d9"))


@settings(max_examples=50 if FULL else 10, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(tuple(ALL_VARIANTS)))
@example(seed=85679, game="connect-15")
def test_the_record_is_legal_and_leads_to_the_same_scores(seed: int, game: str) -> None:
    unknown_to_records = (RowClosed, SheetTakenOver, PlayerAdded, PlayerLeft)
    table = table_after(*random_events(seed, 120, game, without=unknown_to_records))
    verdict = judge(read_record(json.dumps(write_record(record_of(table)))))
    forfeited = {"cards-play"}  # who played no card took a miss for it
    assert {violation.refusal.rule for violation in verdict.violations} <= forfeited
    assert table.game.scores(verdict.position) == table.game.scores(table.position)
    assert verdict.position.end == table.position.end and verdict.position.closed == table.position.closed


@pytest.mark.parametrize("game", FURTHER_VARIANTS)
@settings(max_examples=10 if FULL else 2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_referee_agrees_with_every_sheet_of_a_further_game(game: str, seed: int) -> None:
    unknown_to_records = (RowClosed, SheetTakenOver, PlayerAdded, PlayerLeft)
    table = table_after(*random_events(seed, 150, game, without=unknown_to_records))
    verdict = judge(read_record(json.dumps(write_record(record_of(table)))))
    assert verdict.violations == ()
    assert verdict.position.sheets == table.position.sheets
    assert verdict.to_json()["players"] == judge(record_of(table)).to_json()["players"]
    assert table.game.scores(verdict.position) == table.game.scores(table.position)


def test_a_record_says_who_plays_on_which_sheet() -> None:
    letters = {"Ann": "B", "Ben": "D"}
    table = table_after(GameBegun("connected-b", ("Ann", "Ben"), sheets=letters), ROLL)
    assert write_record(record_of(table))["sheets"] == letters
    mixed = GameBegun("double-a", ("Ann", "Ben"), sheets={"Ben": "double-b"})
    written = write_record(record_of(table_after(mixed, ROLL)))
    assert written["game"] == "double-a" and written["sheets"] == {"Ben": "double-b"}
    assert "sheets" not in write_record(record_of(table_after(GameBegun("double-a", ("Ann",)), ROLL)))


def test_a_turn_that_is_being_played_is_the_open_last_turn() -> None:
    record = record_of(table_after(BEGUN, ROLL, Decided("Ben", "b5")))
    (turn,) = record.turns
    assert turn.open and turn.first == {"Ben": Mark("b5")} and turn.second is None
    second = record_of(table_after(BEGUN, ROLL, Decided("Ben", "-"), Decided("Ann", "a5")))
    assert second.turns[0].open and second.turns[0].first == {"Ann": Mark("a5"), "Ben": PASS}
    over = record_of(table_after(BEGUN, *TURN))
    assert not over.turns[0].open and over.turns[0].second == Mark("d9")


def test_undone_decisions_are_not_in_the_record() -> None:
    timeline = played(BEGUN, *TURN)
    assert record_of(apply(timeline, Undone(2)).present) == record_of(table_after(BEGUN, *TURN[:2]))


def test_a_lucky_star_is_in_the_record() -> None:
    begun = GameBegun("longo", ("Laura",), lucky={"Laura": (6, 11)})
    table = table_after(begun, RollTaken("w5 w1 r3 y2 g7 b8", "tapped"), Decided("Laura", "c16*"))
    assert record_of(table).turns[0].first == {"Laura": Mark("c16", lucky=True)}


def test_when_players_change_the_record_ends_before_that() -> None:
    before = record_of(table_after(BEGUN, *TURN))
    table = table_after(BEGUN, *TURN, PlayerAdded("Cleo"), ROLL)
    assert record_of(table) == before
    table = table_after(BEGUN, *TURN, PlayerAdded("Cleo"), ROLL, *(Decided(p, "-") for p in ("Ann", "Cleo")))
    assert record_of(table) == before


def test_sheet_taken_over_from_paper_is_claimed() -> None:
    table = table_after(BEGUN, *TURN, SheetTakenOver("Ben", "- / b5 b6 / - / - misses 3"))
    record = record_of(table)
    assert record.claims == {"Ann": {"misses": 0, "total": 2}, "Ben": {"misses": 3, "total": 3 - 15}}
    assert record.turns == table.turns


def test_once_taken_over_from_paper_every_later_record_claims_it() -> None:
    table = table_after(BEGUN, SheetTakenOver("Ben", "- / - / c10 / -"), *TURN)
    assert record_of(table).claims["Ben"] == {"misses": 0, "total": 2}
