"""Turns linear light into a photo: exposure, white balance, lens, sensor noise, sharpening, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.evaluation.textures import F32, Random


@dataclass(frozen=True, slots=True)
class Camera:
    """The properties of a camera."""

    gains: tuple[float, float, float]  # of red, green and blue
    bright: float  # of medium light in the photo, 0 to 1
    contrast: float
    blur: float  # of the lens, in pixels
    motion: tuple[float, float]  # across and down during the exposure, in pixels
    vignette: float
    grain: float  # standard deviation of the sensor's noise
    photons: float  # the fewer, the more noise
    smear: float  # blur of the noise, in pixels
    sharp: float
    quality: int  # of the JPEG


def random_camera(rng: Random, tint: NDArray[np.float64], dim: bool) -> Camera:
    """Return a random camera with an imperfect white balance for light of the mean colour `tint`.

    `dim`: there is little light, so that the photo is darker and has more noise.
    """
    correction = rng.uniform(0.65, 1.05)
    red, green, blue = tint**-correction * np.exp(rng.normal(0, 0.03, 3))
    moving = rng.random() < 0.08
    angle, far = rng.uniform(0, np.pi), rng.uniform(1, 3) if moving else 0.0
    return Camera(
        gains=(float(red), float(green), float(blue)),
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


def photograph(light: F32, camera: Camera, rng: Random) -> NDArray[np.uint8]:
    """Return the camera's photo, H x W x 3 in BGR, of linear light in RGB."""
    height, width = light.shape[:2]
    image = light[..., ::-1] * np.array(camera.gains[::-1], np.float32)
    middle = float(np.median(image.mean(-1))) + 0.25 * float(image.mean())
    image *= camera.bright**2.2 / max(1e-6, middle) * 1.1
    scale = max(width, height) / 640
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), camera.blur * scale**0.5), np.float32)
    if any(camera.motion):
        image = _moved(image, camera.motion)
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    image *= (1 - camera.vignette * (x * x + y * y) / 2)[..., None]
    noise = rng.standard_normal(image.shape, dtype=np.float32)
    if camera.smear > 0.3:
        noise = cv2.GaussianBlur(noise, (0, 0), camera.smear) * (1 + 1.5 * camera.smear)
    image = image + noise * np.sqrt(np.clip(image, 0, 2) / camera.photons + camera.grain**2)
    image = np.clip(image, 0, None)
    image = image / (1 + np.maximum(image - 0.7, 0) * 0.6)  # highlights are compressed smoothly
    shown = np.clip(image, 0, 1) ** (1 / 2.2)
    shown = np.clip(0.5 + (shown - 0.5) * camera.contrast, 0, 1)
    if camera.sharp:
        shown = np.clip(shown + camera.sharp * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2)), 0, 1)
    return np.asarray(np.rint(shown * 255), np.uint8)


def _moved(image: F32, motion: tuple[float, float]) -> F32:
    """Return the picture blurred by a camera's motion of this many pixels across and down."""
    kernel = np.zeros((9, 9), np.float32)
    a, b = (np.rint(16 * (4 + sign * np.array(motion) / 2)).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def encode_jpeg(image: NDArray[np.uint8], quality: int) -> bytes:
    """Encode the photo as a JPEG file."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"no JPEG could be made of an image of {image.shape}")
    return bytes(data)
