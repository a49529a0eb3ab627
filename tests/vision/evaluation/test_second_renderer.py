"""The second renderer's geometry and labels, and the figures that are drawn from what was seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.evaluation import figures, rolls, solids, textures, thresholds
from vision.evaluation.plot import curves
from vision.evaluation.readings import Answer, Labelled, Seen, load, paired, shared
from vision.reading import Die

FONTS = Path(__file__).parents[3] / "sheets" / "fonts"


def answer(colour: str, value: int, confidence: float = 0.99, state: str = "flat", sides: int = 6) -> Answer:
    return Answer(colour, value, sides, confidence, confidence, state, (0.0, 0.0, 30.0, 30.0))


def die(value: int, said: Answer | None, colour: str = "red", top: float = 1.0) -> Labelled:
    return Labelled(colour, value, 6, top, (0.0, 0.0, 30.0, 30.0), said)


def roll(dice: Sequence[Labelled], status: str = "complete", codes: tuple[str, ...] = ()) -> Seen:
    return Seen("a.jpg", "mitsuba 6", False, status, codes, tuple(dice), (), (640, 480), 60.0, "lamp")


# --- the renderer


def test_a_cube_is_as_large_as_its_edge_and_closed() -> None:
    mesh = solids.cube(16, 0.2, 1.74, [np.zeros((0, 2))] * 6, 0.18, 0.1)
    assert np.allclose(mesh.points.max(0), 8) and np.allclose(mesh.points.min(0), -8)
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    volume = float((np.cross(a, b) * c).sum() / 6)
    assert 0.85 * 16**3 < volume < 16**3  # every triangle looks outwards: the parts add up


def test_dents_lie_below_the_face_where_the_pips_are() -> None:
    dents = [np.array([[0.5, 0.0]]), *[np.zeros((0, 2))] * 5]
    mesh = solids.cube(2, 0.1, 1.74, dents, 0.2, 0.1)
    right, _ = solids.frame(np.array([0.0, 0.0, 1.0]))
    pip = mesh.points[np.hypot(*(mesh.points[:, :2] - 0.5 * right[:2]).T) < 0.03]
    assert pip[pip[:, 2] > 0][:, 2].max() < 0.92


def test_an_octahedron_has_eight_flat_faces_at_its_inradius() -> None:
    mesh = solids.octahedron(18, 0.1, [2] * 8)
    for face, octant in enumerate(solids.OCTANTS):
        normal = np.array(octant) / np.sqrt(3)
        points = mesh.points[np.unique(mesh.triangles[mesh.faces == face])]
        assert float((points @ normal).max()) == pytest.approx(18 / np.sqrt(6), rel=1e-6)
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    assert float((np.cross(a, b) * c).sum() / 6) > 0.8 * 18**3 * np.sqrt(2) / 3


@given(st.integers(0, 7), st.integers(0, 2))
def test_numerals_stand_upright_seen_from_outside(face: int, corner: int) -> None:
    normal = np.array(solids.OCTANTS[face]) / np.sqrt(3)
    right, up = solids.corner_frame(normal, corner)
    assert np.allclose(np.cross(right, up), normal)  # else digits would be mirrored


@pytest.mark.parametrize("sides", [6, 8])
@pytest.mark.parametrize("seed", range(2))
def test_the_label_is_the_face_that_is_up_and_opposite_faces_add_up(seed: int, sides: int) -> None:
    drawn = rolls.draw(seed, sides, FONTS)
    ours = drawn.dice[:6]
    assert [d.colour for d in ours] == list(rolls.SIX)
    for one in ours:
        assert 1 <= one.value <= sides == one.sides
        mesh = one.thing.mesh
        heights = [mesh.points[np.unique(mesh.triangles[mesh.faces == f])][:, 2].mean() for f in range(sides)]
        assert int(np.argmax(heights)) == one.up
        assert mesh.points[:, 2].min() == pytest.approx(0, abs=0.3)  # it stands on the table


@pytest.mark.parametrize("sides", [6, 8])
def test_dice_do_not_stand_in_each_other(sides: int) -> None:
    for seed in range(2):
        dice = rolls.draw(seed, sides, FONTS).dice
        middles = [d.thing.mesh.points.mean(0) for d in dice]
        inner = [float(np.ptp(d.thing.mesh.points[:, 2])) / 2 for d in dice]
        for i in range(len(dice)):
            for j in range(i):
                gap = float(np.hypot(*(middles[i] - middles[j])[:2]))
                assert gap > 0.95 * (inner[i] + inner[j])


@pytest.mark.parametrize("ring", rolls.RINGS)
def test_eight_sided_dice_bear_each_number_once(ring: tuple[int, ...]) -> None:
    assert sorted([*ring, *(9 - v for v in ring)]) == list(range(1, 9))


def test_a_pixel_shows_the_point_that_is_projected_onto_it() -> None:
    view = rolls.draw(3, 6, FONTS).view
    point = view.on_table((123.0, 321.0), 8.0)
    assert point[2] == pytest.approx(8.0)
    assert np.allclose(view.project(point[None]), [[123.0, 321.0]])


def test_pips_are_as_many_as_the_value() -> None:
    rng = np.random.default_rng(0)
    black, white = np.zeros(3, np.float32), np.ones(3, np.float32)
    faces = [1, 6, 2, 5, 3, 4]
    _, places = textures.pips(rng, faces, [0, 1, 2, 3, 0, 1], black, [white, white], 0.5, 0.15)
    assert [len(p) for p in places] == faces


def test_a_folder_without_fonts_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="expected a folder with fonts"):
        textures.fonts(tmp_path)


# --- what was seen


def test_boxes_are_paired_best_first() -> None:
    def at(x: int) -> Die:
        return Die("red", 3, 6, 0.9, "flat", (x, 0, 30, 30), ((3, 0.9), (2, 0.1)), (("red", 1.0),))

    # the second label fits the first die better than the first label does
    assert paired([(10, 0, 30, 30), (2, 0, 30, 30)], [at(3), at(14)]) == [1, 0]
    assert paired([(200, 0, 30, 30)], [at(3)]) == [None]


def test_a_box_that_hugs_the_pips_counts() -> None:
    assert shared((10, 10, 10, 10), (0, 0, 40, 40)) == pytest.approx(0.9)
    assert shared((0, 0, 30, 30), (15, 0, 30, 30)) == pytest.approx(1 / 3)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    seen = roll([die(3, answer("red", 3)), die(4, None)], "wrong-set", ("missing",))
    (tmp_path / "kept").write_text(seen.line() + "\n", "utf-8")
    assert load(tmp_path / "kept") == [seen]
    assert json.loads(seen.line())["dice"][1]["answer"] is None


# --- figures


@given(st.integers(1, 60), st.data())
def test_the_interval_is_the_exact_one(of: int, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, of))
    low, high = figures.interval(wrong, of)

    def at_most(k: int, p: float) -> float:
        return sum(comb(of, i) * p**i * (1 - p) ** (of - i) for i in range(k + 1))

    assert low <= wrong / of <= high
    if wrong < of:
        assert at_most(wrong, high) == pytest.approx(0.025, abs=1e-6)
    if wrong:
        assert 1 - at_most(wrong - 1, low) == pytest.approx(0.025, abs=1e-6)


def test_no_fault_among_three_thousand_shows_one_in_a_thousand() -> None:
    assert figures.needed(1 / 1000) == 2995
    assert figures.interval(0, 3000)[1] < 0.00123


def test_a_missed_die_is_a_wrong_one() -> None:
    assert not figures.wrong(roll([die(3, answer("red", 3))]))
    assert figures.wrong(roll([die(3, None)]))
    assert figures.wrong(roll([die(3, answer("red", 4))]))
    assert figures.wrong(roll([die(3, answer("blue", 3))]))
    assert figures.wrong(roll([die(3, answer("red", 3, sides=8))]))


def test_a_guest_is_no_fault_and_a_covered_top_makes_a_roll_unclear() -> None:
    guest = Labelled("other", 4, 6, 1.0, (0.0, 0.0, 30.0, 30.0), None)
    assert not figures.wrong(roll([die(3, answer("red", 3)), guest]))
    assert figures.clear(roll([die(3, None), guest]))
    assert not figures.clear(roll([die(3, None, top=0.7)]))


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_the_curve_ends_at_all_pictures_and_their_share_of_faults(pairs: list[tuple[float, bool]]) -> None:
    some = [roll([die(3, answer("red", 4 if fault else 3, p))]) for p, fault in pairs]
    points = figures.curve(some)
    assert points[-1][:2] == (1.0, pytest.approx(sum(f for _, f in pairs) / len(pairs)))
    assert all(a[2] >= b[2] for a, b in pairwise(points))


def test_curves_are_drawn_with_their_names() -> None:
    drawn = curves([("tray & felt", [(0.5, 0.0, 0.9), (1.0, 0.1, 0.2)])])
    assert "tray &amp; felt" in drawn and drawn.count("<polyline") == 1


# --- thresholds


def test_the_threshold_keeps_faults_out_and_as_much_as_it_can() -> None:
    good = [roll([die(3, answer("red", 3, p))], "unsure", ("die-doubtful",)) for p in (0.72, 0.82, 0.97)]
    bad = [roll([die(3, answer("red", 4, 0.78))], "unsure", ("die-doubtful",))]
    flat, hidden = thresholds.choose(good + bad)
    assert 0.78 < flat <= 0.82 and hidden >= flat
    assert thresholds.kept(good + bad, flat, hidden, flat) == (2, 0)


@pytest.mark.parametrize("code", ["missing", "cut", "cocked", "too-many", "perhaps-a-die"])
def test_no_threshold_takes_away_what_is_not_doubt(code: str) -> None:
    status = "wrong-set" if code in ("missing", "too-many") else "unsure"
    assert not thresholds.complete(roll([die(3, answer("red", 3))], status, (code,)), 0.1, 0.1, 0.1)


def test_a_hidden_die_needs_more() -> None:
    seen = roll([die(3, answer("red", 3, 0.9, "hidden"))], "unsure", ("hidden",))
    assert thresholds.complete(seen, 0.85, 0.9, 0.95)
    assert not thresholds.complete(seen, 0.85, 0.97, 0.95)
