"""A sheet that can only be viewed shows which cells, locks and other places are highlighted, and why."""

from companion.rules import Game, Sheet
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from tests.companion.moment import game_of

GAME = game_of("classic")
SHEET = Sheet.parse("a2 a3 / - / - / -", GAME.pad)


def states(snapshot: SheetSnapshot) -> dict[str, str]:
    all_states = {cell.name: cell.state for row in snapshot.rows for cell in row.cells}
    return {name: state for name, state in all_states.items() if state != "open"}


def test_highlights_have_an_order() -> None:
    assert states(present_snapshot(GAME, "Ann", SHEET)) == {"a2": "marked", "a3": "marked"}
    highlights = Highlights(asked=["a3"], lost=["b4"], added=["a2", "a3"], legal=["a2", "c5"])
    snapshot = present_snapshot(GAME, "Ann", SHEET, highlights=highlights)
    assert states(snapshot) == {"a2": "added", "a3": "asked", "b4": "lost", "c5": "legal"}


def test_locks() -> None:
    sheet = Sheet.parse("a2 a3 a4 a5 a6 a12 / - / - / -", GAME.pad)
    snapshot = present_snapshot(GAME, "Ann", sheet, closed=("a", "d"))
    assert [row.lock for row in snapshot.rows] == ["mine", "open", "open", "closed"]


def test_cells_lead_where_they_are_told_to() -> None:
    snapshot = present_snapshot(GAME, "Ann", SHEET, href=lambda name: f"/x?cell={name}")
    assert snapshot.rows[1].cells[0].mark == "/x?cell=b2"
    assert present_snapshot(GAME, "Ann", SHEET).rows[1].cells[0].mark == ""


def test_special_places_stand_out_too() -> None:
    game = Game("connect-15", "connect-15", ("Ann", "Bob"))
    sheet = Sheet.parse("a6 / - / - / - fields a3-4 b5-6", game.pad)
    highlights = Highlights(added=["a3-4"], legal=["c6-5"])
    snapshot = present_snapshot(game, "Ann", sheet, highlights=highlights, href=lambda name: f"?cell={name}")
    fields = {each.name: each for row in snapshot.beside.between.values() for each in row}
    shown = [fields[name].state for name in ("a3-4", "b5-6", "c6-5", "b7-8")]
    assert shown == ["added", "marked", "legal", "open"]
    assert fields["b7-8"].mark == "?cell=b7-8" and snapshot.score.total == 4
    assert not present_snapshot(GAME, "Ann", SHEET).beside
