"""The note of the last acknowledged step, beside the database: by it a start notices what is missing."""

import os
import sqlite3
import zlib
from hashlib import blake2b
from pathlib import Path

import msgspec

from companion.storage.private_files import claim_file

NOTE_FILE = "last-step.json"
_BYTES = 1024
"""Size of the file in bytes: it is written in place, and never gets longer or shorter."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the database holds: `count` events up to the number `last`.

    `digest`: the running digests of all events, added without carry; `rest`: the digest of the table's key
    and of the names that are one person, "" before the first is known. `game`: the one that was played last,
    begun `begun` (Unix seconds), with `steps` events; 0 for none. `since`: the first backup with the same
    games; older ones hold those that a restored copy replaced.
    """

    last: int = 0
    count: int = 0
    digest: str = "0" * 32
    rest: str = ""
    game: int = 0
    steps: int = 0
    begun: float = 0.0
    since: int = 0


class _Note(msgspec.Struct, forbid_unknown_fields=True):
    states: tuple[State, ...]
    sum: int


def added(digest: str, *others: bytes) -> str:
    """Return `digest` with others added to it, or taken from it: order does not matter."""
    number = int(digest, 16)
    for other in others:
        number ^= int.from_bytes(other)
    return f"{number:032x}"


def rest_of(base: sqlite3.Connection) -> str:
    """Return the digest of the small tables that play does not change. Raises sqlite3.Error."""
    found = blake2b(digest_size=16)
    for columns in ("code, key FROM place ORDER BY code", "name, same_as FROM person ORDER BY name"):
        for row in base.execute(f"SELECT {columns}"):
            for value in row:
                found.update((value if isinstance(value, bytes) else str(value).encode()) + b"\0")
        found.update(b"\0")
    return found.hexdigest()


def state_of(base: sqlite3.Connection, since: int) -> State:
    """Return the state of a database with today's schema. Raises sqlite3.Error."""
    rows = base.execute("SELECT number, digest FROM event ORDER BY number").fetchall()
    game, steps, begun = base.execute(
        "SELECT game, count(*), min(at) FROM event "
        "WHERE game = (SELECT game FROM event ORDER BY number DESC LIMIT 1)"
    ).fetchone()
    digest = added("0" * 32, *(digest for _, digest in rows))
    last = rows[-1][0] if rows else 0
    return State(last, len(rows), digest, rest_of(base), game or 0, steps, begun or 0.0, since)


class Note:
    """The file of the note.

    It is written after the database and without waiting for the disk: a killed process leaves it whole; after
    a power cut it may be some steps behind. It holds two states while something is deleted or replaced: that
    before, and that after. Any one thread at a time may call.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / NOTE_FILE
        self._open: int | None = None

    def states(self) -> tuple[State, ...]:
        """Return the states; () if there is no whole note. Raises OSError if it may not be read."""
        try:
            note = msgspec.json.decode(self.file.read_bytes()[: 2 * _BYTES], type=_Note)
        except (FileNotFoundError, ValueError, msgspec.MsgspecError):
            return ()
        return note.states if note.sum == _sum(note.states) else ()

    def write(self, *states: State, durable: bool = False) -> None:
        """Write the states; `durable`: they are on disk when this returns. Raises OSError."""
        if self._open is None:
            claim_file(self.file)
            self._open = os.open(self.file, os.O_WRONLY | getattr(os, "O_BINARY", 0))
            os.ftruncate(self._open, _BYTES)
        os.lseek(self._open, 0, os.SEEK_SET)
        os.write(self._open, msgspec.json.encode(_Note(states, _sum(states))).ljust(_BYTES))
        if durable:
            os.fsync(self._open)

    def close(self) -> None:
        """Release the file."""
        if self._open is not None:
            os.close(self._open)
            self._open = None


def _sum(states: tuple[State, ...]) -> int:
    return zlib.crc32(msgspec.json.encode(states))
