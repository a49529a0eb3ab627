"""Decides if each place of a sheet (cell, lock or box) is crossed or empty, from a photo and the rules.

The rules connect places: a lock is crossed with a last cell, a last cell needs enough marks before it, and
other places are connected by a `Bond`. People make mistakes, so states against the rules are only unlikely.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, product

from companion.rules.sheet_part import counting_on, notes_on
from sheets.pad import ROW_LETTERS, Pad, Row
from vision.scan.evidence import CellEvidence

MAX_LOG_ODDS = 30.0
"""Log odds are limited to plus or minus this."""
AGAINST_RULES = 0.02
"""Relative frequency of combinations of crosses that contradict a `Bond`."""

LogOdds = Mapping[str, float]
"""Log odds that each place is crossed, by its name."""
Probabilities = dict[str, float]
SURE_CROSSED = 0.95
"""A place is surely crossed only if the probability of a cross, by photo and rules, is at least this."""
SURE_EMPTY = 0.986
"""A place is surely empty only if the probability of no cross, by photo and rules, is at least this."""
SURE_ALONE = 0.95
"""A place is sure only if the photo alone makes the result at least this probable."""

LOCK_FORGOTTEN = 0.05
"""Relative frequency of a crossed last cell without a crossed lock."""
LOCK_ALONE = 0.1
"""Relative frequency of a crossed lock without a crossed last cell (another player closed the row)."""
TOO_FEW_BEFORE = 0.02
"""Relative frequency of a crossed last cell without enough marks before it."""
BOTH_LAST = 0.01
"""Relative frequency of crosses in both last cells of a row (on the pad Longo)."""


def probabilities(pad: Pad, evidence: Mapping[str, CellEvidence]) -> dict[str, float]:
    """Return the probability that each place is crossed, given the whole sheet and the rules.

    `evidence`: the evidence for every place of the pad, by the place's name.
    """
    log_odds = {place: seen.log_odds for place, seen in evidence.items()}
    chances = {place: probability(odds) for place, odds in log_odds.items()}
    chances |= bound_places(pad, log_odds)
    for row in pad.rows:
        counts = [(probability(log_odds[place]), count) for place, count in counting_places(pad, row).items()]
        rarity = partial(_rarity, at_least(counts, pad.lock_needs))
        chances |= joint([*map(str, row.closing), f"lock {row.letter}"], log_odds, rarity)
    return chances


def verdict(seen: CellEvidence, p: float) -> bool | None:
    """Return True if a place is crossed, False if it is empty, or None if neither is sure.

    `p`: the probability from `probabilities`. A hidden or ambiguous place is never sure.
    """
    alone = probability(seen.log_odds)
    if seen.hidden:
        return None
    if p >= SURE_CROSSED and alone >= SURE_ALONE:
        return True
    if p <= 1 - SURE_EMPTY and alone <= 1 - SURE_ALONE:
        return False
    return None


def _rarity(enough: float, states: tuple[bool, ...]) -> float:
    """Return the weight of a combination. `states`: a row's last cells, then its lock; True if crossed.

    `enough`: the probability that the row has enough marks before its last cells.
    """
    *lasts, locked = states
    if not any(lasts):
        return LOCK_ALONE if locked else 1.0
    rare = 1.0 if locked else LOCK_FORGOTTEN
    if sum(lasts) > 1:
        rare *= BOTH_LAST
    return enough * rare + (1 - enough) * min(rare, TOO_FEW_BEFORE)  # one mistake explains both


def bound_places(pad: Pad, log_odds: LogOdds) -> Probabilities:
    """Return, for each place whose probability a `Bond` changes, the probability that it is crossed."""
    chances: Probabilities = {}
    for bond in chain.from_iterable(notes.bonds for notes in notes_on(pad).values()):
        *others, last = bond.places
        if bond.kind == "in order":
            chances |= _in_order(bond.places, log_odds)
        elif bond.kind == "both":
            chances |= joint(bond.places, log_odds, _alike)
        elif len(others) == 1:
            chances |= joint(bond.places, log_odds, _last_needs_another)
        else:  # the others keep their probabilities
            chances[last] = _with_some(others, last, log_odds)
    return chances


def counting_places(pad: Pad, row: Row) -> dict[str, int]:
    """Return, by name, the places that count towards a row's lock, and how many crosses each adds at most."""
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
    """Return for each place the probability that it is crossed.

    `rarity`: given whether each place is crossed, return the prior weight of this combination.
    """
    odds = [odds_of(log_odds[place]) for place in places]
    crossed, total = dict.fromkeys(places, 0.0), 0.0
    for states in product((False, True), repeat=len(places)):
        weight = rarity(states) * math.prod(o for o, state in zip(odds, states, strict=True) if state)
        total += weight
        for place, state in zip(places, states, strict=True):
            crossed[place] += weight * state
    return {place: weight / total for place, weight in crossed.items()}


def _last_needs_another(states: tuple[bool, ...]) -> float:
    """Return the weight of a combination: AGAINST_RULES if only the last place is crossed, else 1."""
    *others, last = states
    return AGAINST_RULES if last and not any(others) else 1.0


def _alike(states: tuple[bool, ...]) -> float:
    """Return the weight of a combination: 1 if all places or none are crossed, else AGAINST_RULES."""
    return 1.0 if len(set(states)) == 1 else AGAINST_RULES


def _with_some(others: Sequence[str], last: str, log_odds: LogOdds) -> float:
    """Return the probability that `last` is crossed, which requires a cross in at least one of `others`.

    This is much faster than `joint` with `_last_needs_another`, and has the same result.
    """
    some = 1 - math.prod(1 - probability(log_odds[place]) for place in others)
    odds = odds_of(log_odds[last]) * (some + (1 - some) * AGAINST_RULES)
    return odds / (1 + odds)


def _in_order(places: Sequence[str], log_odds: LogOdds) -> Probabilities:
    """Return the probability that each place is crossed, if a cross requires a cross in the place before."""
    own = [(1.0, odds_of(log_odds[place])) for place in places]
    ahead, behind = [(1.0, 1.0)], [(1.0, 1.0)]
    for empty, crossed in own[:-1]:  # messages from the left
        e, c = ahead[-1][0] * empty, ahead[-1][1] * crossed
        ahead.append(_normalised(e + c, e * AGAINST_RULES + c))
    for empty, crossed in reversed(own[1:]):  # messages from the right
        e, c = behind[-1][0] * empty, behind[-1][1] * crossed
        behind.append(_normalised(e + c * AGAINST_RULES, e + c))
    chances: Probabilities = {}
    for place, left, mine, right in zip(places, ahead, own, reversed(behind), strict=True):
        empty, crossed = (left[i] * mine[i] * right[i] for i in (0, 1))
        chances[place] = crossed / (empty + crossed)
    return chances


def _normalised(empty: float, crossed: float) -> tuple[float, float]:
    """Divide both weights by their sum, because products of many small weights would underflow."""
    return empty / (empty + crossed), crossed / (empty + crossed)


def odds_of(log_odds: float) -> float:
    """Convert log odds to odds, limited because products must not overflow."""
    return math.exp(max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds)))


def probability(log_odds: float) -> float:
    """Convert log odds to a probability."""
    odds = odds_of(log_odds)
    return odds / (1 + odds)


def at_least(crosses: Iterable[tuple[float, int]], needed: int) -> float:
    """Return the probability that there are at least `needed` crosses.

    `crosses`: for each place, the probability that it is crossed, and how many crosses it adds if it is.

    >>> round(at_least([(0.5, 1), (0.5, 1)], 1), 2), at_least([(0.5, 2)], 2)
    (0.75, 0.5)
    """
    counts = [1.0]
    for p, worth in crosses:
        after = [0.0] * (len(counts) + worth)
        for n, chance in enumerate(counts):
            after[n] += chance * (1 - p)
            after[n + worth] += chance * p
        counts = after
    return sum(counts[needed:])
