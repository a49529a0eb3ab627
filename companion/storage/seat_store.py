"""The invitation to a table and the devices at it, on disk."""

import time

from companion.storage.database import Database
from companion.storage.stored_seat import Invitation, StoredSeat, lucky_pair


class SeatStore:
    """The invitation and the devices in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invitation(self) -> Invitation | None:
        """Return the table's invitation, or None in a new folder."""
        rows = self._database.read("SELECT code, key FROM place ORDER BY rowid")
        return next((Invitation(code, key) for code, key in rows if code and key), None)

    def save_invitation(self, invitation: Invitation) -> None:
        """Save the invitation, or its new key."""
        self._database.write(
            "INSERT INTO place (code, key, opened) VALUES (?, ?, ?) "
            "ON CONFLICT (code) DO UPDATE SET key = excluded.key",
            (invitation.code, invitation.key, time.time()),
        )

    def seats(self) -> tuple[StoredSeat, ...]:
        """Return every device that has joined, in order of joining."""
        rows = self._database.read(
            "SELECT token, role, player, sheet, lucky, proven, seen FROM seat ORDER BY rowid"
        )
        return tuple(
            StoredSeat(token, role, player, sheet, lucky_pair(lucky), bool(proven), seen)
            for token, role, player, sheet, lucky, proven, seen in rows
        )

    def save_seat(self, seat: StoredSeat) -> None:
        """Save a new or changed device."""
        self._database.write(
            "INSERT INTO seat (token, role, player, sheet, lucky, proven, seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (token) DO UPDATE SET role = excluded.role, player = excluded.player, "
            "sheet = excluded.sheet, lucky = excluded.lucky, proven = excluded.proven, seen = excluded.seen",
            seat.values(),
        )

    def delete_seat(self, token: str) -> None:
        """Delete the device with that hashed token."""
        self._database.write("DELETE FROM seat WHERE token = ?", (token,))
