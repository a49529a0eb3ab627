"""The note: a file next to the database that sums up the last saved state.

At each start, the program compares the note with the database, to notice missing data.
"""

import os
import sqlite3
import zlib
from hashlib import blake2b
from pathlib import Path

import msgspec

from companion.storage.private_files import claim_file

NOTE_FILE = "last-step.json"
_BYTES = 1024
"""Size of the note's file in bytes; the file is overwritten in place."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A summary of the database after a change."""

    last: int = 0
    """Largest event number ever used."""
    count: int = 0
    """Number of events."""
    digest: str = "0" * 32
    """XOR of the digests of all events (`next_digest`), in hexadecimal."""
    rest: str = ""
    """Digest of the invitation and the merged names (`rest_of`); "" in the note of a new folder."""
    game: int = 0
    """Number of the game played last; 0 if there was none."""
    steps: int = 0
    """Number of events of `game`."""
    begun: float = 0.0
    """When `game` began, in Unix seconds."""
    since: int = 0
    """Number of the first backup of these games; earlier backups hold games that a restore has replaced."""


class _Note(msgspec.Struct, forbid_unknown_fields=True):
    states: tuple[State, ...]
    sum: int


def xor_digests(digest: str, *others: bytes) -> str:
    """Return the XOR of `digest` (hexadecimal) and `others` (bytes), in hexadecimal."""
    number = int(digest, 16)
    for other in others:
        number ^= int.from_bytes(other)
    return f"{number:032x}"


def rest_of(base: sqlite3.Connection) -> str:
    """Return a digest of the invitation (code, key) and merged names, or raise sqlite3.Error."""
    digest = blake2b(digest_size=16)
    for columns in ("code, key FROM place ORDER BY code", "name, same_as FROM person ORDER BY name"):
        for row in base.execute(f"SELECT {columns}"):
            for value in row:
                digest.update((value if isinstance(value, bytes) else str(value).encode()) + b"\0")
        digest.update(b"\0")
    return digest.hexdigest()


def state_of(base: sqlite3.Connection, since: int) -> State:
    """Return a summary of a database of the current schema. Raise sqlite3.Error.

    `since`: the number of the first backup of these games.
    """
    rows = base.execute("SELECT number, digest FROM event ORDER BY number").fetchall()
    game, steps, begun = base.execute(
        "SELECT game, count(*), min(at) FROM event "
        "WHERE game = (SELECT game FROM event ORDER BY number DESC LIMIT 1)"
    ).fetchone()
    digest = xor_digests("0" * 32, *(digest for _, digest in rows))
    last = rows[-1][0] if rows else 0
    return State(last, len(rows), digest, rest_of(base), game or 0, steps, begun or 0.0, since)


class Note:
    """The file of the note. Only one thread at a time may use it.

    The file is written after the database, without waiting for the disk, so it may lack some events after a
    power cut. While data are deleted or replaced, it holds both the old and the new state.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / NOTE_FILE
        self._open: int | None = None

    def states(self) -> tuple[State, ...]:
        """Return the states in the file; () if it is missing or damaged. Raise OSError if unreadable."""
        try:
            note = msgspec.json.decode(self.file.read_bytes()[: 2 * _BYTES], type=_Note)
        except (FileNotFoundError, ValueError, msgspec.MsgspecError):
            return ()
        return note.states if note.sum == _sum(note.states) else ()

    def write(self, *states: State, durable: bool = False) -> None:
        """Overwrite the file with `states`, or raise OSError. `durable`: True to wait for the disk."""
        if self._open is None:
            claim_file(self.file)
            self._open = os.open(self.file, os.O_WRONLY | getattr(os, "O_BINARY", 0))
            os.ftruncate(self._open, _BYTES)
        os.lseek(self._open, 0, os.SEEK_SET)
        os.write(self._open, msgspec.json.encode(_Note(states, _sum(states))).ljust(_BYTES))
        if durable:
            os.fsync(self._open)

    def close(self) -> None:
        if self._open is not None:
            os.close(self._open)
            self._open = None


def _sum(states: tuple[State, ...]) -> int:
    return zlib.crc32(msgspec.json.encode(states))
