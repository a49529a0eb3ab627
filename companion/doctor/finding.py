"""The results of the doctor's checks, as sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from sheets.language import Phrase, Term, Translate, fill_in

if TYPE_CHECKING:
    from vision.reading import Die

State = Literal["well", "note", "fault"]
"""`well`: as it should be. `note`: good to know, but not wrong. `fault`: people have to do something."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check, with advice if something is wrong. A check may have several results."""

    check: str  # a stable name
    state: State
    text: str  # an English sentence with {names}
    values: Mapping[str, object] = field(default_factory=dict)  # for the names in both sentences
    todo: str = ""  # a sentence with advice, or ""

    def in_language(self, translate: Translate = str) -> str:
        return fill_in(self.text, self.values, translate)

    def advice(self, translate: Translate = str) -> str:
        return fill_in(self.todo, self.values, translate)

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        return {
            "check": self.check,
            "state": self.state,
            "found": self.in_language(translate),
            "todo": self.advice(translate) or None,
        }


def dice_value(dice: Iterable[Die]) -> object:
    """Return dice as a value of a Finding, shown as "white 5, red 3", or "-" if there are none."""
    text = "{colour} {value}"
    return tuple(Phrase(text, {"colour": Term(die.colour), "value": die.value}) for die in dice) or "-"
