"""Positions of special cells on a sheet: round cells, second fields, fields between cells, and strips."""

from itertools import pairwise

import pytest

from sheets.pad import Pad, load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout, PageError
from sheets.plan import SheetPlan
from tests.sheets.orders import own_classic
from tests.sheets.printed import contains

A4 = Layout(PAPERS["a4"], 3)
BIG = Layout(PAPERS["a4"], 1)


def plan(game: str, layout: Layout = A4) -> SheetPlan:
    return plan_sheet(load_pad(game), layout)


def own(**tables: object) -> Pad:
    return own_classic(tables)


@pytest.mark.parametrize("layout", [A4, BIG], ids=["three", "large"])
def test_round_cells_stand_in_the_columns_of_their_numbers_between_both_rows(layout: Layout) -> None:
    places = plan("big-points", layout)
    for name, upper, lower in (("ab", "a", "b"), ("cd", "c", "d")):
        for number in range(2, 13):
            box = places.box(f"{name}{number}")
            above, below = places.box(f"{upper}{number}"), places.box(f"{lower}{number}")
            assert box.cx == pytest.approx(above.cx) and box.cx == pytest.approx(below.cx)
            assert places.row(upper).plate.bottom < box.y and box.bottom < places.row(lower).plate.y
            assert box.w == box.h


def test_every_cell_but_the_last_has_its_second_field_right_below_it() -> None:
    places = plan("double-a")
    seconds = [name for name in places.places if name.endswith("+")]
    assert len(seconds) == 40
    assert {"a12+", "b12+", "c2+", "d2+"}.isdisjoint(seconds)
    for name in seconds:
        field, cell = places.box(name), places.box(name[:-1])
        assert field.cx == pytest.approx(cell.cx)
        assert 0.3 < field.y - cell.bottom < 1.5
        assert contains(places.row(name[0]).plate, field)


def test_fields_stand_between_the_two_numbers_that_they_are_named_after() -> None:
    places = plan("connect-15")
    names = [name for name in places.places if "-" in name]
    assert names == [
        *("a3-4", "a6-7", "a10-11", "b5-6", "b7-8", "b9-10"),
        *("c10-9", "c6-5", "c4-3", "d11-10", "d8-7", "d5-4"),
    ]
    for name in names:
        left, right = name[1:].split("-")
        one, other, field = (places.box(place) for place in (name[0] + left, name[0] + right, name))
        assert one.right < field.x and field.right < other.x
        assert field.x - one.right == pytest.approx(other.x - field.right)
        assert field.w > 4.5 and field.h > 7


@pytest.mark.parametrize(("game", "count"), [("x-change", 9), ("lucky-15", 4)])
def test_the_fields_of_a_strip_are_boxes_from_left_to_right_below_the_rows(game: str, count: int) -> None:
    places = plan(game)
    boxes = [places.box(f"box {n}") for n in range(1, count + 1)]
    assert places.boxes == tuple(boxes)
    assert all(left.right < right.x for left, right in pairwise(boxes))
    assert min(box.y for box in boxes) > places.row("d").plate.bottom
    with pytest.raises(PageError):
        places.box(f"box {count + 1}")


def test_boxes_of_an_exchange_come_before_those_of_a_track() -> None:
    pad = own(exchange={"fields": "8/5 9/7"}, track={"fields": "5 11 18"})
    places = plan_sheet(pad, A4)
    assert len(places.boxes) == 5
    assert places.box("box 2").bottom < places.box("box 3").y


@pytest.mark.parametrize(("game", "most"), [
    ("classic", 12), ("longo", 15), ("big-points", 15), ("double-a", 16), ("double-b", 16),
    ("connected-a", 12), ("connected-b", 12), ("x-change", 12), ("lucky-15", 12), ("connect-15", 15),
])  # fmt: skip
def test_the_score_table_goes_as_far_as_crosses_count(game: str, most: int) -> None:
    assert len(plan(game).table_columns) == most


def test_without_a_limit_the_score_table_counts_all_that_a_row_can_have() -> None:
    pad = own(connections={"a": "3-4 6-7"}, **{"bonus-rows": {"ab": "2 3 4"}, "double-cells": {"a": "5"}})
    assert len(plan_sheet(pad, A4).table_columns) == 12 + 2 + 3 + 1


@pytest.mark.parametrize("game", ["connected-a", "connected-b"])
def test_all_sheets_of_a_connected_game_lie_alike(game: str) -> None:
    pad = load_pad(game)
    assert len({plan_sheet(pad.on_sheet(letter), A4) for letter in pad.letters}) == 1


def test_a_chain_over_other_numbers_is_refused() -> None:
    pad = own(chains={"A": "a6-c6"}).on_sheet("A")
    with pytest.raises(PageError, match="chain from a6 to c6 cannot be drawn"):
        plan_sheet(pad, A4)


def test_more_round_cells_than_columns_are_refused() -> None:
    low, high = (" ".join(map(str, numbers)) for numbers in (range(2, 9), range(9, 17)))
    rows = {"a": f"red {low}", "b": f"yellow {low}", "c": f"green {high}", "d": f"blue {high}"}
    pad = own(sides=8, rows=rows, **{"bonus-rows": {"bc": f"{low} {high}"}})
    with pytest.raises(PageError, match="Row bc has 15 round cells"):
        plan_sheet(pad, A4)


@pytest.mark.parametrize("game", ["bonus-a", "double-a"])
def test_low_cells_are_refused_with_a_layout_that_fits(game: str) -> None:
    with pytest.raises(PageError, match="ask for 3 on a page"):
        plan(game, Layout(PAPERS["a4"], 4))


def test_a_pad_with_every_mechanism_fits_on_a_large_sheet() -> None:
    pad = own(
        exchange={"fields": "8/5 9/7"},
        track={"fields": "5 11 18"},
        connections={"a": "3-4"},
        chains={"A": "a6-b6"},
        steps={"A": "a7 b8"},
        **{
            "bonus-rows": {"ab": "2 3 4", "bc": "5"},
            "second-crosses": {"a": "2 3 4"},
            "double-cells": {"d": "10"},
        },
    )
    places = plan_sheet(pad.on_sheet("A"), BIG).places
    assert {"ab3", "bc5", "a4+", "a3-4", "box 5"} <= places.keys()
