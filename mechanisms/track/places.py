"""Lucky 15 on paper: the track below the rows."""

from __future__ import annotations

from sheets.placed import Placed


class Track(Placed):
    """Fields far apart, with room for a sign between them, and the box for their points."""

    key = "track"
    strip_mm = 9.4
    widest = 1.75
    apart = 3.4
    has_points = True


MECHANISM = Track()
