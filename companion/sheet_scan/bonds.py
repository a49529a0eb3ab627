"""Bonds between places on paper, combined with what the camera sees of each place.

People make mistakes, so states that the rules forbid are unlikely but not impossible.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from companion.rules.sheet_part import Bond, counting_on, notes_on
from companion.sheet_scan.chances import odds_of, probability
from sheets.pad import ROW_LETTERS, Pad, Row

AGAINST_RULES = 0.02
"""Relative frequency of a crossed place without a crossed one that it needs, or of a chain with one end
crossed."""

LogOdds = Mapping[str, float]
"""Log odds that each place is crossed, by its name, as the camera sees it."""
Probabilities = dict[str, float]


def bound_places(pad: Pad, log_odds: LogOdds) -> Probabilities:
    """Return the probability that each place is crossed, for places of a pad with bonds to others.

    `log_odds`: has every place of the pad.
    """
    return weighed((bond for notes in notes_on(pad).values() for bond in notes.bonds), log_odds)


def weighed(bonds: Iterable[Bond], log_odds: LogOdds) -> Probabilities:
    """Return the probability of each place that these bonds affect."""
    chances: Probabilities = {}
    for bond in bonds:
        *others, last = bond.places
        if bond.kind == "in order":
            chances |= _in_order(bond.places, log_odds)
        elif bond.kind == "both":
            chances |= joint(bond.places, log_odds, _alike)
        elif len(others) == 1:
            chances |= joint(bond.places, log_odds, only_with)
        else:  # the others keep their probabilities
            chances[last] = _with_some(others, last, log_odds)
    return chances


def counting_places(pad: Pad, row: Row) -> dict[str, int]:
    """Return the places whose crosses count towards the lock of a row, each with how many crosses it counts
    as.

    Of rulings that differ, those that count most are taken.
    """
    number, cells = ROW_LETTERS.index(row.letter), row.cells[: -row.closing_count]
    places = {str(cell): 1 for cell in cells}
    for key, counting in counting_on(pad).items():
        for cell in cells:
            places[str(cell)] += counting.cells[number] >> cell.index & 1
        if counting.locks and key in notes_on(pad):
            every = enumerate(notes_on(pad)[key].places)
            places |= {place: 1 for i, place in every if counting.places[number] >> i & 1}
    return places


def joint(
    places: Sequence[str], log_odds: LogOdds, rarity: Callable[[tuple[bool, ...]], float]
) -> Probabilities:
    """Return the probability of each of a few places, given the relative frequency (`rarity`) of each
    combination."""
    odds = [odds_of(log_odds[place]) for place in places]
    crossed, total = dict.fromkeys(places, 0.0), 0.0
    for states in product((False, True), repeat=len(places)):
        weight = rarity(states) * math.prod(o for o, state in zip(odds, states, strict=True) if state)
        total += weight
        for place, state in zip(places, states, strict=True):
            crossed[place] += weight * state
    return {place: weight / total for place, weight in crossed.items()}


def only_with(states: tuple[bool, ...]) -> float:
    """Return the relative frequency of a combination in which the last place needs at least one of the
    others."""
    *others, last = states
    return AGAINST_RULES if last and not any(others) else 1.0


def _alike(states: tuple[bool, ...]) -> float:
    """Return the relative frequency of a combination in which all places should be alike."""
    return 1.0 if len(set(states)) == 1 else AGAINST_RULES


def _with_some(others: Sequence[str], last: str, log_odds: LogOdds) -> float:
    """Return the probability of `last`, which needs at least one of many others.

    The result is that of `joint` with `only_with`, without trying all combinations.
    """
    some = 1 - math.prod(1 - probability(log_odds[place]) for place in others)
    odds = odds_of(log_odds[last]) * (some + (1 - some) * AGAINST_RULES)
    return odds / (1 + odds)


def _in_order(places: Sequence[str], log_odds: LogOdds) -> Probabilities:
    """Return the probability of each place of a sequence that is crossed in order (forward-backward
    algorithm)."""
    own = [(1.0, odds_of(log_odds[place])) for place in places]
    ahead, behind = [(1.0, 1.0)], [(1.0, 1.0)]
    for empty, crossed in own[:-1]:  # messages from the left
        e, c = ahead[-1][0] * empty, ahead[-1][1] * crossed
        ahead.append(_even(e + c, e * AGAINST_RULES + c))
    for empty, crossed in reversed(own[1:]):  # messages from the right
        e, c = behind[-1][0] * empty, behind[-1][1] * crossed
        behind.append(_even(e + c * AGAINST_RULES, e + c))
    chances: Probabilities = {}
    for place, left, mine, right in zip(places, ahead, own, reversed(behind), strict=True):
        empty, crossed = (left[i] * mine[i] * right[i] for i in (0, 1))
        chances[place] = crossed / (empty + crossed)
    return chances


def _even(empty: float, crossed: float) -> tuple[float, float]:
    """Return both weights scaled to the sum 1, so that products of many don't underflow."""
    return empty / (empty + crossed), crossed / (empty + crossed)
