"""The table: a game being played. Events in order are the truth; the state is what they add up to.

`apply` is pure: the same events give the same table, on any machine, at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.events import (
    Decided,
    Event,
    GameBegun,
    Retracted,
    RollCorrected,
    RollSeen,
    RollTaken,
    TakenOver,
    Undone,
)
from companion.evidence import WHITES, slots_of
from companion.record import Record, Turn
from companion.rules import PASS, Game, Illegal, Mark, Position, Roll
from sheets.errors import BadInput
from sheets.language import message
from sheets.pad import COLOURS, load_pad

GAMES = ("classic", "mixx-a", "mixx-b")
"""The games that the table can play: those whose marks are one tap each."""
MOST_PLAYERS = 5
NAME_LENGTH = 24


class TableError(BadInput):
    """An event that does not fit the table as it is. `code`: its kind; `text`: a sentence with {names}."""

    def __init__(self, code: str, text: str, **values: str | int) -> None:
        self.code, self.text, self.values = code, text, values
        super().__init__(text.format(**values))

    def tell(self, translate: Callable[[str], str]) -> str:
        """The sentence in another language."""
        return translate(self.text).format(**self.values)


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of a game.

    `demo`: made-up players play by themselves. `seen`: a photo that people are to complete. `taken`: this
    turn's roll with its photo; it stays until the next one. `opened`: the position before this turn's roll.
    `made`: the decisions of this turn that stand, with the action each was made in. `dropped`: what the last
    correction took back. `turns`: the turns that are over. `last`: the event that led here, `before`:
    the table it met (None at the begin).
    """

    game: Game
    position: Position
    opened: Position
    last: Event
    demo: bool = False
    seen: RollSeen | None = None
    taken: RollTaken | None = None
    made: tuple[tuple[str, Decided], ...] = ()
    dropped: tuple[Decided, ...] = ()
    turns: tuple[Turn, ...] = ()
    before: Table | None = field(default=None, repr=False, compare=False)

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.position.active

    @property
    def slots(self) -> tuple[str, ...]:
        """The dice that are rolled now: "w1", "w2" and the colours that have not left."""
        return (*WHITES, *(c for c in COLOURS if c not in self.position.removed))

    @property
    def slots_rolled(self) -> tuple[str, ...]:
        """The dice of the roll on the table: "w1", "w2" and colours; none before they are thrown."""
        return slots_of(self.position.roll) if isinstance(self.position.roll, Roll) else ()

    def decision(self, player: str) -> Mark | None:
        """What `player` decided in the open action; None where nothing yet, or there is no such player."""
        found = self.position.decisions.get(player)
        return found if isinstance(found, Mark) else None

    def history(self) -> Iterator[Table]:
        """This moment and those before it that still stand, newest first."""
        table: Table | None = self
        while table is not None:
            yield table
            table = table.before


def fold(events: Iterable[Event]) -> Table | None:
    """What the events of one game add up to; None for no event at all."""
    table: Table | None = None
    for event in events:
        table = apply(table, event)
    return table


def apply(table: Table | None, event: Event) -> Table:
    """The table after `event`.

    Raises `companion.rules.Illegal` for a mark that the rules refuse, and TableError for what does not fit.
    """
    if isinstance(event, GameBegun):
        if table is not None:
            raise TableError("begun", message("This game has begun already; begin another one."))
        return _begin(event)
    if table is None:
        raise TableError("no-game", message("There is no game yet; begin one first."))
    if isinstance(event, Undone):
        return _undo(table, event.steps)
    match event:
        case TakenOver():
            if not table.demo:
                raise TableError("not-demo", message("This game is yours already."))
            after = replace(table, demo=False)
        case RollSeen():
            _expect_roll(table)
            after = replace(table, seen=event)
        case RollTaken():
            _expect_roll(table)
            position = _rolled(table, table.position, event.roll)
            after = replace(
                table, position=position, opened=table.position, taken=event, seen=None, made=(), dropped=()
            )
        case RollCorrected():
            after = _correct(table, event)
        case Decided():
            after = _decide(table, event)
        case Retracted():
            if table.decision(event.player) is None:
                raise TableError(
                    "nothing-decided",
                    message("{player} has decided nothing in this action yet."),
                    player=event.player,
                )
            position = table.game.retract(table.position, event.player)
            kept = (table.position.phase, event.player)
            made = tuple(m for m in table.made if (m[0], m[1].player) != kept)
            after = replace(table, position=position, made=made, dropped=())
    return replace(after, last=event, before=table)


def _begin(event: GameBegun) -> Table:
    if event.game not in GAMES:
        raise TableError(
            "game",
            message("The table plays {games}, not {game}."),
            games=", ".join(GAMES),
            game=event.game[:40],
        )
    if len(set(event.players)) < len(event.players) or not all(name.strip() for name in event.players):
        raise TableError("players", message("Every player needs a name of their own."))
    game = Game(event.game, load_pad(event.game), event.players)
    start = game.start()
    return Table(game, start, start, event, demo=event.demo)


def _undo(table: Table, steps: int) -> Table:
    found = table
    for _ in range(steps):
        if found.before is None:
            raise TableError(
                "nothing-to-undo", message("There is nothing left to undo; the game has just begun.")
            )
        found = found.before
    # Nobody wants the demo back who has taken it over.
    return found if table.demo else replace(found, demo=False)


def _expect_roll(table: Table) -> None:
    if table.position.phase == "over":
        raise TableError("game-over", message("The game is over; no dice are rolled any more."))
    if table.position.phase != "roll":
        raise TableError(
            "roll-taken", message("The dice of this turn are on the table already; tap a die to correct it.")
        )


def _rolled(table: Table, position: Position, text: str) -> Position:
    """`position` with the dice that `text` says; they must be exactly those that are still in the game."""
    roll = Roll.parse(text)
    for colour in COLOURS:
        rolled, left = getattr(roll, colour) is not None, colour not in position.removed
        if rolled and not left:
            raise TableError(
                "die-removed", message("The {colour} die has left the game; roll without it."), colour=colour
            )
        if left and not rolled:
            raise TableError(
                "die-missing",
                message("The {colour} die is missing; roll all dice that are in the game."),
                colour=colour,
            )
    return settle(table.game, table.game.roll(position, roll))


def settle(game: Game, position: Position) -> Position:
    """Let those pass for whom no cell fits. Never the active player: a miss is to be seen coming."""
    if position.phase != "white":
        return position
    for player in game.waiting(position):
        if player != position.active and len(game.moves(position, player)) == 1:
            position = game.decide(position, player, PASS)
    return position


def _decide(table: Table, event: Decided) -> Table:
    if event.player not in table.game.players:
        raise TableError(
            "player", message("Nobody called {player} plays here."), player=event.player[:NAME_LENGTH]
        )
    mark = Mark.parse(event.mark)
    _expect_cell(table, mark)
    position = table.game.decide(table.position, event.player, mark)
    phase = table.position.phase
    # Deciding anew replaces what was decided in the open action.
    made = tuple(m for m in table.made if (m[0], m[1].player) != (phase, event.player))
    assert isinstance(table.position.roll, Roll)
    return _at(replace(table, made=(*made, (phase, event)), dropped=()), position, table.position.roll)


def _expect_cell(table: Table, mark: Mark) -> None:
    if mark.cell:
        try:
            table.game.pad.cell(mark.cell)
        except KeyError:
            raise TableError(
                "cell", message("There is no cell {cell} on this pad."), cell=mark.cell
            ) from None


def _at(table: Table, position: Position, roll: Roll) -> Table:
    """`table` at `position`, which `roll` led to; a turn that is over there goes to the others that are."""
    if position.phase in ("roll", "over"):
        made = [(phase, decided.player, Mark.parse(decided.mark)) for phase, decided in table.made]
        white = {player: mark for phase, player, mark in made if phase == "white" and mark.cell}
        colour = next((mark for phase, _, mark in made if phase == "colour" and mark.cell), None)
        turn = Turn(roll, white, colour)
        return replace(table, position=position, turns=(*table.turns, turn))
    return replace(table, position=position)


def _correct(table: Table, event: RollCorrected) -> Table:
    if table.position.phase in ("roll", "over"):
        raise TableError(
            "no-roll", message("There is no roll on the table that could be corrected; undo one step first.")
        )
    position = _rolled(table, table.opened, event.roll)
    kept: list[tuple[str, Decided]] = []
    dropped: list[Decided] = []
    for phase, decided in table.made:
        try:
            if position.phase == phase:
                position = table.game.decide(position, decided.player, Mark.parse(decided.mark))
                kept.append((phase, decided))
                continue
        except Illegal:
            pass
        if decided.mark != str(PASS):
            dropped.append(decided)
    taken = RollTaken(event.roll, table.taken.source if table.taken else "tapped", event.photo)
    after = replace(table, taken=taken, made=tuple(kept), dropped=tuple(dropped))
    return _at(after, position, Roll.parse(event.roll))


def record(table: Table) -> Record:
    """The game so far; a turn that is being played is its open last turn."""
    position = table.position
    if position.phase not in ("white", "colour"):
        return Record(table.game, table.turns)
    assert isinstance(position.roll, Roll)
    white = {player: mark for player in table.game.players if (mark := _first(table, player)) is not None}
    return Record(table.game, (*table.turns, Turn(position.roll, white, open=True)))


def _first(table: Table, player: str) -> Mark | None:
    """What a player decided in action 1 of this turn; a pass where the action is over without a mark."""
    if table.position.phase == "white":
        return table.decision(player)
    return next(
        (Mark.parse(d.mark) for phase, d in table.made if (phase, d.player) == ("white", player)), PASS
    )
