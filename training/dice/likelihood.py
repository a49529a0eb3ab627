"""Fits the weights of the model (`vision.dice.scoring`) to labelled pictures, by maximum likelihood.

The model is a conditional random field (J. Lafferty, A. McCallum and F. Pereira, 2001): with the likeliest
weights, the model's expectation of each term equals its value in the true hypotheses. A ridge penalty holds
the weights near their start, so that a small number of pictures does no harm.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from training.dice.predictions import Example
from training.dice.readings import DieLabel, box_similarity
from vision.dice.assignment import believe, expected_dice
from vision.dice.evidence import (
    FIRST_COLOUR,
    OTHER_KIND,
    OTHER_SET,
    SPARE,
    Evidence,
    is_plausible,
    weigh,
)
from vision.dice.light import LIGHT_SHIFT_SPREAD
from vision.dice.scoring import TERMS, VALUE_TERMS, Paints, Scoring
from vision.reading import COLOUR_ORDER, COLOURS, Colour

F64 = NDArray[np.float64]

START = {
    "die": -3.0, "detector": 1.0, "reader": 0.5, "countable": 0.3, "small": 0.0, "spare": -2.0,
    "surplus": -2.5, "other kind": -1.0, "other set": -1.0, "present": 2.0, "kind": 1.0,
    "reader beyond": 0.0, "kinds apart": 0.0, "colour": 1.0, "paint": 0.5,
    "smaller": -0.5, "shift": -0.5, "outline": -0.5, "top": -0.5, "size": -0.3,
}  # fmt: skip
CHOSEN = [TERMS.index("surplus")]
"""Indices in TERMS of the weights that stay as in START: no labelled picture shows a surplus die to fit."""
START_OVERLAP = 2.0
MIN_OVERLAP = 2.0
"""Lower limit of the weight against overlapping boxes. Two boxes on one die are too rare in pictures to
fit the weight without a limit."""
START_VALUE = (-5.0, 0.3, 0.5, 1.0, 1.0, -0.3, 1.0, 2.0)
"""Starting weights of VALUE_TERMS."""
MISREADING = [VALUE_TERMS.index(name) for name in ("unlike", "hidden", "cocked", "border", "doubt")]
"""Indices in VALUE_TERMS of terms that can only make a misread value likelier (weights of at least 0)."""
START_SHARPNESS = {6: 1.1, 8: 1.35}
HOLD_SHARPNESS = 100.0
"""Strength of the ridge penalty on the temperature of a reader's probabilities (C. Guo et al., "On
calibration of modern neural networks", 2017)."""
LIKENESS = slice(TERMS.index("smaller"), len(TERMS))
"""Slice of TERMS: how a candidate differs from the other dice. Differences can only be evidence against the
candidate, so their weights are at most 0."""
REMOVED_WEIGHT, MISSING_WEIGHT, STRANGER_WEIGHT, OTHER_KIND_WEIGHT = 0.15, 0.1, 0.5, 0.1
"""Weights of a picture's variants in the fit (`with_variants`): one die has left the game; one is not found;
one is not found, but a die of another set lies there; all dice have the other number of sides."""
MIN_SIMILARITY = 0.25
"""A label may belong to a candidate if the similarity of their boxes (`box_similarity`) exceeds this."""
MIN_PAINT_SPREAD = 0.15
START_WHOLE = (0.0, 1.0)
ROUNDS = 40
MIN_GAIN = 0.05
"""A step that gains less log-likelihood than this is the last."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A labelled picture in the form that the fit needs: the evidence of N candidates, and the truth."""

    example: Example
    evidence: Evidence
    places: tuple[Colour, ...]  # colours of the expected dice; empty for dice of any kind
    what: NDArray[np.intp]  # N, what each candidate is: SPARE, OTHER_KIND, ..., or -1 for nothing
    labels: tuple[DieLabel | None, ...]  # N
    weight: float = 1.0  # in the fit


def case_of(example: Example, paints: Paints) -> Case:
    """Return the evidence in a labelled picture and the truth, for a fit."""
    predictions = tuple(filter(is_plausible, example.predictions))
    example = replace(example, predictions=predictions)
    labels = _labels(example)
    what = [-1 if label is None else _what(label, example.sides) for label in labels]
    places = () if example.sides is None else expected_dice()
    evidence = weigh(predictions, example.size, example.sides, paints)
    return Case(example, evidence, places, np.array(what, np.intp), tuple(labels))


def _labels(example: Example) -> list[DieLabel | None]:
    """Return each candidate's label or None. A label goes to the candidate with the most similar box."""
    labels = [label for label in example.row["dice"] if label["value"]]
    pairs = sorted(
        (
            (box_similarity(label["box"], prediction.candidate.box), i, j)
            for i, label in enumerate(labels)
            for j, prediction in enumerate(example.predictions)
        ),
        reverse=True,
    )
    found: list[DieLabel | None] = [None] * len(example.predictions)
    given: set[int] = set()
    for similarity, i, j in pairs:
        if similarity > MIN_SIMILARITY and i not in given and found[j] is None:
            found[j] = labels[i]
            given.add(i)
    return found


def _what(label: DieLabel, sides: int | None) -> int:
    if sides is None:
        return SPARE
    if label["sides"] != sides:
        return OTHER_KIND
    if label["colour"] not in COLOURS:
        return OTHER_SET
    return FIRST_COLOUR + COLOURS.index(label["colour"])


def with_variants(case: Case, paints: Paints) -> Iterator[Case]:
    """Yield the case and, if a set of dice is expected, its variants.

    In a variant, one die has left the game, one is not found, or all have the other number of sides.
    """
    yield case
    placed = np.flatnonzero(case.what >= FIRST_COLOUR)
    if not case.places or not len(placed):
        return
    rng = np.random.default_rng(zlib.crc32(case.example.row["image"].encode()))
    gone: Colour = COLOURS[int(rng.integers(1, len(COLOURS)))]
    spare = np.where(case.what == FIRST_COLOUR + COLOURS.index(gone), SPARE, case.what)
    yield _without(case, gone, spare, paints)
    yield from _with_one_lost(case, int(rng.choice(placed)), paints)
    if not (case.what == OTHER_KIND).any():
        yield _of_other_kind(case, paints)


def _with_one_lost(case: Case, lost: int, paints: Paints) -> Iterator[Case]:
    """Yield the case without the candidate `lost` and those that overlap it, if any candidates remain."""
    stays = [j for j in range(len(case.what)) if j != lost and case.evidence.overlaps[lost, j] == 0]
    if not stays:
        return
    less = replace(case.example, predictions=tuple(case.example.predictions[j] for j in stays))
    evidence = weigh(less.predictions, less.size, less.sides, paints)
    labels = tuple(case.labels[j] for j in stays)
    stranger = bool((case.what == OTHER_SET).any())
    weight = STRANGER_WEIGHT if stranger else MISSING_WEIGHT
    yield Case(less, evidence, case.places, case.what[stays], labels, weight)


def _without(case: Case, gone: Colour, what: NDArray[np.intp], paints: Paints) -> Case:
    """Return the case after the die of the colour `gone` has left the game. `what`: the new `Case.what`."""
    example, places = case.example, expected_dice((gone,))
    evidence = weigh(example.predictions, example.size, example.sides, paints, places)
    return replace(case, evidence=evidence, places=places, what=what, weight=REMOVED_WEIGHT)


def _of_other_kind(case: Case, paints: Paints) -> Case:
    """Return the case as if each die had the other number of sides, six or eight."""
    swapped = tuple(replace(k, kinds=k.kinds[[0, 2, 1]]) for k in case.example.predictions)
    example = replace(case.example, predictions=swapped)
    evidence = weigh(swapped, example.size, example.sides, paints)
    what = np.where(case.what >= 0, OTHER_KIND, -1)
    return Case(example, evidence, case.places, what, case.labels, OTHER_KIND_WEIGHT)


def fit_terms(cases: Sequence[Case]) -> tuple[F64, float]:
    """Return the likeliest weights of TERMS and of overlapping boxes, found by Newton's method."""
    start = np.array([*(START[name] for name in TERMS), START_OVERLAP])

    def steps(weights: F64) -> tuple[float, F64, F64]:
        value, slope, curve = _terms_likelihood(cases, weights)
        off = weights - start
        return value - 0.5 * float(off @ off), slope - off, curve + np.eye(len(start))

    def allowed(weights: F64) -> F64:
        weights[CHOSEN] = start[CHOSEN]
        weights[LIKENESS] = np.minimum(0, weights[LIKENESS])
        weights[-1] = max(MIN_OVERLAP, weights[-1])
        return weights

    found = _climb(steps, start, allowed)
    return found[:-1], float(found[-1])


def _terms_likelihood(cases: Sequence[Case], weights: F64) -> tuple[float, F64, F64]:
    """Return the log-likelihood of the truth, its gradient, and a bound on its curvature.

    The dice of a picture count as independent.
    """
    by = _terms_only(weights[:-1], float(weights[-1]))
    value, slope = 0.0, np.zeros(len(weights))
    curve = np.zeros((len(weights), len(weights)))
    for case in cases:
        terms, shared = case.evidence.terms, np.triu(case.evidence.overlaps, 1)
        belief = believe(case.evidence, by, case.places)
        real = np.flatnonzero(case.what >= 0)
        both = shared[np.ix_(real, real)].sum()
        score = belief.scores[real, case.what[real]].sum() - by.overlap * both
        value += case.weight * float(score - belief.log_total)
        expected = (belief.probabilities[..., None] * terms).sum(1)
        slope[:-1] += case.weight * (terms[real, case.what[real]].sum(0) - expected.sum(0))
        slope[-1] += case.weight * float((shared * belief.overlapping).sum() - both)
        spread = np.einsum("nl,nlf,nlg->fg", belief.probabilities, terms, terms) - expected.T @ expected
        curve[:-1, :-1] += case.weight * spread
        curve[-1, -1] += case.weight * float(
            (shared**2 * belief.overlapping * (1 - belief.overlapping)).sum()
        )
    return value, slope, curve


def _terms_only(terms: F64, overlap: float) -> Scoring:
    nothing = np.zeros(len(VALUE_TERMS))
    return Scoring(terms, overlap, 1.0, nothing, (1.0, 0.0), (1.0, 0.0), (0.0, 1.0), 1.0)


def _climb(
    steps: Callable[[F64], tuple[float, F64, F64]],
    start: F64,
    allowed: Callable[[F64], F64] = lambda weights: weights,
) -> F64:
    """Return the weights that maximise a function, found by damped Newton steps.

    `steps`: returns the function's value, gradient and negated Hessian; `allowed`: clips weights to limits.
    """
    weights, damping = start.copy(), 0.1
    value, slope, curve = steps(weights)
    for _ in range(ROUNDS):
        hold = damping * np.diag(np.diag(curve))
        step = np.clip(np.linalg.solve(curve + hold, slope), -1, 1)
        tried = allowed(weights + step)
        after = steps(tried)
        if after[0] <= value:
            damping *= 5
            if damping > 1e4:
                break
            continue
        gained, weights, damping = after[0] - value, tried, max(0.01, damping / 3)
        value, slope, curve = after
        if gained < MIN_GAIN:
            break
    return weights


def fit_values(cases: Iterable[Case]) -> tuple[float, F64]:
    """Return the likeliest sharpness of a reader's value probabilities and likeliest weights of VALUE_TERMS.

    Both are fitted on the dice of the expected kind.
    """
    rows = [
        (k.values.astype(np.float64), label["value"] - 1, misread)
        for case in cases
        for k, label, misread in zip(
            case.example.predictions, case.labels, case.evidence.misread, strict=True
        )
        if label is not None and label["sides"] == len(k.values)
    ]
    logs, truth, misread = (np.array(column) for column in zip(*rows, strict=True))
    start = np.array([np.log(START_SHARPNESS[logs.shape[1]]), *START_VALUE])
    hold = np.array([HOLD_SHARPNESS, *np.ones(len(START_VALUE))])

    def value(weights: F64) -> float:
        said = np.exp(weights[0]) * logs
        said = np.exp(said - np.logaddexp.reduce(said, 1)[:, None])[np.arange(len(truth)), truth]
        wrong = 1 / (1 + np.exp(-misread @ weights[1:]))
        off = weights - start
        return float(np.log((1 - wrong) * said + wrong / logs.shape[1]).sum() - 0.5 * hold @ off**2)

    def allowed(weights: F64) -> F64:
        weights[1:][MISREADING] = np.maximum(0, weights[1:][MISREADING])
        return weights

    found = _climb(lambda weights: _by_differences(value, weights), start, allowed)
    return float(np.exp(found[0])), found[1:]


def _by_differences(value: Callable[[F64], float], at: F64, step: float = 1e-3) -> tuple[float, F64, F64]:
    """Return a function's value, gradient and negated, positive definite Hessian by finite differences."""
    shifts = step * np.eye(len(at))
    slope = np.array([(value(at + a) - value(at - a)) / (2 * step) for a in shifts])
    curve = np.array(
        [
            [
                (value(at + a - b) + value(at - a + b) - value(at + a + b) - value(at - a - b))
                / (4 * step**2)
                for b in shifts
            ]
            for a in shifts
        ]
    )
    sizes, turns = np.linalg.eigh((curve + curve.T) / 2)
    return value(at), slope, turns @ np.diag(np.maximum(np.abs(sizes), 0.5)) @ turns.T


def fit_logistic(x: F64, y: F64, start: tuple[float, float], hold: float) -> tuple[float, float]:
    """Return constant and slope of the logistic regression of `y` (N, 0 or 1) on `x` (N) (J. Platt, 1999).

    `hold`: strength of the ridge penalty that pulls both towards `start`.
    """
    columns = np.column_stack([np.ones(len(x)), x])

    def steps(weights: F64) -> tuple[float, F64, F64]:
        odds, off = columns @ weights, weights - start
        p = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
        value = float((y * odds - np.logaddexp(0, odds)).sum() - 0.5 * hold * off @ off)
        slope = columns.T @ (y - p) - hold * off
        return value, slope, (columns * (p * (1 - p))[:, None]).T @ columns + hold * np.eye(2)

    constant, slope = _climb(steps, np.array(start))
    return float(constant), float(slope)


def fit_colours(cases: Iterable[Case]) -> tuple[float, float]:
    """Return the likeliest `Scoring.colour`.

    It is an exponent for the probabilities of a die's colours, and a number to add to the log-probability of
    the colour "other".
    """
    rows = [
        (k.colours.astype(np.float64), COLOUR_ORDER.index(label["colour"]))
        for case in cases
        for k, label in zip(case.example.predictions, case.labels, strict=True)
        if label is not None and label["colour"] in COLOUR_ORDER and not label.get("doubtful_colour")
    ]
    logs, truth = (np.array(column) for column in zip(*rows, strict=True))
    start = np.array([0.0, 0.5])

    def value(weights: F64) -> float:
        said = np.exp(weights[0]) * logs
        said[:, -1] += weights[1]
        said -= np.logaddexp.reduce(said, 1)[:, None]
        off = weights - start
        return float(said[np.arange(len(truth)), truth].sum() - 2 * off @ off)

    exponent, other = _climb(lambda weights: _by_differences(value, weights), start)
    return float(np.exp(exponent)), float(other)


def fit_kinds(cases: Iterable[Case]) -> tuple[float, float]:
    """Return the likeliest factor and constant for the log odds of eight sides (`Scoring.kind`)."""
    rows = [
        (float(np.clip(k.kinds[2] - k.kinds[1], -8, 8)), float(label["sides"] == 8))
        for case in cases
        for k, label in zip(case.example.predictions, case.labels, strict=True)
        if label is not None
    ]
    x, y = (np.array(column) for column in zip(*rows, strict=True))
    constant, slope = fit_logistic(x, y, (0.0, 1.0), 1.0)
    return slope, constant


def fit_paints(examples: Iterable[Example]) -> Paints:
    """Return the usual tone of dice of each colour, without the influence of each roll's light.

    Tones and lights are estimated in turn.
    """
    rolls = []
    for example in examples:
        pairs = [
            (COLOURS.index(label["colour"]), k.tone)
            for k, label in zip(example.predictions, _labels(example), strict=True)
            if label is not None and label["sides"] == example.sides and label["colour"] in COLOURS
        ]
        if len(pairs) >= 4:
            rolls.append((np.array([c for c, _ in pairs]), np.array([tone for _, tone in pairs])))
    tones, spreads = np.zeros((len(COLOURS), 3)), np.full((len(COLOURS), 3), 0.4)
    lights = [np.zeros(3)] * len(rolls)
    hold = np.array(LIGHT_SHIFT_SPREAD) ** -2.0
    for _ in range(30):
        for colour in range(len(COLOURS)):
            off = np.concatenate([t[c == colour] - at for (c, t), at in zip(rolls, lights, strict=True)])
            tones[colour] = np.median(off, 0)
            spreads[colour] = np.maximum(
                MIN_PAINT_SPREAD, np.quantile(np.abs(off - tones[colour]), 0.683, axis=0)
            )
        lights = [
            ((t - tones[c]) / spreads[c] ** 2).sum(0) / ((spreads[c] ** -2.0).sum(0) + hold) for c, t in rolls
        ]
    return Paints(np.round(tones, 3), np.round(spreads, 3))
