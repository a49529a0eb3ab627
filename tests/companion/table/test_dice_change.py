"""Characters at the table: the question about the dice, the second throw, a cross in place of a miss."""

import json

import pytest

from companion.analysis.replay import replay_game
from companion.analysis.statistics import faces_by_die
from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge
from companion.rules import Illegal, Roll
from companion.table.events import (
    Amended,
    Decided,
    DiceKept,
    DiceThrownAgain,
    DieTurned,
    Event,
    GameBegun,
    PlayerRenamed,
    Redone,
    RollCorrected,
    RollTaken,
    SheetTakenOver,
    TableError,
    TakenBack,
    Undone,
    from_json,
    to_json,
)
from companion.table.state import Table
from companion.table.to_record import record_of
from tests.companion.table.random_events import go_on, played, table_after, turn

ROLL, AGAIN, TURNED = "w2 w5 r3 y5 g3 b6", "w2 w1 r3 y5 g3 b2", "w2 w5 r4 y5 g3 b6"


def begun(character: str, **more: object) -> GameBegun:
    """Ann, who begins, has the character; Bob has none."""
    return GameBegun("classic", ("Ann", "Bob"), characters={"Ann": character}, **more)  # type: ignore[arg-type]


def roll(text: str = ROLL) -> RollTaken:
    return RollTaken(text, "tapped")


def dice(table: Table) -> str:
    return str(table.position.roll)


def test_nobody_marks_before_the_active_player_has_spoken() -> None:
    asked = table_after(begun("double-dutch"), roll())
    assert asked.position.phase == "dice" and asked.game.waiting(asked.position) == ("Ann",)
    for player in ("Ann", "Bob"):
        with pytest.raises(Illegal, match="Ann has not said yet whether the dice stay") as refused:
            table_after(begun("double-dutch"), roll(), Decided(player, "a7"))
        assert refused.value.refusal.rule == "action-order"
    kept = table_after(begun("double-dutch"), roll(), DiceKept())
    assert kept.position.phase == "white" and kept.game.waiting(kept.position) == ("Ann", "Bob")
    assert kept.first_roll is None


def test_only_who_may_change_the_dice_is_asked() -> None:
    for character in ("magic-mike", "chris-cross", "miss-take"):
        assert table_after(begun(character), roll()).position.phase == "white"
    assert table_after(begun("tina-turner"), roll("w2 w5 r1 y5 g1 b6")).position.phase == "white", "no 3 or 4"
    first = (*turn(ROLL), DiceKept(), Decided("Ann", "a7"), Decided("Bob", "-"), Decided("Ann", "-"))
    others = table_after(begun("double-dutch"), *first, roll())
    assert others.active == "Bob" and others.position.phase == "white"


def test_the_second_throw_is_the_roll_and_is_not_asked_about() -> None:
    waiting = table_after(begun("double-dutch"), roll(), DiceThrownAgain(("w2", "blue")))
    assert waiting.position.phase == "roll" and waiting.thrown_again == ("w2", "blue")
    after = table_after(begun("double-dutch"), roll(), DiceThrownAgain(("w2", "blue")), roll(AGAIN))
    assert after.position.phase == "white" and dice(after) == AGAIN
    assert after.first_roll == Roll.parse(ROLL)
    same = table_after(begun("double-dutch"), roll(), DiceThrownAgain(), roll())
    assert same.position.phase == "white" and same.first_roll == Roll.parse(ROLL), (
        "thrown again, and the same"
    )


def test_the_turner_turns_one_die_that_shows_3_or_4() -> None:
    after = table_after(begun("tina-turner"), roll(), DieTurned("red"))
    assert dice(after) == TURNED and after.position.phase == "white"
    for wrong in (DieTurned("blue"), DieTurned("w1"), DiceThrownAgain()):
        with pytest.raises(TableError, match="cannot be changed in this way"):
            table_after(begun("tina-turner"), roll(), wrong)
    with pytest.raises(TableError, match="cannot be changed in this way"):
        table_after(begun("double-dutch"), roll(), DieTurned("red"))
    for late in (DiceKept(), DieTurned("green"), DiceThrownAgain()):
        with pytest.raises(TableError, match="nothing to decide about the dice"):
            table_after(begun("tina-turner"), roll(), DieTurned("red"), late)


def test_a_die_out_of_sight_does_not_come_back_by_the_second_throw() -> None:
    events = (RollTaken("w2 w5 y5 g3 b6", "tapped", without=("red",)), DiceThrownAgain())
    with pytest.raises(Illegal) as refused:
        table_after(begun("double-dutch"), *events, roll(AGAIN))
    assert refused.value.refusal.rule == "character-own-turn"


CHANGED: list[tuple[str, tuple[Event, ...]]] = [
    ("double-dutch", (roll(), DiceThrownAgain(("w2", "blue")), roll(AGAIN))),
    ("tina-turner", (roll(), DieTurned("red"))),
]


@pytest.mark.parametrize(("character", "events"), CHANGED)
def test_records_history_and_statistics_know_both_throws(character: str, events: tuple[Event, ...]) -> None:
    done = (Decided("Ann", "-"), Decided("Bob", "-"), Decided("Ann", "-"))
    timeline = played(begun(character), *events, *done, roll("w1 w1 r1 y1 g1 b1"))
    record = record_of(timeline.present)
    assert record.turns[0].first_roll == Roll.parse(ROLL)
    again = read_record(json.dumps(write_record(record)))
    assert again == record and judge(again).ok
    turns = replay_game(timeline)
    assert [each.number for each in turns] == [1, 2]
    assert (str(turns[0].first_roll), str(turns[0].roll)) == (ROLL, str(record.turns[0].roll))
    assert faces_by_die(turns)["red"] == [3, 1], "the throw that chance alone made"


@pytest.mark.parametrize(("character", "events"), CHANGED)
def test_undo_and_take_back_go_through_the_change(character: str, events: tuple[Event, ...]) -> None:
    timeline = played(begun(character), *events, Decided("Ann", "-"), Decided("Bob", "-"))
    back = go_on(timeline, TakenBack("Bob")).present
    assert back.position.phase == "white" and back.first_roll == Roll.parse(ROLL)
    assert dice(back) == dice(timeline.present)
    undone = go_on(timeline, Undone(2 + len(events) - 1)).present
    assert undone.position.phase == "dice" and dice(undone) == ROLL and undone.first_roll is None
    assert go_on(timeline, Undone(3), Redone(3)).present.position == timeline.present.position
    assert all(from_json(to_json(event)) == event for event in events)


def test_a_correction_before_the_answer_asks_again_and_after_it_does_not() -> None:
    asked = table_after(begun("double-dutch"), roll(), RollCorrected(AGAIN))
    assert asked.position.phase == "dice" and dice(asked) == AGAIN
    kept = table_after(begun("double-dutch"), roll(), DiceKept(), RollCorrected(AGAIN))
    assert kept.position.phase == "white"
    second = table_after(begun("double-dutch"), roll(), DiceThrownAgain(), roll(AGAIN), RollCorrected(TURNED))
    assert dice(second) == TURNED and second.first_roll == Roll.parse(ROLL)


def test_an_amended_roll_of_such_a_turn_is_the_one_that_counts() -> None:
    done = (Decided("Ann", "-"), Decided("Bob", "-"), Decided("Ann", "-"))
    events = (roll(), DiceThrownAgain(), roll(AGAIN), *done)
    table = table_after(begun("double-dutch"), *events, Amended(1, "roll", TURNED))
    assert str(table.turns[0].roll) == TURNED and table.turns[0].first_roll == Roll.parse(ROLL)
    marked = table_after(begun("double-dutch"), *events, Amended(1, "white", "a3", "Bob"))
    assert str(marked.turns[0].first["Bob"]) == "a3"
    kept = table_after(begun("double-dutch"), roll(), DiceKept(), *done, Amended(1, "roll", AGAIN))
    assert str(kept.turns[0].roll) == AGAIN and kept.position.turn == 2


def test_on_paper_the_next_throw_is_the_next_turn_unless_somebody_says_so() -> None:
    next_turn = table_after(begun("double-dutch", paper=True), roll(), roll(AGAIN))
    assert next_turn.position.turn == 2 and next_turn.turns[0].first_roll is None
    again = table_after(begun("double-dutch", paper=True), roll(), DiceThrownAgain(), roll(AGAIN))
    assert again.position.turn == 1 and again.first_roll == Roll.parse(ROLL)


def test_a_cross_in_place_of_a_miss() -> None:
    timeline = played(
        begun("miss-take"), roll(), Decided("Ann", "-"), Decided("Bob", "-"), Decided("Ann", "-")
    )
    assert timeline.present.position.phase == "instead"
    assert record_of(timeline.present).open and judge(record_of(timeline.present)).position.phase == "instead"
    crossed = go_on(timeline, Decided("Ann", "c8"))
    assert crossed.present.position.sheet("Ann").misses == 0 and str(crossed.present.turns[0].instead) == "c8"
    assert judge(record_of(crossed.present)).position == crossed.present.position
    assert replay_game(crossed)[0].decisions[-1].action == "instead"
    back = go_on(crossed, TakenBack("Ann")).present
    assert back.position.phase == "instead" and not back.turns
    missed = go_on(timeline, Decided("Ann", "-")).present
    assert missed.position.sheet("Ann").misses == 1 and missed.turns[0].instead is None
    amended = go_on(crossed, Amended(1, "instead", "c9", "Ann")).present
    assert "c9" in amended.position.sheet("Ann") and "c8" not in amended.position.sheet("Ann")


def test_a_spent_power_stays_spent_when_a_sheet_is_taken_over_from_paper() -> None:
    event = begun("miss-take", rulings={"miss-often": "once"})
    done = (Decided("Ann", "-"), Decided("Bob", "-"), Decided("Ann", "-"), Decided("Ann", "c8"))
    table = table_after(event, roll(), *done, SheetTakenOver("Ann", "- / - / c8 / -"))
    assert table.position.sheet("Ann").trace.spent


def test_a_new_name_keeps_the_character() -> None:
    table = table_after(begun("chris-cross"), PlayerRenamed("Ann", "Ida"))
    assert table.game.house.characters == table.begun.characters == {"Ida": "chris-cross"}
