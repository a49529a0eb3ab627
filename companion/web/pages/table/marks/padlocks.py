"""Padlocks on the table's screen, in games on paper: rows that somebody's paper has closed."""

from dataclasses import dataclass

from companion.table.state import Table
from companion.web.pages.table.viewer import Viewer
from sheets.language import Term


@dataclass(frozen=True, slots=True)
class Padlock:
    """One padlock. `state`: "open", "said" (it can be opened again), "locked" (on the sheet of `owner`)."""

    row: str
    row_term: Term
    colour: str
    state: str
    owner: str


def present_padlocks(table: Table, viewer: Viewer) -> tuple[Padlock, ...]:
    """The padlocks, in the order of rows; none on other devices, if marks are tapped, where rows close for
    their player only, and after the end."""
    common = table.game.constraints.close_for_all
    if not viewer.is_table or not table.paper or not common or table.position.phase == "over":
        return ()
    return tuple(_padlock(table, number) for number in range(len(table.game.pad.rows)))


def _padlock(table: Table, number: int) -> Padlock:
    row = table.game.pad.rows[number]
    owner = next((p for p in table.game.players if row.letter in table.position.sheet(p).locks), "")
    closed = row.letter in table.announced_rows or row.letter in table.position.closed
    state = "locked" if owner else "said" if closed else "open"
    return Padlock(row.letter, row.term, row.closing[-1].colour, state, owner)
