"""Assigns candidates (boxes that may show a die) to the expected dice, by scores from `vision.dice.evidence`.

`places` are the colours of the expected dice; one candidate may be assigned to each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import STATES, DiePrediction, die_log_odds
from vision.dice.evidence import (
    FIRST_COLOUR,
    OTHER_KIND,
    OTHER_SET,
    SPARE,
    Evidence,
    value_probabilities,
)
from vision.dice.hypotheses import MAX_LOG_SCORE, add_up, log_sum
from vision.dice.scoring import Scoring
from vision.geometry import F64
from vision.reading import COLOUR_ORDER, COLOURS, Colour

MIN_PROBABILITY = 1e-9
"""Added to probabilities before their logarithm is taken. Less likely candidates are not assigned."""
MIN_SHARE_ANY = 0.25
"""If no set of dice is expected, a candidate counts as a die only if its probability exceeds this. The limit
is low because people notice a wrong die at once, but overlook that a die is missing."""
MIN_APART = 0.5
"""Two overlapping candidates count as one die unless the probability that both are dice exceeds this share of
the product of their probabilities."""
MIN_HIDDEN = 0.3
"""An unassigned candidate may be an expected die if the reader's probability of a hidden top exceeds this."""
MIN_POSSIBLE = 0.1
"""If a set is expected, a candidate that isn't counted as a die is a possible die above this probability.
If the set is complete, `vision.dice.assessment` reports only possible dice whose tops are not in sight."""


@dataclass(frozen=True, slots=True, eq=False)
class AssignedDie:
    """A candidate that counts as a die."""

    prediction: DiePrediction
    colour: Colour  # of the expected die that it is, or else the likeliest
    sides: int
    values: F64  # 6 or 8 probabilities
    colours: F64  # 6 probabilities in COLOUR_ORDER
    share: float  # the probability that it is this expected die, or else a die at all
    confidence: float  # the probability that colour and value are both right

    @property
    def value(self) -> int:
        return int(self.values.argmax()) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """The decision on which candidates are dice and which expected dice are missing."""

    dice: tuple[AssignedDie, ...]  # the expected dice that were found, or all dice if no set is expected
    spare: tuple[AssignedDie, ...]  # dice of the expected kind and set that are too many
    other_kind: tuple[AssignedDie, ...]  # dice with another number of sides
    other_set: tuple[AssignedDie, ...]  # dice of another set
    missing: tuple[Colour, ...]  # colours of the expected dice that were not found
    unsure: tuple[AssignedDie, ...]
    """Dice to ask a person about, least sure first: just enough to become sure of the roll, otherwise all."""
    perhaps: tuple[AssignedDie, ...]  # other things that may be dice, if a set is expected
    possible: int  # number of other things to ask about, if no set is expected
    probability: float  # that the whole roll is right; 0 if dice are missing or spare


def expected_dice(removed: tuple[str, ...] = ()) -> tuple[Colour, ...]:
    """Return the colours of the expected dice: white twice, and once each other colour not in `removed`."""
    rest = [c for c in COLOURS if c != "white" and c not in removed]
    return ("white", "white", *(c for c in COLOUR_ORDER if c in rest))


def columns(places: Sequence[Colour]) -> list[int]:
    """Return the column indices in `Belief.scores` of the expected dice with these colours."""
    return [FIRST_COLOUR + COLOUR_ORDER.index(colour) for colour in places]


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The probabilities of N candidates in each of eight roles, for example as the red die."""

    scores: F64  # N x 8, the log score of each role
    costs: F64  # N x N, what two dice that overlap lose in log score
    probabilities: F64  # N x 8, the probability of each role
    log_total: float  # the logarithm of the sum of the weights of all hypotheses
    overlapping: F64  # N x N, the probability that both are dice, as in `Sum`

    def log_shown(self, places: Sequence[Colour], values: F64, shown: Sequence[int]) -> float:
        """Return the log-probability that all expected dice are found and show the values `shown`.

        `places`: the colours of the expected dice, in the order of `shown`; `values`: N x 8,
        log-probabilities of each candidate's values.
        """
        expected = self.scores[:, columns(places)] + values[:, np.array(shown) - 1]
        spare = np.logaddexp.reduce(self.scores[:, :FIRST_COLOUR], 1)
        alike = shown[0] == shown[1]
        return log_sum(spare, expected, self.costs, alike=alike, full=True) - self.log_total


def believe(evidence: Evidence, by: Scoring, places: Sequence[Colour]) -> Belief:
    """Return each candidate's probabilities of being the red die, a spare die and so on.

    `places`: the colours of the expected dice, if any.
    """
    scores, costs = evidence.scores(by), by.overlap * evidence.overlaps
    spare = np.logaddexp.reduce(scores[:, :FIRST_COLOUR], 1) if places else scores[:, SPARE]
    total = add_up(spare, scores[:, columns(places)], costs)
    probabilities = np.zeros_like(scores)
    if places:
        probabilities[:, :FIRST_COLOUR] = total.spare[:, None] * np.exp(
            scores[:, :FIRST_COLOUR] - spare[:, None]
        )
    else:
        probabilities[:, SPARE] = total.spare
    for place, column in enumerate(columns(places)):
        probabilities[:, column] += total.expected[:, place]
    return Belief(scores, costs, probabilities, total.log_total, total.overlapping)


@dataclass(frozen=True, slots=True, eq=False)
class _Marginals:
    """The probabilities that an assignment needs, for N candidates."""

    predictions: Sequence[DiePrediction]
    probabilities: F64  # N x 8
    misread: F64  # N, the probability that a side other than the top was read
    values: tuple[F64, ...]  # N arrays of 6 or 8 probabilities
    twice: NDArray[np.bool_]  # N x N, True if two candidates count as one die (MIN_APART)


def assign(
    predictions: Sequence[DiePrediction], evidence: Evidence, by: Scoring, places: Sequence[Colour]
) -> Assignment:
    """Assign the candidates to the expected dice, whose colours are `places`."""
    belief = believe(evidence, by, places)
    seen = _marginals(predictions, evidence, by, belief)
    taken = _assigned_colours(seen, places)
    dice = tuple(_expected_die(seen, i, colour) for i, colour in taken.items())
    left = _unassigned_probabilities(belief, list(taken))
    spare, other_kind, other_set = (
        tuple(
            _die(seen, i, what, left)
            for i, p in enumerate(left)  # more likely a die than not, and most likely `what`
            if p.sum() > 0.5 and p.argmax() == what
        )
        for what in (SPARE, OTHER_KIND, OTHER_SET)
    )
    missing = Counter(places) - Counter(taken.values())
    log_right = sum(log(die.confidence + MIN_PROBABILITY) for die in dice)
    if not missing and not spare:
        shown = _shown_values(dice, places)
        padded = np.array([np.pad(values, (0, 8 - len(values))) for values in seen.values])
        log_right = belief.log_shown(places, np.log(padded + MIN_PROBABILITY), shown)
    unsure, _ = _dice_to_ask_about(dice, (), log_right, by)
    likely = set() if missing or spare else _perhaps_hidden(predictions, belief, list(taken))
    maybe = [
        i
        for i, p in enumerate(left.sum(1))
        if i not in taken and (MIN_POSSIBLE < p <= 0.5 or (p <= MIN_POSSIBLE and i in likely))
    ]
    return Assignment(
        dice,
        spare,
        other_kind,
        other_set,
        tuple(missing.elements()),
        unsure,
        tuple(_die(seen, i, int(left[i].argmax()), left) for i in maybe),
        0,
        0.0 if missing or spare else by.calibrated_probability(log_right),
    )


def assign_any(predictions: Sequence[DiePrediction], evidence: Evidence, by: Scoring) -> Assignment:
    """Return the assignment if no set is expected: a die counts whatever its colour and number of sides."""
    belief = believe(evidence, by, ())
    seen = _marginals(predictions, evidence, by, belief)
    chosen: list[int] = []
    for i in np.argsort(-seen.probabilities[:, SPARE]):  # of two boxes on one die, the likelier
        if seen.probabilities[i, SPARE] > MIN_SHARE_ANY and not seen.twice[i, chosen].any():
            chosen.append(int(i))
    chosen.sort()
    dice = tuple(_of_any_colour(seen, i, by) for i in chosen)
    log_right = sum(belief.scores[i, SPARE] for i in chosen) - belief.log_total
    log_right -= sum(belief.costs[i, j] for i in chosen for j in chosen if i < j)
    log_right += sum(log(die.confidence / die.share) for die in dice)
    log_right = min(0.0, float(log_right))
    others = [float(p) for i, p in enumerate(belief.probabilities[:, SPARE]) if i not in chosen]
    unsure, possible = _dice_to_ask_about(dice, others, log_right, by)
    return Assignment(dice, (), (), (), (), unsure, (), possible, by.calibrated_probability(log_right))


def _dice_to_ask_about(
    dice: Sequence[AssignedDie], others: Sequence[float], log_right: float, by: Scoring
) -> tuple[tuple[AssignedDie, ...], int]:
    """Return the dice to ask about, least sure first, and the number of `others` to ask about.

    They are just enough to make the reader sure of the roll; if that is impossible, all. `log_right`:
    log-probability that the roll is right; `others`: for each candidate that does not count as a die, the
    probability that it is one.
    """
    doubts: list[tuple[float, AssignedDie | None]] = [(die.confidence, die) for die in dice]
    doubts += [(1 - p, None) for p in others]
    asked: list[AssignedDie | None] = []
    for right, die in sorted(doubts, key=lambda doubt: doubt[0]):
        if by.calibrated_probability(min(0.0, log_right)) >= by.sure:
            break
        asked.append(die)
        log_right -= log(right + MIN_PROBABILITY)
    return tuple(die for die in asked if die is not None), asked.count(None)


def _marginals(
    predictions: Sequence[DiePrediction], evidence: Evidence, by: Scoring, belief: Belief
) -> _Marginals:
    misread = evidence.misreading(by)
    values = tuple(
        value_probabilities(k.values, float(wrong), by.sharpness)
        for k, wrong in zip(predictions, misread, strict=True)
    )
    real = belief.probabilities.sum(1)
    apart = belief.overlapping > MIN_APART * np.outer(real, real)
    return _Marginals(predictions, belief.probabilities, misread, values, (belief.costs > 0) & ~apart)


def _assigned_colours(seen: _Marginals, places: Sequence[Colour]) -> dict[int, Colour]:
    """Return the colour of each candidate that is assigned to an expected die, by the candidate's index.

    A colour gets at most as many dice as the model expects: the sum of the candidates' probabilities of this
    colour, rounded. The likeliest candidates are taken first.
    """
    claims = {colour: seen.probabilities[:, columns([colour])[0]] for colour in places}
    left = Counter({colour: round(float(claim.sum())) for colour, claim in claims.items()})
    ways = [(float(share), i, colour) for colour, claim in claims.items() for i, share in enumerate(claim)]
    taken: dict[int, Colour] = {}
    for share, i, colour in sorted(ways, key=lambda way: -way[0]):
        if left[colour] <= 0 or share <= MIN_PROBABILITY or i in taken:
            continue
        if not any(seen.twice[i, j] for j in taken):
            taken[i] = colour
            left[colour] -= 1
    return dict(sorted(taken.items()))


def _unassigned_probabilities(belief: Belief, taken: Sequence[int]) -> F64:
    """Return the probabilities, N x 3, that each candidate is a spare die, or of another kind or set.

    The probabilities are 0 for the `taken` candidates, which are assigned to expected dice.
    """
    scores = belief.scores[:, :FIRST_COLOUR] - belief.costs[:, taken].sum(1)[:, None]
    odds = np.exp(scores)
    odds[taken] = 0
    return np.asarray(odds / (1 + odds.sum(1, keepdims=True)), np.float64)


def _perhaps_hidden(predictions: Sequence[DiePrediction], belief: Belief, taken: Sequence[int]) -> set[int]:
    """Return the indices of likely dice whose tops may be hidden, and that hardly overlap `taken` candidates.

    The model of a whole roll misses these dice: a die that is cut off or covered looks too small.
    """
    scores = [k.candidate.score for k in predictions]
    odds = die_log_odds(scores, [k.reader_score for k in predictions])
    hidden = np.array([k.states[STATES.index("hidden")] for k in predictions]) > log(MIN_HIDDEN)
    alone = ~(belief.costs[:, taken] > 0).any(1)
    return set(np.flatnonzero((odds > 0) & hidden & alone).tolist())


def _shown_values(dice: Sequence[AssignedDie], places: Sequence[Colour]) -> list[int]:
    left = list(dice)
    values = []
    for place in places:
        die = next(die for die in left if die.colour == place)
        left.remove(die)
        values.append(die.value)
    return values


def _expected_die(seen: _Marginals, i: int, colour: Colour) -> AssignedDie:
    own, column = seen.probabilities[i], columns([colour])[0]
    colours = np.append(own[FIRST_COLOUR:], own[:FIRST_COLOUR].sum()) + MIN_PROBABILITY
    values = seen.values[i]
    # other boxes on the same die may support the same colour and value
    here = [i, *np.flatnonzero(seen.twice[i])]
    right = sum(float(seen.probabilities[j, column] * seen.values[j][values.argmax()]) for j in here)
    return AssignedDie(
        seen.predictions[i],
        colour,
        len(values),
        values,
        colours / colours.sum(),
        float(own[column]),
        min(1.0, right),
    )


def _die(seen: _Marginals, i: int, what: int, left: F64) -> AssignedDie:
    """Return candidate `i` as a die that is not expected; `what` is SPARE, OTHER_KIND or OTHER_SET.

    `left`: N x 3, as returned by `_unassigned_probabilities`.
    """
    prediction = seen.predictions[i]
    colours = np.exp(prediction.colours.astype(np.float64))
    if what == SPARE:
        colours[-1] = 0
    elif what == OTHER_SET:
        colours[:-1] *= MIN_PROBABILITY
    values = seen.values[i]
    if what == OTHER_KIND and prediction.other_values is not None:
        values = np.exp(prediction.other_values.astype(np.float64))
    return _of_colours(prediction, values, colours, float(left[i].sum()))


def _of_any_colour(seen: _Marginals, i: int, by: Scoring) -> AssignedDie:
    """Return candidate `i` as a die of its likeliest colour and kind. Used if no set is expected."""
    prediction, values, share = seen.predictions[i], seen.values[i], float(seen.probabilities[i, SPARE])
    colours = by.colour[0] * prediction.colours.astype(np.float64)
    colours[-1] += by.colour[1]
    kinds = by.kind[0] * (prediction.kinds[2] - prediction.kinds[1]) + by.kind[1]
    kind = 1 / (1 + float(np.exp(np.clip(kinds, -MAX_LOG_SCORE, MAX_LOG_SCORE))))
    if prediction.other_values is not None and kind < 0.5:
        values = value_probabilities(prediction.other_values, float(seen.misread[i]), by.sharpness)
        kind = 1 - kind
    return _of_colours(prediction, values, np.exp(colours), share, kind)


def _of_colours(
    prediction: DiePrediction, values: F64, colours: F64, share: float, kind: float = 1.0
) -> AssignedDie:
    colours, values = colours / colours.sum(), values / values.sum()
    colour = COLOUR_ORDER[int(colours.argmax())]
    confidence = share * kind * float(values.max() * colours.max())
    return AssignedDie(prediction, colour, len(values), values, colours, share, confidence)
