"""JPEG files as their decoder meets them: what it would allocate, and how often it would go over that.

The walk is that of libjpeg (jdmarker.c), which OpenCV decodes with, by ITU-T T.81, annex B: which markers
have a length, what is skipped between two, where the picture ends. A walk that differs would check another
picture than the one that is decoded.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers SOF0 to SOF15; the three left out are tables (DHT, JPG, DAC)."""
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_FIRST_WITH_LENGTH = 0xC0
"""Markers below have no length; nor have SOI, EOI, the restarts and TEM."""
_MARKER = re.compile(rb"\xff[^\x00\x01\xff\xd0-\xd7]", re.DOTALL)
"""Any marker that the decoder acts on: no stuffed zero, fill byte, TEM or restart."""
_BLOCK_SIDE, _COEFFICIENT_BYTES, _PIXEL_BYTES = 8, 2, 3


@dataclass(frozen=True, slots=True)
class Jpeg:
    """What a decoder meets in a JPEG file.

    `size`: width and height in pixels, as stored. `scans`: passes over the picture. `samples`: values that
    all of them go over. `bytes`: what the decoder holds at once: the picture (3 bytes a pixel), and if there
    is more than one scan every coefficient. `whole`: whether the file goes on to its end-of-image marker.
    """

    size: tuple[int, int]
    scans: int
    samples: int
    bytes: int
    whole: bool


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame header. `samples`: of each component, by its id, in whole blocks."""

    size: tuple[int, int]
    progressive: bool
    samples: dict[int, int]


def read_jpeg(data: bytes) -> Jpeg | None:
    """What `data`, which begins with an SOI marker, holds; None if a decoder gives up before it decodes."""
    frame: _Frame | None = None
    scans: list[int] = []
    at, whole, together = 2, False, True
    try:
        while found := _MARKER.search(data, at):
            marker, at = data[found.end() - 1], found.end()
            if marker == _END:
                whole = True
                break
            if marker == _START or (marker in _FRAMES and frame is not None):
                return None  # the decoder takes neither twice
            if marker < _FIRST_WITH_LENGTH:
                continue
            if marker in _FRAMES:
                frame = _read_frame(data, at, marker in _PROGRESSIVE)
            elif marker == _SCAN:
                if frame is None:
                    return None
                components = _scanned_components(data, at)
                together = together and len(components) == len(frame.samples)
                scans.append(sum(frame.samples.get(component, 0) for component in components))
            at += max(2, _number(data, at, ">H"))
    except (struct.error, IndexError):
        pass  # cut short in a segment
    if frame is None:
        return None
    width, height = frame.size
    held = width * height * _PIXEL_BYTES
    if frame.progressive or len(scans) > 1 or not together:
        held += sum(frame.samples.values()) * _COEFFICIENT_BYTES
    return Jpeg(frame.size, max(1, len(scans)), sum(scans), held, whole)


def _read_frame(data: bytes, at: int, progressive: bool) -> _Frame:
    """The frame header whose length stands at `at`. Raises struct.error where the data ends within it."""
    _length, _precision, height, width, count = struct.unpack_from(">HBHHB", data, at)
    parts = [struct.unpack_from("BB", data, at + 8 + 3 * i) for i in range(count)]
    factors = {name: (sampling >> 4, sampling & 15) for name, sampling in parts}
    across = max((h for h, _ in factors.values()), default=1) or 1
    down = max((v for _, v in factors.values()), default=1) or 1
    samples = {name: _padded(width, h, across) * _padded(height, v, down) for name, (h, v) in factors.items()}
    return _Frame((width, height), progressive, samples)


def _padded(pixels: int, factor: int, largest: int) -> int:
    """Samples of a component along one side: whole blocks, as many as the interleaved scan has."""
    units = -(-pixels // (largest * _BLOCK_SIDE))
    return units * factor * _BLOCK_SIDE


def _scanned_components(data: bytes, at: int) -> list[int]:
    """The ids of the components in the scan whose header's length stands at `at`. Raises IndexError."""
    return [data[at + 3 + 2 * i] for i in range(data[at + 2])]


def _number(data: bytes, at: int, form: str) -> int:
    """One integer at offset `at`; struct.error where the data ends before it."""
    number: int
    (number,) = struct.unpack_from(form, data, at)
    return number
