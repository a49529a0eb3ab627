"""The dependences between a mechanism's places on paper: the base of every `mechanisms/*/scan.py`.

People err, so nothing that the rules forbid is impossible.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import ClassVar

from companion.sheet_scan.chances import odds_of
from sheets.pad import ROW_LETTERS, Cell, Pad, Row
from sheets.registry import declared

AGAINST_RULES = 0.02
"""Relative frequency of a place that is crossed without another that it needs, or of a chain with only one
crossed end. Chosen."""

LogOdds = Mapping[str, float]
Found = dict[str, float]


class Ties:
    """The dependences between the places of a mechanism; this base has none."""

    key: ClassVar[str]

    def tied(self, pad: Pad, log_odds: LogOdds) -> Found:
        """For each place that the mechanism ties to others the probability that it is crossed.

        `log_odds`: what the camera says of every place by its name.
        """
        return {}

    def counts_in_cell(self, pad: Pad, cell: Cell) -> Iterator[tuple[str, int]]:
        """The places at a cell that count towards its row's lock with it, and how many each counts; under
        the ruling by which most of them count."""
        yield from ()

    def counts_in_row(self, pad: Pad, row: int) -> Iterator[tuple[str, int]]:
        """The places outside cells that count towards a row's lock, and how many each counts."""
        yield from ()


def ties_of(pad: Pad) -> list[Ties]:
    """What the mechanisms of a pad say, in the order of its file."""
    found = declared("scan")
    return [found[key] for key in pad.mechanisms if key in found]


def tied_places(pad: Pad, log_odds: LogOdds) -> Found:
    """For each place that some mechanism ties to others the probability that it is crossed."""
    found: Found = {}
    for ties in ties_of(pad):
        found |= ties.tied(pad, log_odds)
    return found


def counting_places(pad: Pad, row: Row) -> dict[str, int]:
    """The places whose crosses count towards the lock of a row, and how many each counts."""
    found: dict[str, int] = {}
    all_ties = ties_of(pad)
    for cell in row.cells[: -row.closing_count]:
        besides = (each for ties in all_ties for each in ties.counts_in_cell(pad, cell))
        for place, count in ((str(cell), 1), *besides):
            found[place] = found.get(place, 0) + count
    number = ROW_LETTERS.index(row.letter)
    return found | dict(each for ties in all_ties for each in ties.counts_in_row(pad, number))


def joint(places: tuple[str, ...], log_odds: LogOdds, rarity: Callable[[tuple[bool, ...]], float]) -> Found:
    """The probability of each of a few places, if each combination of them is as rare as `rarity` says."""
    odds = [odds_of(log_odds[place]) for place in places]
    crossed, total = dict.fromkeys(places, 0.0), 0.0
    for states in product((False, True), repeat=len(places)):
        weight = rarity(states) * math.prod(o for o, state in zip(odds, states, strict=True) if state)
        total += weight
        for place, state in zip(places, states, strict=True):
            crossed[place] += weight * state
    return {place: weight / total for place, weight in crossed.items()}


def only_with(states: tuple[bool, ...]) -> float:
    """The relative frequency of a combination if the last place needs one of the others."""
    *others, last = states
    return AGAINST_RULES if last and not any(others) else 1.0
