"""Sheets in a photo beside what the table knows."""

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.events import SheetTakenOver
from companion.web.pages.paper.sheet_review import FoundSheet, field_name, place_name, present_found_sheet
from sheets.pad import load_pad
from tests.companion.moment import game_of
from tests.companion.web.pages.tables import play

PAD = load_pad("classic")
DOUBT = Doubt("b7", 0.5, (0, 0, 10, 10))


def found(
    *places: str, player: str = "Ann", doubts: tuple[Doubt, ...] = (), pad: str = "classic", **answers: str
) -> FoundSheet:
    reading = SheetReading(
        "unsure" if doubts else "complete",
        pad=load_pad(pad),
        observed=ObservedSheet.from_places(load_pad(pad), list(places)),
        unsure=doubts,
    )
    table = play(SheetTakenOver("Ann", "a2 a3 / - / - / - misses 1")).present
    sent = {name.replace("_", "-").removeprefix("f"): answer for name, answer in answers.items()}
    return present_found_sheet(table, 0, reading, ["crop"] * len(doubts), player, sent)


def added(sheet: FoundSheet) -> list[str]:
    """Return the paper's crosses beyond what the table knows of Ann."""
    assert sheet.change is not None
    return [str(place) for place in sheet.change.added]


def test_new_and_missing_crosses_stand_out() -> None:
    sheet = found("a2", "a5", "miss 1")
    change = sheet.change
    assert change is not None and added(sheet) == ["red 5"]
    assert [str(place) for place in change.removed] == ["red 3"]
    assert (change.misses, change.total, sheet.same) == ((1, 1), (-2, -2), False)
    assert sheet.snapshot is not None
    states = {cell.name: cell.state for cell in sheet.snapshot.rows[0].cells if cell.state != "open"}
    assert states == {"a2": "marked", "a3": "lost", "a5": "added"}


def test_a_paper_that_says_what_the_table_knows() -> None:
    assert found("a2", "a3", "miss 1").same
    assert not found("a2", "a3").same


def test_without_an_owner_nothing_is_compared() -> None:
    sheet = found("a2", "a5", player="")
    assert (sheet.change, sheet.same) == (None, False)
    assert sheet.snapshot is not None


def test_a_doubtful_place_counts_when_a_person_says_so() -> None:
    undecided, crossed = found("a2", "a3", doubts=(DOUBT,)), found("a2", "a3", doubts=(DOUBT,), f0_b7="yes")
    assert [(each.field, str(each.name), each.crop, each.answer) for each in undecided.doubts] == [
        ("0-b7", "yellow 7", "crop", "")
    ]
    assert added(undecided) == [] and added(crossed) == ["yellow 7"]
    assert crossed.doubts[0].answer == "yes"
    assert not found("a2", "a3", "miss 1", doubts=(DOUBT,)).same, "a doubt is not the same"


def test_a_sheet_of_another_pad_is_not_taken_over() -> None:
    sheet = found("a2", pad="mixx-a")
    assert sheet.snapshot is None and len(sheet.problems) == 1


def test_places_by_name() -> None:
    assert str(place_name(game_of("classic").pad, "lock a")) == "lock of the red row"
    assert str(place_name(game_of("classic").pad, "miss 2")) == "penalty 2"
    assert str(place_name(game_of("bonus-b").pad, "13")) == "13 points"
    assert field_name(1, Doubt("lock a", 0.5, (0, 0, 1, 1))) == "1-lock-a"


def found_further(game: str, places: tuple[str, ...], letter: str = "", doubt: str = "") -> FoundSheet:
    """Return a sheet of a further game next to Ann's, who plays on sheet A if there are letters."""
    pad = load_pad(game)
    reading = SheetReading(
        "unsure" if doubt else "complete",
        pad=pad.on_sheet(letter) if letter else pad,
        observed=ObservedSheet.from_places(pad.on_sheet(letter) if letter else pad, places),
        unsure=(Doubt(doubt, 0.5, (0, 0, 10, 10)),) if doubt else (),
    )
    table = play(game=game, sheets={"Ann": "A", "Ben": "B"} if letter else {}).present
    return present_found_sheet(table, 0, reading, ["crop"] * bool(doubt), "Ann", {})


@pytest.mark.parametrize(
    ("game", "places", "named"),
    [
        ("double-a", ("a5", "a5+"), ["red 5", "second cross of red 5"]),
        ("big-points", ("b5", "ab5"), ["yellow 5", "round cell 5 between the red row and the yellow row"]),
        ("x-change", ("a5", "box 1"), ["red 5", "exchange field 8/5"]),
        ("lucky-15", ("box 1",), ["field 5 of the track"]),
        ("connect-15", ("a3-4",), ["field 3-4 of the red row"]),
    ],
)
def test_special_crosses_on_paper_are_new_by_their_names(
    game: str, places: tuple[str, ...], named: list[str]
) -> None:
    sheet = found_further(game, places)
    assert added(sheet) == named
    assert (sheet.problems, sheet.same) == ((), False)


@pytest.mark.parametrize(
    ("game", "doubt", "name"),
    [
        ("double-a", "a5+", "second cross of red 5"),
        ("connect-15", "d11-10", "field 11-10 of the blue row"),
        ("x-change", "box 9", "exchange field 6/4"),
    ],
)
def test_a_doubtful_special_place_is_asked_by_its_name(game: str, doubt: str, name: str) -> None:
    (asked,) = found_further(game, (), doubt=doubt).doubts
    assert (str(asked.name), asked.field) == (name, field_name(0, Doubt(doubt, 0.5, (0, 0, 1, 1))))


def test_a_sheet_of_another_letter_is_not_compared() -> None:
    own, other = (found_further("connected-b", ("a2",), letter) for letter in "AB")
    assert added(own) == ["red 2"]
    assert own.problems == ()
    assert [str(problem.text) for problem in other.problems] == ["This is not the sheet that Ann plays on."]
    assert (other.change, other.same) == (None, False)
    assert other.snapshot is not None, "somebody else may play on it"
