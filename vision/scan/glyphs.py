"""Outlines of the sheets' typeface as polygons, to draw what is printed onto pixels without a PDF.

Glyphs that are made of others are put together as the OpenType specification 1.9 says (glyf).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from reportlab.pdfbase import pdfmetrics

from sheets.glyphs import GlyphPoint, contour_count, glyph_data, simple_contours, units_per_em

Points = NDArray[np.float64]

CURVE_PIECES = 6
"""Straight pieces that stand for one curve of an outline."""
_WORDS, _SHIFTS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 1, 2, 8, 32, 64, 128


@cache
def outlines(font: str, sign: str) -> tuple[Points, ...]:
    """The closed outlines of one sign of a font that ReportLab knows by this name: N x 2, in parts of the
    type size, x right from where the sign begins, y up from the baseline; () for a blank."""
    face: Any = pdfmetrics.getFont(font).face
    glyph = face.charToGlyph.get(ord(sign))
    return () if glyph is None else tuple(_glyph(face, glyph))


def _glyph(face: Any, number: int) -> list[Points]:
    return [outline / units_per_em(face) for outline in _contours(face, number)]


def _contours(face: Any, number: int) -> list[Points]:
    data = glyph_data(face, number)
    if not data:
        return []
    if contour_count(data) < 0:
        return _composite(face, data)
    return [_flattened(contour) for contour in simple_contours(data)]


def _flattened(contour: Sequence[GlyphPoint]) -> Points:
    """A contour of quadratic curves as a polygon."""
    whole = [(np.array(point[:2], np.float64), point.on_curve) for point in (*contour, contour[0])]
    line = [whole[0][0]]
    t = np.linspace(0, 1, CURVE_PIECES + 1)[1:, None]
    for i, (point, on) in enumerate(whole[1:], 1):
        if on:
            if whole[i - 1][1]:
                line.append(point)
            continue
        a, b = whole[i - 1][0], whole[i + 1][0]
        line += list((1 - t) ** 2 * a + 2 * t * (1 - t) * point + t**2 * b)
    return np.array(line)


def _composite(face: Any, data: bytes) -> list[Points]:
    """A glyph put together from others, as letters with accents are."""
    contours: list[Points] = []
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, number = struct.unpack_from(">2H", data, at)
        at += 4
        dx, dy = struct.unpack_from(">2h" if flags & _WORDS else ">2b", data, at)
        at += 4 if flags & _WORDS else 2
        parts = 1 if flags & _SCALE else 2 if flags & _TWO_SCALES else 4 if flags & _MATRIX else 0
        numbers = [value / 16384 for value in struct.unpack_from(f">{parts}h", data, at)]
        at += 2 * parts
        turned = np.eye(2)
        if parts:
            turned = np.array(numbers).reshape(2, 2) if parts == 4 else np.diag((numbers * 2)[:2])
        shift = np.array([dx, dy]) if flags & _SHIFTS else np.zeros(2)
        contours += [contour @ turned + shift for contour in _contours(face, number)]
    return contours
