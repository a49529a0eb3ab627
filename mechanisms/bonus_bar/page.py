"""Bonus A on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from companion.web.presenters.places import Below, Look, Moment
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad


@dataclass(frozen=True, slots=True)
class BarBox:
    """One box of the bonus bar. `is_next`: the next bonus cell crosses it."""

    colour: str
    crossed: bool
    is_next: bool = False


class BonusBar(Shown):
    """The bar and its cells."""

    key = "bonus-bar"
    tool = message("Bonus cell")
    typed_names: ClassVar[Mapping[str, str]] = {"boxes": message("boxes of the bar")}

    def steps(self, pad: Pad) -> Iterator[Step]:
        """The steps about boxes and their crosses, and about boxes of a closed colour."""
        boxes = pad.part(self.key).boxes
        framed = next(row for row in (pad.row("c"), *pad.rows) if any(cell.bonus for cell in row))
        cells = [cell for cell in framed if cell.bonus]
        bar = tuple((colour, "now" if n == 0 else "") for n, colour in enumerate(boxes))
        first = next((row for row in pad.rows if row.colour == boxes[0]), pad.rows[0])
        closed = "green" if "green" in boxes else boxes[0]
        yield Step(
            message("Framed cells give a bonus"),
            phrase(
                "Cross a cell with a frame and you cross the first free box of the bar too. Its "
                "colour says in "
                "which row you cross your next cell at once. That cell may be framed again: then it goes on."
            ),
            Picture(
                rows=(row_picture(framed, marked=(cells[0].index,)), row_picture(first, now=(0,))),
                bar=bar,
            ),
            ("bonus-bar", "bonus-chain", "bonus-lock"),
        )
        yield Step(
            message("A closed colour loses its boxes"),
            phrase(
                "When a row closes, everyone crosses the free boxes of its colour: they give no "
                "bonus any more."
            ),
            Picture(bar=tuple((colour, "lost" if colour == closed else "") for colour in boxes)),
            ("bonus-closed-colour",),
        )

    def adds(self, pad: Pad) -> Phrase | None:
        """The effect of a bonus cell."""
        return phrase(
            "A bonus cell crosses the next box of the bar, and that box brings the next cell in the row of "
            "its colour."
        )

    def explanation(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """None, because the sheet itself explains it."""
        return None

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """The colour of the next box."""
        boxes, crossed = sheet.pad.part(self.key).boxes, sheet.of(self.key)
        colour = next((colour for i, colour in enumerate(boxes) if not crossed >> i & 1), None)
        if colour is None:
            return phrase("The bonus bar is full")
        return phrase("Bonus bar: {colour} is next", colour=Term(colour))

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """The bar."""
        boxes, crossed = sheet.pad.part(self.key).boxes, sheet.of(self.key)
        free = next((i for i in range(len(boxes)) if not crossed >> i & 1), None)
        found = (BarBox(colour, bool(crossed >> i & 1), i == free) for i, colour in enumerate(boxes))
        return Below(self.key, tuple(found))

    def sign_rule(self, sign: str) -> str:
        """The rule of the sign."""
        return "bonus-bar"


MECHANISM = BonusBar()
