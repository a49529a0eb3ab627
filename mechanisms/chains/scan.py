"""Connected B on paper: both ends of a chain, or none."""

from __future__ import annotations

from companion.sheet_scan.mechanism import AGAINST_RULES, Found, LogOdds, Ties, joint
from sheets.pad import Pad


class Chains(Ties):
    """The two cells of each pair go together."""

    key = "chains"

    def tied(self, pad: Pad, log_odds: LogOdds) -> Found:
        """Both cells of each pair."""
        found: Found = {}
        for (one, i), (other, j) in pad.part(self.key):
            places = str(pad.rows[one].cells[i]), str(pad.rows[other].cells[j])
            found |= joint(places, log_odds, lambda states: 1.0 if states[0] == states[1] else AGAINST_RULES)
        return found


MECHANISM = Chains()
