"""Connected A on paper: the line of the fifth row below the others."""

from __future__ import annotations

from sheets.placed import Placed


class Steps(Placed):
    """A strip of words, and the box for the points of the framed cells."""

    key = "steps"
    strip_mm = 7.0
    has_points = True


MECHANISM = Steps()
