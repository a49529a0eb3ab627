"""Lucky 15 on paper: fields from the left, none left out."""

from __future__ import annotations

from companion.sheet_scan.chances import odds_of
from companion.sheet_scan.mechanism import AGAINST_RULES, Found, LogOdds, Ties
from sheets.mechanism import box_names
from sheets.pad import Pad


class Track(Ties):
    """Each field hangs on those left and right of it: forwards and backwards along the track."""

    key = "track"

    def tied(self, pad: Pad, log_odds: LogOdds) -> Found:
        """Each field."""
        places = box_names(pad.parts, self.key)
        own = [(1.0, odds_of(log_odds[place])) for place in places]

        ahead, behind = [(1.0, 1.0)], [(1.0, 1.0)]
        for empty, crossed in own[:-1]:  # the evidence of the fields to the left about the next one
            e, c = ahead[-1][0] * empty, ahead[-1][1] * crossed
            ahead.append(_even(e + c, e * AGAINST_RULES + c))
        for empty, crossed in reversed(own[1:]):  # and those to the right
            e, c = behind[-1][0] * empty, behind[-1][1] * crossed
            behind.append(_even(e + c * AGAINST_RULES, e + c))
        found: Found = {}
        for place, left, mine, right in zip(places, ahead, own, reversed(behind), strict=True):
            empty, crossed = (left[i] * mine[i] * right[i] for i in (0, 1))
            found[place] = crossed / (empty + crossed)
        return found


def _even(empty: float, crossed: float) -> tuple[float, float]:
    """Two weights with the sum 1, so that many of them can be multiplied."""
    return empty / (empty + crossed), crossed / (empty + crossed)


MECHANISM = Track()
