"""Records of games that people opened here: kept as files beside the games, by name."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from companion.analysis.replay import ReplayedTurn, replay_record
from companion.records.reading import read_record
from companion.records.record import Record
from companion.records.validation import MAX_RECORD_BYTES
from companion.storage.private_files import not_kept, write_file
from companion.web.access.request_context import this_server
from companion.web.pages.look_back.archive import NO_GAME, ArchivedGame
from companion.web.server.refusal import RequestRefused
from sheets.language import message

MAX_RECORDS = 200
"""Largest number of opened records that are kept; the oldest is deleted first."""
_NAME = re.compile("[0-9a-f]{16}")


def open_record(data: bytes) -> str:
    """Keep a record, and return its name.

    Raises RequestRefused, companion.records.validation.NotARecord, and NotKept if it cannot be written.
    """
    if len(data) > MAX_RECORD_BYTES:
        text = message("That file is too large for the record of a game.")
        raise RequestRefused("too-large", text, status=413)
    read_record(data)
    name = hashlib.sha256(data).hexdigest()[:16]
    folder = _folder()
    try:
        write_file(folder / f"{name}.json", data)
        oldest_first = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in oldest_first[: max(0, len(oldest_first) - MAX_RECORDS)]:
            path.unlink(missing_ok=True)
    except OSError as problem:
        raise not_kept(message("The record"), folder, problem) from problem
    return name


def archived_record(name: str) -> ArchivedGame:
    """A record that was opened here. Raises RequestRefused if there is none of that name."""
    path = _folder() / f"{name}.json"
    if not _NAME.fullmatch(name) or not path.is_file():
        raise RequestRefused("nothing-here", NO_GAME, status=404)
    record, turns = _replayed(path.read_bytes())
    end = turns[-1].after if turns else record.game.start()
    return ArchivedGame(f"/records/{name}", record.game, end, turns, None, record)


@lru_cache(maxsize=16)
def _replayed(data: bytes) -> tuple[Record, tuple[ReplayedTurn, ...]]:
    record = read_record(data)
    return record, replay_record(record)


def _folder() -> Path:
    return this_server().store.folder / "records"
