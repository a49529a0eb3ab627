"""Players who come and go between two turns."""

import pytest

from companion.rules import Illegal
from companion.table.events import (
    DecisionMade,
    Event,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    RollTaken,
    RowClosed,
    SeatsChanged,
)
from companion.table.timeline import apply
from companion.table.to_record import record_of
from tests.companion.table.random_events import go_on, played, refused, table_after

ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
BEGUN = GameBegun("classic", ("Ann", "Ben"))
TURN = (ROLL, DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"), DecisionMade("Ann", "d9"))
THREE = ("Ann", "Ben", "Cleo")


def passed_turns(count: int) -> list[Event]:
    """Return turns of three players without a mark."""
    events: list[Event] = []
    for number in range(count):
        events += [ROLL, *(DecisionMade(name, "-") for name in THREE), DecisionMade(THREE[number % 3], "-")]
    return events


@pytest.mark.parametrize(
    ("turns", "leaves", "next_one"),
    [
        (0, "Ann", "Ben"),
        (0, "Cleo", "Ann"),
        (1, "Ann", "Ben"),
        (1, "Ben", "Cleo"),
        (2, "Ann", "Cleo"),
        (2, "Cleo", "Ann"),
    ],
)
def test_active_player_stays_when_another_leaves(turns: int, leaves: str, next_one: str) -> None:
    table = table_after(GameBegun("classic", THREE), *passed_turns(turns), PlayerLeft(leaves))
    assert table.active == next_one and leaves not in table.game.players


def test_newcomer_sits_last_with_an_empty_sheet() -> None:
    table = table_after(BEGUN, *TURN, PlayerAdded("Cleo"))
    assert table.game.players == THREE and table.active == "Ben"
    assert str(table.position.sheet("Cleo")) == "- / - / - / -"


def test_departed_player_is_remembered_with_points() -> None:
    table = table_after(BEGUN, *TURN, PlayerAdded("Cleo"), PlayerLeft("Ann"))
    assert table.game.players == ("Ben", "Cleo") and table.departed == (("Ann", 2),)


def test_lucky_numbers_come_and_go_with_their_player() -> None:
    begun = GameBegun("longo", ("Ann",), lucky={"Ann": (6, 11)})
    grown = played(begun, PlayerAdded("Ben", (4, 9)))
    assert grown.present.game.lucky == {"Ann": (6, 11), "Ben": (4, 9)}
    assert apply(grown, PlayerLeft("Ann")).present.game.lucky == {"Ben": (4, 9)}


def test_nobody_comes_or_goes_where_that_does_not_fit() -> None:
    assert refused(PlayerAdded("Cleo"), BEGUN, ROLL) == refused(PlayerLeft("Ann"), BEGUN, ROLL) == "in-a-turn"
    assert refused(PlayerAdded("Ann"), BEGUN) == refused(PlayerAdded(" "), BEGUN) == "players"
    assert refused(PlayerLeft("Zoe"), BEGUN) == "player"
    assert refused(PlayerLeft("Ann"), GameBegun("classic", ("Ann",))) == "players"
    over = (BEGUN, RowClosed("a"), RowClosed("b"))
    assert refused(PlayerAdded("Cleo"), *over) == refused(PlayerLeft("Ann"), *over) == "game-over"


def test_a_full_table_takes_nobody_in() -> None:
    ten = tuple(f"Player {number}" for number in range(10))
    assert refused(PlayerAdded("Zoe"), GameBegun("classic", ten)) == "players"
    assert len(table_after(GameBegun("classic", ten[:9]), PlayerAdded("Zoe")).game.players) == 10


def test_latecomer_gets_boxes_of_closed_colours_crossed() -> None:
    begun = GameBegun("bonus-a", ("Ann", "Ben"), paper=True)
    table = table_after(begun, RowClosed("a"), PlayerAdded("Cleo"))
    bars = [table.position.sheet(name).state("bonus-bar") for name in THREE]
    assert bars[0] == bars[1] == bars[2] != 0, "two red boxes of the bar"
    assert table_after(begun, PlayerAdded("Cleo")).position.sheet("Cleo").state("bonus-bar") == 0


def test_latecomer_gets_closed_rows_closed() -> None:
    timeline = played(BEGUN, RowClosed("a"), PlayerAdded("Cleo"), RollTaken("w1 w1 y1 g1 b1", "tapped"))
    with pytest.raises(Illegal) as illegal:
        apply(timeline, DecisionMade("Cleo", "a2"))
    assert illegal.value.refusal.rule == "row-closed"


def test_seats_are_changed_and_whose_turn_it_is_stays() -> None:
    table = table_after(GameBegun("classic", THREE), *passed_turns(1), SeatsChanged(("Cleo", "Ben", "Ann")))
    assert table.game.players == ("Cleo", "Ben", "Ann") and table.active == "Ben"
    assert table.position.sheet("Ann").misses == 1 and table.position.sheet("Cleo").misses == 0
    after = go_on(
        played(GameBegun("classic", THREE), *passed_turns(1), SeatsChanged(("Cleo", "Ben", "Ann"))),
        ROLL,
        *(DecisionMade(name, "-") for name in (*THREE, "Ben")),
    ).present
    assert after.active == "Ann", "Ann sits left of Ben now"


def test_other_players_and_an_open_turn_change_no_seats() -> None:
    for players in (("Ann",), ("Ann", "Zoe"), ("Ann", "Ann")):
        assert refused(SeatsChanged(players), BEGUN) == "players"
    assert refused(SeatsChanged(("Ben", "Ann")), BEGUN, ROLL) == "in-a-turn"


def test_the_record_ends_with_a_change_of_seats_unless_nothing_was_rolled() -> None:
    early = table_after(BEGUN, PlayerAdded("Cleo"), SeatsChanged(("Cleo", "Ann", "Ben")))
    assert early.final_record is None
    seat = early.position.seat
    assert record_of(early).game.players == ("Cleo", "Ann", "Ben") and seat == 1
    late = table_after(BEGUN, *TURN, SeatsChanged(("Ben", "Ann")))
    assert late.final_record is not None and record_of(late).game.players == ("Ann", "Ben")


def test_latecomer_gets_an_unused_letter() -> None:
    begun = GameBegun("connected-a", ("Ann", "Ben"), sheets={"Ann": "A", "Ben": "C"})
    table = table_after(begun, PlayerAdded("Cleo"), PlayerAdded("Dora", sheet="E"))
    assert table.game.sheets == {"Ann": "A", "Ben": "C", "Cleo": "B", "Dora": "E"}
    assert [table.position.sheet(name).pad.letter for name in ("Cleo", "Dora")] == ["B", "E"]
    after = table_after(begun, PlayerAdded("Cleo"), PlayerLeft("Ann"), SeatsChanged(("Cleo", "Ben")))
    assert after.game.sheets == {"Ben": "C", "Cleo": "B"}
    assert after.position.sheet("Cleo").pad.letter == "B"


def test_latecomer_to_double_chooses_a_pad() -> None:
    begun = GameBegun("double-a", ("Ann", "Ben"), sheets={"Ben": "double-b"})
    table = table_after(begun, PlayerAdded("Cleo", sheet="double-b"), PlayerAdded("Dora"))
    pads = [table.position.sheet(name).pad.name for name in table.game.players]
    assert pads == ["double-a", "double-b", "double-b", "double-a"]
