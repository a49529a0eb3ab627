"""The archive: all games of a table, also the running one."""

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
"""The players of this many recent games are suggested for a new game."""
NO_GAME = message("There is no such game at this table; choose one from the list.")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of this table, or a record opened from a file, with its replayed turns."""

    base: str  # the address of its page
    turns: tuple[ReplayedTurn, ...]
    record: Record
    table: Table | None = None  # None for a record opened from a file
    running: bool = False  # True if it is the game on the table
    at: float = 0.0  # time when it began, in Unix seconds; 0 for a record

    @property
    def game(self) -> Game:
        """Return the game with its present or last players."""
        return self.record.game if self.table is None else self.table.game

    @property
    def position(self) -> Position:
        """Return the position after the game's last event."""
        if self.table is not None:
            return self.table.position
        return self.turns[-1].after if self.turns else self.game.start()

    @property
    def name(self) -> str:
        """Return the last part of the address: a game's number, or a record's name."""
        return self.base.rpartition("/")[2]

    @property
    def over(self) -> bool:
        """Return True if the game was played to its end."""
        return self.position.end is not None

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the players whose paper sheets still have to be photographed after the end of the game."""
        return self.table.unread_players if self.table is not None and self.over else ()


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of games."""

    number: int
    at: float  # time when it began, in Unix seconds
    table: Table
    running: bool  # True if it is the game on the table

    @property
    def over(self) -> bool:
        """Return True if the game was played to its end."""
        return self.table.position.end is not None

    @property
    def resumable(self) -> bool:
        """Return True if the game can be continued: it isn't over and isn't on the table."""
        return not self.over and not self.running

    @property
    def turns(self) -> Phrase:
        """Return the number of turns in words."""
        position = self.table.position
        return turn_count(position.turn - (position.phase == "roll"))

    @property
    def state(self) -> Phrase:
        """Return the winners, or without any the game's state: over, on the table, not finished."""
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
    """Cache key: a stored game up to its last event."""

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
    """Clear the cache of games; needed when the content of the store was replaced."""
    with _loading:
        _load.cache_clear()


def stored_game(game: int) -> tuple[Timeline | None, float]:
    """Return a stored game, or None if it can't be read, and the time when it began in Unix seconds."""
    store = this_server().store
    with _loading:
        return _load(_GameVersion(store, game, store.last_event_number(game)))


def archived_game(number: int) -> ArchivedGame:
    """Return a game of this table. Raise RequestRefused if there is no readable game with this number."""
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
    """Return this table's games with at least one roll, newest first, and the errors of unreadable games.

    Demos are left out.
    """
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
    """Return the error of a game that cannot be read as a list, or [] if it can be read."""
    try:
        this_server().store.load_game(number)
    except UnreadableGame as problem:
        return [problem]
    return []


def known_players() -> tuple[str, ...]:
    """Return the main names of the people in this table's last games, newest game first."""
    same_as = this_server().people.same_as()
    names: dict[str, None] = {}
    for number in this_server().store.games()[:RECENT_GAMES]:
        timeline, _at = stored_game(number)
        if timeline is not None and not timeline.present.demo and not timeline.present.begun.trial:
            names |= dict.fromkeys(same_as.get(name, name) for name in timeline.present.people)
    return tuple(names)
