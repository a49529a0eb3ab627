"""Amendments: an error is corrected where it happened, and all later events are judged again."""

import random
from dataclasses import replace

import pytest

from companion.records.record import Record, Turn
from companion.records.referee import judge
from companion.rules import PASS, Illegal, Mark
from companion.table.events import (
    Action,
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    Event,
    EventsRedone,
    EventsUndone,
    GameBegun,
    PlayerAdded,
    RollCorrected,
    SheetTakenOver,
    TurnAmended,
)
from companion.table.timeline import amend, apply
from companion.table.to_record import record_of
from tests.companion.analysis.games import random_game
from tests.companion.table.random_events import decided, go_on, played, refused, table_after, turn

ROLL, LOW, SIXES = "w4 w1 r3 y2 g6 b5", "w1 w1 r3 y2 g6 b5", "w6 w6 r3 y6 g6 b5"
BEGUN = GameBegun("classic", ("Ann", "Ben"))


def with_decision(
    turns: tuple[Turn, ...], number: int, player: str, action: str, mark: Mark
) -> tuple[Turn, ...]:
    """Return the turns of a record with one decision changed."""
    changed = turns[number - 1]
    if action == "white":
        first = {name: m for name, m in changed.first.items() if name != player}
        changed = replace(changed, first=first if mark == PASS else {**first, player: mark})
    else:
        changed = replace(changed, second=None if mark == PASS else mark)
    return (*turns[: number - 1], changed, *turns[number:])


@pytest.mark.parametrize("game", ["classic", "mixx-a", "mixx-b", "bonus-a", "bonus-b"])
@pytest.mark.parametrize("seed", range(6))
def test_an_amended_game_is_what_the_referee_makes_of_the_amended_record(game: str, seed: int) -> None:
    """Check that judging amended events gives the same verdict as judging the amended record."""
    timeline = random_game(seed, game, 12, ("Ann", "Ben", "Cleo"))
    table, chance = timeline.present, random.Random(seed + 100)
    steps = judge(record_of(table)).steps
    for _ in range(4):
        step = chance.choice(steps)
        in_first = chance.random() < 0.5
        player = chance.choice(table.game.players) if in_first else step.active
        position = table.game.roll(step.before, step.turn.roll)
        if not in_first:
            for name in table.game.players:
                position = table.game.decide(position, name, step.turn.first.get(name, PASS))
            if position.phase != "colour":
                continue
        mark = chance.choice(list(table.game.moves(position, player)))
        action: Action = "white" if in_first else "colour"
        event = TurnAmended(step.number, action, str(mark), player)
        amended, lost = amend(timeline, event)
        after = amended.present.position
        turns = with_decision(record_of(table).turns, step.number, player, action, mark)
        verdict = judge(Record(table.game, turns))
        refused = {(v.turn, v.player, v.mark) for v in verdict.violations}
        assert {(each.turn, each.decided.player, each.decided.mark) for each in lost} == refused
        if verdict.position.phase == "over":
            assert after == verdict.position
        else:  # a game that once ended goes on where the amended one did not
            assert (after.sheets, after.closed, after.removed, after.turn, after.phase) == (
                verdict.position.sheets,
                verdict.position.closed,
                verdict.position.removed,
                verdict.position.turn,
                verdict.position.phase,
            )
        assert judge(record_of(amended.present)).ok, "what became illegal is not in the record any more"
        assert apply(timeline, event).present == amended.present
        assert go_on(timeline, event, EventsUndone()).present == table
        assert go_on(timeline, event, EventsUndone(), EventsRedone()).present == amended.present


def test_an_error_three_turns_back_is_amended_in_place() -> None:
    table = table_after(
        BEGUN,
        *turn(ROLL, "Ann a5", "Ben -", "Ann -"),
        *turn(LOW, "Ann b2", "Ben -", "Ben -"),
        *turn("w3 w4 r3 y2 g6 b5", "Ann a7", "Ben -", "Ann -"),
        TurnAmended(1, "white", "b5", "Ann"),
    )
    assert str(table.position.sheet("Ann")) == "a7 / b5 / - / -"
    assert table.lost_decisions == (DecisionMade("Ann", "b2"),), "yellow 2 stands left of yellow 5"
    assert (table.position.turn, table.position.phase) == (4, "roll")
    assert table.turns[1].first == {} and table.turns[1].second is None


def test_amendment_must_be_legal_itself() -> None:
    timeline = played(GameBegun("classic", ("Ann",)), *turn(ROLL, "Ann a5", "Ann -"))
    with pytest.raises(Illegal) as illegal:
        apply(timeline, TurnAmended(1, "white", "a9", "Ann"))
    assert illegal.value.refusal.rule == "white-sum"


@pytest.mark.parametrize(
    "event",
    [
        TurnAmended(7, "white", "a5", "Ann"),
        TurnAmended(1, "white", "a5", "Zoe"),
        TurnAmended(1, "number", "a5", "Ann"),
        TurnAmended(2, "roll", "w4 w1 r3 y2 g6 b5"),
    ],
)
def test_only_what_was_played_can_be_amended(event: TurnAmended) -> None:
    assert refused(event, BEGUN, *turn(ROLL, "Ann a5", "Ben -", "Ann -")) == "no-such-turn"


def test_dice_of_an_earlier_turn_are_amended_and_marks_that_do_not_fit_are_lost() -> None:
    after = table_after(
        BEGUN,
        *turn(ROLL, "Ann a5", "Ben -", "Ann d9"),
        *turn(LOW, "Ann b2", "Ben -", "Ben -"),
        TurnAmended(1, "roll", "w4 w2 r3 y2 g6 b5"),
    )
    assert after.lost_decisions == (DecisionMade("Ann", "a5"),), "4 + 5 is still nine"
    assert str(after.position.sheet("Ann")) == "- / b2 / - / d9"


def test_the_decision_of_who_passed_by_themselves_can_be_amended() -> None:
    timeline = played(BEGUN, *turn(ROLL, "Ann a5", "Ben -", "Ann -"), *turn(LOW))
    after = apply(timeline, TurnAmended(1, "white", "c5", "Ben")).present
    assert str(after.position.sheet("Ben")) == "- / - / c5 / -"


def test_the_open_action_can_be_amended() -> None:
    after = table_after(BEGUN, *turn(ROLL, "Ann a5"), TurnAmended(1, "white", "b5", "Ann"))
    assert str(after.decision("Ann")) == "b5" and after.position.phase == "white"


def test_a_lock_amended_away_lets_the_game_go_on() -> None:
    timeline = played(
        BEGUN,
        SheetTakenOver("Ann", "a2 a3 a4 a5 a6 / b2 b3 b4 b5 b6 / - / -"),
        *turn(SIXES, "Ann a12", "Ben -", "Ann b12"),
    )
    assert timeline.present.position.end is not None
    after = apply(timeline, TurnAmended(1, "colour", "-", "Ann")).present
    assert after.position.end is None and after.position.phase == "roll" and after.position.closed == ("a",)
    assert after.active == "Ben" and after.position.sheet("Ann").misses == 0


def test_decisions_after_an_end_that_comes_earlier_now_are_lost() -> None:
    early = table_after(
        BEGUN,
        SheetTakenOver("Ann", "a2 a3 a4 a5 a6 / b2 b3 b4 b5 b6 / - / -"),
        *turn(SIXES, "Ann a12", "Ben -", "Ann -"),
        *turn("w1 w1 y1 g1 b1", "Ben b2"),
        TurnAmended(1, "colour", "b12", "Ann"),
    )
    assert early.position.end is not None and early.lost_decisions == (DecisionMade("Ben", "b2"),)


@pytest.mark.parametrize(
    ("event", "mark", "amended", "sheets"),
    [
        (DecisionRetracted("Ann"), "c5", "b5", ["- / - / c5 / -", "- / b5 / - / -"]),
        (RollCorrected("w4 w2 r3 y2 g6 b5"), "a6", "b6", ["a6 / - / - / -", "- / b6 / - / -"]),
    ],
    ids=["retraction", "correction"],
)
def test_earlier_correction_is_judged_again_with_the_game(
    event: Event, mark: str, amended: str, sheets: list[str]
) -> None:
    after = table_after(
        BEGUN,
        *turn(ROLL, "Ann a5"),
        event,
        *decided(f"Ann {mark}", "Ben -", "Ann -"),
        TurnAmended(1, "white", amended, "Ben"),
    )
    assert [str(sheet) for sheet in after.position.sheets] == sheets
    assert not after.lost_decisions


def test_players_who_came_since_are_still_there() -> None:
    turns = (*turn(ROLL, "Ann a5", "Ben -", "Ann -"), PlayerAdded("Cleo"), *turn(ROLL))
    after = table_after(BEGUN, *turns, TurnAmended(1, "white", "b5", "Ben"))
    assert after.game.players == ("Ann", "Ben", "Cleo") and after.position.phase == "white"


def test_an_amendment_of_an_amended_game_starts_from_the_amended_one() -> None:
    amendments = (TurnAmended(1, "white", "b5", "Ben"), TurnAmended(1, "white", "c5", "Ann"))
    timeline = played(BEGUN, *turn(ROLL, "Ann a5", "Ben -", "Ann -"), *amendments)
    assert [str(timeline.present.position.sheet(p)) for p in ("Ann", "Ben")] == [
        "- / - / c5 / -",
        "- / b5 / - / -",
    ]
    assert sum(isinstance(table.last_event, TurnAmended) for table in timeline.moments()) == 0


def test_an_amendment_after_a_choice_was_taken_back_keeps_both() -> None:
    """Check that an amendment of Ann's action 1 keeps her action 2 and Ben's new choice."""
    events = (BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Ann d9"), DecisionTakenBack("Ben"), *decided("Ben c5"))
    amended = table_after(*events, TurnAmended(1, "white", "b5", "Ann"))
    assert str(amended.position.sheet("Ann")) == "- / b5 / - / d9"
    assert str(amended.position.sheet("Ben")) == "- / - / c5 / -" and amended.lost_decisions == ()
    waiting = (BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Ann d9"), DecisionTakenBack("Ben"))
    amended = table_after(*waiting, TurnAmended(1, "white", "b5", "Ann"))
    assert amended.position.phase == "white" and amended.game.waiting(amended.position) == ("Ben",)
    assert [made.mark for _, made in amended.held_decisions] == ["d9"]
