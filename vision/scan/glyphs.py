"""Outlines of the sheets' typeface, so that what is printed can be drawn onto pixels without a PDF.

The tables read here (head, loca, glyf) are those of a TrueType file, as the OpenType specification 1.9 lays
them out; widths and the map from signs to glyphs come from ReportLab, which read the same file to print.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from reportlab.pdfbase import pdfmetrics

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
    long_places = struct.unpack(">h", face.get_table("head")[50:52])[0] == 1
    per_em = struct.unpack(">H", face.get_table("head")[18:20])[0]
    return [outline / per_em for outline in _contours(face, number, long_places)]


def _contours(face: Any, number: int, long_places: bool) -> list[Points]:
    places = face.get_table("loca")
    if long_places:
        start, end = struct.unpack_from(">2L", places, 4 * number)
    else:
        start, end = (2 * place for place in struct.unpack_from(">2H", places, 2 * number))
    if start == end:
        return []
    data = face.get_table("glyf")[start:end]
    count = struct.unpack_from(">h", data)[0]
    return _simple(data, count) if count >= 0 else _composite(face, data, long_places)


def _simple(data: bytes, count: int) -> list[Points]:
    ends = struct.unpack_from(f">{count}H", data, 10)
    at = 10 + 2 * count
    at += 2 + int(struct.unpack_from(">H", data, at)[0])  # instructions
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        flag = data[at]
        again = data[at + 1] if flag & 8 else 0
        flags += [flag] * (again + 1)
        at += 2 if flag & 8 else 1
    columns = []
    for short, same in ((2, 16), (4, 32)):
        value, column = 0, []
        for flag in flags:
            if flag & short:
                value += data[at] if flag & same else -data[at]
                at += 1
            elif not flag & same:
                value += struct.unpack_from(">h", data, at)[0]
                at += 2
            column.append(value)
        columns.append(column)
    points = np.array(columns, np.float64).T
    contours, first = [], 0
    for last in ends:
        on_curve = [bool(flag & 1) for flag in flags[first : last + 1]]
        contours.append(_flattened(points[first : last + 1], on_curve))
        first = last + 1
    return contours


def _flattened(points: Points, on_curve: list[bool]) -> Points:
    """A contour of quadratic curves as a polygon. Between two points off the curve lies one on it."""
    whole: list[tuple[Points, bool]] = []
    for i, point in enumerate(points):
        whole.append((point, on_curve[i]))
        after = (i + 1) % len(points)
        if not on_curve[i] and not on_curve[after]:
            whole.append(((point + points[after]) / 2, True))
    begin = next(i for i, (_, on) in enumerate(whole) if on)
    whole = whole[begin:] + whole[: begin + 1]
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


def _composite(face: Any, data: bytes, long_places: bool) -> list[Points]:
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
        contours += [contour @ turned + shift for contour in _contours(face, number, long_places)]
    return contours
