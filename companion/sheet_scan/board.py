"""A photo of a board that two share: which fields are marked, and by whom.

Each player has fields of their own at every cell, so the place of a mark says whose stone it is, whatever pen
drew it. A cell where both have marks is somebody's who took it, and paper does not say whose: a person is
asked about all of them.
"""

from collections.abc import Mapping

from companion.rules.mechanism import Mechanism
from companion.sheet_scan.chances import probability
from companion.sheet_scan.inference import verdict
from sheets.pad import Pad
from vision.scan.evidence import CellEvidence

Chances = dict[str, float]
Verdicts = dict[str, bool | None]


def board_verdicts(
    pad: Pad, evidence: Mapping[str, CellEvidence], sharing: Mechanism
) -> tuple[Chances, Verdicts]:
    """For each field the probability that it is marked, and whether it is: True, False, or None if unsure.

    Numbers themselves are no places for a pen, so they are left out.
    """
    fields = {place: seen for place, seen in evidence.items() if not pad.has_cell(place)}
    chances = {place: probability(seen.log_odds) for place, seen in fields.items()}
    verdicts = {place: verdict(seen, chances[place]) for place, seen in fields.items()}
    for places in sharing.rivals(pad, [place for place, crossed in verdicts.items() if crossed]):
        verdicts |= dict.fromkeys(places)
    return chances, verdicts
