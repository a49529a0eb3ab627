"""Outlines of the typeface: figures with their holes, letters with their accents."""

from __future__ import annotations

import numpy as np
import pytest

from sheets.typeface import font_name
from vision.scan.glyphs import outlines


@pytest.mark.parametrize(("sign", "contours"), [("8", 3), ("0", 2), ("7", 1), (" ", 0)])
def test_figures_have_their_holes(sign: str, contours: int) -> None:
    found = outlines(font_name("Medium"), sign)
    assert len(found) >= contours
    assert (len(found) > 0) == (contours > 0)


def test_letters_with_accents_stand_on_the_line() -> None:
    plain, accented = (np.concatenate(outlines(font_name("Medium"), sign)) for sign in ("u", "ü"))
    assert accented[:, 1].max() > plain[:, 1].max() + 0.1
    assert abs(accented[:, 1].min() - plain[:, 1].min()) < 0.01
