"""Games to look back on: those of this table, running or long over, and records that people opened here."""

from __future__ import annotations

import hashlib
import re
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.analysis.replay import (
    ReplayedTurn,
    replay_game,
    replay_record,
)
from companion.records.record import MAX_RECORD_BYTES, Record, read_record
from companion.rules import Game, Position
from companion.storage.store import Store, UnreadableGame
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.table.to_record import record_of
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import hosted_table, table_server
from companion.web.server.request_language import request_translator
from sheets.language import message

MOST_RECORDS = 200
"""Opened records that are kept, at most; the oldest go first."""
_NAME = re.compile("[0-9a-f]{16}")
NO_GAME = message("There is no such game at this table; the list shows those that there are.")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game to look back on. `base`: its address. `table`: None for a record. `running`: it is on the table.

    `at`: when it began, in Unix seconds; 0 for a record.
    """

    base: str
    game: Game
    position: Position
    turns: tuple[ReplayedTurn, ...]
    table: Table | None
    record: Record
    running: bool = False
    at: float = 0.0

    @property
    def unread(self) -> tuple[str, ...]:
        """Whose sheets nobody has shown to the table since the game ended on paper."""
        return (
            self.table.unread_players
            if self.table is not None and self.table.position.end is not None
            else ()
        )


@dataclass(frozen=True, slots=True)
class GameListEntry:
    """A game in the list. `over`: it was played to its end."""

    number: int
    at: float
    game: str
    players: tuple[str, ...]
    turns: int
    over: bool
    winners: tuple[str, ...]
    running: bool


_folding = threading.Lock()


@lru_cache(maxsize=48)
def _folded(store: Store, game: int, last: int) -> tuple[Timeline | None, float]:  # noqa: ARG001
    """A game as its events up to `last` leave it, and when it began; None where they cannot be read."""
    try:
        return store.load_game(game)
    except UnreadableGame:
        return None, 0.0


def stored_game(game: int) -> tuple[Timeline | None, float]:
    """A game of the store that this table may see."""
    server = table_server()
    with _folding:
        return _folded(server.store, game, server.store.last_event_number(game))


def game_numbers() -> tuple[int, ...]:
    """The games of this table, newest first."""
    server = table_server()
    return server.store.games(hosted_table().code)


def archived_game(number: int) -> ArchivedGame:
    """A game of this table. Raises RequestRefused where there is none of that number."""
    _ = request_translator()
    timeline, at = stored_game(number) if number in game_numbers() else (None, 0.0)
    running = hosted_table().room.game == number
    if running and hosted_table().room.timeline is not None:
        timeline = hosted_table().room.timeline
    if timeline is None:
        raise RequestRefused("nothing-here", _(NO_GAME), status=404)
    timeline = before_hidden_choices(timeline)
    table = timeline.present
    return ArchivedGame(
        f"/games/{number}",
        table.game,
        table.position,
        replay_game(timeline),
        table,
        record_of(table),
        running,
        at,
    )


def list_games(most: int = 200) -> tuple[GameListEntry, ...]:
    """The games of this table in which something was rolled, newest first; demos are nobody's games."""
    lines = []
    for number in game_numbers():
        timeline, at = stored_game(number)
        if timeline is None or timeline.present.demo or not _was_rolled(timeline.present):
            continue
        table = timeline.present
        over = table.position.end is not None
        lines.append(
            GameListEntry(
                number,
                at,
                table.game.name,
                table.game.players,
                table.position.turn - (table.position.phase == "roll"),
                over,
                table.winners,
                hosted_table().room.game == number,
            )
        )
        if len(lines) == most:
            break
    return tuple(lines)


def _was_rolled(table: Table) -> bool:
    return bool(table.turns) or table.current_roll is not None


def _folder() -> Path:
    return table_server().store.folder / "records"


def open_record(data: bytes) -> str:
    """Keep a record that somebody opens; its name. Raises companion.records.record.NotARecord."""
    _ = request_translator()
    if len(data) > MAX_RECORD_BYTES:
        raise RequestRefused("too-large", _("That file is too large for the record of a game."), status=413)
    read_record(data)
    name = hashlib.sha256(data).hexdigest()[:16]
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    old = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in old[: max(0, len(old) - MOST_RECORDS + 1)]:
        path.unlink(missing_ok=True)
    (folder / f"{name}.json").write_bytes(data)
    return name


@lru_cache(maxsize=16)
def _judged(data: bytes) -> tuple[Record, tuple[ReplayedTurn, ...]]:
    found = read_record(data)
    return found, replay_record(found)


def archived_record(name: str) -> ArchivedGame:
    """A record that was opened here. Raises RequestRefused where there is none of that name."""
    path = _folder() / f"{name}.json"
    if not _NAME.fullmatch(name) or not path.is_file():
        raise RequestRefused("nothing-here", request_translator()(NO_GAME), status=404)
    found, turns = _judged(path.read_bytes())
    end = turns[-1].after if turns else found.game.start()
    return ArchivedGame(f"/records/{name}", found.game, end, turns, None, found)
