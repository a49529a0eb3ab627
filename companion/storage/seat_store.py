"""The invitation to the table, the devices at it, and merged names, in the database."""

import time

from companion.storage.database import Database
from companion.storage.schema import Invitation, StoredSeat, lucky_pair


class SeatStore:
    """The invitation and the devices in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invitation(self) -> Invitation | None:
        """Return the table's invitation, or None in a new folder."""
        rows = self._database.read("SELECT code, key FROM place ORDER BY rowid")
        return next((Invitation(code, key) for code, key in rows if code and key), None)

    def save_invitation(self, invitation: Invitation) -> None:
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
        self._database.write(
            "INSERT INTO seat (token, role, player, sheet, lucky, proven, seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (token) DO UPDATE SET role = excluded.role, player = excluded.player, "
            "sheet = excluded.sheet, lucky = excluded.lucky, proven = excluded.proven, seen = excluded.seen",
            seat.values(),
        )

    def delete_seat(self, token: str) -> None:
        self._database.write("DELETE FROM seat WHERE token = ?", (token,))


class People:
    """Merged names in a database: different spellings with which the same person has played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def same_as(self) -> dict[str, str]:
        """Return a mapping from each alternative spelling to the name that it stands for."""
        return dict(self._database.read("SELECT name, same_as FROM person ORDER BY name"))

    def merge(self, name: str, into: str) -> None:
        """Record that `name`, and every spelling merged into it before, means the same person as `into`."""
        known = self.same_as()
        into = known.get(into, into)
        moved = [name, *(other for other, person in known.items() if person == name)]
        for spelling in moved:
            if spelling != into:
                self._database.write(
                    "INSERT INTO person (name, same_as) VALUES (?, ?) "
                    "ON CONFLICT (name) DO UPDATE SET same_as = excluded.same_as",
                    (spelling, into),
                )

    def separate(self, name: str) -> None:
        self._database.write("DELETE FROM person WHERE name = ?", (name,))
