"""The log has a line for each event, without hidden choices, and undo says what it would change."""

import pytest

from companion.table.events import (
    DecisionRetracted,
    DecisionTakenBack,
    DemoTakenOver,
    Event,
    GameTakenUp,
    PlayerAdded,
    PlayerLeft,
    RollCorrected,
    RowClosed,
    RowReopened,
    SheetTakenOver,
    TurnAmended,
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


TURN = (ROLL, "Ann a5", "Ben -", "Ann -")


@pytest.mark.parametrize(
    ("events", "agreed", "line"),
    [
        ((RowClosed("a"),), {}, "Reported as closed: the red row."),
        ((RowClosed("a"), RowReopened("a")), {}, "Open again: the red row."),
        ((GameTakenUp(),), {}, "The game went on."),
        ((PlayerAdded("Cleo"),), {}, "Cleo joined the game."),
        ((PlayerLeft("Ben"),), {}, "Ben left the game."),
        ((SheetTakenOver("Ann", "a5 / - / - / -"),), {}, "Ann's sheet was taken over from paper."),
        ((seen("w4 w1 r3"),), {}, "Dice in a photo: 3."),
        ((DemoTakenOver(),), {"demo": True}, "People took over the demo."),
        ((ROLL, "Ann a5", DecisionRetracted("Ann")), {}, "Ann took the choice back."),
        ((ROLL, "Ann a5", "Ben b5", DecisionTakenBack("Ben")), {}, "Ben took back: yellow 5."),
        ((ROLL, RollCorrected("w4 w2 r3 y2 g6 b5")), {}, "Corrected: white 4 and 2, red 3"),
        (pass_turn(), {}, "Ann takes a penalty."),
        ((*TURN, TurnAmended(1, "white", "b5", "Ann")), {}, "Turn 1 amended: Ann, yellow 5."),
        ((*TURN, TurnAmended(1, "roll", "w3 w2 r3 y2 g6 b5")), {}, "Turn 1 amended: white 3 and 2"),
        (("5", "Ann -", "Ben -", "Ann red 6: a6"), {"game": "cards"}, "Ann played red 6; crossed red 6."),
        (("w1 w2 r3 y2 g6 b5", "Ann a3"), {"game": "bonus-a"}, "Ann crossed red 3; the bonus brought red 4."),
        (
            ("w3 w3 r1 y1 g1 b1", "Ann a6"),
            {"game": "connected-b", "sheets": {"Ann": "A", "Ben": "B"}},
            "Ann crossed red 6, which brought yellow 6.",
        ),
    ],
)
def test_every_event_has_its_line(
    events: tuple[str | Event, ...], agreed: dict[str, object], line: str
) -> None:
    assert log(*events, **agreed)[0][1].startswith(line)


def test_a_lock_is_told_with_its_player() -> None:
    (_later, line), *_ = present_log(play(*FIVE_RED, "w6 w6 r6 y2 g6 b5", "Ann -", "Ben a12"))
    told = [str(line.text), *map(str, line.outcome)]
    assert told == ["Ben crossed red 12.", "Ben locked the red row.", "Red is closed: take the red die away."]


def test_hidden_choices_are_not_in_the_log() -> None:
    (_turn, text, later), *_ = log(ROLL, "Ann a5", hidden=True)
    assert text.startswith("Ann threw white 4 and 1") and later == 1
    assert log(ROLL, "Ann a5", "Ben -", hidden=True)[1] == (1, "Ann crossed red 5.", 1)


@pytest.mark.parametrize(
    ("events", "hidden", "step"),
    [
        ((), False, ""),
        ((ROLL,), False, "dice"),
        ((ROLL, "Ann a5"), False, "Ann, red 5"),
        (pass_turn(), False, "Ann's penalty"),
        ((ROLL, "Ann a5"), True, "last step"),
        ((ROLL,), True, "dice"),
    ],
)
def test_undo_names_the_last_step_but_no_hidden_choice(
    events: tuple[str | Event, ...], hidden: bool, step: str
) -> None:
    assert undo(*events, hidden=hidden) == step


def test_steps_back_to_before_a_turn() -> None:
    timeline = play(*pass_turn(), ROLL, "Ann -")
    assert steps_to_before(timeline, 2) == 2
    assert steps_to_before(timeline, 1) == 2 + len(pass_turn())
    assert steps_to_before(play(), 1) is None
    assert steps_to_before(play(*pass_turn(), RowClosed("a"), seen("w4 w1 r3?")), 2) == 1
