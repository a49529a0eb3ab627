"""From linear light to a photo: exposure, white balance, lens, sensor noise and JPEG of a random camera."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.colours import F32, RNG

Photo = NDArray[np.uint8]
GREY: F32 = np.array([0.11, 0.59, 0.30], np.float32)
"""Weights of blue, green and red in brightness."""
BAYER_CODES = (
    (cv2.COLOR_BayerRG2BGR, cv2.COLOR_BayerGR2BGR),
    (cv2.COLOR_BayerGB2BGR, cv2.COLOR_BayerBG2BGR),
)
"""OpenCV's codes for a Bayer mosaic, by the number of rows and columns by which its pattern is shifted."""


def develop(light: F32, rng: RNG, over: float = 1.0, hardness: float = 1.0) -> Photo:
    """Develop a photo of linear light (height x width x 3, BGR).

    `over`: exposure relative to a camera's own choice; `hardness`: relative frequency of difficult conditions
    (dim, blurred by motion, foggy, noisy, damaged).
    """
    image, dim = _exposed(light, rng, over, hardness)
    image = _with_noise(_through_lens(image, rng, hardness), rng, dim, hardness)
    return _encoded(_toned(image, rng), rng, hardness)


def _exposed(light: F32, rng: RNG, over: float, hardness: float) -> tuple[F32, bool]:
    """Return the image after exposure, white balance and saturation, and True if the photo is dim.

    `over`: exposure relative to a camera's own choice; `hardness`: relative frequency of dim photos.
    """
    warmth = rng.normal() * 0.14 + (
        rng.uniform(0, 0.3) if rng.random() < 0.2 * hardness else 0.0
    )  # a lamp's light
    tint = np.array([-warmth, rng.normal() * 0.04, warmth]) + rng.normal(size=3) * 0.04
    gains = np.exp(tint).astype(np.float32)
    aim = np.exp(rng.normal(np.log(0.24), 0.5))
    dim = rng.random() < 0.12 * hardness
    if dim:
        aim *= np.exp(rng.uniform(np.log(0.06), np.log(0.5)))
    level = float(light.mean()) + 0.02
    exposure = (aim / level) ** rng.uniform(0.8 if dim else 0.4, 1.0)
    if not dim and rng.random() < 0.5:  # a camera that protects its highlights
        brightest = float(np.quantile(light[::4, ::4], 0.97)) + 0.02
        exposure = min(exposure, 1.0 / brightest * rng.uniform(0.8, 1.3))
    image = light * (gains * np.float32(exposure * over))
    saturation = np.float32(np.clip(rng.normal(1.0, 0.16), 0.5, 1.4))
    grey = (image @ GREY)[..., None]
    return np.asarray(grey + (image - grey) * saturation, np.float32), dim


def _through_lens(image: F32, rng: RNG, hardness: float) -> F32:
    """Return the image, sometimes out of focus, blurred by motion, or hazy from stray light."""
    if rng.random() < 0.55:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), abs(rng.normal()) * 0.7 + 0.2), np.float32)
    if rng.random() < 0.12 * hardness:
        kernel = _motion(rng.uniform(2, 6), rng.uniform(0, 3.14))
        image = np.asarray(cv2.filter2D(image, -1, kernel), np.float32)
    if rng.random() < 0.25 * hardness:
        stray = np.float32(rng.uniform(0, 0.12))
        image = image * (1 - stray) + stray
    return image


def _motion(length: float, angle: float) -> F32:
    """Return the kernel of motion blur over `length` pixels in the direction `angle`, in radians."""
    n = int(length) | 1
    kernel = np.zeros((n, n), np.float32)
    c = n // 2
    dx, dy = np.cos(angle) * c, np.sin(angle) * c
    cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _with_noise(image: F32, rng: RNG, dim: bool, hardness: float) -> F32:
    """Return the image with the sensor's noise, which is stronger in dim light."""
    level = abs(rng.normal()) * (0.06 if rng.random() < (0.4 if dim else 0.15 * hardness) else 0.02)
    if level <= 0.002:
        return image
    noise = rng.standard_normal(image.shape, np.float32)
    if rng.random() < 0.5:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.7), np.float32) * np.float32(1.8)
    return np.asarray(image + noise * np.float32(level) * (0.3 + np.sqrt(np.maximum(image, 0))), np.float32)


def _toned(image: F32, rng: RNG) -> Photo:
    """Convert light to 8 bits: highlights compressed, gamma, contrast, sharpening."""
    out = np.clip(image, 0, None)
    knee = np.float32(rng.uniform(0.6, 1.0))
    out = np.where(out > knee, knee + (1 - knee + 1e-3) * np.tanh((out - knee) / (1 - knee + 1e-3)), out)
    out = np.clip(out, 0, 1) ** np.float32(1 / rng.uniform(1.9, 2.5))
    contrast = np.float32(rng.normal() * 0.12)
    out = out + contrast * (out - 0.5) * (1 - out) * out * 4
    if rng.random() < 0.25:
        out = out + (out - cv2.GaussianBlur(out, (0, 0), 1.2)) * np.float32(rng.uniform(0.3, 1.5))
    return np.asarray(np.clip(out * 255 + 0.5, 0, 255), np.uint8)


def _encoded(photo: Photo, rng: RNG, hardness: float) -> Photo:
    """Return the photo, sometimes with dead pixels, the sensor's colour mosaic, or JPEG compression."""
    if rng.random() < 0.03 * hardness:
        specks = rng.random(photo.shape[:2]) < rng.uniform(0, 0.01)
        photo[specks] = rng.choice([0, 255])
    if rng.random() < 0.15 * hardness:
        photo = _mosaic(photo, rng)
    if rng.random() < 0.5:
        quality = int(rng.integers(30, 96))
        ok, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if ok:
            photo = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(photo)


def _mosaic(photo: Photo, rng: RNG) -> Photo:
    """Return the photo of a sensor with one colour per pixel: fine detail frays and gets false colours."""
    top, left = rng.integers(0, 2, 2)
    raw = np.empty(photo.shape[:2], np.uint8)
    for y, x, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        at = (slice((y + top) % 2, None, 2), slice((x + left) % 2, None, 2))
        raw[at] = photo[..., channel][at]
    return np.asarray(cv2.demosaicing(raw, BAYER_CODES[top][left]), np.uint8)


LINEAR: F32 = ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)
"""Linear light, 0 to 1, of each byte value of a photo."""


def rephotograph(photo: Photo, rng: RNG, grain: float = 1.0) -> Photo:
    """Return a real photo as if taken by another camera: in other tones, blurred, noisy."""
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
