"""Dice as text for a terminal, in the order of the rows on a sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sheets.language import Translate, message

if TYPE_CHECKING:
    from vision.reading import Die

COLOUR_ORDER = ("white", "red", "yellow", "green", "blue", "other")
STATUSES = {
    "complete": message("complete"),
    "unsure": message("not sure"),
    "wrong-set": message("dice missing or too many"),
}
STATES = {
    "flat": "",
    "cocked": message("leans"),
    "cut": message("cut off"),
    "hidden": message("partly covered"),
}


def in_order(dice: Iterable[Die]) -> list[Die]:
    """Return the dice in COLOUR_ORDER."""
    return sorted(dice, key=lambda die: COLOUR_ORDER.index(die.colour))


def on_one_line(dice: Iterable[Die], _: Translate) -> str:
    """Return the dice as `white 5, white 4, red 5`."""
    return ", ".join(f"{_(die.colour)} {die.value}" for die in in_order(dice))


def line_of(die: Die, width: int, _: Translate) -> str:
    """Return a die's colour (padded to `width` characters), value, confidence and other possible values."""
    others = ", ".join(f"{value} ({100 * p:.0f} %)" for value, p in die.alternatives[1:3] if p >= 0.02)
    notes = [_(STATES[die.state])] if STATES[die.state] else []
    notes += [_("perhaps {values}").format(values=others)] if others else []
    return f"{_(die.colour):<{width}} {die.value}  {100 * die.confidence:3.0f} %  {'; '.join(notes)}".rstrip()
