"""Renames a player in all states of a game: the present, the past and undone ones."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

import msgspec

from companion.records.record import Record, Turn
from companion.rules import Game, Position
from companion.table.events import DecisionMade, Event, GameBegun, TableError, no_such_player
from companion.table.state import Choice, Table
from sheets.language import message

T = TypeVar("T")


def check_new_name(table: Table, player: str, name: str) -> None:
    """Raise TableError unless `player` is in the game and may be called `name`."""
    if player not in table.game.players:
        raise no_such_player(player)
    if player in table.begun.computers:
        text = message("The computer keeps its name, so that nobody takes it for a person.")
        raise TableError("players", text)
    others = {other.casefold() for other in table.game.players if other != player}
    gone = {other.casefold() for other in (*(name for name, _ in table.departed), *table.begun.computers)}
    if not name.strip() or name.casefold() in others | gone:
        raise TableError("players", message("Every player needs a name of their own."))


class Renaming:
    """Gives a player a new name in each state passed to it. Values shared by several states stay shared."""

    def __init__(self, player: str, name: str) -> None:
        self._names = {player: name}
        self._made: dict[int, tuple[object, object]] = {}

    def table(self, table: Table) -> Table:
        return replace(
            table,
            game=self._once(table.game, self._game),
            position=self._position(table.position),
            turn_start=self._once(table.turn_start, self._position),
            begun=self._once(table.begun, self._begun),
            last_event=self.event(table.last_event),
            turn_decisions=self._choices(table.turn_decisions),
            held_decisions=self._choices(table.held_decisions),
            lost_decisions=tuple(self._decided(made) for made in table.lost_decisions),
            turns=tuple(self._once(turn, self._turn) for turn in table.turns),
            final_record=self._record(table.final_record),
            sheets_read=self._all(table.sheets_read),
        )

    def event(self, event: Event) -> Event:
        """Return the event with the new name, or `event` itself if it doesn't contain the old name."""
        if isinstance(event, GameBegun):
            return self._once(event, self._begun)
        if isinstance(event, DecisionMade):
            return self._decided(event)
        player = getattr(event, "player", "")
        if player in self._names:
            return self._once(event, lambda old: msgspec.structs.replace(old, player=self._names[player]))
        players = getattr(event, "players", None)
        if players is not None:
            return self._once(event, lambda old: msgspec.structs.replace(old, players=self._all(players)))
        return event

    def _once(self, old: T, make: Callable[[T], T]) -> T:
        """Return the value that `make` returns for `old`. The same `old` always gets the same object."""
        if id(old) not in self._made:
            self._made[id(old)] = (old, make(old))
        return self._made[id(old)][1]  # type: ignore[return-value]

    def _all(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._names.get(name, name) for name in names)

    def _keys(self, values: Mapping[str, T]) -> dict[str, T]:
        return {self._names.get(name, name): value for name, value in values.items()}

    def _game(self, game: Game) -> Game:
        lucky = None if game.lucky is None else self._keys(game.lucky)
        house = game.house.among(self._all(game.players), self._names)
        sheets = None if game.sheets is None else self._keys(game.sheets)
        players = self._all(game.players)
        return Game(game.name, game.pad, players, lucky, game.rulings, game.jokers, house, sheets)

    def _position(self, position: Position) -> Position:
        return replace(position, players=self._all(position.players))

    def _begun(self, begun: GameBegun) -> GameBegun:
        return msgspec.structs.replace(
            begun,
            players=self._all(begun.players),
            lucky=self._keys(begun.lucky),
            no_miss=self._all(begun.no_miss),
            teams=tuple(self._all(team) for team in begun.teams),
            sheets=self._keys(begun.sheets),
            computers=self._keys(begun.computers),
        )

    def _decided(self, decided: DecisionMade) -> DecisionMade:
        if decided.player not in self._names:
            return decided
        return self._once(decided, lambda old: DecisionMade(self._names[old.player], old.mark))

    def _choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        return tuple((phase, self._decided(made)) for phase, made in choices)

    def _turn(self, turn: Turn) -> Turn:
        return replace(turn, first=self._keys(turn.first))

    def _record(self, record: Record | None) -> Record | None:
        if record is None:
            return None
        turns = tuple(self._once(turn, self._turn) for turn in record.turns)
        return Record(self._once(record.game, self._game), turns, self._keys(record.claims))
