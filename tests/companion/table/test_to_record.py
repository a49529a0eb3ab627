"""A game at the table becomes a legal record with the same sheets. A change of players ends the record."""

import json
import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge
from companion.rules import ALL_VARIANTS, PASS, Mark
from companion.table.events import (
    DecisionMade,
    Event,
    EventsUndone,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    RollTaken,
    RowClosed,
    SheetTakenOver,
)
from companion.table.timeline import apply
from companion.table.to_record import record_of
from tests.companion.table.random_events import played, random_events, table_after

FULL = os.environ.get("QWIXX_COUNTS") == "full"
BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
TURN = (ROLL, DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"), DecisionMade("Ann", "d9"))
PAPER = SheetTakenOver("Ben", "- / - / c10 / - misses 3")


@pytest.mark.parametrize("game", ALL_VARIANTS)
@settings(max_examples=10 if FULL else 2, deadline=None)
@given(seed=st.integers(0, 2**32))
@example(seed=85679)
def test_the_record_is_legal_and_leads_to_the_same_sheets(game: str, seed: int) -> None:
    unknown_to_records = (RowClosed, SheetTakenOver, PlayerAdded, PlayerLeft)
    table = table_after(*random_events(seed, 120, game, without=unknown_to_records))
    verdict = judge(read_record(json.dumps(write_record(record_of(table)))))
    forfeited = {"cards-play"}  # a player who played no card took a penalty for it
    assert {violation.refusal.rule for violation in verdict.violations} <= forfeited
    assert verdict.position.sheets == table.position.sheets
    assert verdict.position.end == table.position.end and verdict.position.closed == table.position.closed


def test_a_record_says_who_plays_on_which_sheet() -> None:
    letters = {"Ann": "B", "Ben": "D"}
    table = table_after(GameBegun("connected-b", ("Ann", "Ben"), sheets=letters), ROLL)
    assert write_record(record_of(table))["sheets"] == letters
    mixed = GameBegun("double-a", ("Ann", "Ben"), sheets={"Ben": "double-b"})
    written = write_record(record_of(table_after(mixed, ROLL)))
    assert written["game"] == "double-a" and written["sheets"] == {"Ben": "double-b"}
    assert "sheets" not in write_record(record_of(table_after(GameBegun("double-a", ("Ann",)), ROLL)))


def test_a_turn_that_is_being_played_is_the_open_last_turn() -> None:
    record = record_of(table_after(BEGUN, ROLL, DecisionMade("Ben", "b5")))
    (turn,) = record.turns
    assert turn.open and turn.first == {"Ben": Mark("b5")} and turn.second is None
    second = record_of(table_after(BEGUN, ROLL, DecisionMade("Ben", "-"), DecisionMade("Ann", "a5")))
    assert second.turns[0].open and second.turns[0].first == {"Ann": Mark("a5"), "Ben": PASS}
    over = record_of(table_after(BEGUN, *TURN))
    assert not over.turns[0].open and over.turns[0].second == Mark("d9")


def test_undone_decisions_are_not_in_the_record() -> None:
    timeline = played(BEGUN, *TURN)
    assert record_of(apply(timeline, EventsUndone(2)).present) == record_of(table_after(BEGUN, *TURN[:2]))


def test_a_lucky_star_is_in_the_record() -> None:
    begun = GameBegun("longo", ("Laura",), lucky={"Laura": (6, 11)})
    table = table_after(begun, RollTaken("w5 w1 r3 y2 g7 b8", "tapped"), DecisionMade("Laura", "c16*"))
    assert record_of(table).turns[0].first == {"Laura": Mark("c16", lucky=True)}


def test_when_players_change_the_record_ends_before_that() -> None:
    table = table_after(
        BEGUN, *TURN, PlayerAdded("Cleo"), ROLL, *(DecisionMade(p, "-") for p in ("Ann", "Cleo"))
    )
    assert record_of(table) == record_of(table_after(BEGUN, *TURN))


@pytest.mark.parametrize("events", [(*TURN, PAPER), (PAPER, *TURN)], ids=["at last", "earlier"])
def test_sheet_taken_over_from_paper_is_claimed(events: tuple[Event, ...]) -> None:
    record = record_of(table := table_after(BEGUN, *events))
    ben = table.position.sheet("Ben")
    assert record.claims["Ann"] == {"misses": 0, "total": 2} and record.turns == table.turns
    assert record.claims["Ben"] == {"misses": 3, "total": table.game.score(ben).total}
