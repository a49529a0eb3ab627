"""Letters that are drawn look like letters that are set."""

import io

import numpy as np
import pypdfium2 as pdfium
import pytest
from reportlab.pdfgen.canvas import Canvas

from sheets.art import Outline
from sheets.lettering import draw_letters
from sheets.typeface import WEIGHTS, font_name


def rendered(text: str, weight: str, *, drawn: bool) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The text in 60 points, as grey levels."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 90))
    if drawn:
        path = canvas.beginPath()
        draw_letters(Outline(path, 10, 20, 60), text, font_name(weight))
        canvas.drawPath(path, fill=1, stroke=0, fillMode=1)
    else:
        canvas.setFont(font_name(weight), 60)
        canvas.drawString(10, 20, text)
    canvas.save()
    picture: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]] = (
        pdfium.PdfDocument(file.getvalue())[0].render(scale=2).to_numpy()
    )
    return picture[:, :, 0]


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("text", ["+13", "\N{MULTIPLICATION SIGN}2", "Qwixx 0:5", "ag8&?"])
def test_drawn_letters_look_like_set_ones(text: str, weight: str) -> None:
    one, two = rendered(text, weight, drawn=True), rendered(text, weight, drawn=False)
    assert (two < 128).sum() > 500
    assert ((one < 128) != (two < 128)).sum() <= 0.01 * (two < 128).sum()


@pytest.mark.parametrize(
    ("letter", "words"), [("\N{SNOWMAN}", "has no"), ("\N{LATIN SMALL LETTER E WITH ACUTE}", "of other")]
)
def test_letters_that_cannot_be_drawn(letter: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_letters(Outline(Canvas(io.BytesIO()).beginPath(), 0, 0, 10), letter, font_name())
