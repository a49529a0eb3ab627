"""Lessons for the network of the score sheets: the same seed, the same lesson; marks where they are told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sheets.paper import Box
from vision.scan.cells import CELL_PIXELS, CHANNELS
from vision.training.sheets import examples
from vision.training.sheets.hands import KINDS, MARGIN_MM, Page, draw_mark, random_hand
from vision.training.sheets.pages import SCALE


def test_lessons_that_are_missing_are_made_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "A_FILE", 1)
    examples.write(tmp_path, 2, seed=3)
    first, second = sorted(tmp_path.iterdir())
    with np.load(first) as data:
        before = {name: data[name] for name in data}
    first.unlink()
    second.write_bytes(b"kept")
    examples.write(tmp_path, 2, seed=3)
    assert second.read_bytes() == b"kept"
    with np.load(first) as data:
        assert all(np.array_equal(data[name], before[name]) for name in before)
    places = len(before["marked"])
    assert before["pictures"].shape == (places, CELL_PIXELS, CELL_PIXELS, CHANNELS)
    assert before["covered"].shape == before["sheet"].shape == (places,)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_of_any_kind_lies_on_its_box(kind: str) -> None:
    chance = np.random.default_rng(7)
    for _ in range(8):
        page = Page(np.ones((300, 400, 3), np.float32), chance)
        box = Box(20, 18, 12, 12)
        draw_mark(page, box, random_hand(chance), kind=kind)
        ink = 1 - page.picture.min(-1)
        ys, xs = np.nonzero(ink > 0.05)
        assert len(ys) > 20
        x, y = xs.mean() / SCALE - MARGIN_MM, ys.mean() / SCALE
        assert box.x < x < box.right
        assert box.y < y < box.bottom
