"""Combines the evidence for each place of a sheet with the rules into crossed, empty or not sure.

The camera judges every place by itself. The rules connect some of them: a lock needs its last cell, a last
cell needs enough marks before it, and places of mechanisms need others (`Bond`). Evidence against the rules
has to be stronger. The rules alone never decide a place that the camera can't see.
"""

import math
from collections.abc import Mapping
from itertools import product

from companion.sheet_scan.bonds import bound_places, counting_places
from companion.sheet_scan.chances import at_least, odds_of, probability
from sheets.pad import Pad, Row
from vision.scan.evidence import CellEvidence

SURE_CROSSED = 0.95
SURE_EMPTY = 0.986
"""A place is crossed if the probability of a cross is at least SURE_CROSSED, and empty if the probability of
no cross is at least SURE_EMPTY; if neither, it is "not sure". Fitted on simulated photos
(docs/accuracy-and-speed.md)."""
SURE_ALONE = 0.95
"""The probability by the place's own look must reach this too: a mark that is likely only because of the
rules was not seen."""

LOCK_FORGOTTEN = 0.05
LOCK_ALONE = 0.1
TOO_FEW_BEFORE = 0.02
BOTH_LAST = 0.01
"""Relative frequencies of states that the rules forbid: a last cell without its lock; a lock without a last
cell (some people cross the lock of a row that another player closed); a last cell without enough marks before
it; both last cells of a Longo row. People make mistakes, so none is impossible."""


def probabilities(pad: Pad, evidence: Mapping[str, CellEvidence]) -> dict[str, float]:
    """Return the probability that each place is crossed, given the whole sheet and the rules.

    `evidence`: by name, for every place of the pad. A row's last cells and its lock are judged together: a
    combination's weight is its evidence times its relative frequency, in which the marks before a last cell
    count with their own probabilities.
    """
    chances = {place: probability(seen.log_odds) for place, seen in evidence.items()}
    log_odds = {place: seen.log_odds for place, seen in evidence.items()}
    chances |= bound_places(pad, log_odds)
    for row in pad.rows:
        chances |= _row_end(pad, row, evidence)
    return chances


def verdict(seen: CellEvidence, p: float) -> bool | None:
    """Return True if a place is crossed, False if it is empty, or None if that isn't sure.

    `p`: the probability from `probabilities`. A hidden place is never sure, and neither is one that looks
    ambiguous by itself.
    """
    alone = probability(seen.log_odds)
    if seen.hidden:
        return None
    if p >= SURE_CROSSED and alone >= SURE_ALONE:
        return True
    if p <= 1 - SURE_EMPTY and alone <= 1 - SURE_ALONE:
        return False
    return None


def _row_end(pad: Pad, row: Row, evidence: Mapping[str, CellEvidence]) -> dict[str, float]:
    """Return the probabilities of a row's last cells and of its lock."""
    lock = f"lock {row.letter}"
    lasts = [str(cell) for cell in row.closing]
    names = [*lasts, lock]
    enough = at_least(
        [
            (probability(evidence[place].log_odds), count)
            for place, count in counting_places(pad, row).items()
        ],
        pad.lock_needs,
    )
    odds = [odds_of(evidence[name].log_odds) for name in names]
    crossed = dict.fromkeys(names, 0.0)
    total = 0.0
    for states in product((False, True), repeat=len(names)):
        *last, locked = states
        weight = math.prod(o for o, state in zip(odds, states, strict=True) if state)
        weight *= _rarity(sum(last), locked, enough)
        total += weight
        for name, state in zip(names, states, strict=True):
            crossed[name] += weight * state
    return {name: weight / total for name, weight in crossed.items()}


def _rarity(lasts: int, locked: bool, enough: float) -> float:
    """Return the relative frequency of a row's end. `lasts`: number of crossed last cells; `enough`: the
    probability of enough marks before."""
    if not lasts:
        return LOCK_ALONE if locked else 1.0
    rare = 1.0 if locked else LOCK_FORGOTTEN
    if lasts > 1:
        rare *= BOTH_LAST
    return enough * rare + (1 - enough) * min(rare, TOO_FEW_BEFORE)  # one mistake explains both
