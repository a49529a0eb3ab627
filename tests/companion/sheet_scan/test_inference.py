"""The probabilities of special places that the rules connect."""

import math
from itertools import pairwise, product

import pytest

from companion.sheet_scan.inference import AGAINST_RULES, bound_places, counting_places, odds_of
from sheets.pad import Pad, load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout


def pad_of(game: str) -> Pad:
    pad = load_pad(game)
    return pad.on_sheet("A") if pad.letters else pad


def said(game: str, **odds: float) -> dict[str, float]:
    """Return the log odds of a cross by place, by default -12. In keywords, "_" is a space and "p" is "+"."""
    places = plan_sheet(pad_of(game), Layout(PAPERS["a4"], 3)).places
    named = {name.replace("_", " ").replace("p", "+"): value for name, value in odds.items()}
    return {place: named.get(place, -12.0) for place in places}


def chances(game: str, **odds: float) -> dict[str, float]:
    return bound_places(pad_of(game), said(game, **odds))


def test_a_second_cross_over_an_empty_first_is_doubted_and_over_a_first_believed() -> None:
    assert chances("double-a", a5p=3.0)["a5+"] < 0.5
    assert chances("double-a", a5=12.0, a5p=3.0)["a5+"] > 0.95
    # a clear second cross speaks for a first that is hard to see
    assert chances("double-a", a5=0.0, a5p=12.0)["a5"] > 0.95


@pytest.mark.parametrize("beside", ["a5", "b5"])
def test_a_round_cell_is_believed_beside_its_number(beside: str) -> None:
    assert chances("big-points", ab5=3.0)["ab5"] < 0.5
    assert chances("big-points", **{beside: 12.0, "ab5": 3.0})["ab5"] > 0.95


def test_numbers_are_not_judged_by_round_cells() -> None:
    assert "a5" not in chances("big-points", ab5=12.0)


def test_the_ends_of_a_chain_go_together() -> None:
    both = chances("connected-b", a6=12.0, b6=1.2)
    assert both["b6"] > 0.98
    lone = chances("connected-b", a6=2.0)
    assert lone["a6"] < 0.2


def test_an_exchange_field_goes_with_a_cross_of_one_of_its_numbers() -> None:
    assert chances("x-change", box_1=3.0)["box 1"] < 0.5
    assert chances("x-change", box_1=3.0, c5=12.0)["box 1"] > 0.95


def test_the_track_is_judged_as_if_every_combination_were_weighed() -> None:
    odds = {"box_1": 0.4, "box_2": -1.0, "box_3": 2.5, "box_4": -3.0}
    places = [f"box {n}" for n in range(1, 5)]
    own = [odds_of(odds[name.replace(" ", "_")]) for name in places]
    weighed, total = [0.0] * 4, 0.0
    for states in product((False, True), repeat=4):
        weight = math.prod(o for o, crossed in zip(own, states, strict=True) if crossed)
        weight *= AGAINST_RULES ** sum(right and not left for left, right in pairwise(states))
        total += weight
        weighed = [sum_ + weight * crossed for sum_, crossed in zip(weighed, states, strict=True)]
    probabilities = chances("lucky-15", **odds)
    assert [probabilities[place] for place in places] == pytest.approx([w / total for w in weighed])


def test_lock_counts_special_cells() -> None:
    double_a, double_b, connect = (
        counting_places(pad, pad.rows[0]) for pad in map(pad_of, ("double-a", "double-b", "connect-15"))
    )
    assert double_a["a5"] == double_a["a5+"] == 1 and "a12" not in double_a
    assert (double_b["a3"], double_b["a4"]) == (2, 1)
    assert connect["a3-4"] == 1 and "b5-6" not in connect


def test_a_plain_pad_ties_nothing() -> None:
    assert bound_places(load_pad("classic"), said("classic")) == {}
