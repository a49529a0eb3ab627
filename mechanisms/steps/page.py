"""Connected A on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad


class Steps(Shown):
    """Framed cells."""

    key = "steps"

    def steps(self, pad: Pad) -> Iterator[Step]:
        """What the frame scores."""
        rows = []
        for row, steps, some in zip(pad.rows, pad.part(self.key), ((5,), (0, 2, 4), (), (2,)), strict=True):
            picture = row_picture(row, marked=some)
            cells = (
                replace(cell, bonus="bar" if steps >> i & 1 else "") for i, cell in enumerate(picture.cells)
            )
            rows.append(replace(picture, cells=tuple(cells)))
        yield Step(
            message("The steps"),
            phrase(
                "The framed cells climb over your sheet; on every player's sheet they stand elsewhere. "
                "At the "
                "end those that you crossed score as a fifth row, and in their own rows too. A lock is "
                "no step."
            ),
            Picture(rows=tuple(rows)),
            ("steps-score",),
        )

    def adds(self, pad: Pad) -> Phrase | None:
        """What they score."""
        return phrase("The crosses in the frame score by the same table once more, as a fifth row.")

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """What they do."""
        return phrase("The framed cells score once more, as a fifth row")


MECHANISM = Steps()
