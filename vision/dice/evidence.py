"""Weighs the evidence for each role of a candidate (a box in a picture).

A candidate may be nothing, or have one of eight *roles*: a surplus die of the expected kind (`spare`), a die
of a different kind (number of sides), a die of a different set, or the expected die of one of five colours.
Each role has a row of TERMS (`vision.dice.scoring`), whose weighted sum is the log score of the role.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import boxes_of
from vision.dice.classifier import MAX_LOG_ODDS, MIN_LOG_ODDS, STATES, DiePrediction, die_log_odds, log_odds
from vision.dice.hypotheses import MAX_LOG_SCORE
from vision.dice.light import paint_log_ratios
from vision.dice.outliers import differences
from vision.dice.scoring import TERMS, VALUE_TERMS, Paints, Scoring
from vision.geometry import F32, F64, overlaps, touches_border
from vision.reading import COLOUR_ORDER, COLOURS, Colour

SPARE, OTHER_KIND, OTHER_SET, FIRST_COLOUR = 0, 1, 2, 3
"""Indices of a candidate's roles; the role of the expected die of COLOURS[i] is FIRST_COLOUR + i."""
MAX_READER_LOG_ODDS = 14.0
"""Cap on a reader's log odds. A reader may be sure but wrong about a shape that it was not trained on."""
MAX_DIFFERENCE = 5.0
"""Cap on a candidate's differences from the other dice, in standard deviations."""
LIKELY_SCORE = 0.5
"""A candidate helps to predict how other dice look if its detector and reader scores both exceed this."""
MAX_SHARED = 0.4
"""Two boxes may show the same die if their overlap, as a share of the smaller box, exceeds this."""
LINKED_OVERLAP = 0.4
"""Up to this overlap, as a share of the smaller box, two boxes may well show two touching dice."""
OVERLAP_SCALE = 0.1
"""Overlap beyond LINKED_OVERLAP is divided by this and squared; the result is evidence against two dice."""
USUAL_SIDE = 40.0
"""Side of a die, in pixels, that is neither small nor large."""
MAX_SMALLNESS = 1.5
"""Cap on the smallness of a die: the base-2 logarithm of USUAL_SIDE over the die's side."""
_AT = {name: index for index, name in enumerate(TERMS)}


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The evidence about N candidates in each of eight roles, for example as the red die."""

    terms: F64  # N x (3 + 5) x TERMS
    overlaps: F64  # N x N, the square of each overlap beyond LINKED_OVERLAP, in units of OVERLAP_SCALE
    misread: F64  # N x VALUE_TERMS

    def scores(self, by: Scoring) -> F64:
        """Return the log score of each role of each candidate, N x 8. Candidates that aren't dice score 0."""
        return np.asarray(np.clip(self.terms @ by.terms, -MAX_LOG_SCORE, MAX_LOG_SCORE), np.float64)

    def misreading(self, by: Scoring) -> F64:
        """Return N probabilities that a candidate's value was not read from its top face."""
        return np.asarray(1 / (1 + np.exp(-self.misread @ by.misread)), np.float64)


def weigh(
    predictions: Sequence[DiePrediction],
    size: tuple[int, int],
    sides: int | None,
    paints: Paints,
    places: Sequence[Colour] = COLOURS,
) -> Evidence:
    """Return the evidence for N candidates in a picture of `size` (width, height).

    `sides`: number of sides of the expected dice, or None if no set is expected; `places`: the colours of the
    expected dice; `paints`: the usual tones of dice, by colour.
    """
    n = len(predictions)
    if n == 0:
        nothing = np.zeros((0, FIRST_COLOUR + len(COLOURS), len(TERMS)))
        return Evidence(nothing, np.zeros((0, 0)), np.zeros((0, len(VALUE_TERMS))))
    boxes = boxes_of([k.candidate for k in predictions])
    shared = overlaps(boxes, boxes).of_smaller
    np.fill_diagonal(shared, 0)
    usual = _usual(predictions, sides, shared)
    away = np.minimum(differences(predictions, usual) ** 2, MAX_DIFFERENCE**2)
    terms = np.zeros((n, FIRST_COLOUR + len(COLOURS), len(TERMS)))
    likely = _likely(predictions)
    terms[:, :, : likely.shape[1]] = likely[:, None]
    terms[:, SPARE, _AT["spare"]] = 1
    terms[:, OTHER_KIND, _AT["other kind"]] = 1
    terms[:, OTHER_SET, _AT["other set"]] = 1
    terms[:, FIRST_COLOUR:, _AT["present"]] = 1
    if sides is None:
        terms[:, :, _AT["small"]] = 0  # the size of dice distinguishes photos, not dice from other things
        terms[:, SPARE, _AT["reader beyond"]] = [
            max(0.0, _reader_log_odds(k) - MAX_LOG_ODDS) for k in predictions
        ]
        terms[:, SPARE, _AT["kinds apart"]] = [
            min(MAX_READER_LOG_ODDS, abs(float(k.kinds[2] - k.kinds[1]))) for k in predictions
        ]
    else:
        ours = [SPARE, *range(FIRST_COLOUR, FIRST_COLOUR + len(COLOURS))]
        terms[:, ours, _AT["smaller"] :] = away[:, None] / 10
        kinds = np.array([k.kinds[1:] for k in predictions], np.float64).reshape(-1, 2)
        kinds = np.maximum(kinds - np.logaddexp.reduce(kinds, 1)[:, None], -MAX_LOG_ODDS)
        expected = kinds[:, 1 if sides == 8 else 0]
        terms[:, :, _AT["kind"]] = expected[:, None]
        terms[:, OTHER_KIND, _AT["kind"]] = kinds[:, 0 if sides == 8 else 1]
        hues = np.array([k.colours for k in predictions], np.float64).reshape(-1, len(COLOUR_ORDER))
        _enter_colours(terms, np.exp(hues), predictions, paints)
        terms[:, SPARE, _AT["surplus"]] = _expected_share(hues, places)
    return Evidence(
        terms,
        (np.maximum(0, shared - LINKED_OVERLAP) / OVERLAP_SCALE) ** 2,
        _value_terms(predictions, size, away, likely),
    )


def _enter_colours(terms: F64, likely: F64, predictions: Sequence[DiePrediction], paints: Paints) -> None:
    """Set the terms "colour" and "paint" in `terms`. `likely`: N x 6, the reader's colour probabilities."""
    logs = np.maximum(np.log(np.maximum(likely, 1e-9)), -MAX_LOG_ODDS)
    terms[:, FIRST_COLOUR:, _AT["colour"]] = logs[:, : len(COLOURS)]
    terms[:, OTHER_SET, _AT["colour"]] = logs[:, len(COLOURS)]
    terms[:, SPARE, _AT["colour"]] = np.minimum(0, np.logaddexp.reduce(logs[:, : len(COLOURS)], 1))
    real = 1 / (1 + np.exp(-terms[:, SPARE, _AT["detector"]] - terms[:, SPARE, _AT["reader"]]))
    prior = likely[:, : len(COLOURS)] / np.maximum(1, likely.sum(1, keepdims=True)) * real[:, None]
    tones = np.array([k.tone for k in predictions])
    odds = paint_log_ratios(tones, paints.tones, paints.spreads, prior)
    terms[:, FIRST_COLOUR:, _AT["paint"]] = odds
    likeliest = likely[:, : len(COLOURS)].argmax(1)
    terms[:, SPARE, _AT["paint"]] = odds[np.arange(len(odds)), likeliest]


def _expected_share(hues: F64, places: Sequence[Colour]) -> F64:
    """Return N probabilities that a die has an expected colour, given that its colour is one of COLOURS.

    `hues`: log-probabilities, N x 6 in COLOUR_ORDER; `places`: the colours of the expected dice.
    """
    logs = hues[:, : len(COLOURS)]
    expected = [COLOUR_ORDER.index(colour) for colour in dict.fromkeys(places)]
    return np.asarray(np.exp(np.logaddexp.reduce(logs[:, expected], 1) - np.logaddexp.reduce(logs, 1)))


def value_probabilities(logs: F32, misread: float, sharpness: float) -> F64:
    """Return the reader's probabilities of values, mixed with a uniform distribution of weight `misread`.

    `logs`: the reader's log-probabilities. They are multiplied by `sharpness` before they are mixed.
    """
    said = sharpness * logs.astype(np.float64)
    said = np.exp(said - said.max())
    return np.asarray((1 - misread) * said / said.sum() + misread / len(logs), np.float64)


def is_plausible(prediction: DiePrediction) -> bool:
    """Return True if the log odds that a candidate is a die are above MIN_LOG_ODDS."""
    return bool(die_log_odds(prediction.candidate.score, prediction.reader_score) > MIN_LOG_ODDS)


def _likely(predictions: Sequence[DiePrediction]) -> F64:
    """Return the first five of TERMS for N predictions, N x 5. All roles of a candidate share them."""
    rows = [
        (
            1.0,
            float(log_odds(k.candidate.score)),
            float(log_odds(k.reader_score)),
            float(log_odds(np.exp(max(float(v.max()) for v in (k.values, k.other_values) if v is not None)))),
            _smallness(k),
        )
        for k in predictions
    ]
    return np.array(rows, np.float64).reshape(-1, 5)


def _reader_log_odds(prediction: DiePrediction) -> float:
    """Return the reader's log odds of a die, at most MAX_READER_LOG_ODDS."""
    none = float(prediction.kinds[0])
    some = float(np.logaddexp(prediction.kinds[1], prediction.kinds[2]))
    return min(MAX_READER_LOG_ODDS, some - none)


def _smallness(prediction: DiePrediction) -> float:
    return float(np.clip(np.log2(USUAL_SIDE / prediction.candidate.side), -1, MAX_SMALLNESS))


def _usual(predictions: Sequence[DiePrediction], sides: int | None, shared: F64) -> NDArray[np.bool_]:
    """Return an N x N mask of the candidates (columns) that help to predict how each candidate (row) looks.

    These are likely dice of the expected kind, or of either kind if `sides` is None. They overlap neither the
    candidate nor a likelier die by more than MAX_SHARED. `shared`: N x N, overlaps as shares of the smaller.
    """
    score = np.array([k.candidate.score * k.reader_score for k in predictions])
    likely = np.array(
        [
            k.candidate.score > LIKELY_SCORE
            and k.reader_score > LIKELY_SCORE
            and (sides is None or k.sides == sides)
            for k in predictions
        ]
    )
    parted = shared <= MAX_SHARED
    likely &= ~((score[None] > score[:, None]) & likely[None] & ~parted).any(1)
    rows = np.asarray(likely[None] & parted, np.bool_)
    np.fill_diagonal(rows, False)
    return rows


def _value_terms(predictions: Sequence[DiePrediction], size: tuple[int, int], away: F64, likely: F64) -> F64:
    """Return the VALUE_TERMS of each candidate, N x 8.

    `away`: N x 5, squares of the `differences`; `likely`: N x 5, the result of `_likely`.
    """
    states = np.exp(np.array([k.states for k in predictions], np.float64)).reshape(-1, len(STATES))
    terms = np.ones((len(predictions), len(VALUE_TERMS)))
    terms[:, 1] = away[:, :4].sum(1) / 10
    terms[:, 2] = [_smallness(k) for k in predictions]
    terms[:, 3], terms[:, 4] = states[:, 2], states[:, 1]
    terms[:, 5] = likely[:, 1]
    terms[:, 6] = [touches_border(k.candidate.box, size) for k in predictions]
    terms[:, 7] = 1 - likely[:, 3] / MAX_LOG_ODDS
    return terms
