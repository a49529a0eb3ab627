"""Checks the cameras: frame rate, light and focus, and whether dice can be read."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.doctor.finding import Finding, dice_value
from sheets.language import message
from vision.dice.assessment import DIE_NAMES
from vision.frames.capture import Camera, cameras, no_picture
from vision.frames.image import Image
from vision.frames.open import open_source
from vision.frames.source import Frame
from vision.reading import Reading

WATCH_SECONDS = 2.0
"""Seconds for which a source is watched after its first picture."""
FIRST_PICTURE_SECONDS = 8.0
"""Longest wait for the first picture, in seconds."""
MIN_PICTURES_PER_SECOND = 8.0
"""At a lower frame rate the table notices rolls late."""
MIN_BRIGHTEST_GREY = 90
"""A picture is too dark if the 99th percentile of its grey values (0 to 255) is below this."""
MAX_BLANK_SHARE = 0.25
"""A picture is overexposed if more than this share of its pixels is white."""
MIN_SHARPNESS = 0.035
"""A picture is out of focus if its `sharpness` is below this."""


@dataclass(frozen=True, slots=True)
class View:
    """What a source showed while it was watched."""

    name: str
    image: Image  # the last picture
    rate: float | None  # pictures per second, or None after a single picture


def check_cameras(known: Sequence[Camera] | None = None) -> Iterator[Finding]:
    """Yield findings on cameras, or on their absence. `known`: the cameras; None to look for them."""
    here = cameras() if known is None else tuple(known)
    if here:
        names = ", ".join(f"{c.index}: {c.name} ({backend(c)})" for c in here)
        yield Finding("cameras", "well", message("Cameras here: {names}."), {"names": names})
        return
    text = message("No camera was found. Photos, and rolls tapped in, work without one.")
    todo = message(
        "To have the table read the dice, plug in a camera, or use a phone's camera by its address."
    )
    yield Finding("cameras", "note", text, todo=todo)
    if sys.platform == "linux":
        denied = [device for device in video_devices() if not os.access(device, os.R_OK | os.W_OK)]
        if denied:
            text = message("There are cameras that you may not use: {devices}.")
            todo = message("Run `sudo usermod -aG video $USER`, then log in again.")
            yield Finding("cameras", "fault", text, {"devices": ", ".join(map(str, denied))}, todo)


def video_devices() -> list[Path]:
    """Return the device files of cameras on Linux."""
    return sorted(Path("/dev").glob("video*"))


def backend(camera: Camera) -> str:
    """Return the name of the backend through which OpenCV uses a camera."""
    try:
        return str(cv2.videoio_registry.getBackendName(camera.backend))
    except cv2.error:
        return "OpenCV"


def watch(spec: str, report_progress: Callable[[float], object] | None = None) -> View:
    """Return what the source `spec` (see `vision.frames.open.open_source`) shows in WATCH_SECONDS.

    `report_progress`: called with the elapsed share of the time. Raise CameraError if no picture comes.
    """
    begun = time.monotonic()
    first: Frame | None = None
    last: Frame | None = None
    source = open_source(spec)
    try:
        while True:
            frame = source.latest()
            now = time.monotonic()
            if frame is not None and (last is None or frame.number != last.number):
                first, last = first or frame, frame
            if first is None and now - begun > FIRST_PICTURE_SECONDS:
                break
            if first is not None and (
                now - first.seconds > WATCH_SECONDS or source.status().state == "ended"
            ):
                break
            if report_progress is not None:
                report_progress(0.0 if first is None else min(1.0, (now - first.seconds) / WATCH_SECONDS))
            time.sleep(0.005)
    finally:
        source.close()
    if first is None or last is None:
        raise no_picture(source.name)
    span = last.seconds - first.seconds
    rate = (last.number - first.number) / span if span > 0 else None
    return View(source.name, last.image, rate)


def sharpness(image: Image) -> float:
    """Return the sharpness of a picture: it is sharp from 0.1 up, and out of focus below MIN_SHARPNESS.

    The picture is reduced to at most 640 pixels in width and cut into square tiles. A tile's sharpness is
    roughly the variance of its Laplacian divided by the variance of its grey values. The result is the upper
    quartile over all tiles that aren't nearly uniform, or 0 if there are none.
    """
    scale = min(1.0, 640 / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.Laplacian(grey, cv2.CV_32F)
    tile = min(80, *grey.shape)
    tiles = []
    for y in range(0, grey.shape[0] - tile + 1, tile):
        for x in range(0, grey.shape[1] - tile + 1, tile):
            part = np.s_[y : y + tile, x : x + tile]
            spread = float(grey[part].var())
            if spread > 100:
                tiles.append(float(fine[part].var()) / (spread + 25))
    return float(np.percentile(tiles, 75)) if tiles else 0.0


def check_picture(view: View, reading: Reading) -> Iterator[Finding]:
    """Yield findings on the picture's size, frame rate, light and focus, and on the dice that were read."""
    height, width = view.image.shape[:2]
    values: dict[str, object] = {"name": view.name, "width": width, "height": height}
    if view.rate is None:
        yield Finding("picture", "well", message("{name} shows {width} x {height} pixels."), values)
    else:
        values["rate"] = f"{view.rate:.0f}"
        text = message("{name} shows {width} x {height} pixels, {rate} pictures a second.")
        slow = view.rate < MIN_PICTURES_PER_SECOND
        todo = message(
            "Add light, or choose a smaller picture: with so few pictures a second, the table notices "
            "a roll late."
        )
        yield Finding("picture", "fault" if slow else "well", text, values, todo if slow else "")
    yield from _check_light(view.image)
    grain = sharpness(view.image)
    if grain < MIN_SHARPNESS:
        text = message("The picture is out of focus, or shows nothing.")
        todo = message("Wipe the lens, hold the camera 30 to 60 cm above the dice, and let it focus on them.")
        yield Finding("focus", "fault", text, {"sharpness": f"{grain:.2f}"}, todo)
    else:
        yield Finding("focus", "well", message("The picture is sharp."), {"sharpness": f"{grain:.2f}"})
    yield _dice(reading)


def _check_light(image: Image) -> Iterator[Finding]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    brightest, blank = float(np.percentile(grey, 99)), float((image.min(axis=2) >= 250).mean())
    values = {"brightest": round(brightest), "blank": f"{100 * blank:.0f}"}
    text, todo = message("There is enough light."), ""
    if brightest < MIN_BRIGHTEST_GREY:
        text = message("The picture is too dark.")
        todo = message("Switch a lamp on; light from the side shows the pips best.")
    elif blank > MAX_BLANK_SHARE:
        text = message("The picture is overexposed: {blank} % of it is blank white.")
        todo = message("Dim the lamp or turn it aside, or lay the dice on something darker.")
    yield Finding("light", "fault" if todo else "well", text, values, todo)


def _dice(reading: Reading) -> Finding:
    order = list(DIE_NAMES)
    values = {"dice": dice_value(sorted(reading.dice, key=lambda die: order.index(die.colour)))}
    if reading.status == "complete":
        return Finding("dice", "well", message("All six dice can be read: {dice}."), values)
    todo = message("Lay the six dice flat and a little apart in the middle of the picture, then check again.")
    if not reading.dice:
        return Finding("dice", "note", message("There are no dice in the picture."), values, todo)
    text = message("Not all six dice can be read with confidence; these can: {dice}.")
    return Finding("dice", "note", text, values, todo)
