"""A turn of the past: its decisions and what came of it."""

from companion.analysis.replay import ReplayedTurn, replay_game
from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.web.pages.look_back.history import (
    decision_colour,
    decision_text,
    sheets_after,
    turn_notes,
    turn_title,
)
from tests.companion.web.pages.tables import ROLL, pass_turn, play


def turns(*events: str | Event, **agreed: object) -> tuple[ReplayedTurn, ...]:
    return replay_game(play(*events, **agreed))  # type: ignore[arg-type]


def decided(turn: ReplayedTurn) -> list[tuple[str, str]]:
    """Return each decision of a turn in words, and its colour."""
    return [(str(decision_text(each, turn)), decision_colour(each, turn)) for each in turn.decisions]


def notes(*events: str | Event, **agreed: object) -> list[str]:
    return list(map(str, turn_notes(turns(*events, **agreed)[0])))


def highlighted(turn: ReplayedTurn) -> list[str]:
    """Return the new crosses of the first player."""
    return [cell.name for row in sheets_after(turn)[0].rows for cell in row.cells if cell.state == "added"]


def test_decisions_and_dice_or_cards_are_named() -> None:
    (turn,) = turns(ROLL, "Ann a5", "Ben -", "Ann d9")
    assert decided(turn) == [("red 5", "red"), ("passes", ""), ("blue 9", "blue")]
    assert str(turn_title(turn)) == "Turn 1 · Ann throws"
    assert str(turn_title(turns("5", "Ann -", game="cards")[0])) == "Turn 1 · Ann plays cards"


def test_results_of_a_turn_are_told() -> None:
    assert notes(*pass_turn()) == ["Ann takes a penalty."]
    assert decided(turns(*pass_turn())[0])[-1] == ("takes a penalty", "")
    assert notes(*pass_turn(), SheetTakenOver("Ben", "a5 / - / - / -"), RowClosed("c")) == [
        "Ann takes a penalty.",
        "Green is closed: take the green die away.",
        "Ben's sheet was taken over from paper.",
    ]
    assert notes(*pass_turn(), RowClosed("a"), RowClosed("b"))[-1] == "The game ended."


def test_new_crosses_stand_out() -> None:
    _, second = turns(ROLL, "Ann a5", "Ben -", "Ann -", ROLL, "Ann b5", "Ben -", "Ben -")
    assert highlighted(second) == ["b5"]


def test_special_marks_have_the_colour_of_their_row() -> None:
    (turn,) = turns("w1 w5 r2 y2 g2 b2", "Ann b5-6 b6", "Ben a3-4", game="connect-15")
    assert decided(turn) == [("yellow 5-6, then yellow 6", "yellow"), ("red 3-4", "red")]
    (fifteen,) = turns("w5 w6 r4 y1 g1 b1", "Ann 15", "Ben -", game="lucky-15")
    assert decided(fifteen)[0] == ("fifteen on the track", "")


def test_crosses_that_chains_bring_are_told_and_stand_out() -> None:
    chains = {"game": "connected-b", "sheets": {"Ann": "A", "Ben": "B"}}
    (turn,) = turns("w3 w3 r1 y1 g1 b1", "Ann a6", "Ben -", **chains)
    assert list(map(str, turn_notes(turn))) == ["Ann: red 6 brings yellow 6."]
    assert highlighted(turn) == ["a6", "b6"]
