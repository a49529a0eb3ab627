"""From linear light to a photo: exposure, white balance, lens, sensor and JPEG of cameras unknown."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.solids import F32

RNG = np.random.Generator
Photo = NDArray[np.uint8]


def _motion(length: float, angle: float) -> F32:
    n = int(length) | 1
    kernel = np.zeros((n, n), np.float32)
    c = n // 2
    dx, dy = np.cos(angle) * c, np.sin(angle) * c
    cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _mosaic(photo: Photo, rng: RNG) -> Photo:
    """What a sensor that sees one colour a pixel makes of it: fine things fray, and get false colours."""
    top, left = rng.integers(0, 2, 2)
    raw = np.empty(photo.shape[:2], np.uint8)
    for y, x, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        at = (slice((y + top) % 2, None, 2), slice((x + left) % 2, None, 2))
        raw[at] = photo[..., channel][at]
    codes = (
        (cv2.COLOR_BayerRG2BGR, cv2.COLOR_BayerGR2BGR), (cv2.COLOR_BayerGB2BGR, cv2.COLOR_BayerBG2BGR)
    )  # fmt: skip
    return np.asarray(cv2.demosaicing(raw, codes[top][left]), np.uint8)


def develop(light: F32, rng: RNG, grain: float = 1.0, over: float = 1.0) -> Photo:
    """A photo of linear light (height x width x 3, BGR). `grain`: pixels of this picture to one of the
    sensor's; `over`: how many times longer it was exposed than a camera would."""
    h, w = light.shape[:2]
    warmth = rng.normal() * 0.14 + (rng.uniform(0, 0.3) if rng.random() < 0.2 else 0.0)  # a lamp's light
    gains = np.exp(np.array([-warmth, rng.normal() * 0.04, warmth]) + rng.normal(size=3) * 0.04).astype(
        np.float32
    )
    aim = np.exp(rng.normal(np.log(0.24), 0.5))
    dim = rng.random() < 0.12
    if dim:  # an evening's table: little light, much noise
        aim *= np.exp(rng.uniform(np.log(0.06), np.log(0.5)))
    level = float(light.mean()) + 0.02
    exposure = (aim / level) ** rng.uniform(0.8 if dim else 0.4, 1.0)
    if not dim and rng.random() < 0.5:  # a camera that keeps its highlights
        exposure = min(
            exposure, 1.0 / (float(np.quantile(light[::4, ::4], 0.97)) + 0.02) * rng.uniform(0.8, 1.3)
        )
    image = light * (gains * np.float32(exposure * over))
    colourful = np.float32(np.clip(rng.normal(1.0, 0.16), 0.5, 1.4))
    grey = image @ np.array([0.11, 0.59, 0.30], np.float32)
    image = np.asarray(grey[..., None] + (image - grey[..., None]) * colourful, np.float32)

    if rng.random() < 0.55:
        sigma = abs(rng.normal()) * 0.7 * grain + 0.2
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32)
    if rng.random() < 0.12:
        swept = cv2.filter2D(image, -1, _motion(rng.uniform(2, 6) * grain, rng.uniform(0, 3.14)))
        image = np.asarray(swept, np.float32)
    if rng.random() < 0.25:
        glare = np.float32(rng.uniform(0, 0.12))
        image = image * (1 - glare) + glare

    noisy = abs(rng.normal()) * (0.06 if rng.random() < (0.4 if dim else 0.15) else 0.02)
    if noisy > 0.002:
        gh, gw = max(2, int(h / grain)), max(2, int(w / grain))
        noise = rng.standard_normal((gh, gw, 3), np.float32)
        if rng.random() < 0.5:
            noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.7), np.float32) * np.float32(1.8)
        if (gh, gw) != (h, w):
            noise = np.asarray(cv2.resize(noise, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)
        image = image + noise * np.float32(noisy) * (0.3 + np.sqrt(np.maximum(image, 0)))
    out = np.clip(image, 0, None)
    knee = np.float32(rng.uniform(0.6, 1.0))
    out = np.where(out > knee, knee + (1 - knee + 1e-3) * np.tanh((out - knee) / (1 - knee + 1e-3)), out)
    out = np.clip(out, 0, 1) ** np.float32(1 / rng.uniform(1.9, 2.5))
    contrast = np.float32(rng.normal() * 0.12)
    out = out + contrast * (out - 0.5) * (1 - out) * out * 4
    if rng.random() < 0.25:
        out = out + (out - cv2.GaussianBlur(out, (0, 0), 1.2 * grain)) * np.float32(rng.uniform(0.3, 1.5))
    photo = np.clip(out * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.03:
        specks = rng.random((h, w)) < rng.uniform(0, 0.01)
        photo[specks] = rng.choice([0, 255])
    if grain == 1 and rng.random() < 0.15:
        photo = _mosaic(photo, rng)
    if rng.random() < 0.5:
        ok, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))])
        if ok:
            photo = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(photo)


def recolour(light: F32, rng: RNG) -> F32:
    """The same dice in other colours: channels mixed at random, differences of brightness made small or
    turned round, so that red pips lie on blue and gold ones on green. The colours' names mean nothing
    afterwards."""
    root = np.cbrt(light)
    middle = root[::4, ::4].reshape(-1, 3).mean(0)
    grey = np.array([0.11, 0.59, 0.30], np.float32)
    mix = np.asarray(rng.normal(size=(3, 3)) * 0.7, np.float32)
    mix = mix - grey @ mix  # from colour to brightness comes nothing but what the next line says
    mix = (
        mix
        + np.float32(rng.choice([1, 1, -1]) * rng.uniform(0.1, 1))
        + rng.normal(size=3).astype(np.float32) * 0.35
    )
    mixed = (
        (root - middle) @ (np.asarray(mix, np.float32) * np.float32(0.75)) * np.float32(rng.uniform(0.7, 1.2))
    )
    offset = rng.uniform(0.3, 0.9, 3).astype(np.float32)
    return np.asarray(np.clip(mixed + offset, 0.02, 1.25) ** 3, np.float32)


def glare(light: F32, rng: RNG) -> F32:
    """Streaks and arcs of a lamp's reflection across the picture."""
    h, w = light.shape[:2]
    streaks = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at = (int(rng.uniform(0.25, 0.75) * w), int(rng.uniform(0.25, 0.75) * h))
        reach = (int(rng.uniform(0.04, 0.3) * w) + 1, int(rng.uniform(0.02, 0.3) * h) + 1)
        begin, turn = rng.uniform(0, 360), rng.uniform(0, 360)
        end = begin + rng.uniform(30, 200)
        cv2.ellipse(
            streaks, at, reach, turn, begin, end, 1.0, max(1, int(w * rng.uniform(0.008, 0.03))), cv2.LINE_AA
        )
    streaks = np.asarray(
        cv2.GaussianBlur(streaks, (0, 0), max(0.4, w * rng.uniform(0.003, 0.015))), np.float32
    )
    return np.asarray(
        light + streaks[..., None] * np.float32(light.max() * rng.uniform(0.3, 1.2)), np.float32
    )


def sheen(light: F32, top: F32, rng: RNG) -> F32:
    """A window or a lamp mirrored in the whole of a top face (`top`, 0 to 1): pips drown in it."""
    h, w = top.shape
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a, middle = rng.uniform(0, 6.28), rng.uniform(-0.2, 0.2)
    slope = ((x / w - 0.5) * np.cos(a) + (y / h - 0.5) * np.sin(a) + middle) * rng.uniform(0, 8)
    field = top * np.clip(0.5 + slope, 0, 1) if rng.random() < 0.6 else top
    field = cv2.GaussianBlur(np.asarray(field, np.float32), (0, 0), max(0.4, w * rng.uniform(0.002, 0.02)))
    grain = np.exp(rng.normal(size=(h, w, 1)) * rng.uniform(0, 0.4))
    tint = np.exp(rng.normal(size=3) * 0.08) * float(np.quantile(light, 0.95)) * rng.uniform(0.3, 2.0)
    return np.asarray(light + field[..., None] * grain * tint, np.float32)


def shade(light: F32, top: F32, rng: RNG) -> F32:
    """Light from the side, which the sides catch and the top face (`top`, 0 to 1) does not."""
    dark = np.float32(rng.uniform(0.15, 0.75))
    return np.asarray(light * (1 - np.clip(top, 0, 1)[..., None] * (1 - dark)), np.float32)


def tinge(light: F32, dice: F32, colour: str | None, rng: RNG) -> F32:
    """Yellow dice (where `dice` is 1) nearer to amber, white ones in a little shade: still called so."""
    if colour == "yellow":
        gains = np.array([0.8, rng.uniform(0.65, 1.0), 1.0])
    elif colour == "white":
        gains = np.full(3, rng.uniform(0.55, 1.0))
    else:
        return light
    return np.asarray(light * (1 - dice[..., None] * (1 - gains)), np.float32)


LINEAR: F32 = ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)
"""Linear light of a photo's byte."""


def redevelop(photo: Photo, rng: RNG, grain: float = 1.0) -> Photo:
    """Another camera's photo of what a real photo shows: mild changes only, the real thing is precious."""
    warmth = rng.normal() * 0.1
    gains = np.exp(np.array([-warmth, rng.normal() * 0.03, warmth]) + rng.normal() * 0.3).astype(np.float32)
    image = LINEAR[photo] * gains
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), abs(rng.normal()) * 0.7 * grain + 0.2)
        image = np.asarray(soft, np.float32)
    out = np.clip(image, 0, 1.2)
    out = np.minimum(out, 1) ** np.float32(1 / rng.uniform(1.9, 2.5))
    noisy = abs(rng.normal()) * 0.015
    if noisy > 0.004:
        out = out + rng.standard_normal(out.shape, np.float32) * np.float32(noisy)
    return np.ascontiguousarray(np.clip(out * 255 + 0.5, 0, 255).astype(np.uint8))
