"""Sheets are read from clean photos with no doubtful places, or very few."""

import random
from itertools import product

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import SheetReading, read_sheets
from sheets.order import PrintOrder, pages_of
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout, PageError
from tests.simulated_photos.play import any_game, played
from tests.vision.scan.desk import STEPS, PrintOptions, seen_from, sheet, some_places

OPTIONS = [
    {},
    {"ink": "save"},
    {"colour_blind": True},
    {"ink": "save", "colour_blind": True, "language": "de"},
    {"names": ("Emma",), "language": "es"},
    {"pastel": True},
    {"pastel": True, "ink": "save", "colour_blind": True},
]


def crossed(reading: SheetReading) -> set[str]:
    """Return the names of the places that were read as crossed."""
    assert reading.observed is not None
    places = {place for place in reading.observed.places if not place.startswith("miss")}
    return places | {f"miss {n}" for n in reading.misses}


def reads_clean(pad: Pad, layout: Layout, options: dict[str, object], most_asked: int) -> None:
    """Check the readings of an empty and of a marked sheet; at most `most_asked` places may be unsure."""
    for marks in ((), some_places(pad, layout)):
        desk = seen_from(sheet(pad, marks, layout=layout, **options), turn=9, tilt=18)
        (reading,) = read_sheets(desk.photo, (STEPS,))
        assert (str(reading.code), reading.pad) == (desk.code, pad)
        # a last cell or a lock that the rules speak against is asked about, however well it is seen; the
        # rules speak against none on an empty sheet
        ends = {str(cell) for row in pad.rows for cell in row.closing}
        ends |= {f"lock {row.letter}" for row in pad.rows}
        asked = {doubt.cell for doubt in reading.unsure} - (ends if marks else set())
        assert len(asked) <= most_asked, sorted(asked)
        assert crossed(reading) - ends - asked == set(marks) - ends - asked
        if not marks and not asked:
            assert reading.status == "complete"
            assert reading.problems == ()


QUICK = {
    *(("classic", "a4", 1, 0), ("longo", "a4", 3, 0), ("mixx-a", "a4", 3, 0), ("bonus-b", "a4", 1, 0)),
    *(("own", "a4", 3, 0), ("classic", "letter", 4, 0)),
    *(("bonus-b", "a4", 3, way) for way in (3, 4, 6)),
}
"""(pad, paper, sheets per page, index in OPTIONS) of the prints that every run reads."""
FULLY, OUTLINED = (
    [pytest.param(name, marks=() if name in often else pytest.mark.long) for name in FURTHER_PADS]
    for often in (("big-points", "connected-b"), ("double-a", "connected-b"))
)
"""Test cases: pads printed in full, and with outlines only. Every run reads the pads in `often`."""


@pytest.mark.parametrize(
    ("name", "paper", "per_page", "way"),
    [
        pytest.param(*case, marks=() if case in QUICK else pytest.mark.long)
        for case in [
            *product([*PADS, "own"], PAPERS, (1, 2, 3, 4), range(5)),
            *product(["bonus-b"], ["a4"], [3], (5, 6)),
        ]
    ],
)
def test_clean_sheets_are_sure(name: str, paper: str, per_page: int, way: int) -> None:
    pad, layout = STEPS if name == "own" else load_pad(name), Layout(PAPERS[paper], per_page)
    try:
        plan_sheet(pad, layout)
        PrintOrder(pad, 1, 1, layout=layout)
    except PageError as error:
        pytest.skip(f"This page is not printed: {error}")
    plain = way == 0 and paper == "a4" and per_page in (1, 3)
    # narrow cells in outline may be asked about: docs/reading-sheets.md
    reads_clean(pad, layout, OPTIONS[way], most_asked=0 if plain else 2)


def reads_played(name: str, layout: Layout, options: PrintOptions, most_asked: int = 0) -> None:
    """Check the reading of a played sheet of the game `name`; at most `most_asked` places may be unsure."""
    pad = load_pad(name)
    order = PrintOrder(pad, layout.per_page, 5, layout=layout)
    own = next(iter(pages_of(order)))[min(1, layout.per_page - 1)].pad
    chance = random.Random(f"{name} {layout.per_page}")
    marks = tuple(ObservedSheet.of(played(any_game(name, own, chance), chance)).places)
    (reading,) = read_sheets(seen_from(sheet(pad, marks, layout=layout, **options), turn=9, tilt=18).photo)
    assert reading.pad == own
    asked = {doubt.cell for doubt in reading.unsure}
    assert len(asked) <= most_asked, sorted(asked)
    assert crossed(reading) == set(marks) - asked
    assert (reading.problems, reading.legal) == ((), True)
    assert reading.status == ("unsure" if asked else "complete")


@pytest.mark.parametrize("per_page", [pytest.param(1, marks=pytest.mark.long), 3])
@pytest.mark.parametrize("name", FULLY)
def test_clean_sheets_of_the_further_games_are_sure(name: str, per_page: int) -> None:
    small = name == "big-points" and per_page == 3  # two digits in a small round cell may look like a mark
    reads_played(name, Layout(PAPERS["a4"], per_page), {}, most_asked=2 * small)


@pytest.mark.parametrize("name", OUTLINED)
def test_outlined_sheets_of_the_further_games_are_sure(name: str) -> None:
    options: PrintOptions = {"ink": "save", "colour_blind": True, "language": "de"}
    reads_played(name, Layout(PAPERS["letter"], 2), options, most_asked=name == "connect-15")  # narrow cells
