"""Tests the random rolls that Mitsuba renders: labels name the upper faces, and dice do not intersect."""

from pathlib import Path

import numpy as np
import pytest

from training.evaluation.__main__ import numbers_of, sides_of
from training.evaluation.rolls import RINGS, SIX, random_roll

FONTS = Path(__file__).parents[3] / "sheets" / "fonts"


@pytest.mark.parametrize("sides", [6, 8])
@pytest.mark.parametrize("seed", range(2))
def test_the_label_is_the_face_that_is_up_and_opposite_faces_add_up(seed: int, sides: int) -> None:
    drawn = random_roll(seed, sides, FONTS)
    ours = drawn.dice[:6]
    assert [d.colour for d in ours] == list(SIX)
    for one in ours:
        assert 1 <= one.value <= sides == one.sides
        mesh = one.solid.mesh
        heights = [mesh.points[np.unique(mesh.triangles[mesh.faces == f])][:, 2].mean() for f in range(sides)]
        assert int(np.argmax(heights)) == one.up
        assert mesh.points[:, 2].min() == pytest.approx(0, abs=0.3)  # it stands on the table


@pytest.mark.parametrize("sides", [6, 8])
def test_dice_do_not_stand_in_each_other(sides: int) -> None:
    for seed in range(2):
        dice = random_roll(seed, sides, FONTS).dice
        middles = [d.solid.mesh.points.mean(0) for d in dice]
        inner = [float(np.ptp(d.solid.mesh.points[:, 2])) / 2 for d in dice]
        for i in range(len(dice)):
            for j in range(i):
                gap = float(np.hypot(*(middles[i] - middles[j])[:2]))
                assert gap > 0.95 * (inner[i] + inner[j])


@pytest.mark.parametrize("seed", range(2))
def test_a_leaning_die_stands_on_an_edge_against_another(seed: int) -> None:
    dice = random_roll(seed, 6, FONTS, "leaning").dice[:6]
    lowest = [die.solid.mesh.points[:, 2].min() for die in dice]
    assert lowest == pytest.approx([0] * 6, abs=0.3)
    flat, leaning = dice[:5], dice[5]
    tops = []
    for die in dice:
        mesh = die.solid.mesh
        normal = mesh.normals[np.unique(mesh.triangles[mesh.faces == die.up])].mean(0)
        tops.append(float(np.degrees(np.arccos(normal[2] / np.linalg.norm(normal)))))
    assert max(tops[:5]) < 3
    assert 12 < tops[5] < 42
    reach = max(float(np.ptp(leaning.solid.mesh.points[:, k])) for k in (0, 1))
    middle = leaning.solid.mesh.points.mean(0)
    assert min(float(np.hypot(*(die.solid.mesh.points.mean(0) - middle)[:2])) for die in flat) < 1.1 * reach


@pytest.mark.parametrize("sides", [6, 8])
def test_dice_that_touch_are_seen_from_lower_and_farther_away(sides: int) -> None:
    for seed in range(3):
        roll = random_roll(seed, sides, FONTS, "touching")
        assert sorted(die.colour for die in roll.dice[:6]) == sorted(SIX)
        assert roll.view.elevation < (61 if sides == 6 else 76)
        assert roll.facts["lie"] == "touching"


@pytest.mark.parametrize("ring", RINGS)
def test_eight_sided_dice_bear_each_number_once(ring: tuple[int, ...]) -> None:
    assert sorted([*ring, *(9 - v for v in ring)]) == list(range(1, 9))


def test_rolls_of_eight_sided_dice_can_be_selected() -> None:
    assert numbers_of(5, 4, False) == [5, 6, 7, 8]
    eight = numbers_of(80_000, 40, True)
    assert len(eight) == 10 and {sides_of(number) for number in eight} == {8}
