"""Textures of the faces of dice, and the fonts that they need."""

from pathlib import Path

import numpy as np
import pytest

from training.evaluation import textures


def test_pips_are_as_many_as_the_value() -> None:
    rng = np.random.default_rng(0)
    black, white = np.zeros(3, np.float32), np.ones(3, np.float32)
    faces = [1, 6, 2, 5, 3, 4]
    _, places = textures.pips(rng, faces, [0, 1, 2, 3, 0, 1], black, white, 0.5, 0.15)
    assert [len(p) for p in places] == faces


def test_a_folder_without_fonts_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="expected a folder with fonts"):
        textures.fonts(tmp_path)
