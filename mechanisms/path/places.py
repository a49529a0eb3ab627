"""On Board on paper: the path in two lines below the rows."""

from __future__ import annotations

from mechanisms.path.table import MOST_STEPS
from sheets.frame import Frame
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box
from sheets.place_names import TERMS
from sheets.placed import Placed, Strip

LINES = 2
"""Lines of the path. Chosen."""
WORDS_MM = 17.0
"""Room for the words before the path, on a sheet 197.3 mm wide. Chosen."""


class PathPlaces(Placed):
    """Fields to cross where the figure stops, and the box for their points."""

    key = "path"
    note = message("Last, your figure goes one to five free fields on; cross its number unless you have it.")
    strip_mm = 17.0
    has_points = True

    def strip(self, pad: Pad, box: Box, frame: Frame) -> Strip:
        """Two lines of fields, left to right both."""
        fields = pad.part(self.key).fields
        each = -(-len(fields) // LINES)
        before, high = WORDS_MM * frame.wide, (box.h - 1.4) / LINES
        pitch = (box.w - before - 1.0) / each
        boxes = tuple(
            Box(
                box.x + before + number % each * pitch,
                box.y + 0.7 + number // each * high + 0.4,
                pitch - 0.9 * frame.wide,
                high - 0.8,
            )
            for number in range(len(fields))
        )
        points = Box(frame.points_x, box.y, frame.points, box.h)
        return Strip(box, boxes, points)

    def mark_words(self, pad: Pad, name: str) -> Phrase | None:
        """The steps of a figure."""
        steps = name[1:]
        if name[:1] != "f" or steps not in map(str, range(1, MOST_STEPS + 1)):
            return None
        return (
            phrase("the figure one field on") if steps == "1" else phrase("the figure {n} fields on", n=steps)
        )

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A field, by its number on the path, its colour and its number."""
        index = self.box_index(pad, name)
        if index is None:
            return self.mark_words(pad, name)
        colour, number = pad.part(self.key).fields[index]
        return phrase(
            "field {place} of the path ({cell})",
            place=index + 1,
            cell=Phrase("{colour} {number}", {"colour": TERMS[colour], "number": number}),
        )


MECHANISM = PathPlaces()
