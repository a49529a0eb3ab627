"""The signs on the screen are those on paper."""

import re

import numpy as np
import pytest
from reportlab.pdfgen.pathobject import PDFPathObject

from mechanisms.bonus_pairs import BONUSES
from sheets.art import Outline, colour_sign
from sheets.pad import COLOURS
from sheets.svg import bonus_sign_svg, colour_sign_path


@pytest.mark.parametrize("colour", COLOURS)
def test_a_sign_has_the_same_points_as_on_paper_upside_down(colour: str) -> None:
    path = PDFPathObject()
    colour_sign(colour, Outline(path, 0, 0, 1))
    on_paper = [float(word) for word in re.findall(r"-?[\d.]+", path.getCode())]
    on_screen = [float(word) for word in re.findall(r"-?[\d.]+", colour_sign_path(colour))]
    assert on_screen[::2] == pytest.approx(on_paper[::2], abs=0.01)
    assert on_screen[1::2] == pytest.approx([-y for y in on_paper[1::2]], abs=0.01)
    assert np.abs(on_screen).max() <= 1.1, "the square in which the page shows it"


def test_the_signs_differ() -> None:
    assert len({colour_sign_path(colour) for colour in COLOURS}) == 4
    assert len({bonus_sign_svg(kind) for kind in BONUSES}) == 5


@pytest.mark.parametrize(("kind", "word"), [("13", "+13"), ("double-weakest", "\N{MULTIPLICATION SIGN}2")])
def test_a_bonus_sign_shows_what_the_paper_says(kind: str, word: str) -> None:
    assert re.findall(r">([^<>]+)<", bonus_sign_svg(kind)) == [word]


def test_a_bonus_sign_takes_the_colour_of_its_page() -> None:
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', "".join(map(bonus_sign_svg, BONUSES))))
    assert colours == {"currentColor", "none", "var(--sign-paper, #fff)"}
