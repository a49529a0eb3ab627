"""Rulings: what a table agrees on before play where the rulebooks are silent or differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheets.errors import BadInput


class NotARuling(BadInput):
    """A ruling, or an option of one, that does not exist."""


OPTIONS = {
    "end-in-action-1": ("stop", "finish-turn"),
    "bonus-blocked": ("spent", "kept"),
    "weakest-closed": ("lost", "next-weakest"),
    "bonus-same-action": ("open",),
    "cards-gap-mixx-b": ("printed", "waived"),
    "cards-lock-in-play": ("counts", "before"),
}
"""Each ruling's options, the default first; companion.rules.book says what they mean and why."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """One option for every ruling; a ruling of another game has no effect."""

    end_in_action_1: str = "stop"
    bonus_blocked: str = "spent"
    weakest_closed: str = "lost"
    bonus_same_action: str = "open"
    cards_gap_mixx_b: str = "printed"
    cards_lock_in_play: str = "counts"

    def __post_init__(self) -> None:
        for ruling, options in OPTIONS.items():
            option = getattr(self, ruling.replace("-", "_"))
            if option not in options:
                raise NotARuling(
                    f"The ruling {ruling} is one of {', '.join(options)}, not {str(option)[:40]!r}."
                )

    @classmethod
    def of(cls, agreed: Mapping[str, str]) -> Rulings:
        """The rulings with what `agreed` changes ({"weakest-closed": "next-weakest"}); NotARuling."""
        for ruling in agreed:
            if ruling not in OPTIONS:
                raise NotARuling(f"There is no ruling {ruling[:40]!r}; the rulings are {', '.join(OPTIONS)}.")
        return cls(**{ruling.replace("-", "_"): option for ruling, option in agreed.items()})

    @property
    def differing(self) -> dict[str, str]:
        """Only what differs from the defaults, as a record carries it."""
        chosen = {ruling: str(getattr(self, ruling.replace("-", "_"))) for ruling in OPTIONS}
        return {ruling: option for ruling, option in chosen.items() if option != OPTIONS[ruling][0]}
