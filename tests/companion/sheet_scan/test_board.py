"""A board for two in a photo: whose stones lie where, towers, misses, and what a person is asked."""

import random
from typing import Any

import pytest

from companion.rules import Game, Position, Sheet
from companion.sheet_scan.reading import SheetReading, interpret, read_sheets
from mechanisms.stones.places import PENS, TOWER, field_name
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from tests.simulated_photos.play import positions
from tests.vision.scan.desk import seen_from, sheet
from vision.scan.evidence import CellEvidence, ScannedSheet

PAD = load_pad("duel")
LARGE = Layout(PAPERS["a4"], 1)
EVERY = list(plan_sheet(PAD, LARGE).places)


def places_of(position: Position) -> list[str]:
    """What stands on paper in a position, as far as fields reach."""
    found = []
    for pen, owned in zip(PENS, position.sheets, strict=True):
        for row, bits, towers in zip(PAD.rows, owned.rows, owned.of("stones"), strict=True):
            for cell in row:
                stones = min(TOWER, (bits >> cell.index & 1) + towers[cell.index])
                found += [field_name(str(cell), pen, storey) for storey in range(1, stones + 1)]
        found += [f"lock {letter}" for letter in owned.locks]
    found += [f"miss {n + 1}" for n in range(position.sheets[0].misses)]
    return [*found, *(f"box {n + 1}" for n in range(position.sheets[1].misses))]


def read(crossed: list[str], unsure: tuple[str, ...] = ()) -> SheetReading:
    """The reading of evidence that is plain but for some places."""
    cells = tuple(
        CellEvidence(name, 0.0 if name in unsure else 12.0 if name in crossed else -12.0, (0, 0, 9, 9))
        for name in EVERY
    )
    return interpret(ScannedSheet(None, PAD, cells, ()))


def players(reading: SheetReading) -> Any:
    return reading.to_json("board.jpg")["players"]


def test_fields_say_whose_stones_they_are_and_how_many() -> None:
    reading = read(["a5 o", "a5 o2", "b7 x", "miss 1", "box 1", "box 2"])
    first, second = players(reading)
    assert first["marks"]["a"] == {"5": 2} and first["misses"] == 1
    assert second["marks"]["b"] == {"7": 1} and second["misses"] == 2
    assert (first["scores"]["total"], second["scores"]["total"]) == (3 - 5, 1 - 10)
    assert reading.unsure == () and reading.legal


def test_a_cell_in_which_both_have_marks_is_asked_about() -> None:
    reading = read(["a5 o", "a5 x"])
    assert {doubt.cell for doubt in reading.unsure} == {"a5 o", "a5 x"}
    assert [each["marks"]["a"] for each in players(reading)] == [{}, {}]


def test_a_doubtful_field_is_asked_about() -> None:
    assert [doubt.cell for doubt in read(["a5 o"], unsure=("c9 x",)).unsure] == ["c9 x"]


@pytest.mark.parametrize(
    ("crossed", "rule"),
    [
        (["lock a"], "lock"),
        ([f"a{n} o" for n in (2, 3, 4, 5, 6, 12)], "lock"),
        (["a2 o", "a12 o", "lock a"], "duel-lock-needs-five"),
        ([f"{row}{n} x" for row in "ab" for n in range(2, 12)] + ["c12 x", "c11 x", "c10 x"], "end-stones"),
    ],
)
def test_what_no_play_leads_to_is_named(crossed: list[str], rule: str) -> None:
    reading = read(crossed)
    assert reading.legal is False and [fault.rule for fault in reading.contradictions] == [rule]
    assert read([f"a{n} o" for n in (2, 3, 4, 5, 6, 12)] + ["lock a"]).legal


def as_scanned(owned: Sheet) -> dict[str, dict[str, int]]:
    heights = zip(PAD.rows, owned.rows, owned.of("stones"), strict=True)
    return {
        row.letter: {
            str(cell.number): min(TOWER, 1 + towers[cell.index]) for cell in row if bits >> cell.index & 1
        }
        for row, bits, towers in heights
    }


def test_a_played_board_is_read_from_a_photo(full_counts: bool) -> None:
    asked = 0
    for seed in range(12 if full_counts else 1):
        chance = random.Random(seed)
        course = list(positions(Game("duel", "", ("E", "M")), chance, 0.2))
        position = course[len(course) * 2 // 3]
        marks = tuple(places_of(position))
        photo = seen_from(sheet(PAD, marks, layout=LARGE), turn=chance.uniform(-20, 20), tilt=18).photo
        (reading,) = read_sheets(photo)
        assert reading.pad == PAD and reading.observed is not None
        doubtful = {doubt.cell for doubt in reading.unsure}
        assert set(reading.observed.places) == set(marks) - doubtful
        if not doubtful:
            assert [each["marks"] for each in players(reading)] == list(map(as_scanned, position.sheets))
        asked += len(doubtful)
    assert asked <= (8 if full_counts else 2)
