"""Known dice: told apart by their paint in any light, whatever the reader calls it; strangers stay out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice.assignment import COLOUR_ORDER, expected_dice
from vision.dice.known_dice import KnownDice, KnownDie, hue, recognise, tone_of, tones_of_light
from vision.reading import Colour

SET = expected_dice()
TONES: dict[Colour, tuple[float, float, float]] = {
    "white": (-0.4, 0.0, -0.1),
    "red": (-2.0, 1.6, 0.1),
    "yellow": (-0.8, 0.3, -1.7),
    "green": (-2.0, -1.0, -0.7),
    "blue": (-2.2, -0.5, 1.0),
    "other": (-3.0, 0.9, 0.9),
}


def says(colour: Colour, sure: float = 0.9) -> tuple[float, ...]:
    """What the reader says of a die that it takes for `colour`."""
    return tuple(sure if name == colour else (1 - sure) / 5 for name in COLOUR_ORDER)


KNOWN = KnownDice(
    (640, 480), (50, 60), 6, (-1.5, 0.1, -0.2), tuple(KnownDie(c, TONES[c], says(c)) for c in SET)
)


def seen(colours: list[Colour], shift: Any = (0, 0, 0), called: dict[Colour, Colour] | None = None) -> Any:
    """Tones and words for dice of these paints in a shifted light; `called`: what the reader calls them."""
    called = called or {}
    words = np.log([says(called.get(c, c)) for c in colours])
    return np.array([TONES[c] for c in colours]) + np.array(shift), words


def told(
    colours: list[Colour],
    *args: Any,
    known: KnownDice = KNOWN,
    places: tuple[Colour, ...] = SET,
    **kwargs: Any,
) -> Any:
    tone, words = seen(colours, *args, **kwargs)
    found = recognise(known, tone, words, np.full(len(colours), 0.97), places)
    assert found is not None
    return found


@settings(max_examples=60, deadline=None)
@given(
    st.permutations(SET),
    st.tuples(st.floats(-1.2, 1.2), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)),
    st.integers(0, 2**32 - 1),
)
def test_a_light_that_shifts_all_dice_alike_leaves_them_told_apart(
    order: list[Colour], shift: tuple[float, float, float], seed: int
) -> None:
    tone, _ = seen(order, shift)
    noise = np.random.default_rng(seed).normal(0, (0.15, 0.05, 0.05), tone.shape)
    nothing_said = np.full((6, 6), np.log(1 / 6))
    found = recognise(KNOWN, tone + noise, nothing_said, np.full(6, 0.97), SET)
    assert found is not None
    assert found.places == tuple(order) and found.missing == ()
    assert min(found.shares[i, COLOUR_ORDER.index(c)] for i, c in enumerate(order)) > 0.8


def test_one_glossy_die_does_not_drag_the_others_away() -> None:
    tone, words = seen(list(SET))
    tone[5] += (1.5, 0.6, -0.9)  # the lamp's reflection on the blue one
    found = recognise(KNOWN, tone, words, np.full(6, 0.97), SET)
    assert found is not None and found.places == SET


def test_hues_that_the_reader_does_not_know_are_the_dice_they_stand_for() -> None:
    violet: tuple[float, float, float] = (-2.4, 0.5, 1.0)
    dice = tuple(replace(d, tone=violet, said=says("other")) if d.colour == "blue" else d for d in KNOWN.dice)
    tone, words = seen(list(SET), called={"blue": "other"})
    tone[5] = violet
    found = recognise(replace(KNOWN, dice=dice), tone, words, np.full(6, 0.97), SET)
    assert found is not None and found.places == SET
    assert found.shares[5, COLOUR_ORDER.index("blue")] > 0.95


def test_a_missing_die_is_missing_and_a_stranger_takes_no_place() -> None:
    assert told(["white", "white", "red", "yellow", "green"]).missing == ("blue",)
    with_stranger = told(["white", "white", "red", "yellow", "green", "other"])
    assert with_stranger.missing == ("blue",) and with_stranger.places[5] is None
    assert COLOUR_ORDER[int(with_stranger.alone[5].argmax())] == "other"


def test_a_die_that_is_not_there_twice_is_one_too_many() -> None:
    found = told([*SET, "red"])
    assert counts_of(found.places) == {**dict.fromkeys(SET, 1), "white": 2, None: 1}
    spare = found.places.index(None)
    assert COLOUR_ORDER[int(found.alone[spare].argmax())] == "red"


def counts_of(places: tuple[Colour | None, ...]) -> dict[Colour | None, int]:
    return {place: places.count(place) for place in places}


def test_a_die_that_has_left_the_game_is_known_for_what_it_is() -> None:
    found = told(list(SET), places=expected_dice(("green",)))
    assert found.missing == () and found.places[4] is None
    assert COLOUR_ORDER[int(found.alone[4].argmax())] == "green"


def test_colours_that_were_not_learnt_cannot_be_told() -> None:
    without = replace(KNOWN, dice=tuple(d for d in KNOWN.dice if d.colour != "green"))
    tone, words = seen(list(SET))
    assert recognise(without, tone, words, np.full(6, 0.97), SET) is None
    assert recognise(without, tone, words, np.full(6, 0.97), expected_dice(("green",))) is not None


def test_a_faint_thing_takes_a_place_only_where_its_paint_fits() -> None:
    tone, words = seen([*SET[:5], "blue", "other"])
    real = np.array([0.97] * 5 + [0.2, 0.2])
    found = recognise(KNOWN, tone, words, real, SET)
    assert found is not None and found.places == (*SET, None)


def test_what_paint_and_reader_say_differently_is_in_doubt() -> None:
    sure = told(["white", "red"]).shares[1, COLOUR_ORDER.index("red")]
    tone, words = seen(["white", "red"], called={"red": "blue"})
    tone[1] = np.mean([TONES["red"], TONES["blue"]], 0)
    found = recognise(KNOWN, tone, words, np.full(2, 0.97), SET)
    assert found is not None
    assert max(found.shares[1, COLOUR_ORDER.index(c)] for c in ("red", "blue")) < sure


def painted(body: tuple[int, int, int], ink: tuple[int, int, int], gloss: bool = False) -> Any:
    """A die of 60 pixels with five pips on grey, BGR."""
    image = np.full((120, 120, 3), 90, np.uint8)
    cv2.rectangle(image, (30, 30), (90, 90), body, -1)
    for x, y in ((45, 45), (75, 45), (60, 60), (45, 75), (75, 75)):
        cv2.circle(image, (x, y), 5, ink, -1)
    if gloss:
        cv2.ellipse(image, (60, 50), (22, 8), 0, 0, 360, (235, 235, 235), -1)
    return image


@pytest.mark.parametrize("body", [(40, 40, 190), (40, 190, 230), (60, 140, 40), (170, 90, 30)])
def test_pips_and_gloss_do_not_change_the_tone_of_a_coloured_die(body: tuple[int, int, int]) -> None:
    paint = tones_of_light(((np.array([body]) / 255) ** 2.2).astype(np.float32))[0]
    for ink in ((240, 240, 240), (20, 20, 20)):
        for gloss in (False, True):
            off = np.abs(tone_of(painted(body, ink, gloss), (30, 30, 60, 60)) - paint)
            assert off[1] < 0.1 and off[2] < 0.1


def test_a_tone_is_shown_as_the_paint_that_it_is() -> None:
    for body in ((40, 40, 190), (250, 250, 250), (30, 120, 240), (12, 14, 16)):
        light, redness, blueness = tone_of(painted(body, body), (30, 30, 60, 60))
        red, green, blue = hue((light, redness, blueness))
        assert np.abs(np.array([blue, green, red]) - body).max() <= 3


def test_a_box_outside_the_picture_has_a_tone() -> None:
    image = painted((40, 40, 190), (0, 0, 0))
    for box in ((-50, -50, 60, 60), (119, 119, 40, 40), (300, 300, 5, 5), (10, 10, 0, 0)):
        assert np.isfinite(tone_of(image, box)).all()


def test_size_counts_for_the_same_picture_in_another_resolution() -> None:
    assert KNOWN.of_size((0, 0, 55, 50), (640, 480)) and KNOWN.of_size((0, 0, 110, 100), (1280, 960))
    assert not KNOWN.of_size((0, 0, 20, 20), (640, 480)) and not KNOWN.of_size((0, 0, 55, 55), (2560, 1920))
    assert not KNOWN.of_size((0, 0, 140, 60), (640, 480))
