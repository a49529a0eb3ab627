"""What the rules make likely of special cells: which crosses go together, as factors on pairs of places.

A second cross goes with a first one, a round cell with its number in a row beside it, one end of a chain with
the other, a field of the track with the one to its left, an exchange field with a cross of one of its
numbers. People err, so none of it is impossible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from companion.sheet_scan.chances import odds_of, probability
from sheets.pad import ROW_LETTERS, Pad, Row
from sheets.special_cells import BonusRow

AGAINST_RULES = 0.02
"""How much rarer than what the rules allow is a place that is crossed without what it needs, or a chain of
which one end alone is crossed."""

LogOdds = Mapping[str, float]
Found = dict[str, float]


def special_probabilities(pad: Pad, log_odds: LogOdds) -> Found:
    """For each place that the pad's mechanisms tie to others the probability that it is crossed.

    `log_odds`: what the camera says of every place by its name.
    """
    found: Found = {}
    for key in pad.mechanisms:
        if key in _TIES:
            found |= _TIES[key](pad, log_odds)
    return found


def counting_places(pad: Pad, row: Row) -> Iterator[tuple[str, int]]:
    """The places whose crosses count towards the lock of a row, and how many each counts.

    Fields between numbers are among them: some tables count them (ruling connect-lock).
    """
    number, special = ROW_LETTERS.index(row.letter), pad.special
    for cell in row.cells[: -row.closing_count]:
        yield str(cell), 1 + (special.doubles[number] >> cell.index & 1)
        if special.seconds[number] >> cell.index & 1:
            yield f"{cell}+", 1
    yield from ((field.name, 1) for field in special.connections if field.row == number)


def _joint(places: tuple[str, ...], log_odds: LogOdds, rarity: Callable[[tuple[bool, ...]], float]) -> Found:
    """The probability of each of a few places, if each combination of them is as rare as `rarity` says."""
    odds = [odds_of(log_odds[place]) for place in places]
    crossed, total = dict.fromkeys(places, 0.0), 0.0
    for states in product((False, True), repeat=len(places)):
        weight = rarity(states) * math.prod(o for o, state in zip(odds, states, strict=True) if state)
        total += weight
        for place, state in zip(places, states, strict=True):
            crossed[place] += weight * state
    return {place: weight / total for place, weight in crossed.items()}


def _only_with(states: tuple[bool, ...]) -> float:
    """The last place is crossed only with one of the others."""
    *others, last = states
    return AGAINST_RULES if last and not any(others) else 1.0


def _second_crosses(pad: Pad, log_odds: LogOdds) -> Found:
    """A second cross only below a first one."""
    found: Found = {}
    for row, bits in zip(pad.rows, pad.special.seconds, strict=True):
        for cell in row:
            if bits >> cell.index & 1:
                found |= _joint((str(cell), f"{cell}+"), log_odds, _only_with)
    return found


def _bonus_rows(pad: Pad, log_odds: LogOdds) -> Found:
    """A round cell only beside its number. The numbers keep what the camera says: two round cells may hang
    on one of them."""
    return {
        name: _joint((*_beside(pad, bonus_row, number), name), log_odds, _only_with)[name]
        for bonus_row in pad.special.bonus_rows
        for number, name in zip(bonus_row.numbers, bonus_row.cells, strict=True)
    }


def _beside(pad: Pad, bonus_row: BonusRow, number: int) -> tuple[str, ...]:
    """The cells with this number in the rows beside a row of round cells."""
    rows = (pad.rows[row] for row in bonus_row.rows)
    return tuple(str(cell) for row in rows for cell in row if cell.number == number)


def _chains(pad: Pad, log_odds: LogOdds) -> Found:
    """Both ends of a chain, or none."""
    found: Found = {}
    for (one, i), (other, j) in pad.special.chains:
        places = str(pad.rows[one].cells[i]), str(pad.rows[other].cells[j])
        found |= _joint(places, log_odds, lambda states: 1.0 if states[0] == states[1] else AGAINST_RULES)
    return found


def _track(pad: Pad, log_odds: LogOdds) -> Found:
    """Fields from the left, none left out: forwards and backwards along the track."""
    first = len(pad.special.exchanges) + 1
    places = [f"box {first + i}" for i in range(len(pad.special.track))]
    own = [(1.0, odds_of(log_odds[place])) for place in places]

    ahead, behind = [(1.0, 1.0)], [(1.0, 1.0)]
    for empty, crossed in own[:-1]:  # what the fields to the left say of the next one
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


def _exchange(pad: Pad, log_odds: LogOdds) -> Found:
    """A field only with a cross of one of its numbers somewhere in the rows."""
    found: Found = {}
    for i, pair in enumerate(pad.special.exchanges):
        place = f"box {i + 1}"
        cells = [str(cell) for cell in pad.cells if cell.number in pair]
        some = 1 - math.prod(1 - probability(log_odds[cell]) for cell in cells)
        odds = odds_of(log_odds[place]) * (some + (1 - some) * AGAINST_RULES)
        found[place] = odds / (1 + odds)
    return found


_TIES: dict[str, Callable[[Pad, LogOdds], Found]] = {
    "second-crosses": _second_crosses,
    "bonus-rows": _bonus_rows,
    "chains": _chains,
    "exchange": _exchange,
    "track": _track,
}
"""What ties the places of each mechanism together, by its table in the file of a pad."""
