"""From light to a photo: exposure, white balance, lens, sensor, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluation.textures import F32, Random


@dataclass(frozen=True, slots=True)
class Lens:
    """One camera: what it does to every picture it takes."""

    gains: tuple[float, float, float]
    bright: float
    contrast: float
    blur: float
    motion: tuple[float, float]
    vignette: float
    grain: float
    photons: float
    smear: float
    sharp: float
    quality: int


def lens(rng: Random, tint: NDArray[np.float64], dim: bool) -> Lens:
    """A random camera in light of this mean colour."""
    correction = rng.uniform(0.65, 1.05)
    gains = tint**-correction * np.exp(rng.normal(0, 0.03, 3))
    moving = rng.random() < 0.08
    angle, far = rng.uniform(0, np.pi), rng.uniform(1, 3) if moving else 0.0
    return Lens(
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        bright=float(rng.uniform(0.22, 0.34) if dim else rng.uniform(0.3, 0.62)),
        contrast=float(rng.uniform(0.85, 1.25)),
        blur=float(rng.choice([rng.uniform(0.2, 0.6), rng.uniform(0.5, 1.2)], p=[0.7, 0.3])),
        motion=(float(far * np.cos(angle)), float(far * np.sin(angle))),
        vignette=float(rng.uniform(0, 0.35)),
        grain=float(rng.uniform(0.001, 0.008) * (1.5 if dim else 1)),
        photons=float(np.exp(rng.uniform(np.log(1200), np.log(9000))) * (0.5 if dim else 1)),
        smear=float(rng.uniform(0, 1.0)),
        sharp=float(rng.choice([0.0, rng.uniform(0.3, 1.0)])),
        quality=int(rng.integers(62, 97)),
    )


def take(light: F32, lens: Lens, rng: Random) -> NDArray[np.uint8]:
    """A photo, H x W x 3 in BGR, of linear light in RGB."""
    height, width = light.shape[:2]
    image = light[..., ::-1] * np.array(lens.gains[::-1], np.float32)
    middle = float(np.median(image.mean(-1))) + 0.25 * float(image.mean())
    image *= lens.bright**2.2 / max(1e-6, middle) * 1.1
    scale = max(width, height) / 640
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), lens.blur * scale**0.5), np.float32)
    if any(lens.motion):
        kernel = np.zeros((9, 9), np.float32)
        reach = np.array(lens.motion)
        a, b = (np.rint(16 * (np.array([4, 4]) + s * reach / 2)).astype(int) for s in (-1, 1))
        cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 1, cv2.LINE_AA, 4)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    image *= (1 - lens.vignette * (x * x + y * y) / 2)[..., None]
    noise = rng.standard_normal(image.shape, dtype=np.float32)
    if lens.smear > 0.3:
        noise = cv2.GaussianBlur(noise, (0, 0), lens.smear) * (1 + 1.5 * lens.smear)
    image = image + noise * np.sqrt(np.clip(image, 0, 2) / lens.photons + lens.grain**2)
    image = np.clip(image, 0, None)
    image = image / (1 + np.maximum(image - 0.7, 0) * 0.6)  # highlights roll off
    shown = np.clip(image, 0, 1) ** (1 / 2.2)
    shown = np.clip(0.5 + (shown - 0.5) * lens.contrast, 0, 1)
    if lens.sharp:
        shown = np.clip(shown + lens.sharp * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2)), 0, 1)
    return np.asarray(np.rint(shown * 255), np.uint8)


def jpeg(image: NDArray[np.uint8], quality: int) -> bytes:
    """The photo as a file."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"no JPEG could be made of an image of {image.shape}")
    return bytes(data)
