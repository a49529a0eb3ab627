"""Checks details of records, verdicts and lists of moves in the further games (FURTHER_VARIANTS)."""

import json
from typing import Any

import pytest

from companion.records.reading import read_record
from companion.records.validation import NotARecord
from companion.rules import FURTHER_VARIANTS
from sheets.pad import load_pad, pad_data
from sheets.serial import LETTERED_GAMES
from tests.companion.records.verdicts import Json, moves, verdict


def game(name: str, *turns: Json, **top: object) -> Json:
    """Return a record of players E and M with these turns. With lettered sheets, E has A and M has B."""
    data: Json = {"format": "qwixx-record/1", "game": name, "players": ["E", "M"], "turns": list(turns)}
    if name in LETTERED_GAMES:
        data["sheets"] = {"E": "A", "M": "B"}
    return data | top


def turn(dice: str, coloured: str = "1111", **written: object) -> Json:
    """Return a turn of a record. `dice`: the white dice; `coloured`: red to blue, "-" for a removed die."""
    roll: Json = {"white": [int(dice[0]), int(dice[1])]}
    names = ("red", "yellow", "green", "blue")
    roll |= {name: int(value) for name, value in zip(names, coloured, strict=True) if value != "-"}
    return {"dice": roll} | written


def illegal(record: Json) -> list[tuple[str, str, str, str]]:
    return [(i["action"], i["player"], i["mark"], i["rule"]) for i in verdict(record)["illegal"]]


# -- parts of a mark -------------------------------------------------------------------------------------


def test_each_part_of_a_mark_is_judged_and_reported_alone() -> None:
    both = turn("15", "2346", white={"E": "a6-7 a6", "M": "a3-4 a7"})
    assert illegal(game("connect-15", both)) == [
        ("white", "E", "a6", "left-to-right"),
        ("white", "M", "a7", "white-sum"),
    ]
    people = verdict(game("connect-15", both))["players"]
    assert people["E"]["fields"]["a"] == ["6-7"] and people["E"]["marks"]["a"] == []
    assert people["M"]["fields"]["a"] == ["3-4"]


def test_each_part_is_reported_after_the_end_and_before_its_time() -> None:
    misses = [turn("11", "6666")] * 7
    late = turn("15", white={"M": "a3-4 a6"}, colour="b6 b7-8")
    assert illegal(game("connect-15", *misses, late)) == [
        ("white", "M", "a3-4", "game-over"),
        ("white", "M", "a6", "game-over"),
        ("colour", "M", "b6", "game-over"),
        ("colour", "M", "b7-8", "game-over"),
    ]
    early = turn("15", open=True, white={"E": "-"}, colour="a3-4 a6")
    assert illegal(game("connect-15", early)) == [
        ("colour", "E", "a3-4", "action-order"),
        ("colour", "E", "a6", "action-order"),
    ]


def test_one_refused_part_leaves_an_action_of_an_open_turn_undecided() -> None:
    record = game("connect-15", turn("15", "2346", open=True, white={"E": "a3-4 a7", "M": "b5-6 b6"}))
    assert illegal(record) == [("white", "E", "a7", "white-sum")]
    assert list(moves(record)) == ["E"]
    assert verdict(record)["players"]["E"]["fields"]["a"] == []
    assert verdict(record)["players"]["M"]["fields"]["b"] == ["5-6"]


# -- the keys of a verdict -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FURTHER_VARIANTS)
def test_the_pad_decides_the_keys_of_a_verdict(name: str) -> None:
    person = verdict(game(name))["players"]["E"]
    assert ("fields" in person) == (name == "connect-15")
    assert list(person["marks"]) == [*"abcd", *(("ab", "cd") if name == "big-points" else ())]
    assert person["bonus"] == ([0] if name in ("connected-a", "lucky-15") else [])


def test_verdict_lists_each_bonus() -> None:
    fields = game("x-change", turn("44", white={"E": "a5x", "M": "b6x"}), turn("44", white={"E": "c6x"}))
    people = verdict(fields)["players"]
    assert people["E"]["bonus"] == [1, 6] and people["M"]["bonus"] == [6]
    steps = verdict(game("connected-a", turn("34", white={"E": "a7", "M": "a7"})))["players"]
    assert (steps["E"]["bonus"], steps["E"]["scores"]["bonus"]) == ([1], 1)
    assert (steps["M"]["bonus"], steps["M"]["scores"]["bonus"]) == ([0], 0)
    track = verdict(game("lucky-15", turn("56", "4111", white={"E": "15"})))["players"]["E"]
    assert (track["bonus"], track["scores"]["bonus"], track["misses"]) == ([1], 5, 0)


def test_a_number_crossed_twice_repeats_in_marks() -> None:
    record = game("double-a", turn("23", "3111", white={"E": "a5"}), turn("14", "6666", white={"E": "a5+"}))
    assert verdict(record)["players"]["E"]["marks"]["a"] == [5, 5]
    record = game("double-b", turn("12", white={"E": "a3", "M": "c3"}))
    people = verdict(record)["players"]
    assert people["E"]["marks"]["a"] == [3, 3] and people["M"]["marks"]["c"] == [3]


def own(*keys: str, **tables: Json) -> Json:
    """Return a custom pad: the rows of the classic one, and the mechanisms `keys` in this order."""
    data = pad_data(load_pad("classic"))
    every = {
        "steps": {"A": "a7 b2"},
        "exchange": {"fields": "8/5 9/7"},
        "track": {"fields": "5 11"},
        "second-crosses": {"a": "2 3 4 5"},
        "connections": {"a": "3-4"},
    } | tables
    return data | {"name": "ours"} | {key: every[key] for key in keys}


def test_several_mechanisms_have_one_entry_each_in_the_order_of_the_pad_file() -> None:
    play = turn("44", white={"E": "a5x"})
    rest = {"sheets": {"E": "A", "M": "A"}}
    tallies: dict[tuple[str, ...], list[Any]] = {
        ("steps", "exchange", "track"): [0, [1], 0],
        ("track", "exchange", "steps"): [0, [1], 0],
    }
    tallies |= {("exchange", "second-crosses"): [1], ("second-crosses", "connections"): []}
    for keys, expected in tallies.items():
        top = {"layout": own(*keys)} | (rest if "steps" in keys else {})
        played = [play] if "exchange" in keys else []
        assert verdict(game("classic", *played, **top))["players"]["E"]["bonus"] == expected, keys
    both = game("classic", turn("56", "4111", white={"E": "15"}), layout=own("track", "steps"), **rest)
    assert verdict(both)["players"]["E"]["bonus"] == [1, 0]
    swapped = game("classic", turn("56", "4111", white={"E": "15"}), layout=own("steps", "track"), **rest)
    assert verdict(swapped)["players"]["E"]["bonus"] == [0, 1]


# -- sheets ----------------------------------------------------------------------------------------------


def test_players_of_double_who_are_not_named_use_the_pad_of_the_game() -> None:
    record = game("double-a", turn("12", white={"E": "a3", "M": "a3"}), sheets={"M": "double-b"})
    people = verdict(record)["players"]
    assert people["E"]["marks"]["a"] == [3] and people["M"]["marks"]["a"] == [3, 3]


def test_a_second_cross_on_a_double_b_sheet_breaks_double_frontier() -> None:
    record = game("double-b", turn("23", white={"E": "a5"}), turn("23", white={"E": "a5+"}))
    assert illegal(record) == [("white", "E", "a5+", "double-frontier")]


def test_letters_may_repeat() -> None:
    assert verdict(game("connected-b", sheets={"E": "C", "M": "C"}))["ok"]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (game("connected-a", sheets=None), "/sheets: expected an object"),
        (game("connected-a", sheets={"E": "A"}), "M has none"),
        (game("connected-a", sheets={"E": "A", "M": "F"}), "/sheets/M: expected one of A, B, C, D, E"),
        (game("connected-a", sheets={"E": "A", "M": "B", "X": "C"}), "/sheets/X"),
        (game("double-a", sheets={"E": "x-change"}), "/sheets/E: expected one of double-a, double-b"),
        (game("classic", sheets={"E": "A"}), "/sheets: expected only in games whose sheets differ"),
        (game("x-change", sheets={"E": "A", "M": "B"}), "/sheets: expected only"),
        (game("classic", sheets={"E": "A", "M": "B"}, layout=own("track")), "/sheets: expected only"),
        (game("classic", layout=own("steps")), 'expected the key "sheets"'),
        (game("lucky-15", rulings={"lucky15-top": 26}), "/rulings/lucky15-top"),
    ],
)
def test_record_with_wrong_terms_is_refused(record: Json, said: str) -> None:
    with pytest.raises(NotARecord) as refused:
        read_record(json.dumps(record))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("x-change", ["a2x", "a12x", "a5+", "15"]),
        ("classic", ["a5x", "15"]),
        ("big-points", ["bc5", "a6>b"]),
        ("double-b", ["a6x"]),
        ("lucky-15", ["a3-4"]),
        ("connected-b", ["ab6"]),
        ("connect-15", ["a3-4 a6 b6", "a3-4 a6-7", "a6 b6", "a3-4  a6", "a4-5", "a5*", "a6>b"]),
    ],
)
def test_mark_that_the_pad_does_not_have_is_refused(name: str, marks: list[str]) -> None:
    for mark in marks:
        with pytest.raises(NotARecord, match="/turns/1/white/E"):
            read_record(json.dumps(game(name, turn("15", white={"E": mark}))))


# -- moves -----------------------------------------------------------------------------------------------


def test_moves_of_each_form_are_listed_row_by_row() -> None:
    strip = moves(game("x-change", turn("44", open=True)))["E"]
    assert strip[:4] == ["-", "a8", "a5x", "a6x"] and strip[4:7] == ["b8", "b5x", "b6x"]
    track = moves(game("lucky-15", turn("56", "4111", open=True)))
    assert track == {"E": ["-", "a11", "b11", "c11", "d11", "15"], "M": ["-", "a11", "b11", "c11", "d11"]}
    before = turn("12", white={"E": "a3", "M": "c3"})
    twice = moves(game("double-a", before, turn("12", open=True)))
    assert twice["E"] == ["-", "a3+", "b3", "c3", "d3"]
    assert twice["M"] == ["-", "a3", "b3", "c3+", "d3"]
    rounds = moves(game("big-points", before, turn("12", open=True)))
    assert rounds["E"] == ["-", "b3", "c3", "d3", "ab3"]
    assert rounds["M"] == ["-", "a3", "b3", "d3", "cd3"]


def test_moves_list_a_field_that_its_number_brings_near() -> None:
    rulings = {"connect-which": "next"}
    listed = moves(game("connect-15", turn("15", "2222", open=True), rulings=rulings))["E"]
    assert "a3-4" in listed and "a6-7" not in listed
    assert "a6 a6-7" in listed and "a3-4 a6" in listed and "a6 a3-4" not in listed


def test_moves_list_fields_after_numbers_and_pairs_last_in_a_row() -> None:
    listed = moves(game("connect-15", turn("12", "5222", open=True)))["E"]
    assert listed[:5] == ["-", "a3", "a3-4", "a6-7", "a10-11"]
    assert listed[5:].index("b3") > max(i for i, mark in enumerate(listed[5:]) if mark.startswith("a"))
    pairs = [mark for mark in listed if " " in mark]
    assert "a3 a3-4" in pairs and "a3-4 a3" not in pairs
    assert len(pairs) == len({frozenset(mark.split()) for mark in pairs}) == 4 * 3
