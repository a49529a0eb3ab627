"""The table: a game being played. Events in order are the truth; the state is what they add up to.

`apply` is pure: the same events give the same table, on any machine, at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.records.record import Record, Turn
from companion.rules import (
    PASS,
    VARIANTS,
    Decision,
    Game,
    Illegal,
    Mark,
    Play,
    Position,
    Roll,
    Rulings,
    Sheet,
)
from companion.rules.position import SHARED_PHASES
from companion.table.amendment import amend
from companion.table.events import (
    Amended,
    Decided,
    DemoTakenOver,
    Event,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    Redone,
    Retracted,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowReopened,
    SheetTakenOver,
    TableError,
    Undone,
)
from companion.table.paper import close_row, next_turn, reopen_row, replace_sheet
from companion.table.photo_match import WHITE_DICE, dice_of
from companion.table.seating import add_player, remove_player
from companion.table.to_record import first_marks, record_of, second_mark
from sheets.language import message
from sheets.pad import COLOURS, load_pad

GAMES = tuple(VARIANTS)
"""The games that the table can play: all seven."""
MAX_NAME_LENGTH = 24
__all__ = ["GAMES", "MAX_NAME_LENGTH", "Table", "TableError", "apply", "fold"]


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of a game.

    `demo`: made-up players play by themselves. `pending_roll`: a photo that people are to complete.
    `current_roll`: this turn's roll with its photo; it stays until the next one. `turn_start`: the position
    before this turn's roll. `turn_decisions`: the decisions of this turn that stand, with the action each was
    made in. `lost_decisions`: what the last correction took back. `turns`: the turns that are over. `hidden`,
    `paper`: as in GameBegun. `departed`: who left, with their points then. `final_record`: the record up to
    the first change of players, after which no record can hold the game. `announced_rows`: rows that somebody
    announced as closed in the open action; they close when it ends. `last_event`: the event that led here,
    `before`: the table it met (None at the begin). `course`: after an amendment
    the game as if it had always been so. `ahead`: what undo took back and can be redone, the next one first.
    """

    game: Game
    position: Position
    turn_start: Position
    last_event: Event
    demo: bool = False
    pending_roll: RollSeen | None = None
    current_roll: RollTaken | None = None
    turn_decisions: tuple[tuple[str, Decided], ...] = ()
    lost_decisions: tuple[Decided, ...] = ()
    turns: tuple[Turn, ...] = ()
    hidden: bool = False
    paper: bool = False
    departed: tuple[tuple[str, int], ...] = ()
    final_record: Record | None = None
    announced_rows: tuple[str, ...] = ()
    before: Table | None = field(default=None, repr=False, compare=False)
    course: Table | None = field(default=None, repr=False, compare=False)
    ahead: tuple[Table, ...] = field(default=(), repr=False, compare=False)

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.position.active

    @property
    def dice_to_roll(self) -> tuple[str, ...]:
        """The dice that are rolled now: "w1", "w2" and the colours that have not left; none with cards."""
        if self.game.variant.cards:
            return ()
        return (*WHITE_DICE, *(c for c in COLOURS if c not in self.position.removed))

    @property
    def dice_rolled(self) -> tuple[str, ...]:
        """The dice of the roll on the table: "w1", "w2" and colours; none before they are thrown."""
        return dice_of(self.position.roll) if isinstance(self.position.roll, Roll) else ()

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

    def moments(self) -> Iterator[Table]:
        """The game as it stands now, newest first: where it was amended, as if it had always been so."""
        table: Table | None = self
        while table is not None:
            if table.course is not None:
                table = table.course
                continue
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
    if isinstance(event, Redone):
        return _redo(table, event.steps)
    course = None
    match event:
        case DemoTakenOver():
            if not table.demo:
                raise TableError("not-demo", message("This game is yours already."))
            after = replace(table, demo=False)
        case RollSeen():
            after = replace(_ready(table), pending_roll=event)
        case RollTaken():
            ready = _ready(table)
            position = _rolled(ready, ready.position, event.roll, event.without)
            after = replace(
                ready,
                position=position,
                turn_start=ready.position,
                current_roll=event,
                pending_roll=None,
                turn_decisions=(),
                lost_decisions=(),
            )
        case RowClosed():
            after = _close(table, event.row)
        case RowReopened():
            if event.row in table.announced_rows:
                after = replace(
                    table, announced_rows=tuple(row for row in table.announced_rows if row != event.row)
                )
            else:
                after = replace(table, position=reopen_row(table.game, table.position, event.row))
        case SheetTakenOver():
            after = _take_over(table, event)
        case Amended():
            after, lost = amend(table, event, apply)
            course = after
            after = replace(after, lost_decisions=tuple(each.decided for each in lost))
        case PlayerAdded():
            game, position = add_player(table.game, table.position, event.player, event.lucky)
            after = replace(
                table, game=game, position=position, final_record=table.final_record or record_of(table)
            )
        case PlayerLeft():
            total = (
                table.game.score(table.position.sheet(event.player)).total
                if event.player in table.game.players
                else 0
            )
            game, position = remove_player(table.game, table.position, event.player)
            parted = (*table.departed, (event.player, total))
            origin = table.final_record or record_of(table)
            after = replace(table, game=game, position=position, departed=parted, final_record=origin)
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
            made = tuple(m for m in table.turn_decisions if (m[0], m[1].player) != kept)
            after = replace(table, position=position, turn_decisions=made, lost_decisions=())
    return replace(after, last_event=event, before=table, course=course, ahead=())


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
    variant = VARIANTS[event.game]
    if event.pad and event.pad not in variant.pads:
        raise TableError(
            "pad", message("{game} is not played on {pad}."), game=event.game, pad=event.pad[:40]
        )
    lucky = dict(event.lucky) if variant.lucky else None
    game = Game(
        event.game,
        load_pad(event.pad or variant.pads[0]),
        event.players,
        lucky,
        Rulings.of(event.rulings),
        event.jokers and variant.cards,
    )
    start = game.start()
    return Table(game, start, start, event, demo=event.demo, hidden=event.hidden, paper=event.paper)


def _undo(table: Table, steps: int) -> Table:
    found, ahead = table, table.ahead
    for _ in range(steps):
        if found.before is None:
            raise TableError(
                "nothing-to-undo", message("There is nothing left to undo; the game has just begun.")
            )
        ahead = (found, *ahead)
        found = found.before
    # Nobody wants the demo back who has taken it over.
    return replace(found, ahead=ahead, demo=found.demo and table.demo)


def _redo(table: Table, steps: int) -> Table:
    if len(table.ahead) < steps:
        raise TableError("nothing-to-redo", message("There is nothing to redo; nothing was undone since."))
    return replace(table.ahead[steps - 1], ahead=table.ahead[steps:])


def _ready(table: Table) -> Table:
    """`table` when dice may come; where marks stand on paper, whatever was open is over with them."""
    if table.paper and table.position.phase not in ("roll", "over"):
        assert table.position.roll is not None
        turn = Turn(table.position.roll, first_marks(table))
        table = replace(
            table,
            position=next_turn(table.game, table.position),
            turns=(*table.turns, turn),
            turn_decisions=(),
        )
    _expect_roll(table)
    return table


def _close(table: Table, row: str) -> Table:
    """`table` with a row said to be closed: at once, or when the action ends in which others still mark."""
    position = close_row(table.game, table.position, row)
    if row in table.announced_rows:
        raise TableError("row-closed", message("That row is closed already."))
    if table.paper or table.position.phase == "roll":
        return replace(table, position=position)
    return replace(table, announced_rows=(*table.announced_rows, row))


def _take_over(table: Table, event: SheetTakenOver) -> Table:
    if event.player not in table.game.players:
        raise TableError(
            "player", message("Nobody called {player} plays here."), player=event.player[:MAX_NAME_LENGTH]
        )
    if not table.paper and table.position.phase not in ("roll", "over"):
        raise TableError(
            "in-a-turn", message("Sheets are taken over between two turns; finish this turn first.")
        )
    sheet = Sheet.parse(event.sheet, table.game.pad)
    return replace(table, position=replace_sheet(table.game, table.position, event.player, sheet))


def _expect_roll(table: Table) -> None:
    if table.position.phase == "over":
        raise TableError("game-over", message("The game is over; no dice are rolled any more."))
    if table.position.phase != "roll":
        raise TableError(
            "roll-taken", message("The dice of this turn are on the table already; tap a die to correct it.")
        )


def parse_roll(game: Game, text: str) -> Roll | int:
    """The dice, or in the card game the number for everyone, that an event's text says."""
    if not game.variant.cards:
        return Roll.parse(text)
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise TableError("number", message("The number for everyone is a number from 2 to 12."))
    return int(text)


def _rolled(table: Table, position: Position, text: str, without: tuple[str, ...] = ()) -> Position:
    """`position` with the dice that `text` says; they must be those still in the game, but for `without`."""
    roll = parse_roll(table.game, text)
    for colour in COLOURS if isinstance(roll, Roll) else ():
        rolled, left = getattr(roll, colour) is not None, colour not in position.removed
        if rolled and not left:
            raise TableError(
                "die-removed", message("The {colour} die has left the game; roll without it."), colour=colour
            )
        if left and not rolled and colour not in without:
            raise TableError(
                "die-missing",
                message("The {colour} die is missing; roll all dice that are in the game."),
                colour=colour,
            )
    after = table.game.roll(position, roll)
    return after if table.paper else pass_where_nothing_fits(table.game, after)


def pass_where_nothing_fits(game: Game, position: Position) -> Position:
    """Let those pass for whom no cell fits. Never the active player: a miss is to be seen coming."""
    if position.phase not in SHARED_PHASES:
        return position
    for player in game.waiting(position):
        if player != position.active and len(game.moves(position, player)) == 1:
            position = game.decide(position, player, PASS)
    return position


def _decide(table: Table, event: Decided) -> Table:
    if event.player not in table.game.players:
        raise TableError(
            "player", message("Nobody called {player} plays here."), player=event.player[:MAX_NAME_LENGTH]
        )
    phase, roll = table.position.phase, table.position.roll
    if phase == "play" and event.mark == str(PASS) and event.player == table.active:
        position = table.game.forfeit(table.position)
    else:
        decision = _decision(table, event)
        position = table.game.decide(table.position, event.player, decision)
    # Deciding anew replaces what was decided in the open action.
    made = tuple(m for m in table.turn_decisions if (m[0], m[1].player) != (phase, event.player))
    assert roll is not None
    return _at(replace(table, turn_decisions=(*made, (phase, event)), lost_decisions=()), position, roll)


def _decision(table: Table, event: Decided) -> Decision:
    """What a player says, with every cell on this pad."""
    decision: Decision = Play.parse(event.mark) if ":" in event.mark else Mark.parse(event.mark)
    for mark in decision.marks if isinstance(decision, Play) else (decision,):
        if mark.cell and mark.cell not in table.game.board.by_name:
            raise TableError("cell", message("There is no cell {cell} on this pad."), cell=mark.cell)
    return decision


def _at(table: Table, position: Position, roll: Roll | int) -> Table:
    """`table` at `position`, which `roll` led to; a turn that is over there goes to the others that are."""
    if table.announced_rows and position.phase != table.position.phase:
        for row in table.announced_rows:
            if position.phase != "over" and row not in position.closed:
                position = close_row(table.game, position, row)
        table = replace(table, announced_rows=())
    if position.phase not in ("roll", "over"):
        return replace(table, position=position)
    turn = Turn(roll, first_marks(table), second_mark(table))
    return replace(table, position=position, turns=(*table.turns, turn))


def _correct(table: Table, event: RollCorrected) -> Table:
    if table.position.phase in ("roll", "over"):
        raise TableError(
            "no-roll", message("There is no roll on the table that could be corrected; undo one step first.")
        )
    without = table.current_roll.without if table.current_roll else ()
    position = _rolled(table, table.turn_start, event.roll, without)
    kept: list[tuple[str, Decided]] = []
    lost: list[Decided] = []
    for phase, decided in table.turn_decisions:
        try:
            if position.phase == phase:
                position = table.game.decide(position, decided.player, Mark.parse(decided.mark))
                kept.append((phase, decided))
                continue
        except Illegal:
            pass
        if decided.mark != str(PASS):
            lost.append(decided)
    locked = {row for player in table.game.players for row in table.position.sheet(player).locks}
    for row in table.position.closed:  # those that were said to be closed since the dice were thrown
        if row not in locked and row not in position.closed and position.phase != "over":
            position = close_row(table.game, position, row)
    taken = RollTaken(
        event.roll, table.current_roll.source if table.current_roll else "tapped", event.photo, without
    )
    after = replace(table, current_roll=taken, turn_decisions=tuple(kept), lost_decisions=tuple(lost))
    return _at(after, position, parse_roll(table.game, event.roll))
