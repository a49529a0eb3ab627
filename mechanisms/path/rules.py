"""On Board: the active player's figure moves along the path in a third action."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Spot
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.places import PlacesMechanism
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from mechanisms.path.table import MOST_STEPS, Path
from sheets.language import Phrase, Term, message
from sheets.mechanism import box_names
from sheets.pad import COLOURS, Pad

LAST_FIELDS = 5
"""Fields at the end of the path; two figures on them end the game."""


class PathRules(PlacesMechanism):
    """board-third-action, board-free-fields, board-cross, board-points, board-end; ruling board-end.

    Its state: bit i for each field i that the player's figure has stopped at; it stands on the last of them.
    """

    key = "path"
    word = "path"

    def every_place(self, pad: Pad) -> Sequence[str]:
        """A box for each field."""
        return box_names(pad.parts, self.key)

    def every_word(self, pad: Pad) -> Sequence[str]:
        """The fields by their numbers, from 1."""
        return [str(number + 1) for number in range(len(_path(pad).fields))]

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """Any number of steps."""
        return mark.form == self.form

    def marks(self, view: View) -> Iterator[Mark]:
        """Every number of steps, in action 2 of the active player."""
        if view.action == "colour" and view.is_active:
            yield from (Mark(f"f{steps}") for steps in range(1, MOST_STEPS + 1))

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The action, the path, then the cell that the field asks for."""
        if view.action != "colour" or not view.is_active:
            text = message("Only the active player's figure moves, in the third action, after both others.")
            return Refusal("board-third-action", text)
        field = target(view, mark)
        if field is None:
            text = message("The path has fewer than {steps} free fields left.")
            return Refusal("board-free-fields", text, {"steps": mark.cell[1:]})
        spot = _spot(view, field)
        if view.sheet.rows[spot.row] & spot.bit:
            return None
        refusal = view.refuse_cell(spot)
        if refusal is None:
            return None
        text = message(
            "The figure would reach {colour} {number}, which is not crossed and may not be crossed now."
        )
        return Refusal("board-cross", text, spot.values())

    def made(self, view: View, mark: Mark) -> Draft:
        """The figure moved, and the cell of its field crossed if it is not."""
        field = target(view, mark)
        assert field is not None, "made of a legal mark"
        draft, spot = view.draft(), _spot(view, field)
        draft.beside[self.key] |= 1 << (field - 1)
        if not view.sheet.rows[spot.row] & spot.bit:
            brought = len(draft.steps)
            draft.mark(spot)  # before it is a step: its place in the row counts like that of a chosen cell
            draft.steps.insert(brought, spot)
        return draft

    def spares_miss(self, before: int, after: int, rulings: Rulings) -> bool:
        """Only a cross that the figure brings does, which stands in a row."""
        return False

    def points(self, sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> int:
        """Those of the field on which the figure stands."""
        return _path(sheet.pad).worth(stands_on(sheet))

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """The field on which the figure stands, from 1."""
        return (stands_on(sheet),)

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """Its points."""
        return Phrase("{name} = {points}", {"name": Term(message("path")), "points": points})

    def rows_end(self, rulings: Rulings) -> bool:
        """They do, unless the table agreed that two figures alone end it (ruling board-end)."""
        return rulings.board_end != "figures"

    def end_reason(self, sheets: Sequence[Sheet], rulings: Rulings) -> str | None:
        """`end-figures` if two figures stand on the last fields, unless the table agreed otherwise."""
        if rulings.board_end == "rows":
            return None
        last = len(_path(sheets[0].pad).fields) - LAST_FIELDS
        return "end-figures" if sum(stands_on(sheet) > last for sheet in sheets) >= 2 else None

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """Every field that a figure stopped at has its number crossed (board-cross)."""
        boxes = box_names(observed.pad.parts, self.key)
        for box, (colour, number) in zip(boxes, _path(observed.pad).fields, strict=True):
            ((spot, _),) = board.by_face[COLOURS.index(cast(Any, colour)), number]
            if box in observed.beside and not observed.rows[spot.row] & spot.bit:
                text = message("The figure stood on {colour} {number}, but that number is not crossed.")
                yield Contradiction(Refusal("board-cross", text, spot.values()), (box, spot.name))

    def blank(self, pad: Pad) -> Hashable:
        """No field: the figure stands before the path."""
        return 0


def stands_on(sheet: Sheet) -> int:
    """The field on which a player's figure stands, from 1; 0 before the path."""
    return int(sheet.of("path")).bit_length()


def target(view: View, mark: Mark) -> int | None:
    """The field that a mark moves the figure to, from 1; None beyond the end of the path.

    Fields on which others stand are not counted.
    """
    others = (sheet for seat, sheet in enumerate(view.position.sheets) if seat != view.seat)
    taken = {stands_on(sheet) for sheet in others}
    length = len(_path(view.rules.pad).fields)
    free = [field for field in range(stands_on(view.sheet) + 1, length + 1) if field not in taken]
    steps = int(mark.cell[1:])
    return free[steps - 1] if steps <= len(free) else None


def _path(pad: Pad) -> Path:
    return cast(Path, pad.part("path"))


def _spot(view: View, field: int) -> Spot:
    """The cell that a field asks for."""
    colour, number = _path(view.rules.pad).fields[field - 1]
    return view.board.by_face[COLOURS.index(cast(Any, colour)), number][0][0]


MECHANISM = PathRules()
