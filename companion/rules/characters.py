"""Characters: powers of one player in their own turn in addition to the rules of the game (rules.md:
Characters).

A character is a mechanism that no pad prints: it belongs to a player, and joins the mechanisms of the pad in
the rules of that player's sheet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Candidate, Spot
from companion.rules.candidates import ColourCandidates
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, Mechanism, SheetRules, View
from companion.rules.refusal import Refusal
from companion.rules.roll import Roll
from companion.rules.sheet import Sheet, Trace
from sheets.language import message
from sheets.pad import COLOURS

RE_ROLL = "re-roll"
"""The name of the change in which dice are thrown once more."""
TURNS = ((3, 4), (4, 3))
"""Values of a die before and after it is turned."""


class Character(Mechanism):
    """The powers of a character; this base has none.

    `asks`: before anybody marks, the dice may be changed. `cells`: how many cells may be crossed in action 2.
    """

    key: ClassVar[str] = ""
    asks: ClassVar[bool] = False
    cells: ClassVar[int] = 1

    def dice_changes(self, roll: Roll) -> Iterator[str]:
        """The changes of these dice that are open, as lists of moves name them."""
        yield from ()

    def may_change(self, first: Roll, second: Roll) -> bool:
        """Tell whether the dice `first`, as thrown, may have become `second`."""
        return False

    def may_turn_miss(self, sheet: Sheet) -> bool:
        """Tell whether a cross of one's choice may be made in place of a miss."""
        return False

    def without_power(self, sheet: Sheet, rulings: Rulings) -> Sheet:
        """The sheet after a cross was made in place of a miss."""
        return sheet


class ReRoller(Character):
    """The re-roller throws any of the dice once more (rules.md: character-own-turn)."""

    key = "double-dutch"
    asks = True

    def dice_changes(self, roll: Roll) -> Iterator[str]:
        """Throwing again is open; the player chooses the dice."""
        yield RE_ROLL

    def may_change(self, first: Roll, second: Roll) -> bool:
        """Any die may show anything; one that has left does not come back."""
        pairs = zip(first.coloured, second.coloured, strict=True)
        return all(before is not None or after is None for before, after in pairs)


class Turner(Character):
    """The turner turns one die from 3 to 4 or from 4 to 3 (rules.md: character-own-turn)."""

    key = "tina-turner"
    asks = True

    def dice_changes(self, roll: Roll) -> Iterator[str]:
        """Each die that shows 3 or 4: its colour and what it shows; white dice that show the same once."""
        dice = [("white", value) for value in sorted(set(roll.white))]
        dice += [(c, value) for c, value in zip(COLOURS, roll.coloured, strict=True) if value is not None]
        yield from (f"{colour} {value}" for colour, value in dice if value in dict(TURNS))

    def may_change(self, first: Roll, second: Roll) -> bool:
        """Exactly one die differs, and shows 4 for 3 or 3 for 4. White dice are not told apart."""
        before, after = Counter(first.white), Counter(second.white)
        whites = zip((before - after).elements(), (after - before).elements(), strict=True)
        coloured = zip(first.coloured, second.coloured, strict=True)
        changes = [*whites, *((old, new) for old, new in coloured if old != new)]
        return len(changes) == 1 and changes[0] in TURNS


class GapFiller(Character):
    """May cross cells between two of his crosses of a row (rules.md: mike-between)."""

    key = "magic-mike"

    def fills(self, rules: SheetRules, sheet: Sheet, spot: Spot) -> bool:
        """In his own turn, a cell right of his leftmost cross and left of his rightmost one."""
        bits = sheet.rows[spot.row]
        return rules.own_turn and bool(bits & (spot.bit - 1)) and bits > spot.bit

    def follow(self, draft: Draft, spot: Spot) -> None:
        """A cross between two others counts for nothing, if the table agreed so (ruling mike-counts)."""
        if draft.rules.rulings.mike_counts == "yes" or spot in draft.steps:
            return
        before = list(draft.rows)
        before[spot.row] &= ~spot.bit
        sheet = draft.sheet.with_rows((before[0], before[1], before[2], before[3]))
        if spot.bit <= draft.rules.order_bits(sheet, spot.row):
            uncounted = list(draft.trace.uncounted)
            uncounted[spot.row] |= spot.bit
            four = (uncounted[0], uncounted[1], uncounted[2], uncounted[3])
            draft.trace = Trace(four, draft.trace.spent)


class TripleCrosser(Character):
    """Makes three crosses in place of two (rules.md: cross-third)."""

    key = "chris-cross"
    cells = 2


class MissSaver(Character):
    """Turns a miss into a cross of choice (rules.md: miss-any)."""

    key = "miss-take"

    def may_turn_miss(self, sheet: Sheet) -> bool:
        """Each time, or once a game (ruling miss-often)."""
        return not sheet.trace.spent

    def without_power(self, sheet: Sheet, rulings: Rulings) -> Sheet:
        """The power is spent, if it is for once a game."""
        if rulings.miss_often == "always":
            return sheet
        return sheet.with_trace(Trace(sheet.trace.uncounted, spent=True))


NOBODY = Character()
"""Players without a character."""
CHARACTERS: dict[str, Character] = {
    each.key: each for each in (ReRoller(), Turner(), GapFiller(), TripleCrosser(), MissSaver())
}
"""Every character by its key."""


@dataclass(slots=True)
class EveryCell:
    """In place of a miss: any cell, whatever the dice show (rules.md: miss-any)."""

    board: Board

    def spots(self) -> Iterable[Candidate]:
        """Every cell."""
        return [(spot, False) for row in self.board.rows for spot in row]

    def broken(self, spot: Spot, lucky: bool) -> str | None:
        """`lucky` for a star."""
        return "lucky" if lucky else None

    def explain(self, rule: str, spot: Spot) -> Refusal:
        """No sum could be meant by a lucky number."""
        return Refusal(rule, message("In place of a miss there are no lucky numbers."))


def turned(value: int) -> int:
    """The value of a die after it is turned; KeyError for a value that cannot be turned.

    >>> turned(3)
    4
    """
    return dict(TURNS)[value]


def narrowed(view: View, white: int) -> View:
    """`view` of action 2 as if both white dice showed what one of them does."""
    roll, whites = view.roll, (white, white)
    position = view.position.with_dice(Roll(whites, *roll.coloured))
    candidates = ColourCandidates(view.board, whites, roll.coloured, view.removed_mask)
    return View(view.rules, position, view.seat, view.sheet, candidates)


def too_many_crosses(view: View, most: int) -> Refusal:
    """The refusal of a further place in this action, in which `most` cells may be crossed."""
    if most > 1:
        text = message("{player} makes three crosses a turn at most: two of them in action 2.")
    else:
        text = message("In one action a player crosses one cell; {player} has named another one.")
    return Refusal("action-order", text, {"player": view.position.players[view.seat]})


def third_cross(mark: Mark, first: Mark) -> Refusal:
    """The refusal of a second cross in action 2 that does not go with the first one (ruling cross-which)."""
    text = message(
        "Each of the two crosses uses another white die, and {mark} needs the one that {first} has used."
    )
    return Refusal("cross-third", text, {"mark": str(mark), "first": str(first)})


def wrong_change(player: str, key: str) -> Refusal:
    """The refusal of a change of the dice."""
    if not CHARACTERS.get(key, NOBODY).asks:
        text = message(
            "Only the re-roller and the turner may change dice, in their own turn; {player} may not."
        )
    elif key == ReRoller.key:
        text = message("A die that has left the game cannot be thrown again.")
    else:
        text = message("The turner turns exactly one die, from 3 to 4 or from 4 to 3.")
    return Refusal("character-own-turn", text, {"player": player})


def only_a_cell(player: str) -> Refusal:
    """The refusal to cross something other than a cell of a row in place of a miss."""
    text = message("In place of a miss {player} crosses one cell of a row, and nothing outside the rows.")
    return Refusal("miss-any", text, {"player": player})


def no_miss_to_turn(player: str) -> Refusal:
    """The refusal of a cross in place of a miss."""
    text = message("{player} has no miss in this turn that could be turned into a cross.")
    return Refusal("miss-any", text, {"player": player})
