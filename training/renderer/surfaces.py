"""The table's surface: a square picture in linear light (BGR, 0 to 1), `RESOLUTION` pixels wide."""

import cv2
import numpy as np

from training.renderer.colours import F32, RNG, linear

RESOLUTION = 1024


def noise(rng: RNG, across: int, down: int | None = None, size: int = RESOLUTION) -> F32:
    """Return smooth noise with mean 0 and deviation near 1, interpolated from `across` x `down` knots."""
    knots = rng.normal(size=(max(2, down or across), max(2, across))).astype(np.float32)
    return np.asarray(cv2.resize(knots, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def grit(rng: RNG) -> F32:
    """Return cheap white noise with mean 0: a tile repeated with random flips."""
    tile = rng.normal(size=(RESOLUTION // 4, RESOLUTION // 4)).astype(np.float32)
    flips = [np.hstack([tile[::a, ::b] for b in rng.choice([-1, 1], 4)]) for a in rng.choice([-1, 1], 4)]
    return np.asarray(np.vstack(flips)[:RESOLUTION, :RESOLUTION], np.float32)


def wood(rng: RNG, pixels: float, pretty: bool = False) -> F32:
    """Draw wooden boards with grain. `pixels`: length of a die's edge; `pretty`: only warm, light tones."""
    tones = [(60, 95, 140), (85, 130, 175), (120, 165, 200), (40, 60, 95), (150, 190, 215), (30, 42, 62)]
    tone = linear(tones[int(rng.integers(3)) if pretty else int(rng.integers(len(tones)))])
    across = max(4, int(RESOLUTION / pixels * rng.uniform(1, 4)))
    bend = noise(rng, 3, 4) * 0.5
    rows = np.arange(RESOLUTION, dtype=np.float32)[:, None] / RESOLUTION
    rings = np.sin((rows * across * rng.uniform(1, 3) + bend * 3 + 0.3 * noise(rng, 3, across)) * 6.28)
    fine = noise(rng, 12, RESOLUTION // 2) * 0.5 + noise(rng, 40, RESOLUTION // 3) * 0.5
    share = rng.uniform(0.03, 0.1) * rings + rng.uniform(0.03, 0.08) * fine + 0.05 * noise(rng, 4)
    plank = max(60, int(pixels * rng.uniform(4, 9)))
    shade = np.repeat(rng.normal(size=RESOLUTION // plank + 1) * 0.06, plank)[:RESOLUTION].astype(np.float32)
    gap = (np.arange(RESOLUTION) % plank < max(1, pixels * 0.03)).astype(np.float32)
    if rng.random() < 0.4:
        shade, gap = shade * 0, gap * 0
    light = np.clip(1 + share + (shade - 0.35 * gap)[:, None], 0.2, 1.8)
    warm = np.stack([light**1.25, light**1.05, light**0.95], -1)
    return np.asarray(tone * warm, np.float32)
