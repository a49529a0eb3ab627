"""Bonus A on paper: the bar below the rows."""

from __future__ import annotations

from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.placed import Placed


class BonusBar(Placed):
    """A strip of coloured boxes."""

    key = "bonus-bar"
    strip_mm = 9.4
    widest = 1.35

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A box, by its number."""
        index = self.box_index(pad, name)
        return None if index is None else phrase("bonus box {number}", number=index + 1)


MECHANISM = BonusBar()
