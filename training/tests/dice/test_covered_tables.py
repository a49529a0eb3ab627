"""Tables covered with printed sheets, and the colour of die that is hard to see on such a table."""

import numpy as np
import pytest

from training.dice.covered_tables import colour_at, covered_table
from training.renderer.colours import hsv
from training.renderer.surfaces import RESOLUTION
from vision.reading import Colour


def test_sheets_cover_much_of_the_table_and_all_of_it_is_light() -> None:
    table = covered_table(np.random.default_rng(5), 60.0)
    assert table.shape == (RESOLUTION, RESOLUTION, 3)
    assert np.isfinite(table).all() and table.min() >= 0 and table.max() <= 1
    middle = table[RESOLUTION // 4 : -RESOLUTION // 4, RESOLUTION // 4 : -RESOLUTION // 4]
    paper = (middle.min(-1) > 0.5).mean()
    assert paper > 0.2


@pytest.mark.parametrize(
    ("hue", "saturation", "name"),
    [(355, 0.8, "red"), (45, 0.8, "yellow"), (120, 0.7, "green"), (225, 0.7, "blue"), (50, 0.05, "white")],
)
def test_a_die_is_hidden_where_its_colour_lies(hue: float, saturation: float, name: Colour) -> None:
    surface = np.zeros((RESOLUTION, RESOLUTION, 3), np.float32)
    pixels = 40.0
    # right of the middle by two edges and up by three: up is towards the first row
    row, column = int(RESOLUTION / 2 - 3 * pixels), int(RESOLUTION / 2 + 2 * pixels)
    surface[row - 20 : row + 20, column - 20 : column + 20] = hsv(hue, saturation, 0.9)
    assert colour_at(surface, 2.0, 3.0, pixels) == name
