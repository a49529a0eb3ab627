"""Special cells in a pad file: their order is kept, and impossible cells are refused in one sentence."""

from typing import Any

import pytest

from sheets.pad import load_pad, pad_data, parse_pad
from sheets.pad_table import PadError

ROWS: Any = pad_data(load_pad("classic"))["rows"]


def own(**tables: Any) -> dict[str, object]:
    """Return the data of a classic pad with these tables; "_" in a key stands for a hyphen."""
    data = pad_data(load_pad("classic"))
    return data | {"name": "ours"} | {key.replace("_", "-"): table for key, table in tables.items()}


def test_mechanisms_keep_the_order_of_the_file() -> None:
    pad = parse_pad(own(track={"fields": "5 9"}, steps={"A": "a7"}, exchange={"fields": "8/5"}))
    assert pad.mechanisms == ("track", "steps", "exchange")
    assert [key for key in pad_data(pad) if key in pad.mechanisms] == ["track", "steps", "exchange"]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"second_crosses": {}}, "/second-crosses: expected a table with something in it, but found none."),
        ({"second_crosses": {"a": "2 12"}}, "/second-crosses/a: expected no second cross on a last cell"),
        ({"second_crosses": {"a": "2 2"}}, "/second-crosses/a: expected each cell once"),
        ({"second_crosses": {"a": "²"}}, "/second-crosses/a: expected cells of this pad, like a5"),
        ({"steps": {"A": "a05"}}, "/steps/A: expected cells of this pad, like a5, but found a05."),
        ({"second_crosses": {"a": "13"}}, "/second-crosses/a: expected cells of this pad, like a5"),
        (
            {"second_crosses": {"a": "2 3"}, "double_cells": {"a": "3"}},
            "/double-cells/a: expected cells with a second field or double cells, but none that is both",
        ),
        ({"steps": {"B": "a7"}}, "/steps: expected the key A, but found none."),
        (
            {"steps": {"A": "a7"}, "chains": {"A": "a5-b5", "B": "a5-b5"}},
            "/steps: expected the same sheets as in /chains",
        ),
        ({"chains": {"A": "a5 b5"}}, "/chains/A: expected pairs of cells, like a6-b6, but found a5."),
        ({"chains": {"A": "a5-b5 b5-c5"}}, "/chains/A: expected each cell in one pair at most"),
        ({"chains": {"A": "a12-b11"}}, "/chains/A: expected no pair with a last cell"),
        ({"chains": {"A": "a11-b10"}, "last_cells": 2}, "/chains/A: expected no pair with a last cell"),
        ({"bonus_rows": {"ac": "5"}}, "/bonus-rows/ac: expected only the keys ab, bc, cd"),
        ({"bonus_rows": {"ab": "5 5"}}, "/bonus-rows/ab: expected each number once"),
        ({"bonus_rows": {"ab": "13"}}, "/bonus-rows/ab: expected numbers of a row beside it, but found 13."),
        ({"exchange": {"fields": "8-5"}}, "/exchange/fields: expected fields of two numbers, like 8/5"),
        ({"exchange": {"fields": "8/13"}}, "/exchange/fields: expected numbers of this pad, but found 8/13."),
        ({"exchange": {"fields": "8/5 5/8"}}, "/exchange/fields: expected two different numbers a field"),
        ({"exchange": {"fields": "8/8"}}, "/exchange/fields: expected two different numbers a field"),
        ({"track": {"fields": "5 5"}}, "/track/fields: expected each number once"),
        ({"track": {"fields": "5 x"}}, "/track/fields: expected numbers from 1 to 99, but found x."),
        (
            {"track": {"fields": " ".join(map(str, range(1, 22)))}},
            "/track/fields: expected at most 20 fields, but found 21.",
        ),
        ({"connections": {"a": "3-5"}}, "/connections/a: expected two neighbours of the row, like 3-4"),
        ({"connections": {"a": "3-4 3-4"}}, "/connections/a: expected each field once"),
        *(
            ({"sheet_rows": {"A": ROWS | {"a": row}}}, f"/sheet-rows/A/a: expected {said}")
            for row, said in (
                ("red 2 3 4 5 6 7 8 9 10 11 11", "the numbers of the row in /rows"),
                ("red 2 3 4 5 6 7 8 9 10 11 blue 12", "last cells of the same colour"),
                ("2 red 3 4 5 6 7 8 9 10 11 12", "a colour, and numbers after it"),
                ("red 2 3 pink 4 5 6 7 8 9 10 11 12", "a colour, and numbers after it"),
            )
        ),
        ({"connections": {"a": "3-4"}, "sheet_rows": {"A": ROWS}}, "expected no fields between numbers"),
        (
            {"track": {"fields": "5"}, "lucky": True},
            "/: expected special cells on a pad without bonus cells and lucky numbers, but found both.",
        ),
    ],
)
def test_bad_special_cells_get_one_sentence(tables: dict[str, Any], said: str) -> None:
    with pytest.raises(PadError) as problem:
        parse_pad(own(**tables))
    assert said in str(problem.value) and str(problem.value).endswith(".")
