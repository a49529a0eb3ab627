"""What a check found, as a value: for the command line, a page or a program to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sheets.language import Translate, fill_in

State = Literal["well", "note", "fault"]
"""`well`: as it should be. `note`: no fault, but good to know. `fault`: it needs a person."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    `check`: a stable name of it. `found`: one English sentence with {names}; `todo`: another one, what to do,
    or "". `values`: what the names stand for in both; dice as a tuple of (colour, value).
    """

    check: str
    state: State
    found: str
    values: Mapping[str, object] = field(default_factory=dict)
    todo: str = ""

    def in_language(self, translate: Translate = str) -> str:
        """What was found, in the language that `translate` speaks."""
        return fill_in(self.found, self._told(translate), translate)

    def advice(self, translate: Translate = str) -> str:
        """What to do, in that language; "" where there is nothing to do."""
        return fill_in(self.todo, self._told(translate), translate)

    def _told(self, translate: Translate) -> dict[str, object]:
        return {
            name: ", ".join(f"{translate(colour)} {number}" for colour, number in value) or "-"
            if isinstance(value, tuple)
            else value
            for name, value in self.values.items()
        }

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        """As in `qwixx doctor --json`."""
        return {
            "check": self.check,
            "state": self.state,
            "found": self.in_language(translate),
            "todo": self.advice(translate) or None,
        }
