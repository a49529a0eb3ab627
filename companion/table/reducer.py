"""Applies an event to the state of a game. Undo, redo and amendments are in `companion.table.timeline`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.book import games_like
from companion.records.record import Record
from companion.rulebook.rulings import RULINGS, WRITTEN_DOWN
from companion.rules import (
    ALL_VARIANTS,
    PASS,
    Decision,
    Game,
    House,
    Illegal,
    Play,
    Position,
    Roll,
    Rulings,
    Sheet,
)
from companion.rules.position import SHARED_PHASES
from companion.rules.variants import Variant
from companion.table.events import (
    Change,
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    DemoTakenOver,
    GameBegun,
    GameTakenUp,
    PlayerAdded,
    PlayerLeft,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowReopened,
    SeatsChanged,
    SheetTakenOver,
    TableError,
    no_such_player,
)
from companion.table.paper import close_row, next_turn, reopen_row, replace_sheet
from companion.table.seating import add_player, change_seats, remove_player
from companion.table.state import Choice, Table
from companion.table.take_back import last_choice
from companion.table.to_record import record_of, turn_of
from companion.table.turn_replay import close_announced, make_decision, parse_roll, replay_turn, roll_dice
from sheets.language import message
from sheets.pad import Pad, load_pad, parse_pad


def reduce(table: Table, event: Change) -> Table:
    """Return the state after `event`. Raise TableError or Illegal if the event is not possible now."""
    return replace(_STEPS[type(event)](table, event), last_event=event)


# -- the game and its players ---------------------------------------------------------------------------


def begin(event: GameBegun) -> Table:
    """Return the state at the start of a game. Raise TableError or BadInput if such a game is impossible."""
    if event.game not in ALL_VARIANTS:
        text = message("The table plays {games}, not {game}.")
        raise TableError("game", text, games=", ".join(ALL_VARIANTS), game=event.game[:40])
    if len(set(event.players)) < len(event.players) or not all(name.strip() for name in event.players):
        raise TableError("players", message("Every player needs a name of their own."))
    variant = ALL_VARIANTS[event.game]
    _check_teams(event)
    _check_computers(event)
    if event.pad and event.pad not in variant.pads:
        text = message("{game} is not played on {pad}.")
        raise TableError("pad", text, game=event.game, pad=event.pad[:40])
    pad = parse_pad(event.layout, "/layout") if event.layout else load_pad(event.pad or variant.pads[0])
    game = Game(
        event.game,
        pad,
        event.players,
        dict(event.lucky) if variant.lucky else None,
        _rulings(event, pad, variant),
        event.jokers,
        House(event.no_miss, event.rounds or None),
        dict(event.sheets) or None,
    )
    start = game.start()
    return Table(game, start, begun=event, last_event=event, turn_start=start, demo=event.demo)


def _check_teams(event: GameBegun) -> None:
    """If there are teams, raise TableError unless there are several, with each player in exactly one."""
    members = [name for team in event.teams for name in team]
    whole = len(event.teams) >= 2 and sorted(members) == sorted(event.players) and all(event.teams)
    if event.teams and not whole:
        raise TableError(
            "teams", message("Either put every player into one of at least two teams, or nobody into any.")
        )


def _check_computers(event: GameBegun) -> None:
    """Raise TableError if the computer can't control the players that `event` assigns to it."""
    if not event.computers:
        return
    if not set(event.computers) <= set(event.players):
        raise TableError("computers", message("The computer is in a seat that nobody plays in."))
    if ALL_VARIANTS[event.game].cards:
        text = message("In the card game the computer cannot play: it holds no cards. Choose another game.")
        raise TableError("computers", text)
    if event.paper:
        text = message(
            "The computer has no paper; have the crosses tapped in, or leave the computer's seat empty."
        )
        raise TableError("computers", text)
    if set(event.players) <= set(event.computers):
        text = message("Only computers are at the table; enter at least one name.")
        raise TableError("computers", text)


def _rulings(event: GameBegun, pad: Pad, variant: Variant) -> Rulings:
    """Return the rulings of a new game: first those in `event`, then those in WRITTEN_DOWN, then defaults."""
    held = {name for each in (pad, *map(load_pad, variant.sheets)) for name in games_like(each)}
    older = {
        ruling: option
        for ruling, option in WRITTEN_DOWN.items()
        if not held.isdisjoint(RULINGS[ruling].games)
    }
    return Rulings.of(older | event.rulings)


def _take_over_demo(table: Table, _event: DemoTakenOver) -> Table:
    if not table.demo:
        raise TableError("not-demo", message("This game is yours already."))
    return replace(table, demo=False)


def _take_up(table: Table, _event: GameTakenUp) -> Table:
    if table.position.phase == "over":
        raise TableError("game-over", message("This game is over; look back on it, or begin a new one."))
    if table.demo:
        raise TableError("demo", message("Made-up players played this game; begin one of your own."))
    return table


def _add_player(table: Table, event: PlayerAdded) -> Table:
    if event.player in table.begun.computers:
        raise TableError("players", message("Every player needs a name of their own."))
    game, position = add_player(table.game, table.position, event.player, event.lucky, event.sheet)
    return replace(table, game=game, position=position, final_record=_record_so_far(table))


def _change_seats(table: Table, event: SeatsChanged) -> Table:
    game, position = change_seats(table.game, table.position, event.players)
    return replace(table, game=game, position=position, final_record=_record_so_far(table))


def _record_so_far(table: Table) -> Record | None:
    """Return the record of the game, to keep it when players change, or None if no turn has ended."""
    return record_of(table) if table.turns or table.final_record is not None else None


def _remove_player(table: Table, event: PlayerLeft) -> Table:
    if table.people == (event.player,):
        raise TableError("players", message("Nobody else plays; the last player cannot leave."))
    game, position = remove_player(table.game, table.position, event.player)
    total = table.game.score(table.position.sheet(event.player)).total
    return replace(
        table,
        game=game,
        position=position,
        departed=(*table.departed, (event.player, total)),
        final_record=_record_so_far(table),
    )


# -- dice -----------------------------------------------------------------------------------------------


def _see_roll(table: Table, event: RollSeen) -> Table:
    return replace(awaiting_roll(table), pending_roll=event)


def _take_roll(table: Table, event: RollTaken) -> Table:
    ready = awaiting_roll(table)
    return replace(
        ready,
        position=roll_dice(ready, ready.position, event),
        turn_start=ready.position,
        current_roll=event,
        pending_roll=None,
        turn_decisions=(),
        held_decisions=(),
        lost_decisions=(),
        announcements=(),
        sheets_read=(),
    )


def awaiting_roll(table: Table) -> Table:
    """Return the table, ready for the next roll. Raise TableError during a turn, or if the game is over.

    If players mark on paper, end the current turn instead of raising an error.
    """
    position = table.position
    if table.paper and position.phase not in ("roll", "over"):
        assert position.roll is not None
        turn = turn_of(table, position.roll)
        position = next_turn(table.game, position)
        table = replace(table, position=position, turns=(*table.turns, turn), turn_decisions=())
    if position.phase == "over":
        raise TableError("game-over", message("The game is over; there are no more rolls."))
    if position.phase != "roll":
        raise TableError(
            "roll-taken", message("The dice of this turn are on the table already; tap a die to correct it.")
        )
    return table


def _correct_roll(table: Table, event: RollCorrected) -> Table:
    if table.position.phase in ("roll", "over"):
        raise TableError("no-roll", message("There is no roll on the table to correct; undo one step first."))
    assert table.current_roll is not None
    corrected = RollTaken(event.roll, table.current_roll.source, event.photo, table.current_roll.without)
    again = replay_turn(table, corrected, table.turn_decisions)
    after = replace(table, current_roll=corrected, turn_decisions=again.kept, lost_decisions=again.lost)
    return _judge_held(_move_to(after, again.position, parse_roll(table.game, event.roll)))


# -- decisions ------------------------------------------------------------------------------------------


def _decide(table: Table, event: DecisionMade) -> Table:
    if event.player not in table.game.players:
        raise no_such_player(event.player)
    phase, roll = table.position.phase, table.position.roll
    _check_cells(table.game, event.decision)
    position = make_decision(table.game, table.position, phase, event)
    assert roll is not None
    decisions = (*_decisions_of_others(table, event.player), (phase, event))
    return _judge_held(_move_to(replace(table, turn_decisions=decisions, lost_decisions=()), position, roll))


def _judge_held(table: Table) -> Table:
    """Return the table after its `held_decisions`, if their action has begun. Illegal decisions are lost."""
    if not table.held_decisions or table.position.phase in SHARED_PHASES:
        return table
    held = replace(table, held_decisions=())
    for phase, decided in table.held_decisions:
        roll = held.position.roll
        try:
            if held.position.phase == phase and roll is not None:
                position = make_decision(held.game, held.position, phase, decided)
                made = replace(held, turn_decisions=(*held.turn_decisions, (phase, decided)))
                held = _move_to(made, position, roll)
                continue
        except Illegal:
            pass
        if decided.decision != PASS:
            held = replace(held, lost_decisions=(*held.lost_decisions, decided))
    return held


def _take_back(table: Table, event: DecisionTakenBack) -> Table:
    """Return the table without a player's last decision. Hold back the decisions of a later action."""
    choice = last_choice(table, event.player)
    if choice is None:
        text = message("{player} has nothing to take back now; that is possible only until the next roll.")
        raise TableError("nothing-decided", text, player=event.player)
    assert table.current_roll is not None
    others = tuple(made for made in table.turn_decisions if made is not choice)
    held: tuple[Choice, ...] = ()
    if choice[0] in SHARED_PHASES:
        held = tuple(made for made in others if made[0] not in SHARED_PHASES)
        others = tuple(made for made in others if made[0] in SHARED_PHASES)
    ended = table.position.phase in ("roll", "over")
    return replace(
        table,
        position=replay_turn(table, table.current_roll, others).position,
        turn_decisions=others,
        held_decisions=(*table.held_decisions, *held),
        lost_decisions=(),
        turns=table.turns[:-1] if ended else table.turns,
    )


def _retract(table: Table, event: DecisionRetracted) -> Table:
    if table.decision(event.player) is None:
        text = message("{player} has decided nothing in this action yet.")
        raise TableError("nothing-decided", text, player=event.player)
    position = table.game.retract(table.position, event.player)
    decisions = _decisions_of_others(table, event.player)
    return replace(table, position=position, turn_decisions=decisions, lost_decisions=())


def _decisions_of_others(table: Table, player: str) -> tuple[tuple[str, DecisionMade], ...]:
    """Return this turn's decisions without the decision of `player` in the current action."""
    own = (table.position.phase, player)
    return tuple((phase, made) for phase, made in table.turn_decisions if (phase, made.player) != own)


def _check_cells(game: Game, decision: Decision) -> None:
    """Raise TableError if a decision names a cell that no player's pad has."""
    for mark in decision.marks if isinstance(decision, Play) else (decision,):
        if not game.has_cell(mark):
            cell = mark.cell if mark.cell not in game.board.by_name else str(mark)
            raise TableError("cell", message("There is no cell {cell} on this pad."), cell=cell)


def _move_to(table: Table, position: Position, roll: Roll | int) -> Table:
    """Return the table with a new `position`. If the turn with this `roll` has ended, add it to `turns`."""
    position = close_announced(table, position)
    if position.phase not in ("roll", "over"):
        return replace(table, position=position)
    return replace(table, position=position, turns=(*table.turns, turn_of(table, roll)))


# -- paper ----------------------------------------------------------------------------------------------


def _close_row(table: Table, event: RowClosed) -> Table:
    """Return the table after a row was announced as closed. The row closes at once if players mark on paper,
    otherwise after this action."""
    close_row(table.game, table.position, event.row)  # or it raises TableError
    if event.row in table.announced_rows:
        raise TableError("row-closed", message("That row is closed already."))
    table = replace(table, announcements=(*table.announcements, (table.position.phase, event.row)))
    return replace(table, position=close_announced(table, table.position))


def _reopen_row(table: Table, event: RowReopened) -> Table:
    position, announced = table.position, event.row in table.announced_rows
    if not announced:
        position = reopen_row(table.game, position, event.row)
    left = tuple(each for each in table.announcements if each[1] != event.row)
    return replace(table, position=position, announcements=left)


def _take_over_sheet(table: Table, event: SheetTakenOver) -> Table:
    if event.player not in table.game.players:
        raise no_such_player(event.player)
    if not table.paper and table.position.phase not in ("roll", "over"):
        raise TableError(
            "in-a-turn", message("Sheets can be taken over only between turns; finish this turn first.")
        )
    sheet = Sheet.parse(event.sheet, table.position.sheet(event.player).pad)
    return replace(
        table,
        position=replace_sheet(table.game, table.position, event.player, sheet),
        sheets_read=(*table.sheets_read, event.player),
        order_unknown=True,
    )


_STEPS: Mapping[type[Change], Callable[[Table, Any], Table]] = {
    RollSeen: _see_roll,
    RollTaken: _take_roll,
    RollCorrected: _correct_roll,
    DecisionMade: _decide,
    DecisionRetracted: _retract,
    RowClosed: _close_row,
    RowReopened: _reopen_row,
    DecisionTakenBack: _take_back,
    SheetTakenOver: _take_over_sheet,
    PlayerAdded: _add_player,
    PlayerLeft: _remove_player,
    SeatsChanged: _change_seats,
    DemoTakenOver: _take_over_demo,
    GameTakenUp: _take_up,
}
