"""A player's sheet highlights legal cells, hides secret choices, and accepts taps only from some viewers."""

import pytest

from companion.table.events import SheetTakenOver
from companion.web.pages.table.sheets.sheet import PlayerSheet, present_sheets
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import ANN, BEN, GUEST, ROLL, TABLE, cell, play, sheet_of


def cells(sheet: PlayerSheet, state: str) -> str:
    return " ".join(cell.name for row in sheet.rows for cell in row.cells if cell.state == state)


def test_legal_cells_stand_out_until_the_player_has_chosen() -> None:
    assert cells(sheet_of("Ann", TABLE, ROLL), "legal") == "a5 b5 c5 d5"
    after = sheet_of("Ann", TABLE, ROLL, "Ann c5")
    assert cells(after, "chosen") == "c5"
    assert cells(after, "legal") == ""
    assert cells(after, "gone") == "c12 c11 c10 c9 c8 c7 c6"


def test_a_choice_becomes_a_mark_when_nobody_can_take_it_back() -> None:
    turn = (ROLL, "Ann a5", "Ben b5")
    for viewer in (TABLE, ANN):
        sheet = sheet_of("Ann", viewer, *turn)
        assert cells(sheet, "chosen") == "a5" and str(sheet.take_back) == "red 5" and sheet.tappable
    assert cells(sheet_of("Ann", BEN, *turn), "marked") == "a5"
    assert sheet_of("Ann", BEN, *turn).take_back is None
    thrown = sheet_of("Ann", ANN, *turn, "Ann -", ROLL)
    assert cells(thrown, "marked") == "a5" and cells(thrown, "chosen") == "" and thrown.take_back is None


def test_take_back_is_named() -> None:
    assert str(sheet_of("Ben", BEN, ROLL, "Ann a5", "Ben -").take_back) == "pass"
    assert str(sheet_of("Ann", ANN, ROLL, "Ann a5", "Ben -", "Ann -").take_back) == "pass"
    assert str(sheet_of("Ann", ANN, ROLL, "Ann -", "Ben -", "Ann -").take_back) == "the penalty"
    cards = sheet_of("Ann", ANN, "5", "Ann a5", "Ben -", "Ann green 11: c11", game="cards")
    assert str(cards.take_back) == "the cards" and cells(cards, "chosen") == "c11"
    hidden = (ROLL, "Ann a5")
    assert str(sheet_of("Ann", TABLE, *hidden, hidden=True).take_back) == "the choice"
    shown = (*hidden, "Ben -")
    assert sheet_of("Ann", ANN, *shown, hidden=True).take_back is None
    assert str(sheet_of("Ann", TABLE, *shown, hidden=True).take_back) == "red 5"


@pytest.mark.parametrize(
    ("viewer", "legal"),
    [(Viewer(hints="off"), ""), (Viewer("guest", hints="off"), "a5 b5 c5 d5"), (TABLE, "a5 b5 c5 d5")],
)
def test_without_hints_no_cell_stands_out(viewer: Viewer, legal: str) -> None:
    sheet = sheet_of("Ann", viewer, ROLL)
    assert cells(sheet, "legal") == legal
    assert cell(sheet, "a5").mark == "a5"


@pytest.mark.parametrize(
    ("viewer", "tappable"),
    [(TABLE, [True, True]), (ANN, [True, False]), (BEN, [False, True]), (GUEST, [False, False])],
)
def test_only_the_table_and_the_owner_may_tap(viewer: Viewer, tappable: list[bool]) -> None:
    assert [sheet_of(player, viewer, ROLL).tappable for player in ("Ann", "Ben")] == tappable


@pytest.mark.parametrize(
    ("events", "agreed"), [((), {}), ((ROLL,), {"demo": True}), ((ROLL,), {"paper": True})]
)
def test_nobody_taps_before_the_dice_nor_in_a_demo_or_on_paper(
    events: tuple[str, ...], agreed: dict[str, bool]
) -> None:
    sheet = sheet_of("Ann", TABLE, *events, **agreed)
    assert not sheet.tappable and not sheet.may_pass


def test_the_viewers_own_sheet_comes_first() -> None:
    timeline = play(ROLL)
    assert [(s.player, s.mine) for s in present_sheets(timeline, BEN)] == [("Ben", True), ("Ann", False)]
    assert [(s.player, s.mine) for s in present_sheets(timeline, TABLE)] == [("Ann", False), ("Ben", False)]


def test_player_who_decided_waits_no_more() -> None:
    ben = sheet_of("Ben", TABLE, ROLL, "Ben b5")
    assert (ben.waiting, ben.may_pass, str(ben.status)) == (False, False, "crosses yellow 5")
    ben = sheet_of("Ben", TABLE, ROLL)
    assert (ben.waiting, ben.may_pass, str(ben.status), ben.pass_button) == (True, True, "choosing…", "Pass")


def test_hidden_choices_are_seen_by_their_player_alone_until_all_have_chosen() -> None:
    events, hidden = (ROLL, "Ann a5"), {"hidden": True}
    own, others = sheet_of("Ann", ANN, *events, **hidden), sheet_of("Ann", BEN, *events, **hidden)
    assert cells(own, "chosen") == "a5" and str(own.status) == "crosses red 5"
    assert cells(others, "chosen") == "" and cells(others, "marked") == ""
    assert str(others.status) == "has chosen"
    assert (others.score.total, own.score.total) == (0, 1)
    assert str(sheet_of("Ann", TABLE, *events, **hidden).status) == "has chosen"
    assert cells(sheet_of("Ann", BEN, ROLL, **hidden), "legal") == ""
    assert cells(sheet_of("Ann", TABLE, ROLL, **hidden), "legal") == "a5 b5 c5 d5"
    assert cells(sheet_of("Ann", BEN, *events, "Ben -", **hidden), "marked") == "a5"


def test_a_locked_row_is_closed_for_the_others() -> None:
    locked = SheetTakenOver("Ann", "a2 a3 a4 a5 a6 a12 / - / - / -")
    roll = "w4 w1 y2 g6 b5"
    ann, ben = sheet_of("Ann", TABLE, locked, roll), sheet_of("Ben", TABLE, locked, roll)
    assert [row.lock for row in ann.rows] == ["mine", "open", "open", "open"]
    assert [row.lock for row in ben.rows] == ["closed", "open", "open", "open"]
    assert {cell.state for cell in ben.rows[0].cells} == {"gone"}
    assert cells(ben, "legal") == "b5 c5 d5"


def test_a_lucky_number_names_the_weakest_rows() -> None:
    lucky = {"Ann": (5, 10), "Ben": (6, 13)}
    crossed = SheetTakenOver("Ann", "a2 / b2 / - / d16")
    ann = sheet_of("Ann", TABLE, crossed, ROLL, game="longo", lucky=lucky)
    assert str(ann.offer) == "5 is your lucky number: your weakest row is green" == str(ann.note)
    tied = sheet_of("Ann", TABLE, ROLL, game="longo", lucky=lucky)
    assert str(tied.offer).endswith("your weakest rows are red, yellow, green, blue")
    stars = [cell for row in tied.rows for cell in row.cells if cell.by == "star"]
    assert stars and all(cell.state == "legal" and cell.mark.endswith("*") for cell in stars)
    assert tied.lucky == (5, 10)
    ben = sheet_of("Ben", TABLE, ROLL, game="longo", lucky=lucky)
    assert ben.offer is None and not any(cell.by for row in ben.rows for cell in row.cells)
    assert str(ben.note) == "White 6 or 13: you may cross the next cell of your weakest row"


def test_the_bonus_bar_says_what_is_next() -> None:
    sheet = sheet_of("Ann", TABLE, ROLL, game="bonus-a")
    assert [box.is_next for box in sheet.beside.part("bonus-bar")] == [True] + 11 * [False]
    assert str(sheet.note) == "Bonus bar: red is next"
    after = sheet_of("Ann", TABLE, "w1 w2 r3 y2 g6 b5", "Ann a3", game="bonus-a")
    assert [box.is_next for box in after.beside.part("bonus-bar")][:3] == [False, True, False]
    assert str(after.note) == "Bonus bar: yellow is next"
