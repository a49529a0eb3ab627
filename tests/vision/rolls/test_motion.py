"""Motion and reaching hands are detected; changes of light and noise are not taken for motion."""

import itertools

import cv2
import numpy as np
import pytest

from tests.vision.rolls.watched import FIRST, SECOND, WatchedTable
from vision.frames.image import Image
from vision.rolls.motion import moving, reaches_in, relief


def test_light_is_no_motion_and_no_hand() -> None:
    table = WatchedTable()
    lit, shaded = relief(table.picture(FIRST, None, None)), relief(table.picture(FIRST, None, 200))
    table.light = 0.85
    assert not moving(lit, relief(table.picture(FIRST, None, None)))
    assert not moving(lit, shaded)
    table.light = 0.5
    assert not reaches_in(lit, relief(table.picture(FIRST, None, None)))
    table.light = 1.0
    hand = relief(table.picture(FIRST, 200, None))
    assert moving(lit, hand)
    assert reaches_in(lit, hand)
    rolled = relief(table.picture(SECOND, None, None))
    assert moving(lit, rolled)
    assert not reaches_in(lit, rolled)


@pytest.mark.parametrize("width", [320, 640, 1280, 2400])
def test_a_small_die_that_moves_is_motion_and_noise_is_none(width: int) -> None:
    rng = np.random.default_rng(4)

    def picture(x: float, noise: float) -> Image:
        image = np.full((width * 3 // 4, width, 3), 120.0, np.float32)
        half = width // 80
        at = round(x * width)
        image[width // 3 - half : width // 3 + half, at - half : at + half] = (40, 30, 200)
        return np.clip(image + noise * rng.standard_normal(image.shape, np.float32), 0, 255).astype(np.uint8)

    assert moving(relief(picture(0.5, 2)), relief(picture(0.5125, 2)))
    assert not moving(relief(picture(0.5, 2)), relief(picture(0.5, 2)))
    assert not moving(relief(picture(0.5, 25)), relief(picture(0.5, 25)))


def still_life(rng: np.random.Generator, shade: float = 0.0) -> Image:
    """Return a noisy picture of a table with dark and light halves, each with a die. Dark parts are noisier.

    `shade`: share of the light that a soft shadow takes from the middle.
    """
    light = np.full((360, 640, 3), 0.02, np.float32)
    light[:, ::40] = light[:, 1::40] = 0.15
    light[:, 320:] += 0.5
    light[200:240, 100:140] = light[80:120, 450:490] = 0.2
    across = np.exp(-(((np.arange(640) - 320) / 120) ** 2)).astype(np.float32)
    light *= 1 - shade * across[None, :, None]
    light += rng.normal(0, 1, light.shape).astype(np.float32) * np.sqrt(light / 900 + 0.012**2)
    return np.asarray(np.rint(255 * np.clip(light, 0, 1) ** (1 / 2.2)), np.uint8)


def test_noise_in_the_dark_and_a_soft_shadow_over_light_and_dark_are_no_motion() -> None:
    rng = np.random.default_rng(7)
    still = [relief(still_life(rng)) for _ in range(12)]
    assert not any(moving(one, other) for one, other in itertools.pairwise(still))
    assert not moving(still[0], relief(still_life(rng, shade=0.4)))
    pushed = still_life(rng)
    pushed[200:240, 110:150] = pushed[200:240, 100:140]
    assert moving(still[0], relief(pushed))


def bright_dice_on_stone(shade: float, pushed: int = 0) -> Image:
    """Return almost overexposed white dice on speckled stone, each with a dark quarter.

    `shade`: share of the light that a shadow takes; `pushed`: by how many pixels one die was pushed.
    """
    rng = np.random.default_rng(11)
    light = cv2.resize(rng.choice([0.05, 0.15], (90, 160)).astype(np.float32), (640, 360))
    for left in (100, 300 + pushed, 500):
        light[150:210, left : left + 60] = 1.6
        light[180:210, left : left + 30] = 0.1
    bent = 1 - np.exp(-4 * light * (1 - shade))
    noisy = 255 * bent ** (1 / 2.2) + np.random.default_rng(pushed).normal(0, 1, light.shape)
    return np.asarray(np.repeat(np.rint(np.clip(noisy, 0, 255))[..., None], 3, 2), np.uint8)


def test_a_shadow_on_bright_dice_is_no_motion_and_a_push_in_that_shadow_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lit, shaded = relief(bright_dice_on_stone(0)), relief(bright_dice_on_stone(0.4))
    assert not moving(lit, shaded)
    assert moving(lit, relief(bright_dice_on_stone(0.4, pushed=4)))
    monkeypatch.setattr("vision.rolls.motion.MAX_BENT", 0)
    assert moving(lit, shaded), "without room for the tone curve, the shadow would be motion"
