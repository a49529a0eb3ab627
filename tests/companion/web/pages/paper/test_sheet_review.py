"""Sheets in a photo beside what the table knows."""

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.events import SheetTakenOver
from companion.web.pages.paper.sheet_photos import FoundSheet, place_names
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
    without_owner = found("a2", "a5", player="")
    assert (without_owner.change, without_owner.same, without_owner.usable) == (None, False, True)


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
    assert list(map(str, place_names(["13", "miss 2"], load_pad("bonus-b")))) == ["13 points", "penalty 2"]
    assert found().field(Doubt("lock a", 0.5, (0, 0, 1, 1))) == "0-lock-a"


def test_a_sheet_of_another_letter_is_not_compared() -> None:
    def of_ann(letter: str) -> FoundSheet:
        pad = load_pad("connected-b").on_sheet(letter)
        reading = SheetReading("complete", pad=pad, observed=ObservedSheet.from_places(pad, ("a2",)))
        table = play(game="connected-b", sheets={"Ann": "A", "Ben": "B"}).present
        return FoundSheet(table, 0, reading, "Ann", {})

    own, other = of_ann("A"), of_ann("B")
    assert added(own) == ["red 2"]
    assert list(own.problems) == []
    assert [str(text) for text, _ in other.problems] == ["This is not the sheet that Ann plays on."]
    assert (other.change, other.same) == (None, False)
    assert other.usable, "another player may play on it"
