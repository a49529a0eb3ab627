"""The dice on the table, and with which of them each may change places."""

from companion.rules import Roll
from companion.web.pages.table.dice.dice import present_corrections, rolled_dice


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
