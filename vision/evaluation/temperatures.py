"""Fit temperatures: `python -m vision.evaluation.temperatures --photos FOLDER --scenes FOLDER`.

Prints what to multiply the temperatures in `vision/dice/thresholds.py` by, and how right each band of
confidence is, on held-out pictures. One temperature a network, the likeliest, after C. Guo et al., "On
calibration of modern neural networks" (2017).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice import thresholds
from vision.dice.assignment import COLOUR_ORDER
from vision.dice.classifier import classify
from vision.dice.detector import detect
from vision.dice.pipeline import MAX_CANDIDATES
from vision.geometry import overlap
from vision.training.dataset import LabelledImage, held_out_photos, load_image, rendered_scenes
from vision.training.photo import develop
from vision.training.scenes import DECODED

Pairs = list[tuple[NDArray[np.float32], int]]


def photo_of(item: LabelledImage) -> NDArray[np.uint8]:
    """A photo, or a scene as one fixed random camera would take it."""
    image = load_image(item)
    if not item.is_rendered:
        return image
    seed = len(item.labels) + int(item.path.stem[-5:])
    return develop(DECODED[image], np.random.default_rng(seed))


def collect(items: list[LabelledImage], sides: int = 6) -> tuple[Pairs, Pairs]:
    """Log-probabilities and truth of every labelled die found: values, and colours where they are known.
    `sides`: of the dice that are expected."""
    odds = None if sides == 8 else thresholds.MIN_EIGHT_LOG_ODDS_ANY
    values: Pairs = []
    colours: Pairs = []
    for item in items:
        image = photo_of(item)
        predictions = classify(image, detect(image)[:MAX_CANDIDATES], sides=sides, odds=odds)
        for label in item.labels:
            if not label.value or label.visible < 0.5 or label.top < 0.6:
                continue
            x, y, w, h = label.box
            for prediction in predictions:
                cx, cy = prediction.candidate.centre
                near = abs(cx - x - w / 2) < w * 0.25 and abs(cy - y - h / 2) < h * 0.25
                if near and prediction.sides == label.sides and prediction.candidate.score > 0.3:
                    values.append((prediction.values, label.value - 1))
                    if label.colour:
                        colours.append((prediction.colours, COLOUR_ORDER.index(label.colour)))
                    break
    return values, colours


def judged(items: list[LabelledImage]) -> list[tuple[tuple[float, ...], bool]]:
    """For each candidate its `DiePrediction.evidence`, and whether it is a die; parts of dice are left
    out."""
    rows: list[tuple[tuple[float, ...], bool]] = []
    for item in items:
        image = photo_of(item)
        candidates = detect(image)[:MAX_CANDIDATES]
        for prediction in classify(image, candidates, odds=thresholds.MIN_EIGHT_LOG_ODDS_ANY):
            best, whole = 0.0, 0.0
            for label in item.labels:
                if label.value:
                    share = overlap(prediction.candidate.box, label.box).of_union
                    if share > best:
                        best, whole = share, label.visible
            if best < 0.2 or (best > 0.55 and whole > 0.7):
                rows.append((prediction.evidence, best > 0.55))
    return rows


def chance(rows: list[tuple[tuple[float, ...], bool]]) -> tuple[tuple[float, ...], str]:
    """The likeliest `thresholds.DIE_LOG_ODDS_WEIGHTS`, by Newton's method, and a line on how right they
    are."""
    x = np.array([(1.0, *signs) for signs, _ in rows])
    y = np.array([float(real) for _, real in rows])
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        curved = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(len(w))
        w = w + np.linalg.solve(curved, x.T @ (y - p) - 1e-3 * w)
    p = 1 / (1 + np.exp(-x @ w))
    bands = []
    for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        inside = (p >= low) & (p < high)
        if inside.any():
            bands.append(
                f"{low}-{min(high, 1)}: {inside.sum()} said {p[inside].mean():.3f} are {y[inside].mean():.3f}"
            )
    return tuple(round(float(v), 2) for v in w), f"{len(y)} places; " + "; ".join(bands)


def temperature(pairs: Pairs) -> tuple[float, str]:
    """The likeliest temperature, and a line that shows the bands of confidence it leads to."""
    logits = np.stack([p for p, _ in pairs]).astype(np.float64)
    truth = np.array([t for _, t in pairs])
    best, least = 1.0, np.inf
    for t in np.exp(np.linspace(np.log(0.4), np.log(3), 80)):
        scaled = logits / t
        loss = float((np.logaddexp.reduce(scaled, -1) - scaled[np.arange(len(truth)), truth]).mean())
        if loss < least:
            best, least = float(t), loss
    scaled = logits / best
    p = np.exp(scaled - np.logaddexp.reduce(scaled, -1)[:, None])
    top, right = p.max(-1), p.argmax(-1) == truth
    bands = []
    for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 0.95), (0.95, 0.99), (0.99, 1.01)):
        inside = (top >= low) & (top < high)
        if inside.any():
            said, are = top[inside].mean(), right[inside].mean()
            bands.append(f"{low}-{min(high, 1)}: {inside.sum()} said {said:.3f} are {are:.3f}")
    return best, f"{len(truth)} dice, {right.mean():.4f} right; " + "; ".join(bands)


def main() -> None:
    """Print temperatures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, required=True)
    given = parser.parse_args()
    held = [item for items in held_out_photos(given.photos).values() for item in items]
    real, _ = collect(held)
    drawn, hues = collect(rendered_scenes(given.scenes, held_out=True, sides=6)[:150])
    eights, _ = collect(rendered_scenes(given.scenes, held_out=True, sides=8), 8)
    seen = judged(held) + judged(rendered_scenes(given.scenes, held_out=True)[::3])
    print("DIE", *chance(seen))
    for name, pairs in (
        ("photos", real),
        ("scenes", drawn),
        ("VALUE", real + drawn),
        ("COLOUR", hues),
        ("EIGHT", eights),
    ):
        if pairs:
            print(name, *temperature(pairs))


if __name__ == "__main__":
    main()
