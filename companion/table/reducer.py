"""The reducer: a table and one event give the next table. Pure: the same events give the same table anywhere.

Undo, redo and amendments, which need more than one moment, are in `companion.table.timeline`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.records.record import Turn
from companion.rules import PASS, VARIANTS, Decision, Game, Illegal, Play, Position, Roll, Rulings, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.events import (
    Change,
    Decided,
    DemoTakenOver,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    Retracted,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowReopened,
    SheetTakenOver,
    TableError,
    no_such_player,
)
from companion.table.notation import parse_decision, parse_roll
from companion.table.paper import close_row, next_turn, reopen_row, replace_sheet
from companion.table.seating import add_player, remove_player
from companion.table.state import Table
from companion.table.to_record import first_marks, record_of, second_mark
from sheets.language import message
from sheets.pad import COLOURS, load_pad


def reduce(table: Table, event: Change) -> Table:
    """The table after `event`.

    Raises `companion.rules.Illegal` for a mark that the rules refuse, and TableError for what does not fit.
    """
    return replace(_handle(table, event), last_event=event)


def _handle(table: Table, event: Change) -> Table:
    match event:
        case RollSeen():
            return _see_roll(table, event)
        case RollTaken():
            return _take_roll(table, event)
        case RollCorrected():
            return _correct_roll(table, event)
        case Decided():
            return _decide(table, event)
        case Retracted():
            return _retract(table, event)
        case RowClosed():
            return _close_row(table, event)
        case RowReopened():
            return _reopen_row(table, event)
        case SheetTakenOver():
            return _take_over_sheet(table, event)
        case PlayerAdded():
            return _add_player(table, event)
        case PlayerLeft():
            return _remove_player(table, event)
        case DemoTakenOver():
            return _take_over_demo(table)


# -- the game and its players ---------------------------------------------------------------------------


def begin(event: GameBegun) -> Table:
    """The table at the begin of a game. Raises TableError for a game, pad or names that cannot be played."""
    if event.game not in VARIANTS:
        raise TableError(
            "game",
            message("The table plays {games}, not {game}."),
            games=", ".join(VARIANTS),
            game=event.game[:40],
        )
    if len(set(event.players)) < len(event.players) or not all(name.strip() for name in event.players):
        raise TableError("players", message("Every player needs a name of their own."))
    variant = VARIANTS[event.game]
    if event.pad and event.pad not in variant.pads:
        raise TableError(
            "pad", message("{game} is not played on {pad}."), game=event.game, pad=event.pad[:40]
        )
    game = Game(
        event.game,
        load_pad(event.pad or variant.pads[0]),
        event.players,
        dict(event.lucky) if variant.lucky else None,
        Rulings.of(event.rulings),
        event.jokers and variant.cards,
    )
    start = game.start()
    return Table(game, start, begun=event, last_event=event, turn_start=start, demo=event.demo)


def _take_over_demo(table: Table) -> Table:
    if not table.demo:
        raise TableError("not-demo", message("This game is yours already."))
    return replace(table, demo=False)


def _add_player(table: Table, event: PlayerAdded) -> Table:
    game, position = add_player(table.game, table.position, event.player, event.lucky)
    return replace(table, game=game, position=position, final_record=record_of(table))


def _remove_player(table: Table, event: PlayerLeft) -> Table:
    game, position = remove_player(table.game, table.position, event.player)
    total = table.game.score(table.position.sheet(event.player)).total
    return replace(
        table,
        game=game,
        position=position,
        departed=(*table.departed, (event.player, total)),
        final_record=record_of(table),
    )


# -- dice -----------------------------------------------------------------------------------------------


def _see_roll(table: Table, event: RollSeen) -> Table:
    return replace(_awaiting_roll(table), pending_roll=event)


def _take_roll(table: Table, event: RollTaken) -> Table:
    ready = _awaiting_roll(table)
    return replace(
        ready,
        position=_rolled(ready, ready.position, event),
        turn_start=ready.position,
        current_roll=event,
        pending_roll=None,
        turn_decisions=(),
        lost_decisions=(),
        sheets_read=(),
    )


def _awaiting_roll(table: Table) -> Table:
    """`table` when dice may come; if marks stand on paper, the open turn is over with them."""
    position = table.position
    if table.paper and position.phase not in ("roll", "over"):
        assert position.roll is not None
        turn = Turn(position.roll, first_marks(table))
        position = next_turn(table.game, position)
        table = replace(table, position=position, turns=(*table.turns, turn), turn_decisions=())
    if position.phase == "over":
        raise TableError("game-over", message("The game is over; there are no more rolls."))
    if position.phase != "roll":
        raise TableError(
            "roll-taken", message("The dice of this turn are on the table already; tap a die to correct it.")
        )
    return table


def _rolled(table: Table, position: Position, event: RollTaken) -> Position:
    """`position` with the dice of `event`: all that are still in the game, but for those left out."""
    roll = parse_roll(table.game, event.roll)
    for colour in COLOURS if isinstance(roll, Roll) else ():
        rolled, in_game = getattr(roll, colour) is not None, colour not in position.removed
        if rolled and not in_game:
            raise TableError(
                "die-removed", message("The {colour} die has left the game; roll without it."), colour=colour
            )
        if in_game and not rolled and colour not in event.without:
            raise TableError(
                "die-missing",
                message("The {colour} die is missing; roll all dice that are in the game."),
                colour=colour,
            )
    after = table.game.roll(position, roll)
    return after if table.paper else _pass_without_options(table.game, after)


def _pass_without_options(game: Game, position: Position) -> Position:
    """Let those pass for whom no cell fits. Never the active player: a miss is to be seen coming."""
    if position.phase not in SHARED_PHASES:
        return position
    for player in game.waiting(position):
        if player != position.active and len(game.moves(position, player)) == 1:
            position = game.decide(position, player, PASS)
    return position


def _correct_roll(table: Table, event: RollCorrected) -> Table:
    """`table` with other dice: decisions that are legal with them stand, the others are lost."""
    if table.position.phase in ("roll", "over"):
        raise TableError("no-roll", message("There is no roll on the table to correct; undo one step first."))
    assert table.current_roll is not None
    corrected = RollTaken(event.roll, table.current_roll.source, event.photo, table.current_roll.without)
    position = _rolled(table, table.turn_start, corrected)
    kept: list[tuple[str, Decided]] = []
    lost: list[Decided] = []
    for phase, decided in table.turn_decisions:
        try:
            if position.phase == phase:
                position = table.game.decide(position, decided.player, parse_decision(decided.mark))
                kept.append((phase, decided))
                continue
        except Illegal:
            pass
        if decided.mark != str(PASS):
            lost.append(decided)
    after = replace(table, current_roll=corrected, turn_decisions=tuple(kept), lost_decisions=tuple(lost))
    return _move_to(after, _with_announced_locks(table, position), parse_roll(table.game, event.roll))


def _with_announced_locks(table: Table, position: Position) -> Position:
    """`position` with the rows closed that somebody announced since the dice of this turn were thrown."""
    locked = {row for player in table.game.players for row in table.position.sheet(player).locks}
    for row in table.position.closed:
        if row not in locked and row not in position.closed and position.phase != "over":
            position = close_row(table.game, position, row)
    return position


# -- decisions ------------------------------------------------------------------------------------------


def _decide(table: Table, event: Decided) -> Table:
    if event.player not in table.game.players:
        raise no_such_player(event.player)
    phase, roll = table.position.phase, table.position.roll
    if phase == "play" and event.mark == str(PASS) and event.player == table.active:
        position = table.game.forfeit(table.position)
    else:
        position = table.game.decide(table.position, event.player, _decision_on_pad(table.game, event.mark))
    assert roll is not None
    decisions = (*_decisions_of_others(table, event.player), (phase, event))
    return _move_to(replace(table, turn_decisions=decisions, lost_decisions=()), position, roll)


def _retract(table: Table, event: Retracted) -> Table:
    if table.decision(event.player) is None:
        raise TableError(
            "nothing-decided",
            message("{player} has decided nothing in this action yet."),
            player=event.player,
        )
    position = table.game.retract(table.position, event.player)
    decisions = _decisions_of_others(table, event.player)
    return replace(table, position=position, turn_decisions=decisions, lost_decisions=())


def _decisions_of_others(table: Table, player: str) -> tuple[tuple[str, Decided], ...]:
    """The decisions of this turn without that of `player` in the open action."""
    own = (table.position.phase, player)
    return tuple((phase, made) for phase, made in table.turn_decisions if (phase, made.player) != own)


def _decision_on_pad(game: Game, text: str) -> Decision:
    """The decision that `text` names. Raises TableError for a cell that this pad does not have."""
    decision = parse_decision(text)
    for mark in decision.marks if isinstance(decision, Play) else (decision,):
        if mark.cell and mark.cell not in game.board.by_name:
            raise TableError("cell", message("There is no cell {cell} on this pad."), cell=mark.cell)
    return decision


def _move_to(table: Table, position: Position, roll: Roll | int) -> Table:
    """`table` at `position`, which decisions on `roll` led to.

    When the action has ended, announced rows close; a turn that has ended joins the turns that are over.
    """
    if table.announced_rows and position.phase != table.position.phase:
        for row in table.announced_rows:
            if position.phase != "over" and row not in position.closed:
                position = close_row(table.game, position, row)
        table = replace(table, announced_rows=())
    if position.phase not in ("roll", "over"):
        return replace(table, position=position)
    turn = Turn(roll, first_marks(table), second_mark(table))
    return replace(table, position=position, turns=(*table.turns, turn))


# -- paper ----------------------------------------------------------------------------------------------


def _close_row(table: Table, event: RowClosed) -> Table:
    """`table` with a row announced as closed: at once, or when the action ends in which others still mark."""
    position = close_row(table.game, table.position, event.row)
    if event.row in table.announced_rows:
        raise TableError("row-closed", message("That row is closed already."))
    if table.paper or table.position.phase == "roll":
        return replace(table, position=position)
    return replace(table, announced_rows=(*table.announced_rows, event.row))


def _reopen_row(table: Table, event: RowReopened) -> Table:
    if event.row in table.announced_rows:
        return replace(table, announced_rows=tuple(row for row in table.announced_rows if row != event.row))
    return replace(table, position=reopen_row(table.game, table.position, event.row))


def _take_over_sheet(table: Table, event: SheetTakenOver) -> Table:
    if event.player not in table.game.players:
        raise no_such_player(event.player)
    if not table.paper and table.position.phase not in ("roll", "over"):
        raise TableError(
            "in-a-turn", message("Sheets are taken over between two turns; finish this turn first.")
        )
    sheet = Sheet.parse(event.sheet, table.game.pad)
    return replace(
        table,
        position=replace_sheet(table.game, table.position, event.player, sheet),
        sheets_read=(*table.sheets_read, event.player),
        order_unknown=True,
    )
