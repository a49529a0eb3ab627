"""The dice on the table, and with which of them each may change places."""

from companion.rules import Roll
from companion.table.events import RowClosed
from companion.web.pages.table.dice.dice import present_corrections, present_sums, rolled_dice
from tests.companion.web.pages.tables import ROLL, play


def test_white_dice_come_first() -> None:
    dice = rolled_dice(Roll.parse("w4 w1 b5 r3"))
    assert [(die.key, die.colour, die.value) for die in dice] == [
        ("w1", "white", 4),
        ("w2", "white", 1),
        ("red", "red", 3),
        ("blue", "blue", 5),
    ]
    assert rolled_dice(5) == rolled_dice(None) == ()


def test_a_die_may_change_places_with_any_of_another_colour() -> None:
    corrections = present_corrections(rolled_dice(Roll.parse("w4 w1 r3 b5")))
    partners = {each.die.key: [other.key for other in each.partners] for each in corrections}
    assert partners == {
        "w1": ["red", "blue"],
        "w2": ["red", "blue"],
        "red": ["w1", "w2", "blue"],
        "blue": ["w1", "w2", "red"],
    }


def test_sums_of_colours_that_are_open() -> None:
    roll = Roll.parse("w4 w1 r3 y2 g6")
    table = play(RowClosed("d"), "w4 w1 r3 y2 g6").present
    assert [(each.colour, each.sums) for each in present_sums(table, roll)] == [
        ("red", (4, 7)),
        ("yellow", (3, 6)),
        ("green", (7, 10)),
    ]
    assert present_sums(play(ROLL).present, Roll.parse("w1 w1 r3"))[0].sums == (4,)
