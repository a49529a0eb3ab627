"""Hides parts of dice in a rendered picture, as hands, the rim of a tray and the picture's border do."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.colours import F32, RNG, hsv
from training.renderer.render import MIN_SEEN_PIXELS, Picture, SeenBody

COVER = 120
"""Value of `Picture.owner` where a cover is visible. No die has it, and unlike the table (-1), a cover stays
when the table is replaced."""
SKINS = ((14.0, 30.0), (0.25, 0.62), (0.22, 0.92))
"""Limits of the hue (degrees), saturation and brightness of skin."""
GLOVE_SHARE = 0.15
"""Share of hands that may have any colour, as if in a glove or a sleeve."""
TARGET_SHARE = 0.75
"""Share of covers that are laid on a die on purpose; the others lie anywhere."""


def cover(picture: Picture, rng: RNG, size: float) -> Picture:
    """Return the picture with a hand or a tray's rim in front, or cropped so that its border cuts a die.

    `size`: width of a die in pixels.
    """
    how = rng.random()
    if how < 0.4:
        return _cut(picture, rng)
    if how < 0.82:
        return _covered(picture, *_hand(picture, rng, size), 0.5)
    return _covered(picture, *_rim(picture, rng, size), 0.8)


def _target(picture: Picture, rng: RNG, size: float) -> NDArray[np.float64]:
    """Return the point, in pixels, up to which a cover extends; most often it is on a die."""
    height, width = picture.owner.shape
    if not picture.seen or rng.random() > TARGET_SHARE:
        return rng.uniform(0.1, 0.9, 2) * (width, height)
    x, y, w, h = picture.seen[int(rng.integers(len(picture.seen)))].box
    return np.array([x + w / 2, y + h / 2]) + rng.normal(size=2) * 0.45 * size


def _hand(picture: Picture, rng: RNG, size: float) -> tuple[F32, F32]:
    """Return the colours of fingers that reach into the picture, and their opacity, 0 to 1, at each pixel."""
    height, width = picture.owner.shape
    tip = _target(picture, rng, size)
    towards = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(towards), np.sin(towards)])
    aside = np.array([-along[1], along[0]])
    thick = size * rng.uniform(0.45, 1.3)
    hue, saturation, value = SKINS if rng.random() > GLOVE_SHARE else ((0, 360), (0, 0.9), (0.05, 0.95))
    skin = hsv(rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value))
    light = _brightness(picture)
    lamp = rng.uniform(-0.5, 0.5)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    colour, cover = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    for finger in range(int(rng.choice([1, 1, 2, 3, 4]))):
        start = tip + aside * finger * thick * rng.uniform(0.95, 1.15) - along * abs(rng.normal()) * thick
        turn = rng.normal() * 0.08
        ahead = along * np.cos(turn) + aside * np.sin(turn)
        across = np.array([-ahead[1], ahead[0]])
        far = (x - start[0]) * ahead[0] + (y - start[1]) * ahead[1]
        off = (x - start[0]) * across[0] + (y - start[1]) * across[1]
        wide = thick / 2 * (1 + 0.06 * np.sin(far / thick * 2 + finger)) + np.clip(far, 0, None) * 0.04
        away = np.where(far < 0, np.hypot(far, off), np.abs(off))
        share = np.clip(0.5 + (wide - away) / 1.5, 0, 1)
        round_ = np.sqrt(np.clip(1 - (away / wide) ** 2, 0, 1))
        shade = 0.35 + 0.6 * round_ + lamp * np.clip(off / wide, -1, 1)
        shade = shade * (1 + 0.05 * np.sin(far / thick * 9) * (np.abs(far / thick % 2 - 1) < 0.25))
        tone = skin * (np.clip(shade, 0.1, 1.4) * light)[..., None]
        colour = colour * (1 - share[..., None]) + tone * share[..., None]
        cover = np.maximum(cover, share)
    return np.asarray(colour, np.float32), np.asarray(cover, np.float32)


def _rim(picture: Picture, rng: RNG, size: float) -> tuple[F32, F32]:
    """Return the colours of a tray's rim along one side of the picture, and its opacity at each pixel."""
    height, width = picture.owner.shape
    reach = _target(picture, rng, size)
    side = int(rng.integers(4)) * np.pi / 2 + rng.normal() * 0.12
    inward = np.array([np.cos(side), np.sin(side)])
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    behind = (reach[0] - x) * inward[0] + (reach[1] - y) * inward[1]
    behind += rng.uniform(0, 0.15) * ((x - reach[0]) * inward[1] - (y - reach[1]) * inward[0]) ** 2 / width
    share = np.clip(0.5 + behind, 0, 1)
    tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.03, 0.9))
    lip = size * rng.uniform(0.05, 0.5)
    shade = np.where(behind < lip, rng.uniform(0.8, 1.5), rng.uniform(0.4, 1.1))
    shade = shade * (1 + rng.normal(size=shade.shape) * rng.uniform(0, 0.06)) * _brightness(picture)
    return np.asarray(tone * shade[..., None], np.float32), np.asarray(share, np.float32)


def _brightness(picture: Picture) -> float:
    """Return how bright white things look in the picture."""
    return float(np.clip(np.quantile(picture.image[::4, ::4], 0.95), 0.2, 1.3))


def _covered(picture: Picture, colour: F32, share: F32, shadow: float) -> Picture:
    """Return the picture with a thing in front of it, of this colour and opacity (`share`) at each pixel.

    `shadow`: strength of the thing's shadow, 0 to 1.
    """
    soft = np.asarray(cv2.GaussianBlur(share, (0, 0), max(2.0, share.shape[1] / 60)), np.float32)
    dim = np.asarray(1 - shadow * soft * (1 - share), np.float32)
    image = picture.image * dim[..., None] * (1 - share[..., None]) + colour * share[..., None]
    covered = share > 0.5
    owner, top = np.where(covered, np.int16(COVER), picture.owner), picture.top & ~covered
    return _seen_again(picture, np.asarray(image, np.float32), np.asarray(owner, np.int16), top)


def _cut(picture: Picture, rng: RNG) -> Picture:
    """Return a random part of the picture, one or two of whose sides cut a die."""
    height, width = picture.owner.shape
    if not picture.seen:
        return picture
    left, upper, right, lower = 0, 0, width, height
    for _ in range(int(rng.choice([1, 1, 2]))):
        x, y, w, h = picture.seen[int(rng.integers(len(picture.seen)))].box
        at_x, at_y = round(x + w * rng.uniform(0.1, 0.9)), round(y + h * rng.uniform(0.1, 0.9))
        side = int(rng.integers(4))
        if side == 0 and at_x < 0.5 * width:
            left = max(left, at_x)
        elif side == 1 and at_x > 0.5 * width:
            right = min(right, at_x)
        elif side == 2 and at_y < 0.5 * height:
            upper = max(upper, at_y)
        elif at_y > 0.5 * height:
            lower = min(lower, at_y)
    part = np.s_[upper:lower, left:right]
    inside = replace(
        picture,
        seen=tuple(replace(s, box=(s.box[0] - left, s.box[1] - upper, *s.box[2:])) for s in picture.seen),
    )
    return _seen_again(inside, picture.image[part], picture.owner[part], picture.top[part], picture)


def _seen_again(
    picture: Picture,
    image: F32,
    owner: NDArray[np.int16],
    top: NDArray[np.bool_],
    before: Picture | None = None,
) -> Picture:
    """Return `picture` with new pixels (`image`, `owner`, `top`), and measure again what is visible.

    `before`: the whole picture before it was cropped to `picture`, or None if it was not cropped.
    """
    whole = before or picture
    seen = []
    for one in picture.seen:
        shows = owner == one.index
        rows, columns = np.nonzero(shows)
        if len(rows) < MIN_SEEN_PIXELS:
            continue
        was = whole.owner == one.index
        box = (int(columns.min()), int(rows.min()), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1)
        left = float((shows & top).sum()) / max(1, int((was & whole.top).sum()))
        cut = one.cut or (before is not None and len(rows) < int(was.sum()))
        visible = one.visible * len(rows) / int(was.sum())
        seen.append(SeenBody(one.body, one.index, box, visible, one.top * min(1.0, left), cut))
    return Picture(image, owner, top, tuple(seen))
