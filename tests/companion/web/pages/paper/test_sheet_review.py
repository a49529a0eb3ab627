"""Sheets in a photo beside what the table knows."""

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.events import SheetTakenOver
from companion.web.pages.paper.sheet_review import FoundSheet, place_names
from sheets.pad import load_pad
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
    return FoundSheet(table, 0, reading, player, sent)


def added(sheet: FoundSheet) -> list[str]:
    """Return the paper's crosses beyond what the table knows of Ann."""
    assert sheet.change is not None and sheet.reading.pad is not None
    return list(map(str, place_names(sheet.change.added, sheet.reading.pad)))


def test_new_and_missing_crosses_stand_out() -> None:
    sheet = found("a2", "a5", "miss 1")
    assert added(sheet) == ["red 5"] and not sheet.same
    states = {cell.name: cell.state for cell in sheet.snapshot.rows[0].cells if cell.state != "open"}
    assert states == {"a2": "marked", "a3": "lost", "a5": "added"}


def test_a_paper_that_says_what_the_table_knows() -> None:
    assert found("a2", "a3", "miss 1").same
    assert not found("a2", "a3").same


def test_without_an_owner_nothing_is_compared() -> None:
    sheet = found("a2", "a5", player="")
    assert (sheet.change, sheet.same) == (None, False)
    assert sheet.usable


def test_a_doubtful_place_counts_when_a_person_says_so() -> None:
    undecided, crossed = found("a2", "a3", doubts=(DOUBT,)), found("a2", "a3", doubts=(DOUBT,), f0_b7="yes")
    assert (undecided.field(DOUBT), undecided.answer(DOUBT), undecided.decided) == ("0-b7", "", False)
    assert added(undecided) == [] and added(crossed) == ["yellow 7"]
    assert crossed.answer(DOUBT) == "yes" and crossed.decided
    assert not found("a2", "a3", "miss 1", doubts=(DOUBT,)).same, "a doubt is not the same"


def test_a_sheet_of_another_pad_is_not_taken_over() -> None:
    sheet = found("a2", pad="mixx-a")
    assert not sheet.usable and len(list(sheet.problems)) == 1


def test_places_by_name() -> None:
    classic, bonus = load_pad("classic"), load_pad("bonus-b")
    assert list(map(str, place_names(["lock a", "miss 2"], classic))) == ["lock of the red row", "penalty 2"]
    assert list(map(str, place_names(["13"], bonus))) == ["13 points"]
    assert found().field(Doubt("lock a", 0.5, (0, 0, 1, 1))) == "0-lock-a"


def found_further(game: str, places: tuple[str, ...], letter: str = "") -> FoundSheet:
    """Return a sheet of a further game next to Ann's, who plays on sheet A if there are letters."""
    pad = load_pad(game).on_sheet(letter) if letter else load_pad(game)
    reading = SheetReading("complete", pad=pad, observed=ObservedSheet.from_places(pad, places))
    table = play(game=game, sheets={"Ann": "A", "Ben": "B"} if letter else {}).present
    return FoundSheet(table, 0, reading, "Ann", {})


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
    assert (list(sheet.problems), sheet.same) == ([], False)


def test_a_sheet_of_another_letter_is_not_compared() -> None:
    own, other = (found_further("connected-b", ("a2",), letter) for letter in "AB")
    assert added(own) == ["red 2"]
    assert list(own.problems) == []
    assert [str(text) for text, _ in other.problems] == ["This is not the sheet that Ann plays on."]
    assert (other.change, other.same) == (None, False)
    assert other.usable, "another player may play on it"
