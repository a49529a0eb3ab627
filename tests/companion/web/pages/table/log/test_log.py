"""The log, and what undo and redo would change."""

import pytest

from companion.table.events import (
    Amended,
    DemoTakenOver,
    Event,
    GameTakenUp,
    PlayerAdded,
    PlayerLeft,
    Redone,
    Retracted,
    RollCorrected,
    RowClosed,
    RowReopened,
    SheetTakenOver,
    TakenBack,
    Undone,
)
from companion.web.pages.table.log.log import present_log, steps_to_before, undo_name
from tests.companion.web.pages.tables import FIVE_RED, ROLL, pass_turn, play, seen


def log(*events: str | Event, **agreed: object) -> list[tuple[int, str, int]]:
    lines = present_log(play(*events, **agreed))  # type: ignore[arg-type]
    return [(line.turn, str(line.text), later) for later, line in lines]


def undo(*events: str | Event, **agreed: object) -> str:
    return str(undo_name(play(*events, **agreed)) or "")  # type: ignore[arg-type]


def test_the_newest_comes_first_with_its_distance() -> None:
    assert log(ROLL, "Ann a5", "Ben -", "Ann -") == [
        (1, "Ann passed.", 0),
        (1, "Ben passed.", 1),
        (1, "Ann crossed red 5.", 2),
        (1, "Ann threw white 4 and 1, red 3, yellow 2, green 6, blue 5.", 3),
        (1, "Ann, Ben sat down.", 4),
    ]


def test_a_miss_is_no_pass_and_a_lock_is_told_with_its_player() -> None:
    assert log(*pass_turn())[0][1] == "Ann takes a penalty."
    assert undo(*pass_turn()) == "Ann's penalty"
    (_later, line), *_ = present_log(play(*FIVE_RED, "w6 w6 r6 y2 g6 b5", "Ann -", "Ben a12"))
    told = [str(line.text), *map(str, line.outcome)]
    assert told == ["Ben crossed red 12.", "Ben locked the red row.", "Red is closed: take the red die away."]


@pytest.mark.parametrize(
    "event",
    [
        RowClosed("a"),
        GameTakenUp(),
        PlayerAdded("Cleo"),
        PlayerLeft("Ben"),
        SheetTakenOver("Ann", "a5 / - / - / -"),
        seen("w4 w1 r3"),
    ],
)
def test_every_event_between_turns_has_its_line(event: Event) -> None:
    assert log(event)[0][1] not in ("", log()[0][1])


def test_every_event_in_a_turn_has_its_line() -> None:
    assert log(ROLL, "Ann a5", Retracted("Ann"))[0][1] == "Ann took the choice back."
    assert log(ROLL, "Ann a5", "Ben b5", TakenBack("Ben"))[0][1] == "Ben took back: yellow 5."
    assert log(ROLL, RollCorrected("w4 w2 r3 y2 g6 b5"))[0][1].startswith("Corrected: white 4 and 2")
    assert "the red row" in log(RowClosed("a"), RowReopened("a"))[0][1]
    assert log(DemoTakenOver(), demo=True)[0][1] == "People took over the demo."


def test_log_tells_amendments_and_cards() -> None:
    done = (ROLL, "Ann a5", "Ben -", "Ann -")
    assert log(*done, Amended(1, "white", "b5", "Ann"))[0][1] == "Turn 1 amended: Ann, yellow 5."
    amended = log(*done, Amended(1, "roll", "w3 w2 r3 y2 g6 b5"))[0][1]
    assert amended.startswith("Turn 1 amended: white 3 and 2")
    cards = ("5", "Ann -", "Ben -", "Ann red 6: a6")
    assert log(*cards, game="cards")[0][1] == "Ann played red 6; crossed red 6."


def test_hidden_choices_are_not_in_the_log() -> None:
    assert log(ROLL, "Ann a5", hidden=True)[0] == (
        1,
        "Ann threw white 4 and 1, red 3, yellow 2, green 6, blue 5.",
        1,
    )
    assert log(ROLL, "Ann a5", "Ben -", hidden=True)[1] == (1, "Ann crossed red 5.", 1)


def test_undo_names_the_last_step() -> None:
    assert undo() == ""
    assert undo(ROLL) == "dice"
    assert undo(ROLL, "Ann a5") == "Ann, red 5"
    assert undo(ROLL, "Ann a5", Undone()) == "dice"
    assert undo(ROLL, "Ann a5", Undone(), Redone()) == "Ann, red 5"


def test_undo_does_not_tell_a_hidden_choice() -> None:
    assert undo(ROLL, "Ann a5", hidden=True) == "last step"
    assert undo(ROLL, hidden=True) == "dice"


def test_steps_back_to_before_a_turn() -> None:
    timeline = play(*pass_turn(), ROLL, "Ann -")
    assert steps_to_before(timeline, 2) == 2
    assert steps_to_before(timeline, 1) == 2 + len(pass_turn())
    assert steps_to_before(play(), 1) is None


def test_a_bonus_chain_is_told_cross_by_cross() -> None:
    lines = [text for _, text, _ in log("w1 w2 r3 y2 g6 b5", "Ann a3", game="bonus-a")]
    assert "Ann crossed red 3; the bonus brought red 4." in lines


def test_the_log_names_special_marks_and_what_a_chain_brought() -> None:
    six = "w3 w3 r1 y1 g1 b1"
    chain = log(six, "Ann a6", game="connected-b", sheets={"Ann": "A", "Ben": "B"})
    assert chain[0][1] == "Ann crossed red 6, which brought yellow 6."
    pair = log("w1 w5 r2 y2 g2 b2", "Ann a3-4 a6", game="connect-15")
    assert pair[0][1] == "Ann crossed red 3-4, then red 6."
    track = log("w5 w6 r4 y1 g1 b1", "Ann 15", game="lucky-15")
    assert track[0][1] == "Ann crossed fifteen on the track."
