"""The drawn numbers of eight-sided dice all differ, even upside down."""

import numpy as np

from training.renderer.numbers import SIDES, SIZE, number_glyphs


def test_each_number_differs_from_the_others_turned_or_not() -> None:
    glyphs = number_glyphs()
    assert glyphs.shape == (SIDES, SIZE, SIZE) and glyphs.min() == 0 and glyphs.max() == 1
    for i in range(SIDES):
        for j in range(i):
            for turned in (glyphs[j], glyphs[j][::-1, ::-1]):
                assert np.abs(glyphs[i] - turned).mean() > 0.03, (i + 1, j + 1)


def test_the_numbers_stand_within_their_patch() -> None:
    for glyph in number_glyphs():
        assert max(glyph[0].max(), glyph[-1].max(), glyph[:, 0].max(), glyph[:, -1].max()) == 0
