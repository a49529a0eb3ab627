"""Players take back their own last decision until the next roll; later decisions are judged again."""

import random

import pytest

from companion.rules import Illegal
from companion.table.events import (
    DecisionMade,
    DecisionTakenBack,
    Event,
    EventsUndone,
    GameBegun,
    PlayerLeft,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    SheetTakenOver,
    TableError,
)
from companion.table.take_back import is_action_over, last_choice, only_table_may_undo
from companion.table.timeline import apply
from companion.table.to_record import record_of
from tests.companion.table.random_events import decided, go_on, played, random_photo, table_after, turn

ROLL = "w4 w1 r3 y2 g6 b5"
BEGUN = GameBegun("classic", ("Ann", "Ben", "Cleo"))


def decisions(table: object) -> dict[str, str | None]:
    return {
        player: mark and str(mark)
        for player, mark in table.position.decisions.items()  # type: ignore[attr-defined]
    }


def test_the_last_one_to_choose_takes_it_back_and_chooses_again() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo c5"))
    assert ended.present.position.phase == "colour"
    open_again = go_on(ended, DecisionTakenBack("Cleo")).present
    assert open_again.position.phase == "white" and str(open_again.position.sheet("Cleo")) == "- / - / - / -"
    assert decisions(open_again) == {"Ann": "a5", "Ben": "b5", "Cleo": None}
    after = go_on(ended, DecisionTakenBack("Cleo"), DecisionMade("Cleo", "d5")).present
    assert after.position.phase == "colour"
    assert [str(after.position.sheet(p)) for p in BEGUN.players] == [
        "a5 / - / - / -",
        "- / b5 / - / -",
        "- / - / - / d5",
    ]


def test_the_active_player_takes_back_step_by_step() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann a5", "Ben -", "Cleo -", "Ann d9"))
    assert ended.present.position.active == "Ben"
    once = go_on(ended, DecisionTakenBack("Ann"))
    assert (once.present.position.phase, once.present.active) == ("colour", "Ann")
    assert str(once.present.position.sheet("Ann")) == "a5 / - / - / -" and not once.present.turns
    twice = go_on(once, DecisionTakenBack("Ann"))
    assert twice.present.position.phase == "white" and not twice.present.held_decisions
    assert str(twice.present.position.sheet("Ann")) == "- / - / - / -"
    with pytest.raises(TableError, match="Ann has nothing to take back"):
        apply(twice, DecisionTakenBack("Ann"))
    assert go_on(twice, EventsUndone(2)).present == ended.present


def test_a_miss_tapped_by_mistake_is_taken_back() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann -", "Ben -", "Cleo -", "Ann -"))
    assert ended.present.position.sheet("Ann").misses == 1
    assert (
        go_on(ended, DecisionTakenBack("Ann"), DecisionMade("Ann", "d9")).present.position.sheet("Ann").misses
        == 0
    )


def test_later_decisions_stay_if_still_legal() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo -", "Ann d9"))
    again = go_on(ended, DecisionTakenBack("Ben"))
    assert again.present.position.phase == "white" and again.present.active == "Ann"
    assert str(again.present.position.sheet("Ann")) == "a5 / - / - / -", "action 2 waits"
    after = go_on(again, DecisionMade("Ben", "c5")).present
    assert (after.position.turn, after.active, after.lost_decisions) == (2, "Ben", ())
    assert str(after.position.sheet("Ann")) == "a5 / - / - / d9" and not after.held_decisions
    assert record_of(after).turns[0].first.keys() == {"Ann", "Ben"}
    assert len(after.turns) == 1


@pytest.mark.parametrize("then", [(), ("Ann -",)], ids=["while it is announced", "when it has closed"])
def test_row_announced_in_action_2_stays_open_in_action_1_that_is_opened_again(then: tuple[str, ...]) -> None:
    in_action_2 = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo -"), RowClosed("a"), *decided(*then))
    again = go_on(in_action_2, DecisionTakenBack("Ben"))
    assert again.present.position.closed == () and again.present.announced_rows == ("a",)
    after = go_on(again, DecisionMade("Ben", "a5"))
    assert after.present.position.closed == (("a",) if then else ()), "it closes with action 2"
    assert go_on(after, *decided(*() if then else ("Ann -",))).present.position.closed == ("a",)


def test_row_announced_in_action_1_is_closed_in_action_2_that_is_opened_again() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5"), RowClosed("b"), *decided("Cleo -", "Ann d9"))
    again = go_on(ended, DecisionTakenBack("Ann"))
    assert again.present.position.closed == ("b",) and again.present.position.phase == "colour"


LOCKS = "w6 w6 r6 y1 g6 b5"
"""A roll with which Ben may lock red in action 1. If he does, Ann's red 12 in action 2 is illegal."""
NEARLY = GameBegun("classic", ("Ann", "Ben"))


def test_illegal_later_decision_is_lost_and_chosen_again() -> None:
    five = [SheetTakenOver(player, "a2 a3 a4 a5 a6 / - / - / -") for player in ("Ann", "Ben")]
    before = played(NEARLY, *five, *turn(LOCKS, "Ann -", "Ben -", "Ann a12"))
    assert before.present.position.closed == ("a",), "Ann has locked red in action 2"
    again = go_on(before, DecisionTakenBack("Ben"))
    assert again.present.position.closed == ()
    after = go_on(again, DecisionMade("Ben", "a12")).present
    assert after.position.closed == ("a",) and after.position.phase == "colour" and after.active == "Ann"
    assert [lost.mark for lost in after.lost_decisions] == ["a12"]
    assert after.lost_decisions[0].player == "Ann" and not after.held_decisions


def test_a_mark_that_ended_the_game_is_taken_back() -> None:
    events: list[Event] = [GameBegun("classic", ("Ann",))]
    for _ in range(4):
        events += turn(ROLL, "Ann -", "Ann -")
    over = played(*events)
    assert over.present.position.phase == "over" and len(over.present.turns) == 4
    again = go_on(over, DecisionTakenBack("Ann")).present
    assert again.position.end is None and again.position.phase == "colour" and len(again.turns) == 3


def test_nothing_is_taken_back_once_somebody_has_thrown() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo -", "Ann -"))
    for event in (RollTaken(ROLL, "tapped"), RollSeen(random_photo("w4 w1", random.Random(1)), "photo")):
        thrown = go_on(ended, event)
        assert last_choice(thrown.present, "Ben") is None
        with pytest.raises(TableError, match="until the next roll"):
            apply(thrown, DecisionTakenBack("Ben"))


def test_nothing_is_taken_back_once_somebody_has_left() -> None:
    ended = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo -", "Ann -"), PlayerLeft("Cleo"))
    assert last_choice(ended.present, "Ben") is None


@pytest.mark.parametrize("agreed", [{"paper": True}, {"demo": True}])
def test_nothing_is_taken_back_on_paper_and_in_a_demo(agreed: dict[str, bool]) -> None:
    begun = GameBegun("classic", ("Ann", "Ben"), **agreed)  # type: ignore[arg-type]
    table = table_after(begun, *turn(ROLL, "Ann a5"))
    assert last_choice(table, "Ann") is None


def test_taking_back_requires_a_choice() -> None:
    timeline = played(BEGUN, *turn(ROLL, "Ann a5"))
    for player in ("Ben", "Zoe"):
        with pytest.raises(TableError, match="has nothing to take back"):
            apply(timeline, DecisionTakenBack(player))


def test_after_hidden_choices_were_shown_only_the_table_may() -> None:
    hidden = GameBegun("classic", ("Ann", "Ben"), hidden=True)
    table = table_after(hidden, *turn(ROLL, "Ann a5"))
    choice = last_choice(table, "Ann")
    assert choice is not None and not is_action_over(table, choice) and not only_table_may_undo(table, choice)
    shown = table_after(hidden, *turn(ROLL, "Ann a5", "Ben b5"))
    choice = last_choice(shown, "Ben")
    assert choice is not None and only_table_may_undo(shown, choice)
    second = table_after(hidden, *turn(ROLL, "Ann a5", "Ben b5", "Ann d9"))
    choice = last_choice(second, "Ann")
    assert choice is not None and not only_table_may_undo(second, choice), "action 2 was never hidden"


def test_other_dice_while_a_choice_is_made_again_keep_what_followed() -> None:
    again = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo -", "Ann d9"), DecisionTakenBack("Ben"))
    corrected = go_on(again, RollCorrected("w4 w1 r3 y2 g6 b4"))
    after = go_on(corrected, DecisionMade("Ben", "b5")).present
    assert [lost.mark for lost in after.lost_decisions] == ["d9"], "blue shows 4 now, so 9 is no sum"
    assert after.position.phase == "colour"


def test_a_taken_back_choice_is_refused_as_any_other() -> None:
    again = played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Cleo -"), DecisionTakenBack("Ben"))
    with pytest.raises(Illegal):
        apply(again, DecisionMade("Ben", "b6"))


def test_cards_are_taken_back_until_the_next_number() -> None:
    begun = GameBegun("cards", ("Ann", "Ben"))
    ended = played(begun, *turn("5", "Ann a5", "Ben b5", "Ann green 11: c11"))
    assert ended.present.position.active == "Ben"
    again = go_on(ended, DecisionTakenBack("Ann")).present
    assert again.position.phase == "play" and str(again.position.sheet("Ann")) == "a5 / - / - / -"
    number = go_on(ended, DecisionTakenBack("Ben")).present
    assert number.position.phase == "number"
    after = go_on(ended, DecisionTakenBack("Ben"), DecisionMade("Ben", "c5")).present
    assert str(after.position.sheet("Ann")) == "a5 / - / c11 / -" and after.position.phase == "roll"
