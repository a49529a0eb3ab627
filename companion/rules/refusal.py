"""Refusal: why a mark is illegal, as a rule id and one sentence that names the facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheets.language import Term, Translate, fill_in

__all__ = ["Contradiction", "Illegal", "Refusal", "Term", "Value"]

Value = str | int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A broken rule, and the sentence that explains it."""

    rule: str  # an id of the book
    text: str  # an English sentence with {names}
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)  # the values of these names

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
    """A rule that the crosses of a sheet contradict."""

    refusal: Refusal
    cells: tuple[str, ...]  # the contradicting places, as the scan names them

    @property
    def rule(self) -> str:
        """Return the id of the rule, as in the book."""
        return self.refusal.rule


class Illegal(ValueError):
    """A decision that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
