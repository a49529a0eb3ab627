"""Bonus B on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from companion.web.presenters.places import Below, Look, Moment
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad


class BonusPairs(Shown):
    """Signs on two cells each."""

    key = "bonus-pairs"
    tool = message("Bonus pairs")
    sign_names: ClassVar[Mapping[str, str]] = {
        "two-weakest": message("two in the weakest row"),
        "each-row": message("one in each row"),
        "double-weakest": message("weakest row twice"),
        "13": message("13 points"),
        "no-misses": message("misses are free"),
    }
    typed_names = sign_names

    def steps(self, pad: Pad) -> Iterator[Step]:
        """A step for each type."""
        texts = {
            "two-weakest": phrase(
                "Both crossed: cross the next two cells of the row in which you have the fewest."
            ),
            "each-row": phrase("Both crossed: cross the next cell of every row."),
            "double-weakest": phrase(
                "Both crossed: at the end your row with the fewest crosses counts twice."
            ),
            "13": phrase("Both crossed: 13 more points at the end."),
            "no-misses": phrase("Both crossed: your misses cost nothing. A fourth one still ends the game."),
        }
        titles = {
            "two-weakest": message("Two in the weakest row"),
            "each-row": message("One in each row"),
            "double-weakest": message("The weakest row twice"),
            "13": message("Thirteen points"),
            "no-misses": message("Misses are free"),
        }
        for kind, pair in pad.part(self.key):
            cells = map(pad.cell, pair)
            rows = tuple(row_picture(pad.row(cell.row), marked=(cell.index,), only=kind) for cell in cells)
            yield Step(titles[kind], texts[kind], Picture(rows=rows), (f"bonus-{kind}", "bonus-lock"))

    def explained_signs(self, pad: Pad) -> Sequence[str]:
        """The types."""
        return [kind for kind, _cells in pad.part(self.key)]

    def adds(self, pad: Pad) -> Phrase | None:
        """When a bonus is earned."""
        return phrase("Both cells of a sign earn its bonus.")

    def explanation(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """None, because the sheet itself explains it."""
        return None

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """When a bonus is earned."""
        return phrase("Both cells of a sign earn its bonus")

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """Each type, and whether it is earned; not on a sheet to look at."""
        if moment is None:
            return None
        earned = sheet.of(self.key)
        return Below(self.key, tuple((kind, kind in earned) for kind, _cells in sheet.pad.part(self.key)))

    def sign_rule(self, sign: str) -> str:
        """The rule of the sign."""
        return f"bonus-{sign}"


MECHANISM = BonusPairs()
