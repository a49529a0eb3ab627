"""The archive: all games of a table, including the running game, and records opened from files."""

import hashlib
import re
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.analysis.replay import ReplayedTurn, replay_game, replay_record
from companion.records.reading import read_record
from companion.records.record import Record
from companion.records.validation import MAX_RECORD_BYTES
from companion.rules import Game, Position
from companion.storage.private_files import not_kept, write_file
from companion.storage.store import Store, UnreadableGame
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.table.to_record import record_of
from companion.web.access.request_context import this_server
from companion.web.server.refusal import RequestRefused
from sheets.language import Phrase, message, phrase

MAX_LISTED_GAMES = 200
MAX_RECORDS = 200
"""Maximum number of stored records; the oldest are deleted first."""
RECENT_GAMES = 30
"""Number of recent games whose players are suggested for a new game."""
NO_GAME = message("There is no such game at this table; choose one from the list.")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of this table, or a record opened from a file."""

    base: str  # the address of its page
    turns: tuple[ReplayedTurn, ...]
    record: Record
    table: Table | None = None  # None for a record opened from a file
    running: bool = False  # True if it is the game on the table
    at: float = 0.0  # start time in Unix seconds; 0 for a record

    @property
    def game(self) -> Game:
        """Return the game with the players of its present or final state."""
        return self.record.game if self.table is None else self.table.game

    @property
    def position(self) -> Position:
        """Return the position after the game's last event."""
        if self.table is not None:
            return self.table.position
        return self.turns[-1].after if self.turns else self.game.start()

    @property
    def name(self) -> str:
        """Return the last part of the page's address: a game's number, or a record's name."""
        return self.base.rpartition("/")[2]

    @property
    def over(self) -> bool:
        return self.position.end is not None

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the players whose paper sheets are unread although the game is over."""
        return self.table.unread_players if self.table is not None and self.over else ()


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of games."""

    number: int
    at: float  # start time in Unix seconds
    table: Table
    running: bool  # True if it is the game on the table

    @property
    def over(self) -> bool:
        return self.table.position.end is not None

    @property
    def resumable(self) -> bool:
        return not self.over and not self.running

    @property
    def turns(self) -> Phrase:
        position = self.table.position
        return turn_count(position.turn - (position.phase == "roll"))

    @property
    def state(self) -> Phrase:
        """Return the winners, if any, otherwise "The game is over", "on the table" or "not finished"."""
        if self.table.winners:
            return Phrase("★ {players}", {"players": " & ".join(self.table.winners)})
        if self.over:
            return phrase("The game is over")
        return phrase("on the table") if self.running else phrase("not finished")


def turn_count(count: int) -> Phrase:
    """Return a number of turns in words."""
    return phrase("one turn") if count == 1 else phrase("{count} turns", count=count)


_loading = threading.Lock()


@lru_cache(maxsize=48)
def _load(store: Store, game: int, _last_event: int) -> tuple[Timeline | None, float]:
    """Return a game (None if unreadable) and its start (Unix time). `_last_event`: only a cache key."""
    try:
        return store.load_game(game)
    except UnreadableGame:
        return None, 0.0


def forget_loaded_games() -> None:
    """Clear the cache of loaded games, because the store's content was replaced."""
    with _loading:
        _load.cache_clear()


def stored_game(game: int) -> tuple[Timeline | None, float]:
    """Return a stored game (None if it can't be read) and its start time in Unix seconds."""
    store = this_server().store
    with _loading:
        return _load(store, game, store.last_event_number(game))


def archived_game(number: int) -> ArchivedGame:
    """Return a game of this table, without choices that are still hidden.

    Raise RequestRefused if the game doesn't exist or can't be read.
    """
    timeline, at = stored_game(number) if number in this_server().store.games() else (None, 0.0)
    session = this_server().session
    running = session.game == number
    if running and session.timeline is not None:
        timeline = session.timeline
    if timeline is None:
        raise RequestRefused("nothing-here", NO_GAME, status=404)
    timeline = before_hidden_choices(timeline)
    table = timeline.present
    return ArchivedGame(f"/games/{number}", replay_game(timeline), record_of(table), table, running, at)


def list_games() -> tuple[list[ListedGame], list[UnreadableGame]]:
    """Return games with at least one roll, except demos, newest first, and the errors of unreadable games."""
    server = this_server()
    listed: list[ListedGame] = []
    unreadable: list[UnreadableGame] = []
    for number in server.store.games():
        timeline, at = stored_game(number)
        if timeline is None:
            try:
                server.store.load_game(number)
            except UnreadableGame as problem:
                unreadable.append(problem)
        elif not (table := timeline.present).demo and (table.turns or table.current_roll is not None):
            listed.append(ListedGame(number, at, table, server.session.game == number))
        if len(listed) + len(unreadable) == MAX_LISTED_GAMES:
            break
    return listed, unreadable


def known_players() -> tuple[str, ...]:
    """Return the people who played in recent games, newest game first. Ignore demos and trial games.

    Names that count as one person appear as one name.
    """
    same_as = this_server().people.same_as()
    names: dict[str, None] = {}
    for number in this_server().store.games()[:RECENT_GAMES]:
        timeline, _at = stored_game(number)
        if timeline is not None and not timeline.present.demo and not timeline.present.begun.trial:
            names |= dict.fromkeys(same_as.get(name, name) for name in timeline.present.people)
    return tuple(names)


def keep_record(data: bytes) -> str:
    """Store a record and return its name, a hash of `data`. Raise RequestRefused, NotARecord or NotKept."""
    if len(data) > MAX_RECORD_BYTES:
        text = message("That file is too large for the record of a game.")
        raise RequestRefused("too-large", text, status=413)
    read_record(data)
    name = hashlib.sha256(data).hexdigest()[:16]
    folder = _folder()
    try:
        write_file(folder / f"{name}.json", data)
        for path in sorted(folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)[MAX_RECORDS:]:
            path.unlink(missing_ok=True)
    except OSError as problem:
        raise not_kept(message("The record"), folder, problem) from problem
    return name


def archived_record(name: str) -> ArchivedGame:
    """Return the record that `keep_record` stored under this name. Raise RequestRefused if there is none."""
    path = _folder() / f"{name}.json"
    if not re.fullmatch("[0-9a-f]{16}", name) or not path.is_file():
        raise RequestRefused("nothing-here", NO_GAME, status=404)
    record, turns = _replayed(path.read_bytes())
    return ArchivedGame(f"/records/{name}", turns, record)


@lru_cache(maxsize=16)
def _replayed(data: bytes) -> tuple[Record, tuple[ReplayedTurn, ...]]:
    record = read_record(data)
    return record, replay_record(record)


def _folder() -> Path:
    return this_server().store.folder / "records"
