"""Paths: whether some order of marks, with the crosses that each brings, leads to a sheet.

In a row marks come from the left, so how far each row has come is a number, and a player's history is a path
from the empty sheet through these numbers. Each step is one mark with the whole chain it brings, carried out
by the same code that referees a game. Other players affect this sheet only by closing rows: one at any time,
any number in the action that ends the game. The search visits each state once, so it ends.
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
"""Rows, boxes crossed, rows closed for everyone (one bit each)."""
Step = tuple[int, Rows, int]
"""The number marked, rows and boxes after it and its chain."""


def one_roll(white: int, colour: int, sides: int) -> bool:
    """Return True if one roll can show the white sum `white` and, with one of its dice, the sum `colour`.

    >>> one_roll(12, 2, 6), one_roll(12, 12, 6)
    (False, True)
    """
    dice = range(1, sides + 1)
    return any(white - one in dice and colour - one in dice for one in dice)


class PathSearch:
    """A search for one sheet through the crosses that one speciality brings, under one option of its rulings.

    `boxes`: for each row the boxes that are crossed when it closes. A speciality without boxes has its state
    from the rows (`Notes.from_rows`).
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
        """Return True if some legal sequence of marks leads to the sheet."""
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
        """Yield each mark of this player that stays within the target."""
        for row in range(4):
            left = self.target[row] & ~rows[row]
            if not left:
                continue
            spot = self.board.rows[row][(left & -left).bit_length() - 1]
            if self.rules.constraints.broken(spot, rows, closed_mask) is None:
                yield from self._marked(spot, rows, bar, closed_mask)

    def _marked(self, spot: Spot, rows: Rows, bar: int, closed_mask: int) -> Iterator[Step]:
        """Yield one mark, once for each choice that its bonuses ask for."""
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
        """Return True if colours that close at the end explain the crossed boxes still missing."""
        missing = self.bar & ~bar
        for boxes in self.boxes if missing else ():
            if not boxes & ~self.bar:
                missing &= ~boxes
        return not missing

    def _closed_by_others(self, rows: Rows, bar: int, most: int) -> Iterator[State]:
        """Yield the states after others closed up to `most` rows that this player has finished."""
        done = [row for row in range(4) if rows[row] == self.target[row] and not self.boxes[row] & ~self.bar]
        for count in range(1, most + 1):
            for closed in combinations(done, count):
                crossed = bar
                for row in closed:
                    crossed |= self.boxes[row]
                yield rows, crossed, sum(1 << row for row in closed)

    def _finishes(self, state: State) -> bool:
        """Return True if one more mark completes the sheet in action 2 of the turn that ends the game.

        Two rows have closed in its action 1, by others or by this player too (ruling `finish-turn`).
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
        """Return True if one mark in action 2, of a roll with the white sum `white`, completes the sheet."""
        sides = self.board.pad.sides
        return any(
            after == self.target
            and self._explains_bar(crossed)
            and (white is None or one_roll(white, number, sides))
            for number, after, crossed in self._steps(rows, bar, closed_mask)
        )
