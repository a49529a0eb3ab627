"""Letters of the typeface as outlines, for where writing is a drawing and no text.

Read from the tables `glyf` and `loca` of the TrueType file (OpenType specification, chapters of these names).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from reportlab.pdfbase import pdfmetrics

from sheets.art import Outline

_REPEATED, _ON_CURVE = 0x08, 0x01
_AXES = ((0x02, 0x10), (0x04, 0x20))
"""Of x and y: the flag that a step takes one byte, and the one that it goes up or is none."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A point of a contour, in ems; if it is not on the curve, it pulls a quadratic Bézier curve."""

    x: float
    y: float
    on_curve: bool = True

    def towards(self, other: _Point, part: float) -> _Point:
        """The point on the curve at that part of the way to another."""
        return _Point(self.x + part * (other.x - self.x), self.y + part * (other.y - self.y))


def draw_letters(o: Outline, text: str, font: str) -> None:
    """Draw `text` from the outline's centre on, with its baseline there; the type is as large as `o.r`.

    `font`: the name of a TrueType font that ReportLab knows, as `sheets.typeface.font_name` gives it.
    Raises ValueError for a letter that the font lacks or makes of other letters.
    """
    x = 0.0
    for letter in text:
        for contour in _contours(font, letter):
            _draw(o, [_Point(x + each.x, each.y, each.on_curve) for each in contour])
        x += pdfmetrics.stringWidth(letter, font, 1)


def _draw(o: Outline, contour: list[_Point]) -> None:
    """A closed contour that begins on the curve; a quadratic curve is drawn as the cubic one that it is."""
    at, pull = contour[0], None
    o.move(at.x, at.y)
    for point in (*contour[1:], contour[0]):
        if not point.on_curve:
            pull = point
            continue
        if pull is None:
            o.line(point.x, point.y)
        else:
            one, two = at.towards(pull, 2 / 3), point.towards(pull, 2 / 3)
            o.curve(one.x, one.y, two.x, two.y, point.x, point.y)
        at, pull = point, None
    o.close()


@cache
def _contours(font: str, letter: str) -> tuple[tuple[_Point, ...], ...]:
    """The contours of a letter in ems; each begins on the curve, and no two points beside each other pull."""
    face = pdfmetrics.getFont(font).face
    number = face.charToGlyph.get(ord(letter))
    if number is None:
        raise ValueError(f"the font has no {letter!r}")
    head, places = face.get_table("head"), face.get_table("loca")
    (em,), (long_places,) = struct.unpack(">H", head[18:20]), struct.unpack(">h", head[50:52])
    kind, width, unit = (">2L", 4, 1) if long_places else (">2H", 2, 2)
    begin, end = (unit * place for place in struct.unpack_from(kind, places, width * number))
    if begin == end:
        return ()
    data = face.get_table("glyf")[begin:end]
    (count,) = struct.unpack_from(">h", data)
    if count < 0:
        raise ValueError(f"the font makes {letter!r} of other letters")
    ends = struct.unpack_from(f">{count}H", data, 10)
    points = _points(data, 10 + 2 * count, ends[-1] + 1, em)
    starts = (0, *(end + 1 for end in ends))
    return tuple(tuple(_whole(points[a:b])) for a, b in pairwise(starts))


def _points(data: bytes, at: int, count: int, em: int) -> list[_Point]:
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
    return [_Point(x / em, y / em, bool(flag & _ON_CURVE)) for x, y, flag in zip(*axes, flags, strict=True)]


def _whole(points: list[_Point]) -> Iterator[_Point]:
    """The contour with the points that the file leaves out: on the curve, midway between two that pull."""
    start = next((i for i, point in enumerate(points) if point.on_curve), None)
    if start is None:
        raise ValueError("a contour without a point on the curve")
    turned = [*points[start:], *points[:start]]
    for point, following in pairwise((*turned, turned[0])):
        yield point
        if not point.on_curve and not following.on_curve:
            yield point.towards(following, 0.5)
