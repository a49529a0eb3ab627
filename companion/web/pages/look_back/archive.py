"""The archive: the games of a table, running or long over, to look back on."""

import threading
from dataclasses import dataclass
from functools import lru_cache

from companion.analysis.replay import ReplayedTurn, replay_game
from companion.records.record import Record
from companion.rules import Game, Position
from companion.storage.store import Store, UnreadableGame
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.table.to_record import record_of
from companion.web.access.request_context import this_server
from companion.web.server.refusal import RequestRefused
from sheets.language import message

MAX_LISTED_GAMES = 200
RECENT_GAMES = 30
"""Number of recent games whose players are offered for a new one."""
NO_GAME = message("There is no such game at this table; choose one from the list.")


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
    def name(self) -> str:
        """Return the last part of its address: a game's number, or a record's name."""
        return self.base.rpartition("/")[2]

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the players whose sheets were not shown to the table since the game ended on paper."""
        ended = self.table is not None and self.table.position.end is not None
        return self.table.unread_players if self.table is not None and ended else ()


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

    @property
    def resumable(self) -> bool:
        """Return True if people can continue it."""
        return not self.over and not self.running


@dataclass(frozen=True, slots=True)
class _GameVersion:
    """A game up to its last event, which is the key of the cache."""

    store: Store
    game: int
    last_event: int


_loading = threading.Lock()


@lru_cache(maxsize=48)
def _load(version: _GameVersion) -> tuple[Timeline | None, float]:
    try:
        return version.store.load_game(version.game)
    except UnreadableGame:
        return None, 0.0


def forget_loaded_games() -> None:
    """Clear the cache, because the content of the store was replaced."""
    with _loading:
        _load.cache_clear()


def stored_game(game: int) -> tuple[Timeline | None, float]:
    """Return a game on disk, or None if it can't be read, and when it began in Unix seconds."""
    store = this_server().store
    with _loading:
        return _load(_GameVersion(store, game, store.last_event_number(game)))


def archived_game(number: int) -> ArchivedGame:
    """Return a game of this table. Raise RequestRefused if there is none of that number."""
    timeline, at = stored_game(number) if number in this_server().store.games() else (None, 0.0)
    session = this_server().session
    running = session.game == number
    if running and session.timeline is not None:
        timeline = session.timeline
    if timeline is None:
        raise RequestRefused("nothing-here", NO_GAME, status=404)
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


def list_games() -> tuple[GameListEntry | UnreadableGame, ...]:
    """Return the games of this table with a roll, newest first, without demos.

    A game that cannot be read is replaced by the reason.
    """
    entries: list[GameListEntry | UnreadableGame] = []
    for number in this_server().store.games():
        timeline, at = stored_game(number)
        if timeline is None:
            entries += _unreadable(number)
        elif not timeline.present.demo and _was_rolled(timeline.present):
            entries.append(_list_entry(number, at, timeline.present))
        if len(entries) == MAX_LISTED_GAMES:
            break
    return tuple(entries)


def _unreadable(number: int) -> list[UnreadableGame]:
    """Return the reason why a game cannot be read, or []."""
    try:
        this_server().store.load_game(number)
    except UnreadableGame as problem:
        return [problem]
    return []


def known_players() -> tuple[str, ...]:
    """Return the players of this table's last games, the newest game first, by their main names."""
    same_as = this_server().people.same_as()
    names: dict[str, None] = {}
    for number in this_server().store.games()[:RECENT_GAMES]:
        timeline, _at = stored_game(number)
        if timeline is not None and not timeline.present.demo and not timeline.present.begun.trial:
            names |= dict.fromkeys(same_as.get(name, name) for name in timeline.present.people)
    return tuple(names)


def _was_rolled(table: Table) -> bool:
    return bool(table.turns) or table.current_roll is not None


def _list_entry(number: int, at: float, table: Table) -> GameListEntry:
    return GameListEntry(
        number,
        at,
        table.game.kind,
        table.game.players,
        table.position.turn - (table.position.phase == "roll"),
        table.position.end is not None,
        table.winners,
        this_server().session.game == number,
    )
