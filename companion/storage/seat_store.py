"""The table of a folder and the devices at it, on disk."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.storage.database import Database


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The table: the code that names it, and the key with which phones join."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A device at the table. `token`: the hash of what its cookie holds. `role`: "player" or "guest";
    a device with the role "table" has no seat on disk.

    `player`: whose marks it may make, "" for none. `sheet`: the number of their printed sheet, or "".
    `lucky`: the two lucky numbers of that sheet, if any. `proven`: whether the sheet's secret came with its
    number. `seen`: when the device last asked for something, in seconds since 1970; 0 if a
    version wrote it that did not know.
    """

    token: str
    role: str
    player: str = ""
    sheet: str = ""
    lucky: tuple[int, int] | None = None
    proven: bool = False
    seen: float = 0.0


class SeatStore:
    """The table and its devices in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def table(self) -> StoredTable | None:
        """The table; None in a new folder."""
        rows = self._database.read("SELECT code, key FROM place ORDER BY rowid")
        return next((StoredTable(code, key) for code, key in rows if code and key), None)

    def save_table(self, table: StoredTable) -> None:
        """Write the table, or its new key."""
        self._database.write(
            "INSERT INTO place (code, key, opened) VALUES (?, ?, ?) "
            "ON CONFLICT (code) DO UPDATE SET key = excluded.key",
            (table.code, table.key, time.time()),
        )

    def seats(self) -> tuple[StoredSeat, ...]:
        """Every device that has joined, in the order in which they came."""
        rows = self._database.read(
            "SELECT token, role, player, sheet, lucky, proven, seen FROM seat ORDER BY rowid"
        )
        return tuple(
            StoredSeat(token, role, player, sheet, lucky_pair(lucky), bool(proven), seen)
            for token, role, player, sheet, lucky, proven, seen in rows
        )

    def save_seat(self, seat: StoredSeat) -> None:
        """Write a device, or what has changed about it."""
        lucky = " ".join(map(str, seat.lucky or ()))
        self._database.write(
            "INSERT INTO seat (token, role, player, sheet, lucky, proven, seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (token) DO UPDATE SET role = excluded.role, player = excluded.player, "
            "sheet = excluded.sheet, lucky = excluded.lucky, proven = excluded.proven, seen = excluded.seen",
            (
                seat.token,
                seat.role,
                seat.player,
                seat.sheet,
                lucky,
                int(seat.proven),
                seat.seen,
            ),
        )

    def delete_seat(self, token: str) -> None:
        """Delete a device."""
        self._database.write("DELETE FROM seat WHERE token = ?", (token,))


def lucky_pair(text: str) -> tuple[int, int] | None:
    """Return the two lucky numbers in a text of the database; None if it holds none."""
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 3]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
