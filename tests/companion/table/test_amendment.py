"""Amending, redoing, and what the table is told of paper."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.records.record import Record, Turn
from companion.records.referee import judge
from companion.rules import PASS, Illegal, Mark, Roll
from companion.table.amendment import amend
from companion.table.events import (
    Amended,
    Decided,
    Event,
    GameBegun,
    Redone,
    Retracted,
    RollCorrected,
    RollTaken,
    RowClosed,
    RowReopened,
    SheetTakenOver,
    Undone,
    from_json,
    to_json,
)
from companion.table.state import Table, TableError, apply, fold
from companion.table.to_record import record_of

ROLL = "w4 w1 r3 y2 g6 b5"


def begun(*players: str, game: str = "classic", paper: bool = False) -> Table:
    table = fold([GameBegun(game, players, paper=paper)])
    assert table is not None
    return table


def apply_all(table: Table, *events: Event) -> Table:
    for event in events:
        table = apply(table, from_json(to_json(event)))
    return table


def random_roll(table: Table, chance: random.Random) -> RollTaken:
    return RollTaken(
        " ".join(f"{slot[0]}{chance.randint(1, table.game.pad.sides)}" for slot in table.dice_to_roll),
        "tapped",
    )


def random_game(seed: int, game: str, turns: int) -> Table:
    chance = random.Random(seed)
    table = begun("Ann", "Ben", "Cleo", game=game)
    while table.position.phase != "over" and len(table.turns) < turns:
        if table.position.phase == "roll":
            table = apply_all(table, random_roll(table, chance))
            continue
        player = chance.choice(table.game.waiting(table.position))
        moves = list(table.game.moves(table.position, player))
        table = apply_all(
            table, Decided(player, str(chance.choice(moves[:2] if chance.random() < 0.6 else moves)))
        )
    return table


def moved(turns: tuple[Turn, ...], number: int, player: str, action: str, mark: str) -> tuple[Turn, ...]:
    """The turns of a record with one decision changed."""
    turn = turns[number - 1]
    said = Mark.parse(mark)
    if action == "white":
        first = {name: m for name, m in turn.first.items() if name != player}
        turn = replace(turn, first=first if said == PASS else {**first, player: said})
    else:
        turn = replace(turn, second=None if said == PASS else said)
    return (*turns[: number - 1], turn, *turns[number:])


@pytest.mark.parametrize("game", ["classic", "mixx-a", "mixx-b", "bonus-a", "bonus-b"])
@pytest.mark.parametrize("seed", range(6))
def test_an_amended_game_is_what_the_referee_makes_of_the_amended_record(game: str, seed: int) -> None:
    """Two ways to the same verdict: the events told again, and the record judged from nothing."""
    table = random_game(seed, game, 12)
    chance = random.Random(seed + 100)
    steps = judge(record_of(table)).steps
    for _ in range(4):
        step = chance.choice(steps)
        action = chance.choice(("white", "colour"))
        player = chance.choice(table.game.players) if action == "white" else step.active
        position = table.game.roll(step.before, step.turn.roll)
        if action == "colour":
            for name in table.game.players:
                position = table.game.decide(position, name, step.turn.first.get(name, PASS))
            if position.phase != "colour":
                continue
        mark = str(chance.choice(list(table.game.moves(position, player))))
        event = Amended(step.number, action, mark, player)  # type: ignore[arg-type]
        after, lost = amend(table, event, apply)
        turns = moved(record_of(table).turns, step.number, player, action, mark)
        verdict = judge(Record(table.game, turns))
        refused = {(f.turn, f.player, f.mark) for f in verdict.violations}
        assert {(each.turn, each.decided.player, each.decided.mark) for each in lost} == refused
        if verdict.position.phase != "over":
            # a game that once ended goes on where the amended one did not
            assert after.position.sheets == verdict.position.sheets
            assert (
                after.position.closed_mask == verdict.position.closed_mask
                and after.position.removed_mask == verdict.position.removed_mask
            )
            assert (after.position.turn, after.position.phase) == (
                verdict.position.turn,
                verdict.position.phase,
            )
        else:
            assert after.position == verdict.position
        again = apply_all(table, event)
        assert again.position == after.position
        assert judge(record_of(again)).ok, "what became illegal is not in the record any more"
        assert apply_all(again, Undone()).position == table.position
        assert apply_all(again, Undone(), Redone()).position == after.position


def test_an_error_three_turns_back_is_amended_in_place() -> None:
    table = apply_all(
        begun("Ann", "Ben"),
        RollTaken(ROLL, "tapped"), Decided("Ann", "a5"), Decided("Ben", "-"), Decided("Ann", "-"),
        RollTaken("w1 w1 r3 y2 g6 b5", "tapped"), Decided("Ann", "b2"), Decided("Ben", "-"),
        Decided("Ben", "-"),
        RollTaken("w3 w4 r3 y2 g6 b5", "tapped"), Decided("Ann", "a7"), Decided("Ben", "-"),
        Decided("Ann", "-"),
    )  # fmt: skip
    table = apply_all(table, Amended(1, "white", "b5", "Ann"))
    assert str(table.position.sheet("Ann")) == "a7 / b5 / - / -"
    assert [(d.player, d.mark) for d in table.lost_decisions] == [("Ann", "b2")], (
        "yellow 2 stands left of yellow 5"
    )
    assert table.position.turn == 4 and table.position.phase == "roll"
    turn = table.turns[1]
    assert turn.first == {} and turn.second is None


def test_what_is_amended_must_be_legal_itself() -> None:
    table = apply_all(begun("Ann"), RollTaken(ROLL, "tapped"), Decided("Ann", "a5"), Decided("Ann", "-"))
    with pytest.raises(Illegal) as illegal:
        apply_all(table, Amended(1, "white", "a9", "Ann"))
    assert illegal.value.refusal.rule == "white-sum"
    with pytest.raises(TableError, match="Turn 7 has no such decision"):
        apply_all(table, Amended(7, "white", "a5", "Ann"))


def test_dice_of_an_earlier_turn_are_amended_and_marks_that_do_not_fit_are_lost() -> None:
    table = apply_all(
        begun("Ann", "Ben"),
        RollTaken(ROLL, "tapped"), Decided("Ann", "a5"), Decided("Ben", "-"), Decided("Ann", "d9"),
        RollTaken("w1 w1 r3 y2 g6 b5", "tapped"), Decided("Ann", "b2"), Decided("Ben", "-"),
        Decided("Ben", "-"),
    )  # fmt: skip
    after = apply_all(table, Amended(1, "roll", "w4 w2 r3 y2 g6 b5"))
    assert [(d.player, d.mark) for d in after.lost_decisions] == [("Ann", "a5")], "4 + 5 is still nine"
    assert str(after.position.sheet("Ann")) == "- / b2 / - / d9"


def test_a_lock_amended_away_lets_the_game_go_on() -> None:
    table = apply_all(
        begun("Ann", "Ben"),
        SheetTakenOver("Ann", "a2 a3 a4 a5 a6 / b2 b3 b4 b5 b6 / - / -"),
        RollTaken("w6 w6 r3 y6 g6 b5", "tapped"),
        Decided("Ann", "a12"), Decided("Ben", "-"), Decided("Ann", "b12"),
    )  # fmt: skip
    assert table.position.end is not None
    after = apply_all(table, Amended(1, "colour", "-", "Ann"))
    assert after.position.end is None and after.position.phase == "roll" and after.position.closed == ("a",)
    assert after.active == "Ben" and after.position.sheet("Ann").misses == 0
    early = apply_all(
        table, Undone(), Decided("Ann", "-"), RollTaken("w1 w1 y1 g1 b1", "tapped"), Decided("Ben", "b2")
    )
    early = apply_all(early, Amended(1, "colour", "b12", "Ann"))
    assert early.position.end is not None and [d.mark for d in early.lost_decisions] == ["b2"]


def test_undone_steps_are_redone_in_order_until_something_else_happens() -> None:
    table = apply_all(
        begun("Ann", "Ben"), RollTaken(ROLL, "tapped"), Decided("Ann", "a5"), Decided("Ben", "b5")
    )
    back = apply_all(table, Undone(2))
    assert back.position.decisions == {"Ann": None, "Ben": None}
    assert apply_all(back, Redone()).decision("Ann") == Mark.parse("a5")
    assert (
        apply_all(back, Redone(), Redone()).position == table.position == apply_all(back, Redone(2)).position
    )
    assert apply_all(back, Redone(), Undone(), Redone(2)).position == table.position
    other = apply_all(back, Decided("Ann", "c5"))
    with pytest.raises(TableError, match="nothing to redo"):
        apply_all(other, Redone())


# -- what the table is told of paper


def test_a_row_said_to_be_closed_takes_its_die_along_and_opens_again() -> None:
    table = apply_all(begun("Ann", "Ben"), RowClosed("a"))
    assert table.dice_to_roll == ("w1", "w2", "yellow", "green", "blue")
    opened = apply_all(table, RowReopened("a"))
    assert opened.position == begun("Ann", "Ben").position
    with pytest.raises(TableError, match="closed already"):
        apply_all(table, RowClosed("a"))


def test_while_others_mark_a_row_closes_when_the_action_ends() -> None:
    table = apply_all(begun("Ann", "Ben"), RollTaken(ROLL, "tapped"), RowClosed("a"), Decided("Ben", "a5"))
    assert table.position.closed == ()
    table = apply_all(table, Decided("Ann", "-"))
    assert table.position.phase == "colour" and table.position.closed == ("a",)
    with pytest.raises(Illegal) as illegal:
        apply_all(table, Decided("Ann", "a7"))
    assert illegal.value.refusal.rule == "die-removed"


def test_a_second_row_said_to_be_closed_ends_the_game() -> None:
    table = apply_all(begun("Ann", "Ben"), RowClosed("a"), RowClosed("d"))
    assert table.position.end is not None and table.position.end.reason == "end-two-rows"
    with pytest.raises(TableError, match="undo it"):
        apply_all(table, RowReopened("a"))
    assert apply_all(table, Undone()).position.closed == ("a",)


def test_a_lock_on_a_sheet_is_not_opened_by_saying_so() -> None:
    table = apply_all(begun("Ann"), SheetTakenOver("Ann", "a2 a3 a4 a5 a6 a12 / - / - / -"))
    assert table.position.closed == ("a",) and table.dice_to_roll == ("w1", "w2", "yellow", "green", "blue")
    with pytest.raises(TableError, match="Ann has crossed that lock"):
        apply_all(table, RowReopened("a"))


def test_on_paper_the_next_roll_is_the_next_turn_and_nobody_takes_a_miss() -> None:
    table = begun("Ann", "Ben", paper=True)
    for turn in (1, 2, 3):
        table = apply_all(table, RollTaken(ROLL, "tapped"))
        assert (table.position.turn, table.active) == (turn, ("Ann", "Ben", "Ann")[turn - 1])
    assert [sheet.misses for sheet in table.position.sheets] == [0, 0]
    table = apply_all(table, RowClosed("a"))
    assert table.position.removed == ("red",)
    table = apply_all(table, RollTaken("w4 w1 y2 g6 b5", "tapped"))
    table = apply_all(table, SheetTakenOver("Ben", "- / b5 b6 / - / - misses 4"))
    assert table.position.end is not None and table.position.end.reason == "end-misses"
    assert table.game.scores(table.position)["Ben"].total == 3 - 20
    assert record_of(table).claims["Ben"] == {"misses": 4, "total": -17}


def test_a_correction_on_paper_keeps_the_rows_closed_that_were_said_since() -> None:
    table = apply_all(begun("Ann", "Ben", paper=True), RollTaken(ROLL, "tapped"), RowClosed("d"))
    table = apply_all(table, RollCorrected("w4 w2 r3 y2 g6 b5"))
    assert (
        table.position.closed == ("d",)
        and isinstance(table.position.roll, Roll)
        and table.position.roll.sum == 6
    )


def test_a_sheet_is_taken_over_between_turns_or_after_the_end() -> None:
    table = apply_all(begun("Ann", "Ben"), RollTaken(ROLL, "tapped"))
    with pytest.raises(TableError, match="between two turns"):
        apply_all(table, SheetTakenOver("Ann", "a5 / - / - / -"))
    over = apply_all(
        begun("Ann", "Ben"), RowClosed("a"), RowClosed("d"), SheetTakenOver("Ben", "a2 / - / - / -")
    )
    assert over.position.end is not None and over.game.scores(over.position)["Ben"].total == 1
    with pytest.raises(TableError, match="Nobody called Cleo"):
        apply_all(over, SheetTakenOver("Cleo", "a2 / - / - / -"))


def test_a_turn_is_played_without_a_die_that_lies_under_the_sofa() -> None:
    table = apply_all(begun("Ann"), RollTaken("w4 w1 y2 g6 b5", "tapped", None, ("red",)))
    assert table.position.roll == Roll.parse("w4 w1 y2 g6 b5") and table.position.closed == ()
    assert apply_all(table, RollCorrected("w4 w2 y2 g6 b5")).position.phase == "white"


def test_a_retraction_is_part_of_the_game_that_is_judged_again() -> None:
    table = apply_all(
        begun("Ann", "Ben"),
        RollTaken(ROLL, "tapped"), Decided("Ann", "a5"), Retracted("Ann"), Decided("Ann", "c5"),
        Decided("Ben", "-"), Decided("Ann", "-"),
    )  # fmt: skip
    after = apply_all(table, Amended(1, "white", "b5", "Ben"))
    assert (
        str(after.position.sheet("Ann")) == "- / - / c5 / -"
        and str(after.position.sheet("Ben")) == "- / b5 / - / -"
    )
    assert not after.lost_decisions
