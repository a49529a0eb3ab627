"""Replays a turn from its roll: the roll, and the decisions after it."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import PASS, Game, Illegal, Position, Roll
from companion.rules.position import SHARED_PHASES
from companion.table.events import Decided, RollTaken, TableError
from companion.table.notation import parse_roll
from companion.table.paper import close_row
from companion.table.state import Choice, Table
from sheets.language import message
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A replayed turn."""

    position: Position
    kept: tuple[Choice, ...]
    """The decisions that are still legal."""
    lost: tuple[Decided, ...]
    """The decisions that are illegal now, without passes."""


def replay_turn(table: Table, event: RollTaken, decisions: Iterable[Choice]) -> ReplayedTurn:
    """Return the turn of `table` from its start with the roll `event` and those of `decisions` that are
    legal.

    Raise TableError if the roll has the wrong dice.
    """
    position = roll_dice(table, table.turn_start, event)
    kept: list[Choice] = []
    lost: list[Decided] = []
    for phase, decided in decisions:
        try:
            if position.phase == phase:
                position = make_decision(table.game, position, phase, decided)
                kept.append((phase, decided))
                continue
        except Illegal:
            pass
        if decided.decision != PASS:
            lost.append(decided)
    return ReplayedTurn(_with_announced_locks(table, position), tuple(kept), tuple(lost))


def make_decision(game: Game, position: Position, phase: str, decided: Decided) -> Position:
    """Return the position after a decision. Raise Illegal.

    A pass instead of a play of cards forfeits it. A mark that replaces both actions ends the turn with action
    1 (rules.md: lucky15-instead).
    """
    if phase == "play" and decided.decision == PASS and decided.player == position.active:
        return game.forfeit(position)
    after = game.decide(position, decided.player, decided.decision)
    if after.phase == "colour" and game.moves(after, after.active).ends_turn:
        return game.decide(after, after.active, PASS)
    return after


def roll_dice(table: Table, position: Position, event: RollTaken) -> Position:
    """Return `position` after the roll. Raise TableError unless it has exactly the dice in the game, except
    `without`.

    Players for whom no cell fits pass at once, unless marks are on paper.
    """
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
    """Return the position after passes of all players for whom no cell fits.

    The active player doesn't pass automatically, because they should see a miss coming.
    """
    if position.phase not in SHARED_PHASES:
        return position
    for player in game.waiting(position):
        if player != position.active and len(game.moves(position, player)) == 1:
            position = game.decide(position, player, PASS)
    return position


def _with_announced_locks(table: Table, position: Position) -> Position:
    """Return `position` with the rows closed that were announced as closed during this turn."""
    locked = {row for player in table.game.players for row in table.position.sheet(player).locks}
    for row in table.position.closed:
        if row not in locked and row not in position.closed and position.phase != "over":
            position = close_row(table.game, position, row)
    return position
