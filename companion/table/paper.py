"""Brings marks on paper into a position.

These are rows that are announced as closed, sheets read from a photo, and turns without tapped marks. All
functions are pure.
"""

from dataclasses import dataclass, replace

from companion.rules import Game, Position, Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.position import End
from companion.rules.speciality import earned_signs
from companion.table.events import TableError
from sheets.language import message
from sheets.pad import COLOURS, ROW_LETTERS


def row_of_die(game: Game, colour: str) -> str | None:
    """Return the letter of the row that removes the die of this colour when it closes, or None.

    It is the row whose last cell has that colour (rules.md: die-removed, mixx-a-close).

    >>> row_of_die(Game("mixx-a", "mixx-a", ("Ann",)), "red")
    'a'
    """
    return next((row.letter for row in game.pad.rows if row.closing[-1].colour == colour), None)


def close_row(game: Game, position: Position, letter: str) -> Position:
    """Return the position after a row has closed for everyone; its die leaves, and the game may end.

    Raise TableError in the card game, in which rows close for their player only, for a closed row, and after
    the end.
    """
    _expect_common_locks(game)
    if position.phase == "over":
        raise TableError("game-over", message("The game is over; rows cannot close any more."))
    if letter in position.closed:
        raise TableError("row-closed", message("That row is closed already."))
    row = ROW_LETTERS.index(letter)
    return _ended(game, _close(game, position, position.closed_mask | 1 << row), position.turn)


def reopen_row(game: Game, position: Position, letter: str) -> Position:
    """Return the position after a row that was announced as closed is open again and its die is back.

    Raise TableError if a sheet has the row's lock, and after the end of the game; people undo those steps
    instead.
    """
    _expect_common_locks(game)
    if position.phase == "over":
        raise TableError("game-over", message("That lock ended the game; undo it instead."))
    if letter not in position.closed:
        raise TableError("row-open", message("That row is open."))
    owner = next((p for p in position.players if letter in position.sheet(p).locks), None)
    if owner is not None:
        raise TableError(
            "row-locked",
            message("{player} has crossed that lock; undo it or amend the mark instead."),
            player=owner,
        )
    if any(rules.own.closing for rules in game.sheet_rules):
        raise TableError("bar", message("Closing it crossed boxes on the bonus bars; undo it instead."))
    closed_mask = position.closed_mask & ~(1 << ROW_LETTERS.index(letter))
    removed_mask = 0
    for number, row in enumerate(game.pad.rows):
        if closed_mask >> number & 1:
            removed_mask |= position.removed_mask & 1 << COLOURS.index(row.closing[-1].colour)
    return replace(position, closed_mask=closed_mask, removed_mask=removed_mask)


def replace_sheet(game: Game, position: Position, player: str, sheet: Sheet) -> Position:
    """Return the position in which `player` has this sheet. Its locks close rows, and the game may end.

    The sheet replaces the player's decision in the open action.
    """
    seat = position.players.index(player)
    sheets = _put(position.sheets, seat, sheet)
    before = _put(position.before, seat, sheet)
    decided = (*position.decided[:seat], None, *position.decided[seat + 1 :])
    after = replace(position, sheets=sheets, before=before, decided=decided)
    after = _close(game, after, position.closed_mask | game.closed_by([sheet]))
    return after if position.end else _ended(game, after, position.turn)


def next_turn(game: Game, position: Position) -> Position:
    """Return the position before the roll of the next turn; marks of this turn are on paper."""
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
    """The changes of a sheet: cells ("a5"), boxes or types of bonus, misses, points.

    `added`, `removed`: in the order of the sheet. `misses`, `total`: before and after.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    misses: tuple[int, int]
    total: tuple[int, int]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed) or self.misses[0] != self.misses[1]


def difference(game: Game, old: Sheet, new: Sheet) -> SheetDifference:
    """Return the changes from `old` to `new`.

    >>> from sheets.pad import load_pad
    >>> game = Game("classic", "classic", ("Ann",))
    >>> one = Sheet.parse("a2 a3 / - / - / -", load_pad("classic"))
    >>> two = Sheet.parse("a2 a5 / - / - / - misses 1", load_pad("classic"))
    >>> difference(game, one, two)
    SheetDifference(added=('a5',), removed=('a3',), misses=(0, 1), total=(3, -2))
    """

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
    """Raise TableError if rows close for their player only."""
    if not game.constraints.close_for_all:
        raise TableError(
            "cards", message("In the card game everyone closes their own rows; there is no common lock.")
        )


def _close(game: Game, position: Position, closed_mask: int) -> Position:
    """Return `position` with these rows closed: their dice leave, and boxes of these colours are crossed."""
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
    """Return `position`, ended if its sheets end the game. `turn`: the turn in which it ends."""
    in_turn = position.phase == "colour"  # the turn may finish first (ruling end-in-action-1)
    reason = game.end_reason(position.sheets, position.closed_mask, in_action_1=in_turn)
    return replace(position, phase="over", end=End(turn, reason)) if reason else position


def _put(sheets: tuple[Sheet, ...], seat: int, sheet: Sheet) -> tuple[Sheet, ...]:
    return (*sheets[:seat], sheet, *sheets[seat + 1 :])
