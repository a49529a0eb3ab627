"""The camera: which there are, how many pictures come, and whether dice can be read in light and focus."""

from __future__ import annotations

import glob
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.doctor.finding import Finding
from sheets.language import message
from vision.dice.assessment import DIE_NAMES
from vision.frames.capture import Camera, cameras, no_picture
from vision.frames.image import Image
from vision.frames.open import open_source
from vision.frames.source import Frame
from vision.reading import Reading

WATCHED = 2.0
"""Seconds of pictures that are looked at."""
FIRST = 8.0
"""Seconds that the first picture may take; a phone's stream or a cold camera needs some."""
SLOW = 8.0
"""Pictures a second below which a roll is noticed late; dim light makes a camera this slow."""
DARK = 90
"""Grey, of 255, that the brightest hundredth of a picture should reach: a white die, or a pip, on any table.

The project's pictures and the labelled photos reach 97 to 255."""
BLINDED = 0.25
"""Share of the picture that may be blank white before it is overexposed."""
SOFT = 0.035
"""Sharpness below which a picture is out of focus (see `sharpness`)."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a source showed. `image`: its last picture; `rate`: pictures a second, None of one alone."""

    name: str
    image: Image
    rate: float | None


def check_cameras(found: Sequence[Camera] | None = None) -> Iterator[Finding]:
    """The cameras of this machine, each with its number, name and the part of OpenCV that reads it."""
    here = cameras() if found is None else tuple(found)
    if here:
        names = ", ".join(f"{c.index}: {c.name} ({backend(c)})" for c in here)
        yield Finding("cameras", "well", message("Cameras here: {names}."), {"names": names})
        return
    text = message("No camera was found. Photos, and rolls tapped in, work without one.")
    todo = message(
        "To have the table read the dice: plug a camera in, or use a phone's camera by its address."
    )
    yield Finding("cameras", "note", text, todo=todo)
    if sys.platform == "linux":
        shut = [device for device in glob.glob("/dev/video*") if not os.access(device, os.R_OK | os.W_OK)]  # noqa: PTH207
        if shut:
            text = message("There are cameras that you may not use: {devices}.")
            todo = message("Run `sudo usermod -aG video $USER`, then log in again.")
            yield Finding("cameras", "fault", text, {"devices": ", ".join(sorted(shut))}, todo)


def backend(camera: Camera) -> str:
    """The name of the part of OpenCV that reads a camera."""
    try:
        return str(cv2.videoio_registry.getBackendName(camera.backend))
    except cv2.error:
        return "OpenCV"


def look(spec: str, report: Callable[[float], object] | None = None) -> Look:
    """Watch what `spec` names (see `vision.frames.open.open_source`) for WATCHED seconds.

    `report` is told the share of the time that has gone by.

    Raises:
        CameraError: there is no such thing, or no picture comes.
    """
    begun = time.monotonic()
    first: Frame | None = None
    last: Frame | None = None
    with_source = open_source(spec)
    try:
        while True:
            frame = with_source.latest()
            now = time.monotonic()
            if frame is not None and (last is None or frame.number != last.number):
                first, last = first or frame, frame
            if first is None and now - begun > FIRST:
                break
            if first is not None and (now - first.seconds > WATCHED or with_source.status().state == "ended"):
                break
            if report is not None:
                report(0.0 if first is None else min(1.0, (now - first.seconds) / WATCHED))
            time.sleep(0.005)
    finally:
        with_source.close()
    if first is None or last is None:
        raise no_picture(with_source.name)
    span = last.seconds - first.seconds
    rate = (last.number - first.number) / span if span > 0 else None
    return Look(with_source.name, last.image, rate)


def sharpness(image: Image) -> float:
    """How fine the detail of a picture is: 0.1 and more is sharp, below SOFT it is out of focus.

    The variance of the Laplacian over the variance of the grey itself, tile by tile at a width of 640 pixels;
    the upper quartile of tiles that show anything, so that an empty table does not count as blurred. On the
    project's rendered rolls and the labelled photos: 0.11 to 19 as taken, 0.00 to 0.03 after a Gaussian blur
    of 2 pixels.
    """
    scale = min(1.0, 640 / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.Laplacian(grey, cv2.CV_32F)
    tile = min(80, *grey.shape)
    found = []
    for y in range(0, grey.shape[0] - tile + 1, tile):
        for x in range(0, grey.shape[1] - tile + 1, tile):
            part = np.s_[y : y + tile, x : x + tile]
            spread = float(grey[part].var())
            if spread > 100:
                found.append(float(fine[part].var()) / (spread + 25))
    return float(np.percentile(found, 75)) if found else 0.0


def check_picture(seen: Look, reading: Reading) -> Iterator[Finding]:
    """What a picture of the table is like: size and rate, light, focus, and the dice that were read in it."""
    height, width = seen.image.shape[:2]
    values: dict[str, object] = {"name": seen.name, "width": width, "height": height}
    if seen.rate is None:
        yield Finding("picture", "well", message("{name} shows {width} x {height} pixels."), values)
    else:
        values["rate"] = f"{seen.rate:.0f}"
        text = message("{name} shows {width} x {height} pixels, {rate} pictures a second.")
        slow = seen.rate < SLOW
        todo = message(
            "Give more light, or a smaller picture: so few pictures make the table notice a roll late."
        )
        yield Finding("picture", "fault" if slow else "well", text, values, todo if slow else "")
    yield from _check_light(seen.image)
    grain = sharpness(seen.image)
    if grain < SOFT:
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
    text, state, todo = message("There is light enough."), True, ""
    if brightest < DARK:
        text, state = message("The picture is too dark."), False
        todo = message("Switch a lamp on; light from the side shows the pips best.")
    elif blank > BLINDED:
        text, state = message("The picture is overexposed: {blank} % of it is blank white."), False
        todo = message("Dim the lamp or turn it aside, or lay the dice on something darker.")
    yield Finding("light", "well" if state else "fault", text, values, todo)


def _dice(reading: Reading) -> Finding:
    order = list(DIE_NAMES)
    seen = tuple(sorted(((d.colour, d.value) for d in reading.dice), key=lambda d: order.index(d[0])))
    values: dict[str, object] = {"dice": seen, "count": len(reading.dice)}
    if reading.status == "complete":
        return Finding("dice", "well", message("The six dice are read: {dice}."), values)
    todo = message("Lay the six dice flat, a little apart, into the middle of the picture, and look again.")
    if not reading.dice:
        return Finding("dice", "note", message("No dice are seen."), values, todo)
    text = message("Not all six dice are read with confidence; seen are {dice}.")
    return Finding("dice", "note", text, values, todo)
