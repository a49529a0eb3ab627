"""Changes that people report from paper: a row closes or reopens, a sheet is replaced, a turn ends."""

from dataclasses import dataclass, replace

from companion.rules import Game, Position, Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.position import End
from companion.rules.speciality import earned_signs
from companion.table.events import TableError
from sheets.language import message
from sheets.pad import COLOURS, ROW_LETTERS


def row_of_die(game: Game, colour: str) -> str | None:
    """Return the letter of the row that removes the die of this colour on closing, or None if none does."""
    return next((row.letter for row in game.pad.rows if row.closing[-1].colour == colour), None)


def close_row(game: Game, position: Position, letter: str) -> Position:
    """Return the position after a row has closed for everyone. Raise TableError if the row can't close."""
    _expect_common_locks(game)
    if position.phase == "over":
        raise TableError("game-over", message("The game is over; rows cannot close any more."))
    if letter in position.closed:
        raise TableError("row-closed", message("That row is closed already."))
    row = ROW_LETTERS.index(letter)
    return _ended(game, _close(game, position, position.closed_mask | 1 << row), position.turn)


def reopen_row(game: Game, position: Position, letter: str) -> Position:
    """Return the position with a closed row open again. Raise TableError if that is impossible."""
    _expect_common_locks(game)
    if position.phase == "over":
        raise TableError("game-over", message("That lock ended the game; undo it instead."))
    if letter not in position.closed:
        raise TableError("row-open", message("That row is open."))
    owner = next((p for p in position.players if letter in position.sheet(p).locks), None)
    if owner is not None:
        text = message("{player} has crossed that lock; undo it or amend the mark instead.")
        raise TableError("row-locked", text, player=owner)
    if any(rules.own.closing for rules in game.sheet_rules):
        raise TableError("bar", message("Closing it crossed boxes on the bonus bars; undo it instead."))
    closed_mask = position.closed_mask & ~(1 << ROW_LETTERS.index(letter))
    removed_mask = 0
    for number, row in enumerate(game.pad.rows):
        if closed_mask >> number & 1:
            removed_mask |= position.removed_mask & 1 << COLOURS.index(row.closing[-1].colour)
    return replace(position, closed_mask=closed_mask, removed_mask=removed_mask)


def replace_sheet(game: Game, position: Position, player: str, sheet: Sheet) -> Position:
    """Return the position with a new sheet for `player`, whose decision in the current action is removed."""
    seat = position.players.index(player)
    after = position.with_decision(seat, None, sheet)
    after = replace(after, before=(*position.before[:seat], sheet, *position.before[seat + 1 :]))
    after = _close(game, after, position.closed_mask | game.closed_by([sheet]))
    return after if position.end else _ended(game, after, position.turn)


def next_turn(game: Game, position: Position) -> Position:
    """Return the position before the next turn's roll, or the end of the game, in a game marked on paper."""
    players = len(position.players)
    closed_mask = position.closed_mask | game.closed_by(position.sheets)
    after = replace(
        position,
        before=position.sheets,
        seat=(position.seat + 1) % players,
        turn=position.turn + 1,
        phase="roll",
        roll=None,
        decided=(None,) * players,
        active_marked=False,
    )
    return _ended(game, _close(game, after, closed_mask), position.turn)


@dataclass(frozen=True, slots=True)
class SheetDifference:
    """The differences between two states of a sheet."""

    added: tuple[str, ...]  # cells ("a5"), boxes and signs of bonuses, in the order of the sheet
    removed: tuple[str, ...]
    misses: tuple[int, int]  # before and after
    total: tuple[int, int]  # points before and after

    def __bool__(self) -> bool:
        return bool(self.added or self.removed) or self.misses[0] != self.misses[1]


def difference(game: Game, old: Sheet, new: Sheet) -> SheetDifference:
    """Return the changes from `old` to `new`."""

    def only(of: Sheet, but: Sheet) -> tuple[str, ...]:
        theirs = ObservedSheet.of(but).places
        places = (place for place in ObservedSheet.of(of).places if place not in theirs)
        crossed = tuple(place for place in places if not place.startswith(("lock", "miss")))
        return crossed + tuple(sign for sign in earned_signs(of) if sign not in earned_signs(but))

    return SheetDifference(
        only(new, old),
        only(old, new),
        (old.misses, new.misses),
        (game.score(old).total, game.score(new).total),
    )


def _expect_common_locks(game: Game) -> None:
    if not game.constraints.close_for_all:
        text = message("In the card game everyone closes their own rows; there is no common lock.")
        raise TableError("cards", text)


def _close(game: Game, position: Position, closed_mask: int) -> Position:
    """Return `position` after closing the rows in `closed_mask`: dice are removed, bonus boxes crossed."""
    removed_mask = game.removed_mask_after(position, position.sheets, closed_mask)
    if removed_mask == position.removed_mask:
        return replace(position, closed_mask=closed_mask)
    return replace(
        position,
        closed_mask=closed_mask,
        removed_mask=removed_mask,
        sheets=game.after_closing(position.sheets, removed_mask),
        before=game.after_closing(position.before, removed_mask),
    )


def _ended(game: Game, position: Position, turn: int) -> Position:
    """Return `position`, ended in turn `turn` if its sheets and closed rows end the game."""
    in_turn = position.phase == "colour"  # the turn may finish first (ruling end-in-action-1)
    reason = game.end_reason(position.sheets, position.closed_mask, in_action_1=in_turn)
    return replace(position, phase="over", end=End(turn, reason)) if reason else position
