"""The reducer applies an event to a game, or refuses the event with a code."""

import functools
from typing import get_args

import pytest

from companion.rules import Illegal
from companion.table import reducer
from companion.table.events import (
    Change,
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    DemoTakenOver,
    GameBegun,
    Photo,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowReopened,
    SeenDie,
    TableError,
)
from companion.table.reducer import begin, reduce
from companion.table.state import Table
from sheets.errors import BadInput
from sheets.pad import load_pad, pad_data
from tests.companion.table.random_events import table_after, turn

BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
PHOTO = Photo("0123456789abcdef", (640, 480), (SeenDie("red", 3, 0.9, (1, 2, 30, 30)),))


def at(*events: Change, begun: GameBegun = BEGUN) -> Table:
    return functools.reduce(reduce, events, begin(begun))


def sheet(table: Table, player: str) -> str:
    return str(table.position.sheet(player))


def refused(table: Table, event: Change) -> str:
    """Return the code or the rule with which the table refuses an event, or "not refused"."""
    try:
        reduce(table, event)
    except TableError as problem:
        return problem.code
    except Illegal as illegal:
        return illegal.refusal.rule
    return "not refused"


def agreed(game: str, **terms: object) -> dict[str, str]:
    """Begin a game with these `terms`, and return its rulings that differ from the defaults."""
    return begin(GameBegun(game, ("Ann", "Ben"), **terms)).game.rulings.differing  # type: ignore[arg-type]


def test_a_game_that_names_no_rolled_again_keeps_the_default_of_its_day() -> None:
    old = {"rolled-again": "later-action"}
    for game in ("big-points", "double-a", "double-b"):
        assert agreed(game) == old
        assert agreed(game, rulings={"rolled-again": "later-roll"}) == {}
    assert agreed("classic") == agreed("cards", pad="mixx-a") == {}
    round_cells = pad_data(load_pad("big-points")) | {"name": "ours"}
    assert agreed("classic", layout=round_cells) == old


# -- the begin ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begun", "code"),
    [
        (GameBegun("classic", ("Ann", "Ann")), "players"),
        (GameBegun("classic", ("Ann", " ")), "players"),
        (GameBegun("classic", ("",)), "players"),
        (GameBegun("chess", ("Ann",)), "game"),
        (GameBegun("cards", ("Ann",), pad="longo"), "pad"),
        (GameBegun("double-a", ("Ann",), pad="double-b"), "pad"),
    ],
)
def test_a_game_that_cannot_be_played_is_not_begun(begun: GameBegun, code: str) -> None:
    with pytest.raises(TableError) as caught:
        begin(begun)
    assert caught.value.code == code


def test_a_game_begins_as_its_event_says() -> None:
    table = begin(GameBegun("cards", ("Ann", "Ben"), pad="mixx-a", jokers=True, hidden=True, paper=True))
    assert table.game.pad.name == "mixx-a" and table.game.jokers
    assert table.hidden and table.paper and not table.demo
    assert table.position == table.turn_start == table.game.start()


def test_people_take_a_demo_over_once() -> None:
    demo = at(begun=GameBegun("classic", ("Ada",), demo=True))
    own = reduce(demo, DemoTakenOver())
    assert demo.demo and not own.demo and refused(own, DemoTakenOver()) == "not-demo"


# -- a turn ---------------------------------------------------------------------------------------------


def test_a_turn_adds_up() -> None:
    table = at(ROLL, DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"), DecisionMade("Ann", "d9"))
    assert sheet(table, "Ann") == "a5 / - / - / d9" and sheet(table, "Ben") == "- / b5 / - / -"
    assert table.active == "Ben" and table.position.turn == 2 and len(table.turns) == 1
    assert table.last_event == DecisionMade("Ann", "d9")


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (ROLL, "roll-taken"),
        (RollSeen(PHOTO, "photo"), "roll-taken"),
        (DemoTakenOver(), "not-demo"),
        (DecisionRetracted("Ann"), "nothing-decided"),
        (DecisionRetracted("Zoe"), "nothing-decided"),
        (DecisionMade("Zoe", "a5"), "player"),
        (DecisionMade("Ann", "a13"), "cell"),
        (DecisionMade("Ann", "a9"), "white-sum"),
        (RollCorrected("w4 w1"), "die-missing"),
    ],
)
def test_unfitting_decision_is_refused(event: Change, code: str) -> None:
    assert refused(at(ROLL), event) == code


@pytest.mark.parametrize("event", [DecisionMade("Ann", "a5"), DecisionMade("Ann", "-")])
def test_nobody_decides_before_the_dice(event: Change) -> None:
    assert refused(at(), event) == "action-order"
    assert refused(at(), RollCorrected(ROLL.roll)) == "no-roll"


@pytest.mark.parametrize("roll", ["w4 w1 r3 y2 g6", "w4 w1"])
def test_every_die_that_is_in_the_game_is_rolled(roll: str) -> None:
    assert refused(at(), RollTaken(roll, "tapped")) == "die-missing"


def test_a_die_under_the_sofa_is_left_out_and_its_row_stays_open() -> None:
    table = at(RollTaken("w4 w1 y2 g6 b5", "tapped", None, ("red",)))
    assert table.dice_rolled == ("w1", "w2", "yellow", "green", "blue") and table.position.closed == ()
    assert reduce(table, RollCorrected("w4 w2 y2 g6 b5")).position.phase == "white"


def test_players_for_whom_nothing_fits_pass_by_themselves_but_never_the_active_one() -> None:
    sixes = "w6 w6 r6 y6 g1 b6"
    table = table_after(
        BEGUN,
        *turn(sixes, "Ben c12", "Ann -", "Ann -"),
        *turn(sixes, "Ben d12", "Ann -", "Ben -"),
        *turn(sixes),
    )
    assert table.active == "Ann"
    assert [str(mark) for mark in table.game.moves(table.position, "Ann")] == ["-", "c12", "d12"]
    assert table.game.waiting(table.position) == ("Ann",), (
        "Ben has both; without marks nobody locks with a 12"
    )
    assert str(table.decision("Ben")) == "-"


def test_a_photo_that_people_complete_waits_until_the_dice_are_taken() -> None:
    asked = at(RollSeen(PHOTO, "photo"))
    assert asked.pending_roll == RollSeen(PHOTO, "photo") and asked.position.phase == "roll"
    taken = reduce(asked, ROLL)
    assert taken.pending_roll is None and taken.current_roll == ROLL


def test_a_decision_can_be_replaced_and_taken_back_while_the_action_is_open() -> None:
    table = at(ROLL, DecisionMade("Ann", "a5"), DecisionMade("Ann", "c5"))
    assert sheet(table, "Ann") == "- / - / c5 / -"
    assert table.turn_decisions == (("white", DecisionMade("Ann", "c5")),)
    assert sheet(reduce(table, DecisionRetracted("Ann")), "Ann") == "- / - / - / -"
    assert refused(table, DecisionMade("Ann", "c6")) == "white-sum"
    assert sheet(table, "Ann") == "- / - / c5 / -", "what is refused takes nothing away"


def test_a_correction_keeps_what_fits_and_reports_what_it_takes_back() -> None:
    table = at(ROLL, DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"), RollCorrected("w4 w1 r6 y2 g6 b5"))
    assert table.position.phase == "colour" and table.lost_decisions == ()
    table = reduce(table, RollCorrected("w4 w2 r6 y2 g6 b5", PHOTO))
    assert table.position.phase == "white"
    assert table.lost_decisions == (DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"))
    assert sheet(table, "Ann") == sheet(table, "Ben") == "- / - / - / -"
    assert table.current_roll == RollTaken("w4 w2 r6 y2 g6 b5", "tapped", PHOTO)


# -- rows that people announce --------------------------------------------------------------------------


def test_a_row_that_is_announced_takes_its_die_along_and_opens_again() -> None:
    table = at(RowClosed("a"))
    assert table.dice_to_roll == ("w1", "w2", "yellow", "green", "blue")
    assert reduce(table, RowReopened("a")).position == at().position
    assert refused(table, ROLL) == "die-removed"
    assert refused(table, RowClosed("a")) == "row-closed" and refused(table, RowReopened("b")) == "row-open"


def test_while_others_mark_a_row_closes_when_the_action_ends() -> None:
    table = at(ROLL, RowClosed("a"), DecisionMade("Ben", "a5"))
    assert table.position.closed == () and table.announced_rows == ("a",)
    assert refused(table, RowClosed("a")) == "row-closed"
    assert reduce(table, RowReopened("a")).announced_rows == ()
    table = reduce(table, DecisionMade("Ann", "-"))
    assert table.position.phase == "colour" and table.position.closed == ("a",)
    assert table.announced_rows == () and refused(table, DecisionMade("Ann", "a7")) == "die-removed"


def test_a_second_row_that_is_announced_ends_the_game() -> None:
    over = at(RowClosed("a"), RowClosed("d"))
    assert over.position.end is not None and over.position.end.reason == "end-two-rows"
    for event in (RowReopened("a"), RowClosed("b"), ROLL, RollSeen(PHOTO, "photo")):
        assert refused(over, event) == "game-over"


# -- the other games ------------------------------------------------------------------------------------


def test_cards_number_then_play() -> None:
    table = at(RollTaken("4", "tapped"), DecisionMade("Ben", "a4"), begun=GameBegun("cards", ("Ann", "Ben")))
    assert table.dice_to_roll == table.dice_rolled == ()
    table = reduce(table, DecisionMade("Ann", "b4"))
    assert table.position.phase == "play"
    assert refused(table, DecisionMade("Ann", "red 9, blue 9: a9")) == "cards-play"
    table = reduce(table, DecisionMade("Ann", "green 11, green 9: c11 c9"))
    assert sheet(table, "Ann") == "- / b4 / c11 c9 / -" and table.active == "Ben"
    turn = table.turns[-1]
    assert turn.roll == 4 and str(turn.second) == "green 11, green 9: c11 c9"
    assert refused(table, RollTaken("w1 w2", "tapped")) == "number"
    assert refused(table, RowClosed("a")) == refused(table, RowReopened("a")) == "cards"


def test_playing_no_card_is_a_miss() -> None:
    table = at(RollTaken("4", "tapped"), DecisionMade("Ann", "-"), begun=GameBegun("cards", ("Ann",)))
    assert table.position.phase == "play"
    assert reduce(table, DecisionMade("Ann", "-")).position.sheet("Ann").misses == 1


def test_a_lucky_star_is_kept_as_it_was_called() -> None:
    begun = GameBegun("longo", ("Laura",), lucky={"Laura": (6, 11)})
    table = at(RollTaken("w5 w1 r3 y2 g7 b8", "tapped"), DecisionMade("Laura", "c16*"), begun=begun)
    assert sheet(table, "Laura") == "- / - / c16 / -"
    assert table.turn_decisions == (("white", DecisionMade("Laura", "c16*")),)


# -- the further games ----------------------------------------------------------------------------------


def test_a_fifteen_ends_the_turn_when_the_others_have_chosen() -> None:
    begun = GameBegun("lucky-15", ("Ann", "Ben"))
    fifteen = (RollTaken("w5 w6 r4 y1 g1 b1", "tapped"), DecisionMade("Ann", "15"))
    assert at(*fifteen, begun=begun).position.phase == "white"
    table = at(*fifteen, DecisionMade("Ben", "a11"), begun=begun)
    assert table.position.phase == "roll" and table.active == "Ben"
    assert table.position.sheet("Ann").misses == 0
    assert table.game.scores(table.position)["Ann"].total == 5
    taken_back = at(
        *fifteen, DecisionMade("Ben", "a11"), DecisionTakenBack("Ann"), DecisionMade("Ann", "-"), begun=begun
    )
    assert taken_back.position.phase == "colour" and taken_back.active == "Ann"


def test_a_mark_that_another_game_has_is_no_cell_of_this_pad() -> None:
    for mark in ("a5+", "a5x", "ab5", "15", "a3-4", "a3-4 a5"):
        assert refused(at(ROLL), DecisionMade("Ben", mark)) == "cell"
    connect = at(RollTaken("w1 w5 r3 y2 g6 b5", "tapped"), begun=GameBegun("connect-15", ("Ann", "Ben")))
    assert refused(connect, DecisionMade("Ben", "a5+")) == "cell"
    assert refused(connect, DecisionMade("Ben", "a3-4 a5")) == "white-sum"
    assert sheet(reduce(connect, DecisionMade("Ben", "a3-4 a6")), "Ben") == "a6 / - / - / - fields a3-4"


# -- a pad of the table's own -----------------------------------------------------------------------------

STEPS = {
    "format": "qwixx-pad/1",
    "name": "steps",
    "title": "Four steps",
    "sides": 4,
    "rows": {
        "a": "red 2 3 4 5 6 7 8",
        "b": "yellow 2 3 4 blue 5 6 7 8",
        "c": "green 8 7 6 5 4 3 2",
        "d": "blue 5 4 3 2 8 6 7",
    },
}


def test_a_game_is_played_on_the_pad_that_its_begin_carries() -> None:
    table = at(RollTaken("w4 w4 r3 y2 g4 b1", "tapped"), begun=GameBegun("classic", ("Ann",), layout=STEPS))
    assert (table.game.pad.title, table.game.pad.sides) == ("Four steps", 4)
    assert sheet(reduce(table, DecisionMade("Ann", "d8")), "Ann") == "- / - / - / d8"
    assert refused(table, DecisionMade("Ann", "c9")) == "cell", "its rows end at 8"
    with pytest.raises(BadInput, match="1 to 4"):
        at(RollTaken("w5 w4 r3 y2 g4 b1", "tapped"), begun=GameBegun("classic", ("Ann",), layout=STEPS))


@pytest.mark.parametrize(
    ("begun", "sentence"),
    [
        (GameBegun("cards", ("Ann",), layout=STEPS), "numbers from 2 to 12"),
        (GameBegun("longo", ("Ann",), layout=STEPS), "lucky numbers"),
        (GameBegun("classic", ("Ann",), layout={"format": "qwixx-pad/1"}), "/layout: expected the key name"),
        (GameBegun("classic", ("Ann",), layout={**STEPS, "steps": {"A": "a4 b3"}}), "one of the sheets A"),
        (GameBegun("mixx-a", ("Ann",), pad="longo", layout=STEPS), "not played on longo"),
    ],
)
def test_a_pad_that_does_not_fit_is_refused_in_a_sentence(begun: GameBegun, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        begin(begun)


def test_every_event_that_changes_a_table_is_carried_out() -> None:
    assert set(reducer._STEPS) == set(get_args(Change))
