"""Drawn marks of every kind lie on the box that they mark."""

from dataclasses import replace

import numpy as np
import pytest

from sheets.paper import Box
from training.sheets.hands import KINDS, WrittenSheet, random_hand
from training.sheets.marks import draw_mark
from training.sheets.pages import MARGIN_MM, SCALE


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_of_any_kind_lies_on_its_box(kind: str) -> None:
    chance = np.random.default_rng(7)
    only = tuple(float(other == kind) for other in KINDS)
    for _ in range(8):
        written = WrittenSheet(np.ones((300, 400, 3), np.float32), chance)
        box = Box(20, 18, 12, 12)
        draw_mark(written, box, replace(random_hand(chance), kinds=only))
        ink = 1 - written.picture.min(-1)
        ys, xs = np.nonzero(ink > 0.05)
        assert len(ys) > 20
        x, y = xs.mean() / SCALE - MARGIN_MM, ys.mean() / SCALE
        assert box.x < x < box.right
        assert box.y < y < box.bottom
