"""A die that looks different from the others of its roll is doubted."""

import numpy as np
import pytest

from tests.vision.dice.seen import die, read_from, six
from vision.dice.classifier import DiePrediction
from vision.dice.outliers import differences


def _seen(
    x: float,
    y: float,
    wide: float = 40.0,
    high: float = 40.0,
    *,
    face: tuple[float, float] = (0.02, -0.15),
    reach: tuple[float, float] = (0.2, 0.15),
) -> DiePrediction:
    return die(box=(x, y, wide, high), face=face, spread=reach)


def _scores(predictions: list[DiePrediction]) -> list[float]:
    """Return how unusual each die is: the sum of the squares of columns 0 to 3 of `differences`."""
    others = ~np.eye(len(predictions), dtype=bool)
    return [float((row[:4] ** 2).sum()) for row in differences(predictions, others)]


FAR = 24.0
"""A die certainly differs from the others if its value in `_scores` exceeds this."""
USUAL = [
    _seen(60.0 * i, 300 + 40 * (i % 2), 40 + i, 40, reach=(0.2, high))
    for i, high in enumerate((0.15, 0.16, 0.15, 0.14, 0.15))
]


def _last(*predictions: DiePrediction) -> float:
    """Return the score of the last die. Fail if another die has a score of FAR / 2 or more."""
    *others, last = _scores(list(predictions))
    assert max(others) < 0.5 * FAR
    return last


def test_a_die_like_the_others_is_not_unlike_them() -> None:
    assert _last(*USUAL, _seen(330, 310)) < 1


def test_a_face_at_a_wrong_place_is_unlike() -> None:
    assert _last(*USUAL, _seen(330, 310, face=(0.0, 0.16))) > FAR, "a side"
    assert _last(*USUAL, _seen(330, 310, face=(0.05, -0.2))) < 2, "one that is farther off is a top"
    assert _last(*USUAL, _seen(330, 310, face=(0.02, -0.1))) < 0.2 * FAR


@pytest.mark.parametrize(
    ("reach", "far"),
    [
        ((0.2, 0.08), True),
        ((0.1, 0.15), True),
        ((0.2, 0.4), True),
        ((0.1, 0.075), False),
        ((0.2, 0.12), False),
    ],
)
def test_a_face_of_another_shape_is_unlike(reach: tuple[float, float], far: bool) -> None:
    assert (_last(*USUAL, _seen(330, 310, reach=reach)) > FAR) is far


def test_a_far_smaller_die_is_unlike_and_a_larger_one_is_not() -> None:
    assert _last(*USUAL, _seen(330, 310, 24, 24)) > FAR
    assert _last(*USUAL, _seen(330, 310, 32, 32)) < FAR
    assert _last(*USUAL, _seen(330, 310, 60, 60)) < 1, "what is larger is no part of a die"


def test_distant_dice_may_be_smaller() -> None:
    rows = [(500, 120), (420, 110), (560, 130), (300, 96), (620, 140)]
    usual = [_seen(100.0 * i, y, side, side) for i, (y, side) in enumerate(rows)]
    assert _last(*usual, _seen(50, 60, 70, 70)) < FAR
    assert _last(*usual, _seen(50, 600, 70, 70)) > FAR, "and not what lies as near as they do"
    flat = [_seen(150.0 * i, 500 + 4.0 * i, side, side) for i, (_, side) in enumerate(rows)]
    assert _last(*flat, _seen(50, 60, 66, 66)) > FAR, "close together they say little"


def test_a_side_gives_itself_away_by_all_signs_together() -> None:
    """Check that the box and the face of a misread white die stand out together, but neither does alone."""
    usual = [
        _seen(282, 146, 64, 84, face=(0.03, -0.28), reach=(0.16, 0.12)),
        _seen(436, 50, 73, 82, face=(-0.01, -0.24), reach=(0.16, 0.11)),
        _seen(482, 256, 68, 80, face=(0.02, -0.21), reach=(0.2, 0.15)),
        _seen(484, 172, 67, 78, face=(-0.03, -0.32), reach=(0.18, 0.13)),
        _seen(337, 116, 68, 76, face=(-0.01, -0.22), reach=(0.2, 0.13)),
    ]
    assert _last(*usual, _seen(552, 194, 62, 52, face=(0.06, -0.06), reach=(0.24, 0.17))) > FAR
    for high, face in ((52.0, (0.06, -0.2)), (72.0, (0.06, -0.06))):
        assert _last(*usual, _seen(552, 194, 62, high, face=face, reach=(0.24, 0.17))) < FAR


def test_few_dice_say_nothing_about_each_other() -> None:
    assert _scores([_seen(0, 0), _seen(60, 0), _seen(120, 0, 10, 10)]) == [0, 0, 0]
    assert _scores([]) == []


def test_far_larger_die_is_unlike_the_others() -> None:
    measures = differences([*USUAL, _seen(330, 310, 120, 120)], ~np.eye(len(USUAL) + 1, dtype=bool))
    assert measures[-1, 4] > 4 and np.abs(measures[:-1, 4]).max() < 1


def test_a_box_without_a_face_is_no_error() -> None:
    assert _last(*USUAL, _seen(330, 310, reach=(0.0, 0.0))) >= 0


@pytest.mark.parametrize("sides", [6, None])
def test_a_roll_with_an_unlike_die_is_less_sure(sides: int | None) -> None:
    alike = six()
    side = die("blue", 6, (490, 100, 31, 26), face=(0.0, 0.16), spread=(0.1, 0.2))
    plain, odd = read_from(alike, sides=sides), read_from([*alike[:5], side], sides=sides)
    assert odd.probability < plain.probability
    assert odd.dice[-1].confidence < plain.dice[-1].confidence
