"""A light that shifts the tones of all dice does not change their colours."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.dice.seen import PAINTS
from vision.dice.light import paint_log_ratios
from vision.dice.scoring import paints
from vision.reading import COLOURS, Colour

SPREADS = np.tile([0.25, 0.1, 0.1], (5, 1))
KNOWN = np.array([PAINTS[colour] for colour in COLOURS])
SET: tuple[Colour, ...] = ("white", "white", "red", "yellow", "green", "blue")


def tones(*colours: Colour) -> np.ndarray:
    return np.array([PAINTS[colour] for colour in colours])


@settings(max_examples=60, deadline=None)
@given(
    st.permutations(SET),
    st.tuples(st.floats(-1.0, 1.0), st.floats(-0.4, 0.4), st.floats(-0.4, 0.4)),
    st.integers(0, 2**32 - 1),
)
def test_colours_are_told_apart_in_a_shifted_light(
    order: list[Colour], shift: tuple[float, float, float], seed: int
) -> None:
    seen = tones(*order) + np.array(shift)
    seen += np.random.default_rng(seed).normal(0, (0.15, 0.05, 0.05), seen.shape)
    nothing_said = np.full((6, 5), 0.2)
    odds = paint_log_ratios(seen, KNOWN, SPREADS, nothing_said)
    assert [COLOURS[int(row.argmax())] for row in odds] == list(order)


def test_one_glossy_die_does_not_drag_the_others_away() -> None:
    seen = tones(*SET)
    seen[5] += (1.5, 0.6, -0.9)  # the lamp's reflection on the blue one
    odds = paint_log_ratios(seen, KNOWN, SPREADS, np.full((6, 5), 0.2))
    assert [COLOURS[int(row.argmax())] for row in odds[:5]] == list(SET[:5])
    assert odds[5].max() < 0.5 and odds[5].min() > -4, "gloss says nothing, and no more against it"


def test_white_dice_show_the_light_for_a_yellow_one() -> None:
    """An orange die is taken for yellow only if white dice look yellowish too."""

    def odds_of(redness: float, lamp: float) -> float:
        light = np.array([0.0, lamp, -lamp])
        seen = tones("white", "white", "green", "blue") + light
        doubtful = np.array([[PAINTS["yellow"][0], redness, PAINTS["yellow"][2] - lamp]])
        prior = np.vstack([np.eye(5)[[0, 0, 3, 4]] * 0.95, [[0, 0, 0.5, 0, 0]]])
        general = paints()
        odds = paint_log_ratios(np.vstack([seen, doubtful]), general.tones, general.spreads, prior)
        return float(odds[4, COLOURS.index("yellow")])

    assert odds_of(0.9, lamp=0.5) > odds_of(0.9, lamp=0.0) + 1
    assert odds_of(0.9, lamp=0.5) > odds_of(2.4, lamp=0.5) + 3, "orange is orange in any light"


def test_a_tone_unlike_all_paints_fits_none() -> None:
    seen = np.vstack([tones("white", "white", "red"), [[-3.0, 0.9, 2.4]]])
    prior = np.eye(5)[[0, 0, 1, 1]] * 0.9
    assert paint_log_ratios(seen, KNOWN, SPREADS, prior)[3].max() < 0
