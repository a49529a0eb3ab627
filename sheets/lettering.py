"""Letters of the typeface as outlines, for signs in which text is a drawing."""

from collections.abc import Sequence
from functools import cache

from reportlab.pdfbase import pdfmetrics

from sheets.art import Outline
from sheets.glyphs import GlyphPoint, contour_count, glyph_data, simple_contours, units_per_em


def draw_letters(o: Outline, text: str, font: str) -> None:
    """Draw `text` to the right of the outline's centre, with its baseline there; the type size is `o.r`.

    `font`: the name of a TrueType font that ReportLab knows, as `sheets.typeface.font_name` gives it. Raises
    ValueError for a letter that the font lacks or makes of other letters.
    """
    x = 0.0
    for letter in text:
        for contour in _contours(font, letter):
            _draw(o, [GlyphPoint(x + each.x, each.y, each.on_curve) for each in contour])
        x += pdfmetrics.stringWidth(letter, font, 1)


def _draw(o: Outline, contour: Sequence[GlyphPoint]) -> None:
    """Draw a closed contour that begins on the curve; quadratic curves become cubic ones."""
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
def _contours(font: str, letter: str) -> tuple[tuple[GlyphPoint, ...], ...]:
    """The contours of a letter in ems."""
    face = pdfmetrics.getFont(font).face
    number = face.charToGlyph.get(ord(letter))
    if number is None:
        raise ValueError(f"the font has no {letter!r}")
    data, em = glyph_data(face, number), units_per_em(face)
    if not data:
        return ()
    if contour_count(data) < 0:
        raise ValueError(f"the font makes {letter!r} of other letters")
    return tuple(
        tuple(GlyphPoint(point.x / em, point.y / em, point.on_curve) for point in contour)
        for contour in simple_contours(data)
    )
