"""The outcome of a turn: locks, removed dice and penalties."""

from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.table.turn_outcome import turn_outcome
from tests.companion.web.pages.tables import FIVE_RED, ROLL, pass_turn, play

SIXES = "w6 w6 r6 y2 g6 b5"


def told(*events: str | Event, **agreed: object) -> list[str]:
    return [str(each) for each in turn_outcome(play(*events, **agreed).present)]  # type: ignore[arg-type]


def test_a_turn_without_locks_and_misses_brings_nothing() -> None:
    assert told() == told(ROLL) == told(ROLL, "Ann a5", "Ben b5") == []


def test_a_lock_is_told_until_the_next_roll() -> None:
    locked = ["Ben locked the red row.", "Red is closed: take the red die away."]
    assert told(*FIVE_RED, SIXES, "Ann -", "Ben a12") == locked
    assert told(*FIVE_RED, SIXES, "Ann -", "Ben a12", "Ann b8") == locked
    assert told(*FIVE_RED, SIXES, "Ann -", "Ben a12", "Ann b8", "w1 w2 y1 g1 b1") == []


def test_a_row_closed_on_paper_tells_its_die_and_one_closed_at_the_end_does_not() -> None:
    assert told(RowClosed("d"), paper=True) == ["Blue is closed: take the blue die away."]
    assert told(RowClosed("d"), RowClosed("a"), paper=True) == []


def test_a_row_of_several_colours_goes_by_its_letter() -> None:
    assert told(RowClosed("a"), game="mixx-a", paper=True) == ["Closed: row a. Take the red die away."]


def test_a_miss_is_told_but_none_that_came_from_paper() -> None:
    assert told(*pass_turn()) == ["Ann takes a penalty."]
    assert told(*pass_turn(), SheetTakenOver("Ann", "- / - / - / - misses 2")) == []


def test_own_locks_of_the_card_game_are_told() -> None:
    begun = [f"Ann {cell}" for cell in ("a2", "a3", "a4", "a5", "a6", "a12")]
    events: list[str] = []
    for number, mark in zip("234567", [*begun[:5], "Ann -"], strict=True):
        events += [number, mark, "Ben -", ("Ann -", "Ben -")[(int(number) - 2) % 2]]
    assert told(*events[:20], "12", "Ann a12", "Ben -", game="cards")[0] == "Ann locked the red row."
