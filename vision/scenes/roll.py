"""A roll to look at: given dice on a fine table in soft light. What the demo plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.casting import lying
from vision.scenes.scene import camera, draw, shade
from vision.scenes.solids import F32, Body, Light, Style, Surroundings
from vision.scenes.tables import RESOLUTION, grit, linear, noise, wood

PAINT: dict[str, tuple[float, float, float]] = {
    "white": (226, 238, 242),
    "red": (38, 30, 196),
    "yellow": (32, 196, 246),
    "green": (62, 140, 34),
    "blue": (172, 86, 22),
    "other": (60, 56, 58),
}
"""sRGB, blue first, of the demo's dice."""


def picture_of(image: F32, exposure: float = 1.0) -> NDArray[np.uint8]:
    """Linear light → an 8-bit photo, with a gentle shoulder for the highlights."""
    light = np.maximum(image * exposure, 0)
    light = np.where(light > 0.75, 0.75 + 0.25 * np.tanh((light - 0.75) / 0.4), light)
    return np.asarray(np.clip(light ** (1 / 2.2) * 255 + 0.5, 0, 255), np.uint8)


def _felt(rng: np.random.Generator, pixels: float) -> F32:
    tones = [(62, 92, 34), (96, 62, 38), (52, 44, 110), (74, 70, 68)]
    tone = linear(tones[int(rng.integers(len(tones)))])
    light = 1 + grit(rng) * 0.07 + noise(rng, int(RESOLUTION / pixels * 8)) * 0.05 + noise(rng, 5) * 0.05
    return np.asarray(tone * np.clip(light, 0.3, 1.8)[..., None], np.float32)


def render_roll(
    dice: Sequence[tuple[str, int]], seed: int, size: tuple[int, int] = (640, 480)
) -> NDArray[np.uint8]:
    """Draw the dice, each a colour and a value from 1 to 6, as a photo: height x width x 3, 8 bits, BGR.

    The same seed lays the same table, light and places; `size` is width, height. A ValueError names a
    colour or a value that no die has, or says that more than 24 dice are asked for.
    """
    for colour, value in dice:
        if colour not in PAINT or not 1 <= value <= 6:
            raise ValueError(
                f"a die to draw is one of {', '.join(PAINT)} and shows 1 to 6, not {colour} {value}"
            )
    if len(dice) > 24:
        raise ValueError(f"the table holds at most 24 dice, not {len(dice)}")
    rng = np.random.default_rng(seed)
    w, h = size
    edge = w * float(rng.uniform(0.078, 0.098)) * min(1.0, (7 / max(1, len(dice))) ** 0.5)
    view = camera(size, edge, float(rng.uniform(60, 74)), 38.0, float(rng.normal() * 1.5))
    surface = wood(rng, edge, pretty=True) if rng.random() < 0.6 else _felt(rng, edge)
    a = rng.uniform(2.2, 4.1)  # the window is on the far side, left or right
    key = np.array([np.sin(a) * 0.75, abs(np.cos(a)) * 0.6, 0.95], np.float32)
    fill = np.array([-key[0], -0.4, 1.2], np.float32)
    around = Surroundings(
        zenith=np.array([0.62, 0.58, 0.56], np.float32),
        horizon=np.array([0.40, 0.40, 0.42], np.float32),
        bounce=(surface.reshape(-1, 3).mean(0) * 0.7).astype(np.float32),
        lights=(
            Light(key / np.float32(np.linalg.norm(key)), np.array([0.50, 0.56, 0.62], np.float32), 0.22),
            Light(fill / np.float32(np.linalg.norm(fill)), np.array([0.12, 0.11, 0.10], np.float32), 0.5),
        ),
    )
    form = Style(
        body=linear(PAINT["white"]), ink=linear((24, 22, 22)), rounding=0.26, ball=1.52,
        pip_radius=0.165, pip_spread=0.5, pip_depth=0.55, gloss=0.75, polish=260.0,
    )  # fmt: skip
    bodies: list[Body] = []
    for colour, value in dice:
        body = linear(PAINT[colour])
        dark = colour in ("white", "yellow")
        made = replace(form, body=body, ink=linear((26, 24, 24)) if dark else linear((236, 240, 242)))
        for attempt in range(400):
            reach = 0.55 + 0.35 * min(1.0, attempt / 200)
            px, py = (
                w * (0.5 + 0.5 * reach * rng.uniform(-1, 1)),
                h * (0.5 + 0.5 * reach * rng.uniform(-0.92, 0.92)),
            )
            spot = view.on_table(px, py)
            if spot is None:
                continue
            if all(np.hypot(b.centre[0] - spot[0], b.centre[1] - spot[1]) > 1.42 for b in bodies):
                break
        assert spot is not None
        bodies.append(lying(rng, made, value, float(spot[0]), float(spot[1])))
    drawn = draw(
        view, tuple(bodies), surface, edge, around, 0.16, (float(rng.normal()), float(rng.normal())), 2.5
    )
    image = drawn.image * shade(size, rng, 0.28)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.45), np.float32)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    corner = ((x / w - 0.5) ** 2 + (y / h - 0.5) ** 2)[..., None]
    image = image * (1 - 0.55 * corner) + rng.normal(size=(h, w, 1)).astype(np.float32) * 0.004
    return picture_of(np.asarray(image, np.float32), 1.0)
