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
from sheets.language import Phrase, message, phrase

MAX_LISTED_GAMES = 200
RECENT_GAMES = 30
"""Number of recent games whose players are offered for a new one."""
NO_GAME = message("There is no such game at this table; choose one from the list.")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game to look back on."""

    base: str  # its address
    turns: tuple[ReplayedTurn, ...]
    record: Record
    table: Table | None = None  # None for a record that was opened from a file
    running: bool = False  # it is on the table
    at: float = 0.0  # when it began, in Unix seconds; 0 for a record

    @property
    def game(self) -> Game:
        """Return the game as it is played now, or as it ended."""
        return self.record.game if self.table is None else self.table.game

    @property
    def position(self) -> Position:
        """Return the position after its last event."""
        if self.table is not None:
            return self.table.position
        return self.turns[-1].after if self.turns else self.game.start()

    @property
    def name(self) -> str:
        """Return the last part of its address: a game's number, or a record's name."""
        return self.base.rpartition("/")[2]

    @property
    def over(self) -> bool:
        """Return True if it was played to its end."""
        return self.position.end is not None

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the players whose sheets were not shown to the table since the game ended on paper."""
        return self.table.unread_players if self.table is not None and self.over else ()


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list."""

    number: int
    at: float  # when it began, in Unix seconds
    table: Table
    running: bool  # it is on the table

    @property
    def over(self) -> bool:
        """Return True if it was played to its end."""
        return self.table.position.end is not None

    @property
    def resumable(self) -> bool:
        """Return True if people can continue it."""
        return not self.over and not self.running

    @property
    def turns(self) -> Phrase:
        """Return the number of its turns."""
        position = self.table.position
        return turn_count(position.turn - (position.phase == "roll"))

    @property
    def state(self) -> Phrase:
        """Return who has won it, or how far it is."""
        if self.table.winners:
            return Phrase("★ {players}", {"players": " & ".join(self.table.winners)})
        if self.over:
            return phrase("The game is over")
        return phrase("on the table") if self.running else phrase("not finished")


def turn_count(count: int) -> Phrase:
    """Return a number of turns in words."""
    return phrase("one turn") if count == 1 else phrase("{count} turns", count=count)


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
    turns = replay_game(timeline)
    return ArchivedGame(f"/games/{number}", turns, record_of(table), table, running, at)


def list_games() -> tuple[list[ListedGame], list[UnreadableGame]]:
    """Return the games of this table with a roll, newest first, without demos; and why others can't be
    read."""
    listed: list[ListedGame] = []
    unreadable: list[UnreadableGame] = []
    for number in this_server().store.games():
        timeline, at = stored_game(number)
        table = timeline.present if timeline is not None else None
        if table is None:
            unreadable += _unreadable(number)
        elif not table.demo and (table.turns or table.current_roll is not None):
            listed.append(ListedGame(number, at, table, this_server().session.game == number))
        if len(listed) + len(unreadable) == MAX_LISTED_GAMES:
            break
    return listed, unreadable


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
