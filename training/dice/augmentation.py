"""Changes to the light of a picture before it is photographed: other colours, lamps, mirrored windows."""

import cv2
import numpy as np

from training.dice.photo import GREY, LINEAR, Photo
from training.renderer.colours import F32, RNG


def recolour(light: F32, rng: RNG) -> F32:
    """Return the same dice in other colours: channels mixed at random, contrasts reduced or reversed.

    Red pips may become blue and gold ones green, so colour labels are invalid afterwards.
    """
    root = np.cbrt(light)
    middle = root[::4, ::4].reshape(-1, 3).mean(0)
    mix = np.asarray(rng.normal(size=(3, 3)) * 0.7, np.float32)
    mix = mix - GREY @ mix  # brightness comes from brightness alone, which the next line mixes in
    brightness = np.float32(rng.choice([1, 1, -1]) * rng.uniform(0.1, 1))
    mix = mix + brightness + rng.normal(size=3).astype(np.float32) * 0.35
    mixed = (root - middle) @ (mix * np.float32(0.75)) * np.float32(rng.uniform(0.7, 1.2))
    offset = rng.uniform(0.3, 0.9, 3).astype(np.float32)
    return np.asarray(np.clip(mixed + offset, 0.02, 1.25) ** 3, np.float32)


def recoloured_photo(photo: Photo, rng: RNG) -> Photo:
    """Return the photo with its colours changed at random by `recolour`."""
    light = np.minimum(recolour(LINEAR[photo], rng), 1.0)
    return np.asarray(light ** np.float32(1 / 2.2) * 255, np.uint8)


def glare(light: F32, rng: RNG) -> F32:
    """Add streaks and arcs of a lamp's reflection across the picture."""
    h, w = light.shape[:2]
    streaks = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at = (int(rng.uniform(0.25, 0.75) * w), int(rng.uniform(0.25, 0.75) * h))
        reach = (int(rng.uniform(0.04, 0.3) * w) + 1, int(rng.uniform(0.02, 0.3) * h) + 1)
        begin, turn = rng.uniform(0, 360), rng.uniform(0, 360)
        end, thick = begin + rng.uniform(30, 200), max(1, int(w * rng.uniform(0.008, 0.03)))
        cv2.ellipse(streaks, at, reach, turn, begin, end, 1.0, thick, cv2.LINE_AA)
    soft = cv2.GaussianBlur(streaks, (0, 0), max(0.4, w * rng.uniform(0.003, 0.015)))
    strength = np.float32(light.max() * rng.uniform(0.3, 1.2))
    return np.asarray(light + np.asarray(soft, np.float32)[..., None] * strength, np.float32)


def mirrored_light(light: F32, top: F32, rng: RNG) -> F32:
    """Add a window or a lamp mirrored in the whole of a top face (`top`, 0 to 1), which hides pips."""
    h, w = top.shape
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a, middle = rng.uniform(0, 6.28), rng.uniform(-0.2, 0.2)
    slope = ((x / w - 0.5) * np.cos(a) + (y / h - 0.5) * np.sin(a) + middle) * rng.uniform(0, 8)
    field = top * np.clip(0.5 + slope, 0, 1) if rng.random() < 0.6 else top
    field = cv2.GaussianBlur(np.asarray(field, np.float32), (0, 0), max(0.4, w * rng.uniform(0.002, 0.02)))
    grain = np.exp(rng.normal(size=(h, w, 1)) * rng.uniform(0, 0.4))
    tint = np.exp(rng.normal(size=3) * 0.08) * float(np.quantile(light, 0.95)) * rng.uniform(0.3, 2.0)
    return np.asarray(light + field[..., None] * grain * tint, np.float32)


def side_light(light: F32, top: F32, rng: RNG) -> F32:
    """Darken a die's top face as light from the side does. `top`: the face's share of each pixel."""
    dark = np.float32(rng.uniform(0.15, 0.75))
    return np.asarray(light * (1 - np.clip(top, 0, 1)[..., None] * (1 - dark)), np.float32)


def shift_body_colour(light: F32, dice: F32, colour: str | None, rng: RNG) -> F32:
    """Shift dice towards amber if `colour` is yellow, or darken them if it is white.

    The new colour still has the name `colour`. `dice`: the dice's share of each pixel, 0 to 1.
    """
    if colour == "yellow":
        gains = np.array([0.8, rng.uniform(0.65, 1.0), 1.0])
    elif colour == "white":
        gains = np.full(3, rng.uniform(0.55, 1.0))
    else:
        return light
    return np.asarray(light * (1 - dice[..., None] * (1 - gains)), np.float32)
