"""Refusals: the id of the rule that a decision breaks, and a sentence about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheets.language import Term, Translate, fill_in

__all__ = ["Contradiction", "Illegal", "Refusal", "Term", "Value"]

Value = str | int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence that explains by a rule why a decision is illegal, or why a doubted decision is legal."""

    rule: str  # the id of a rule in the book
    text: str  # an English sentence with {names}
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)  # the value of each {name}

    @property
    def why(self) -> str:
        """Return the sentence in English."""
        return self.in_language(str)

    def in_language(self, translate: Translate) -> str:
        return fill_in(self.text, self.values, translate)

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A rule that the crosses on a sheet contradict."""

    refusal: Refusal
    cells: tuple[str, ...]  # names of the places involved, such as "a5", "lock a" or "box 2"

    @property
    def rule(self) -> str:
        return self.refusal.rule


class Illegal(ValueError):
    """The rules refuse a decision."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
