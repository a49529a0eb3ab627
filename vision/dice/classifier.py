"""Reads each candidate: is it a die, and what are its value, colour and state?

A *reader* is a network that reads the crop of one die. There is one per number of sides.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.crops import CROP_SCALE, cut_die
from vision.dice.leaning import Tops
from vision.dice.normals import UNKNOWN_NORMAL, Normal, find_normals
from vision.dice.table_plane import tables_below
from vision.dice.tone import Tone, tone_of
from vision.frames.image import Image, size_of
from vision.geometry import F32, F64, overlaps
from vision.inference import log_softmax, session, tensor
from vision.reading import State

MAX_LOG_ODDS = 6.0
"""The log odds and log-probabilities of a network are clipped to plus or minus this."""
MIN_LOG_ODDS = -3.0
"""A candidate is dropped unless the sum of the detector's and the reader's log odds of a die exceeds this."""
STATES: tuple[State, ...] = ("flat", "cocked", "hidden")
"""The states of a die, in the order of a reader's outputs."""


@dataclass(frozen=True, slots=True)
class Augmentation:
    """One way to show a die to a reader."""

    zoom: float = 1.0  # factor by which the crop is wider than usual
    mirror: bool = False
    turn: float = 0.0  # rotation of the top face, in radians


PLAIN = Augmentation()
SIX_AUGMENTATIONS = (Augmentation(1.0, True), Augmentation(1.08, True, 0.39))
EIGHT_AUGMENTATIONS = (Augmentation(0.9, False, 2.0944), Augmentation(1.12, False, 4.1888))
"""Augmentations for eight-sided dice: digits are not mirrored, and each corner of a triangle may point up."""
ONE_PASS_PROBABILITY = 0.985
"""The unaugmented crop alone decides if both its value and its kind are more probable than this."""
SAME_BOX_OVERLAP = 0.8
"""Two boxes share one answer of a reader if their intersection over union exceeds this."""
TELLING_SCORE = 0.5
"""A candidate's top face helps to estimate the plane of the table if the detector's score exceeds this."""
GLANCE_LOG_ODDS = -0.5
"""A doubtful candidate is also read from augmented crops if its log odds of being a die, from the detector
and the unaugmented crop, exceed this."""


class Answers(NamedTuple):
    """A reader's answers for N crops. All but `faces` and `features` are log-probabilities."""

    values: F32  # N x 6 or 8
    kinds: F32  # N x 3: none, six-sided, eight-sided
    colours: F32  # N x 6 in COLOUR_ORDER
    states: F32  # N x 3 as STATES
    faces: F32  # N x 5, face in half sides of the unaugmented crop: middle (x, y), root of its covariance (3)
    features: F32  # N x 160, the last layer's features for the value, then for the colour


@dataclass(frozen=True, slots=True, eq=False)
class DiePrediction:
    """The readers' answers for one candidate. Values, kinds, colours and states are log-probabilities."""

    candidate: Candidate
    values: F32  # 6 or 8, by the reader of the expected dice
    other_values: F32 | None  # by the reader of the other kind of dice, None unless that kind is likelier
    kinds: F32  # no die, six-sided, eight-sided
    colours: F32  # in COLOUR_ORDER
    states: F32  # as STATES
    face_offset: tuple[float, float] = (0.0, 0.0)
    """Vector from the middle of the box to the middle of the top face; the box's longer side is 1."""
    face_spread: tuple[float, float] = (0.0, 0.0)
    """Standard deviations, across and down, of the points of the top face; the box's longer side is 1."""
    face_skew: float = 0.0  # correlation of the face across and down
    tone: Tone = (0.0, 0.0, 0.0)  # of its body (`vision.dice.tone`)
    normal: Normal | None = None  # of its top face, None if it hardly is a die

    @property
    def reader_score(self) -> float:
        return 1 - math.exp(float(self.kinds[0]))

    @property
    def sides(self) -> int:
        return 8 if self.kinds[2] > self.kinds[1] else 6


def log_odds(p: ArrayLike) -> F64:
    """Return log(p / (1 - p)), in the shape of `p`, clipped to plus or minus MAX_LOG_ODDS."""
    p = np.asarray(p, np.float64)
    odds = np.log(np.maximum(p, 1e-9)) - np.log(np.maximum(1 - p, 1e-9))
    return np.asarray(np.clip(odds, -MAX_LOG_ODDS, MAX_LOG_ODDS))


def die_log_odds(scores: ArrayLike, readers: ArrayLike) -> F64:
    """Return N log odds of a die: the sum of the log odds of the probabilities `scores` and `readers`."""
    return log_odds(scores) + log_odds(readers)


def tops_of(predictions: Sequence[DiePrediction]) -> Tops:
    """Return the top faces of these candidates, with UNKNOWN_NORMAL for candidates without a normal."""
    normals = np.array([k.normal or UNKNOWN_NORMAL for k in predictions], np.float64).reshape(-1, 3)
    boxes = np.array([k.candidate.box for k in predictions], np.float64).reshape(-1, 4)
    spreads = np.array([k.face_spread for k in predictions], np.float64).reshape(-1, 2)
    skews = np.array([k.face_skew for k in predictions], np.float64)
    return Tops(boxes, normals[:, :2], normals[:, 2], spreads, skews)


def normals_of(predictions: Sequence[DiePrediction]) -> dict[Candidate, Normal]:
    """Return the normals of the top faces of all candidates that have a normal."""
    return {k.candidate: k.normal for k in predictions if k.normal is not None}


class Crops:
    """Cuts candidates out of one picture (H x W x 3, BGR), and keeps the crops for later calls."""

    def __init__(self, image: NDArray[np.uint8], candidates: Sequence[Candidate]) -> None:
        self._image, self.candidates = image, candidates
        self._cut: dict[tuple[int, float], NDArray[np.uint8]] = {}

    def shown(self, i: int, augmentation: Augmentation) -> NDArray[np.uint8]:
        """Return the crop of candidate `i`, zoomed and mirrored, but not turned: the network does that."""
        key = (i, augmentation.zoom)
        if key not in self._cut:
            candidate = self.candidates[i]
            self._cut[key] = cut_die(self._image, candidate.centre, candidate.side, augmentation.zoom)
        return self._cut[key][:, ::-1] if augmentation.mirror else self._cut[key]


def infer(
    name: str,
    crops: Crops,
    chosen: Sequence[int],
    augmentations: Sequence[Augmentation] = (PLAIN,),
    tables: Sequence[Normal] | None = None,
) -> list[Answers]:
    """Return the answers of the reader `name` to the `chosen` candidates, one `Answers` per augmentation.

    `tables`: the table's normal below each candidate (`tables_below`), or None if unknown.
    """
    shown = [crops.shown(i, augmentation) for augmentation in augmentations for i in chosen]
    turns = np.repeat(np.array([augmentation.turn for augmentation in augmentations]), len(chosen))
    below = tables or [UNKNOWN_NORMAL] * len(crops.candidates)
    # a mirrored crop shows the table's normal mirrored
    told = [below[i]._replace(x=-below[i].x) if a.mirror else below[i] for a in augmentations for i in chosen]
    heads = [np.split(head, len(augmentations)) for head in _run(name, shown, turns, told)]
    return [_answers(parts, way) for parts, way in zip(zip(*heads, strict=True), augmentations, strict=True)]


def infer_crops(name: str, crops: Sequence[NDArray[np.uint8]], turns: NDArray[np.float64]) -> Answers:
    """Return the answers of the reader `name` to N crops, CROP_PIXELS square.

    `turns`: N angles in radians by which the reader turns the top faces.
    """
    return _answers(_run(name, crops, turns, [UNKNOWN_NORMAL] * len(crops)), PLAIN)


def _run(
    name: str, crops: Sequence[NDArray[np.uint8]], turns: NDArray[np.float64], tables: Sequence[Normal]
) -> Sequence[F32]:
    """Return a reader's raw outputs, in the order of `Answers`. `tables`: the table's normal per crop."""
    given = {
        "crops": tensor(list(crops)),
        "turns": turns.astype(np.float32),
        "table": np.array(tables, np.float32).reshape(-1, 3),
    }
    heads: Sequence[F32] = session(name).run(None, given)
    return heads


def _answers(heads: Sequence[F32], way: Augmentation) -> Answers:
    """Return the outputs of a reader as `Answers`, with faces mapped back to the unaugmented crop."""
    value, kind, colour, state, face, features = heads
    face = face * np.float32(way.zoom)
    if way.mirror:
        face[:, [0, 4]] *= -1
    value, kind, colour, state = map(log_softmax, (value, kind, colour, state))
    return Answers(value, kind, colour, state, face, features)


def _reader(sides: int) -> str:
    return "reader8" if sides == 8 else "reader6"


def _with_glances(
    sides: int, crops: Crops, scores: F32, chosen: Sequence[int], tables: Sequence[Normal], plain: Answers
) -> Answers:
    """Return the answers for the `chosen` candidates. For doubtful candidates, average over augmentations.

    `plain`: the answers from unaugmented crops. A candidate is doubtful if it may be a die, and no value or
    no kind has a probability above ONE_PASS_PROBABILITY.
    """
    more = EIGHT_AUGMENTATIONS if sides == 8 else SIX_AUGMENTATIONS
    answers = Answers(*(field.copy() for field in plain))
    least = np.log(ONE_PASS_PROBABILITY)
    unsure = (answers.values.max(-1) <= least) | (answers.kinds.max(-1) <= least)
    unsure &= _die_log_odds(answers.kinds, scores[list(chosen)]) > GLANCE_LOG_ODDS
    if unsure.any():
        doubtful = [i for i, wanted in zip(chosen, unsure, strict=True) if wanted]
        again = infer(_reader(sides), crops, doubtful, more, tables)
        # a closer crop helps counting, but lacks the surroundings by which colours are judged
        wide = [answer for answer, augmentation in zip(again, more, strict=True) if augmentation.zoom >= 1]
        for field, mean in answers._asdict().items():
            useful = [getattr(answer, field) for answer in (wide if field == "colours" else again)]
            mean[unsure] = (mean[unsure] + sum(useful)) / (1 + len(useful))
    return answers


def _die_log_odds(kinds: F32, scores: F32) -> NDArray[np.float64]:
    """Return N log odds of a die, from log-probabilities `kinds` (N x 3) and the detector's `scores`."""
    return die_log_odds(scores, 1 - np.exp(kinds[:, 0].astype(np.float64)))


def classify(
    image: Image,
    candidates: Sequence[Candidate],
    *,
    sides: int | None = 6,
    before: Sequence[DiePrediction] = (),
) -> list[DiePrediction]:
    """Return the readers' answers for each candidate in the picture, in the order of `candidates`.

    The reader for `sides` sides (for six if `sides` is None) reads every candidate. The other reader also
    reads candidates that probably have its number of sides. `before`: answers for the same picture from an
    earlier call; those with probabilities above ONE_PASS_PROBABILITY are used again for the same boxes.
    """
    known = _known_before(candidates, before)
    crops = Crops(image, [c for i, c in enumerate(candidates) if i not in known])
    likely = [i for i, c in enumerate(crops.candidates) if c.score > TELLING_SCORE]
    tops = normals_of([*known.values()]) | find_tops(crops, likely)
    new = iter(_read_all(image, crops, tops, sides))
    return [known[i] if i in known else next(new) for i in range(len(candidates))]


def classify_further(
    image: Image,
    candidates: Sequence[Candidate],
    tops: Mapping[Candidate, Normal],
    sides: int,
    least_kind: float = 0.0,
    glances: bool = True,
) -> list[DiePrediction]:
    """Return the readers' answers for further candidates in a picture.

    `tops`: the normals of the top faces of the dice in the picture. A candidate whose probability of `sides`
    sides is not above `least_kind` is dropped. Without `glances`, augmented crops are not read.
    """
    return _read_all(image, Crops(image, candidates), tops, sides, least_kind, glances)


def _known_before(
    candidates: Sequence[Candidate], before: Sequence[DiePrediction]
) -> dict[int, DiePrediction]:
    """Return the answers `before` that can be used again (see `classify`), by index in `candidates`."""
    least = np.log(ONE_PASS_PROBABILITY)
    sure = [k for k in before if k.values.max() > least and k.kinds.max() > least]
    if not sure or not candidates:
        return {}
    shared = overlaps(boxes_of(candidates), boxes_of([k.candidate for k in sure])).of_union
    same = [(i, sure[int(row.argmax())]) for i, row in enumerate(shared) if row.max() > SAME_BOX_OVERLAP]
    return {i: replace(k, candidate=Candidate(k.candidate.box, candidates[i].score)) for i, k in same}


def _read_all(
    image: Image,
    crops: Crops,
    tops: Mapping[Candidate, Normal],
    sides: int | None,
    least_kind: float = 0.0,
    glances: bool = True,
) -> list[DiePrediction]:
    candidates = crops.candidates
    if not candidates:
        return []
    read_by = sides or 6
    tables = tables_below(candidates, tops, size_of(image))
    scores = np.array([candidate.score for candidate in candidates], np.float32)
    (plain,) = infer(_reader(read_by), crops, range(len(candidates)), tables=tables)
    chosen = np.flatnonzero(np.exp(plain.kinds[:, 2 if read_by == 8 else 1]) > least_kind).tolist()
    plain = Answers(*(field[chosen] for field in plain))
    answers = _with_glances(read_by, crops, scores, chosen, tables, plain) if glances else plain
    values, kinds, colours, states = map(log_softmax, answers[:4])  # means of several glances do not add to 1
    eight = kinds[:, 2] > kinds[:, 1]
    plausible = _die_log_odds(kinds, scores[chosen]) > MIN_LOG_ODDS
    other_kind = np.flatnonzero(plausible & (eight != (read_by == 8))).tolist()
    others: dict[int, F32] = {}
    if other_kind:
        again = [chosen[at] for at in other_kind]
        (by_other,) = infer(_reader(14 - read_by), crops, again, tables=tables)
        if sides is None:
            by_other = _with_glances(14 - read_by, crops, scores, again, tables, by_other)
        others = dict(zip(other_kind, log_softmax(by_other.values), strict=True))
    dice = [chosen[at] for at in np.flatnonzero(plausible).tolist()]
    normals = {**tops, **find_tops(crops, [i for i in dice if candidates[i] not in tops])}
    offsets, spreads, skews = _faces(answers.faces)
    return [
        DiePrediction(
            candidates[i],
            values[at],
            others.get(at),
            kinds[at],
            colours[at],
            states[at],
            (float(offsets[at, 0]), float(offsets[at, 1])),
            (float(spreads[at, 0]), float(spreads[at, 1])),
            float(skews[at]),
            tone_of(image, candidates[i].box),
            normals[candidates[i]] if i in dice else None,
        )
        for at, i in enumerate(chosen)
    ]


def find_tops(crops: Crops, chosen: Sequence[int]) -> dict[Candidate, Normal]:
    """Return the normals of the top faces of the chosen candidates, by candidate."""
    normals = find_normals([crops.shown(i, PLAIN) for i in chosen])
    return dict(zip([crops.candidates[i] for i in chosen], normals, strict=True))


def _faces(faces: F32) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Convert `Answers.faces` (N x 5) to offsets and spreads (N x 2 each) and skews (N) of the top faces.

    The unit of offsets and spreads is the length of the box's longer side.
    """
    half_crop = CROP_SCALE / 2
    whole = faces.astype(np.float64)
    p, q, r = whole[:, 2], whole[:, 3], whole[:, 4]
    spreads = np.stack([np.hypot(p, r), np.hypot(q, r)], 1)
    skews = r * (p + q) / np.maximum(spreads.prod(1), 1e-9)
    return whole[:, :2] * half_crop, spreads * half_crop, np.clip(skews, -1, 1)
