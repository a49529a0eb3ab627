"""Replays the current turn: the roll, and the decisions after the roll."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import PASS, Game, Illegal, Position, Roll
from companion.rules.position import ALONE_PHASES, SHARED_PHASES
from companion.table.events import DecisionMade, RollTaken, TableError
from companion.table.paper import close_row
from companion.table.state import Choice, Table
from sheets.language import message
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """The position after replaying a turn, with the decisions that stayed legal and those that did not."""

    position: Position
    kept: tuple[Choice, ...]
    """The decisions that are still legal."""
    lost: tuple[DecisionMade, ...]
    """The decisions that are no longer legal, except passes."""


def replay_turn(table: Table, event: RollTaken, decisions: Iterable[Choice]) -> ReplayedTurn:
    """Return this turn, replayed with the roll `event` and with those `decisions` that are still legal.

    Raise TableError or NotARoll if the roll isn't possible.
    """
    position = close_announced(table, roll_dice(table, table.turn_start, event))
    kept: list[Choice] = []
    lost: list[DecisionMade] = []
    for phase, decided in decisions:
        try:
            if position.phase == phase:
                position = close_announced(table, make_decision(table.game, position, phase, decided))
                kept.append((phase, decided))
                continue
        except Illegal:
            pass
        if decided.decision != PASS:
            lost.append(decided)
    return ReplayedTurn(position, tuple(kept), tuple(lost))


def make_decision(game: Game, position: Position, phase: str, decided: DecisionMade) -> Position:
    """Return the position after a decision. Raise Illegal if the decision is illegal.

    In phase "play", a pass of the active player means to play no cards. If the decision leads to action 2 and
    a mechanism forbids all marks there, also pass for the active player.
    """
    if phase == "play" and decided.decision == PASS and decided.player == position.active:
        return game.forfeit(position)
    after = game.decide(position, decided.player, decided.decision)
    if after.phase == "colour" and game.moves(after, after.active).ends_turn:
        return game.decide(after, after.active, PASS)
    return after


def roll_dice(table: Table, position: Position, event: RollTaken) -> Position:
    """Return `position` after a roll. Raise TableError or NotARoll if the roll isn't possible.

    Players other than the active one pass at once if they can't mark anything, unless they mark on paper.
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
    for player in () if table.paper else table.game.waiting(after):
        # the active player should see a penalty coming
        if player != after.active and len(table.game.moves(after, player)) == 1:
            after = table.game.decide(after, player, PASS)
    return after


def parse_roll(game: Game, text: str) -> Roll | int:
    """Parse a roll: dice, or in the card game a number. Raise NotARoll or TableError for other text."""
    if game.deck is None:
        return Roll.parse(text)
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise TableError("number", message("The number for everyone is a number from 2 to 12."))
    return int(text)


def close_announced(table: Table, position: Position) -> Position:
    """Return `position` after closing rows that people announced as closed in this turn of `table`.

    A row closes at once if players mark on paper. Otherwise, it closes after the action of the announcement.
    """
    for phase, row in table.announcements:
        between_actions = position.phase in ALONE_PHASES and phase in SHARED_PHASES
        is_due = table.paper or between_actions or position.phase == "roll"
        if is_due and row not in position.closed and position.phase != "over":
            position = close_row(table.game, position, row)
    return position
