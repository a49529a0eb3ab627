"""Dice in a terminal: in the order of the rows on a sheet, in the words of a language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sheets.language import Translate, message

if TYPE_CHECKING:
    from vision.reading import Die

ORDER = ("white", "red", "yellow", "green", "blue", "other")
STATUSES = {
    "complete": message("complete"),
    "unsure": message("not sure"),
    "wrong-set": message("dice missing or too many"),
}
"""What each status of a reading is called."""
STATES = {
    "flat": "",
    "cocked": message("leans"),
    "cut": message("cut off"),
    "hidden": message("partly covered"),
}
"""What is to be said of a die in each state."""


def in_order(dice: Iterable[Die]) -> list[Die]:
    """The white dice, then those of the rows from top to bottom, then others."""
    return sorted(dice, key=lambda die: ORDER.index(die.colour))


def on_one_line(dice: Iterable[Die], _: Translate) -> str:
    """`white 5, white 4, red 5`."""
    return ", ".join(f"{_(die.colour)} {die.value}" for die in in_order(dice))


def line_of(die: Die, width: int, _: Translate) -> str:
    """A die with how sure it is and what else it may show; its colour takes up `width` signs."""
    others = ", ".join(f"{value} ({100 * p:.0f} %)" for value, p in die.alternatives[1:3] if p >= 0.02)
    said = [_(STATES[die.state])] if STATES[die.state] else []
    said += [_("perhaps {values}").format(values=others)] if others else []
    return f"{_(die.colour):<{width}} {die.value}  {100 * die.confidence:3.0f} %  {'; '.join(said)}".rstrip()
