"""X-Change on paper: a strip of fields with two numbers."""

from __future__ import annotations

from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.placed import Placed


class Exchange(Placed):
    """Wide fields below the rows."""

    key = "exchange"
    strip_mm = 9.4
    widest = 2.0

    def sign_words(self, cell: Phrase) -> Phrase:
        """A cell by an exchange."""
        return phrase("{cell} by an exchange", cell=cell)

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A field, by its two numbers."""
        index = self.box_index(pad, name)
        if index is None:
            return None
        first, second = pad.part(self.key)[index]
        return phrase("exchange field {first}/{second}", first=first, second=second)


MECHANISM = Exchange()
