"""Outlines of a typeface's letters, read from its file.

The tables read here (head, loca, glyf) are those of a TrueType file, as the OpenType specification 1.9 lays
them out; widths and the map from signs to glyphs come from ReportLab, which read the same file to print.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

_REPEATED, _ON_CURVE = 0x08, 0x01
_AXES = ((0x02, 0x10), (0x04, 0x20))
"""Flags for x and y: one for a step of one byte, one for an upward or absent step."""


class GlyphPoint(NamedTuple):
    """A point of a contour; if it is not on the curve, it pulls a quadratic Bézier curve."""

    x: float
    y: float
    on_curve: bool = True

    def towards(self, other: GlyphPoint, part: float) -> GlyphPoint:
        """The point on the curve at this share of the way to another."""
        return GlyphPoint(self.x + part * (other.x - self.x), self.y + part * (other.y - self.y))


def units_per_em(face: Any) -> int:
    """Units per em of a face of ReportLab."""
    return int(struct.unpack_from(">H", face.get_table("head"), 18)[0])


def glyph_data(face: Any, number: int) -> bytes:
    """The bytes of a glyph; empty for a blank."""
    (long_places,) = struct.unpack_from(">h", face.get_table("head"), 50)
    kind, width, unit = (">2L", 4, 1) if long_places else (">2H", 2, 2)
    begin, end = (unit * place for place in struct.unpack_from(kind, face.get_table("loca"), width * number))
    return bytes(face.get_table("glyf")[begin:end])


def contour_count(data: bytes) -> int:
    """Number of contours of a glyph; negative if it is composed of other glyphs."""
    return int(struct.unpack_from(">h", data)[0])


def simple_contours(data: bytes) -> list[list[GlyphPoint]]:
    """The closed contours of a glyph that is not composed of others, in units of its face. Each begins on the
    curve, and two neighbouring points are never both off it.

    Raises ValueError for a contour without a point on the curve.
    """
    count = contour_count(data)
    ends = struct.unpack_from(f">{count}H", data, 10)
    points = _points(data, 10 + 2 * count, ends[-1] + 1)
    starts = (0, *(end + 1 for end in ends))
    return [list(_whole(points[a:b])) for a, b in pairwise(starts)]


def _points(data: bytes, at: int, count: int) -> list[GlyphPoint]:
    """The points of a glyph: after its instructions the flags, then the steps of x, then those of y."""
    at += 2 + int(struct.unpack_from(">H", data, at)[0])
    flags: list[int] = []
    while len(flags) < count:
        flag, times = data[at], 1
        at += 1
        if flag & _REPEATED:
            times += data[at]
            at += 1
        flags += [flag] * times
    axes: list[list[int]] = []
    for short, same in _AXES:
        value, values = 0, []
        for flag in flags:
            if flag & short:
                value += data[at] if flag & same else -data[at]
                at += 1
            elif not flag & same:
                value += int.from_bytes(data[at : at + 2], "big", signed=True)
                at += 2
            values.append(value)
        axes.append(values)
    return [GlyphPoint(x, y, bool(flag & _ON_CURVE)) for x, y, flag in zip(*axes, flags, strict=True)]


def _whole(points: Sequence[GlyphPoint]) -> Iterator[GlyphPoint]:
    """The contour with its implied points: on the curve, midway between two points off it."""
    start = next((i for i, point in enumerate(points) if point.on_curve), None)
    if start is None:
        raise ValueError("a contour without a point on the curve")
    turned = [*points[start:], *points[:start]]
    for point, following in pairwise((*turned, turned[0])):
        yield point
        if not point.on_curve and not following.on_curve:
            yield point.towards(following, 0.5)
