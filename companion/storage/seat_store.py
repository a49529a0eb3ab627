"""The tables of a server and the devices at them, on disk."""

import time
from dataclasses import dataclass

from companion.storage.database import Database


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of this server: the code that names it, and the key with which phones join."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A device at a table. `token`: the hash of what its cookie holds. `role`: "table", "player" or "guest".

    `player`: whose marks it may make, "" for none. `sheet`: the number of their printed sheet, or "".
    `lucky`: the two lucky numbers of that sheet, if any. `proven`: whether the sheet's secret came with its
    number. `seen`: when the device last asked for something, in seconds since 1970; 0 if a
    version wrote it that did not know.
    """

    token: str
    code: str
    role: str
    player: str = ""
    sheet: str = ""
    lucky: tuple[int, int] | None = None
    proven: bool = False
    seen: float = 0.0


class SeatStore:
    """The tables and devices in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables(self) -> tuple[StoredTable, ...]:
        """The tables of this server, the first one first."""
        rows = self._database.read("SELECT code, key FROM place ORDER BY rowid")
        return tuple(StoredTable(code, key) for code, key in rows if code and key)

    def save_table(self, table: StoredTable) -> None:
        """Write a table, or the new key of one."""
        self._database.write(
            "INSERT INTO place (code, key, opened) VALUES (?, ?, ?) "
            "ON CONFLICT (code) DO UPDATE SET key = excluded.key",
            (table.code, table.key, time.time()),
        )

    def delete_table(self, code: str) -> None:
        """Delete a table and who sat at it; its games stay."""
        self._database.write("DELETE FROM seat WHERE code = ?", (code,))
        self._database.write("DELETE FROM place WHERE code = ?", (code,))

    def seats(self) -> tuple[StoredSeat, ...]:
        """Every device that has joined, in the order in which they came."""
        rows = self._database.read(
            "SELECT token, code, role, player, sheet, lucky, proven, seen FROM seat ORDER BY rowid"
        )
        return tuple(
            StoredSeat(token, code, role, player, sheet, _pair(lucky), bool(proven), seen)
            for token, code, role, player, sheet, lucky, proven, seen in rows
        )

    def save_seat(self, seat: StoredSeat) -> None:
        """Write a device, or what has changed about it."""
        lucky = " ".join(map(str, seat.lucky or ()))
        self._database.write(
            "INSERT INTO seat (token, code, role, player, sheet, lucky, proven, seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (token) DO UPDATE SET role = excluded.role, player = excluded.player, "
            "sheet = excluded.sheet, lucky = excluded.lucky, proven = excluded.proven, seen = excluded.seen",
            (
                seat.token,
                seat.code,
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


def _pair(text: str) -> tuple[int, int] | None:
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 3]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
