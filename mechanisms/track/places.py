"""Lucky 15 on paper: the track below the rows."""

from __future__ import annotations

from mechanisms.track.table import FIFTEEN
from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.placed import Placed


class Track(Placed):
    """Fields far apart, with room for a sign between them, and the box for their points."""

    key = "track"
    strip_mm = 9.4
    widest = 1.75
    apart = 3.4
    has_points = True

    def mark_words(self, pad: Pad, name: str) -> Phrase | None:
        """The track as a whole."""
        return phrase("fifteen on the track") if name == str(FIFTEEN) else None

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A field, by its points."""
        index = self.box_index(pad, name)
        if index is None:
            return None
        return phrase("field {points} of the track", points=pad.part(self.key)[index])


MECHANISM = Track()
