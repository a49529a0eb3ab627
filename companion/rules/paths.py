"""Searches for an order of marks that leads to a given sheet, on pads whose bonuses add crosses to marks.

Each step makes the leftmost missing mark of a row. Other players affect the sheet only by closing rows.
A *box* is a place on the bonus bar; `bar` is the mask of the boxes that are crossed.
"""

from collections.abc import Iterator
from itertools import combinations

from companion.rules.board import Rows, Spot
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import notes_on
from companion.rules.speciality import Draft, SheetRules
from sheets.pad import ROW_LETTERS

NO_BOXES: Rows = (0, 0, 0, 0)
State = tuple[Rows, int, int]
"""The rows of a sheet, the mask of crossed boxes, and the mask of rows closed for everyone."""
Step = tuple[int, Rows, int]
"""A marked number, and the rows and the mask of crossed boxes after the mark and its effects."""


def one_roll(white: int, colour: int, sides: int) -> bool:
    """Return True if one roll allows `white` as the white sum and `colour` as a white plus a coloured die.

    >>> one_roll(12, 2, 6), one_roll(12, 12, 6)
    (False, True)
    """
    dice = range(1, sides + 1)
    return any(white - one in dice and colour - one in dice for one in dice)


class PathSearch:
    """A search for a legal order of marks that leads to `sheet`.

    `key`: the mechanism that adds crosses to marks. `boxes`: for each row, the mask of the boxes that are
    crossed when the row closes.
    """

    def __init__(self, rules: SheetRules, key: str, sheet: Sheet, boxes: Rows = NO_BOXES) -> None:
        self.rules = rules
        self.board = rules.board
        self.key = key
        self.notes = notes_on(rules.pad)[key]
        self.target = sheet.rows
        self.misses = sheet.misses
        self.boxes = boxes
        self.has_boxes = any(boxes)
        self.bar = sheet.state(key) if self.has_boxes else 0

    def finds_path(self) -> bool:
        """Return True if a legal sequence of marks leads to the sheet."""
        start: State = ((0, 0, 0, 0), 0, 0)
        seen, waiting = {start}, [start]
        while waiting:
            rows, bar, closed_mask = waiting.pop()
            if rows == self.target and self._explains_bar(bar):
                return True
            following: list[State] = []
            for _, after, crossed in self._steps(rows, bar, closed_mask):
                closed = closed_mask | self.board.locked(after)
                if closed.bit_count() < 2:
                    following.append((after, crossed, closed))
                elif self.misses < 4 and after == self.target and self._explains_bar(crossed):
                    return True
            if not closed_mask:
                following += self._closed_by_others(rows, bar, 1)
            new = [state for state in dict.fromkeys(following) if state not in seen]
            seen.update(new)
            waiting += new
        return self.misses < 4 and any(self._finishes(state) for state in seen)

    def _steps(self, rows: Rows, bar: int, closed_mask: int) -> Iterator[Step]:
        """Yield a Step for each legal next mark, unless it crosses something that the target sheet lacks."""
        for row in range(4):
            left = self.target[row] & ~rows[row]
            if not left:
                continue
            spot = self.board.rows[row][(left & -left).bit_length() - 1]
            if self.rules.constraints.broken(spot, rows, closed_mask) is None:
                yield from self._marked(spot, rows, bar, closed_mask)

    def _marked(self, spot: Spot, rows: Rows, bar: int, closed_mask: int) -> Iterator[Step]:
        """Yield a Step for a mark at `spot`, unless it crosses something that the target sheet lacks.

        If the mark's effects let the player choose one of several tied rows, each choice is a Step.
        """
        key, choices = self.key, [""]
        before = bar if self.has_boxes else self.notes.on_paper(rows, ())
        while choices:
            letters = choices.pop()
            draft = Draft(self.rules, list(rows), {key: before}, closed_mask=closed_mask, letters=letters)
            draft.mark(spot)
            if len(draft.asked) > len(letters):
                choices += [letters + ROW_LETTERS[tied] for tied in draft.asked[len(letters)]]
                continue
            too_much = any(bits & ~target for bits, target in zip(draft.rows, self.target, strict=True))
            crossed = draft.beside[key] if self.has_boxes else 0
            if not too_much and not crossed & ~self.bar:
                yield spot.number, draft.four, crossed

    def _explains_bar(self, bar: int) -> bool:
        """Return True if rows that close at the end can cross all boxes of the sheet that `bar` lacks."""
        missing = self.bar & ~bar
        for boxes in self.boxes if missing else ():
            if not boxes & ~self.bar:
                missing &= ~boxes
        return not missing

    def _closed_by_others(self, rows: Rows, bar: int, most: int) -> Iterator[State]:
        """Yield each state after other players close 1 to `most` of the rows that need no more marks."""
        done = [row for row in range(4) if rows[row] == self.target[row] and not self.boxes[row] & ~self.bar]
        for count in range(1, most + 1):
            for closed in combinations(done, count):
                crossed = bar
                for row in closed:
                    crossed |= self.boxes[row]
                yield rows, crossed, sum(1 << row for row in closed)

    def _finishes(self, state: State) -> bool:
        """Return True if one more turn, whose action 1 leaves two rows closed, can complete the sheet.

        The ruling `end-in-action-1` may allow action 2 of such a turn.
        """
        rows, bar, closed_mask = state
        left = sum((self.target[row] & ~rows[row]).bit_count() for row in range(4))
        if left > 2 * (1 + max(4, self.bar.bit_count())):
            return False
        for _, crossed, others in self._closed_by_others(rows, bar, 4):
            closed = closed_mask | others
            if closed.bit_count() >= 2 and self._completes(rows, crossed, closed, None):
                return True
        for number, after, crossed in self._steps(rows, bar, closed_mask):
            closed = closed_mask | self.board.locked(after)
            if closed.bit_count() >= 2 and self._completes(after, crossed, closed, number):
                return True
            for _, more, others in self._closed_by_others(after, crossed, 4):
                both = closed | others
                if both.bit_count() >= 2 and self._completes(after, more, both, number):
                    return True
        return False

    def _completes(self, rows: Rows, bar: int, closed_mask: int, white: int | None) -> bool:
        """Return True if a mark in action 2 completes the sheet. `white`: the number marked in action 1."""
        sides = self.board.pad.sides
        return any(
            after == self.target
            and self._explains_bar(crossed)
            and (white is None or one_roll(white, number, sides))
            for number, after, crossed in self._steps(rows, bar, closed_mask)
        )
