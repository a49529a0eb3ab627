"""Rendered throws on a tabletop, from an empty table to dice at rest; the same for the same seed."""

from itertools import pairwise

import numpy as np
import pytest

from training.renderer.throw import Photo, Tabletop, Throw
from vision import read
from vision.rolls.motion import moving, relief

SMALL = (160, 120)
ROLL = (("white", 5), ("white", 1), ("red", 3), ("yellow", 2), ("green", 6), ("blue", 4))


@pytest.fixture(scope="module")
def table() -> Tabletop:
    return Tabletop(2, SMALL)


@pytest.fixture(scope="module")
def throw(table: Tabletop) -> Throw:
    return table.throw(ROLL, 5, frames=5)


def alike(a: Photo, b: Photo) -> bool:
    return not moving(relief(a), relief(b))


def test_a_throw_begins_with_an_empty_table_and_ends_at_rest(table: Tabletop, throw: Throw) -> None:
    assert len(throw.rolling) == 5
    assert throw.dice == ROLL
    pictures = [table.empty, *throw.rolling, throw.rest]
    assert all(picture.shape == (120, 160, 3) and picture.dtype == np.uint8 for picture in pictures)
    # each picture differs from the next, and the way to the rest gets shorter
    assert not any(alike(a, b) for a, b in pairwise(pictures[1:]))
    away = [np.abs(picture.astype(int) - throw.rest).mean() for picture in throw.rolling]
    assert away[-1] == min(away)


def test_the_table_stays_the_same_under_the_dice(table: Tabletop, throw: Throw) -> None:
    """Away from the dice, pictures of rolling dice show the same table as the picture without dice."""
    corner = (slice(0, 12), slice(0, 12))
    assert np.abs(throw.rest[corner].astype(int) - table.empty[corner]).max() < 12
    for picture in throw.rolling[:2]:
        assert np.abs(picture[corner].astype(int) - table.empty[corner]).max() < 12


def test_the_seed_decides_where_and_the_dice_what(table: Tabletop, throw: Throw) -> None:
    assert (table.lay(ROLL, 5) == throw.rest).all()
    assert not alike(table.lay(ROLL, 6), throw.rest)
    other = table.lay((*ROLL[:5], ("blue", 1)), 5)
    assert not alike(other, throw.rest)
    assert (Tabletop(2, SMALL).lay(ROLL, 5) == throw.rest).all()


@pytest.mark.parametrize("dice", [[("pink", 1)], [("red", 7)], [("red", 0)]])
def test_dice_that_do_not_exist_are_not_thrown(table: Tabletop, dice: list[tuple[str, int]]) -> None:
    with pytest.raises(ValueError, match="a die has a colour"):
        table.throw(dice, 1)


def test_eight_sided_dice_lie_as_they_were_thrown_and_are_read_so(table: Tabletop) -> None:
    dice = (("white", 8), ("white", 7), ("red", 1), ("yellow", 6), ("green", 3), ("blue", 5))
    large = Tabletop(2)
    seen = read(large.lay(dice, 5, sides=8), game="longo")
    assert seen.status == "complete"
    assert sorted((die.colour, die.value) for die in seen.dice) == sorted(dice)
    assert (table.throw(dice, 5, frames=1, sides=8).rest == table.lay(dice, 5, sides=8)).all()
    with pytest.raises(ValueError, match="a value of 1 to 6"):
        table.lay(dice, 5)
