"""Finds the owner of a photographed sheet: by the device that joined with it, by its print, or by
its marks."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.sheet_scan.reading import SheetReading
from companion.storage.prints import find_sheet
from companion.table.paper import difference
from companion.table.state import Table
from companion.web.access.seats import Seat
from sheets.serial import Serial


def owner_of(
    reading: SheetReading, table: Table, others: Iterable[str], seats: Iterable[Seat], folder: Path
) -> str:
    """Return the player whose sheet this is, or "" if unknown.

    `others`: players who own another sheet in the photo. `seats`: of the devices at the table. `folder`:
    where prints are remembered.
    """
    if len(table.game.players) == 1:
        return table.game.players[0]
    players = [player for player in table.game.players if player not in others]
    if reading.pad is not None:
        players = [player for player in players if reading.is_printed_as(table.position.sheet(player).pad)]
        if reading.pad.letter and len(players) == 1:
            return players[0]
    if reading.serial:
        joined = next((s.player for s in seats if s.sheet == reading.serial and s.player in players), "")
        if joined:
            return joined
        printed = find_sheet(folder, Serial.parse(reading.serial)).name
        if printed in players:
            return printed
    if reading.lucky and table.game.lucky:
        same = [p for p in players if sorted(table.game.lucky[p]) == sorted(reading.lucky)]
        if len(same) == 1:
            return same[0]
    return _owner_by_marks(reading, table, players)


def _owner_by_marks(reading: SheetReading, table: Table, players: Sequence[str]) -> str:
    """Return the only player with marks whose known marks may all be on the sheet, or ""."""
    if reading.observed is None:
        return ""
    doubtful = {doubt.cell for doubt in reading.unsure}
    fitting = []
    for player in players:
        known = table.position.sheet(player)
        missing = difference(table.game, known, reading.observed.sheet).removed
        if any(known.rows) and all(place in doubtful for place in missing):
            fitting.append(player)
    return fitting[0] if len(fitting) == 1 else ""
