"""What a reader is told of the table below a die, by the tops of the others."""

import numpy as np
import pytest

from vision.dice.candidate import Candidate
from vision.dice.normals import UNKNOWN_NORMAL, Normal
from vision.dice.table_plane import tables_below

SIZE = (640, 480)
FLAT = Normal(0.0, -0.4, 0.05)
"""Normal of a top on a table that a camera sees from 66 degrees, in the middle of its picture."""


def at(x: float, y: float = 220.0) -> Candidate:
    return Candidate((x, y, 40.0, 40.0), 0.9)


ROW = [at(240.0), at(290.0), at(340.0), at(390.0)]


def test_the_tops_of_the_others_tell_not_its_own() -> None:
    tops = dict.fromkeys(ROW, FLAT) | {ROW[1]: Normal(0.1, 0.6, 0.02)}
    table = tables_below(ROW, tops, SIZE)[1]
    assert (table.x, table.y) == pytest.approx((0.0, -0.4), abs=0.08) and table.spread < 0.1
    beside = tables_below([Candidate((292.0, 212.0, 40.0, 40.0), 0.2)], tops, SIZE)[0]
    assert beside == pytest.approx(table, abs=0.03), "a further crop of the same die"


def test_too_few_dice_tell_nothing_of_the_table() -> None:
    few = dict.fromkeys(ROW[:2], FLAT)
    assert tables_below(ROW[:2], few, SIZE) == [UNKNOWN_NORMAL] * 2
    told = tables_below(ROW[:3], few, SIZE)
    assert told[:2] == [UNKNOWN_NORMAL] * 2 and told[2].spread < 0.3
    assert tables_below([], few, SIZE) == []
    assert tables_below(ROW[:1], {}, SIZE) == [UNKNOWN_NORMAL]


def test_dice_that_the_border_cuts_tell_nothing() -> None:
    cut = [at(0.0), at(600.0), at(300.0, 440.0)]
    assert tables_below(ROW[:1], dict.fromkeys(cut, FLAT), SIZE) == [UNKNOWN_NORMAL]


def test_the_table_is_told_where_the_die_lies() -> None:
    """A camera near the table sees it face elsewhere at the left and at the right."""
    tops = {at(60.0 + 130 * i): Normal(-0.25 + 0.125 * i, -0.4, 0.04) for i in range(5)}
    left, right = tables_below([at(90.0), at(550.0)], tops, SIZE)
    assert left.x < -0.1 and right.x > 0.1
    assert np.isclose(left.x, -right.x, atol=0.08)
