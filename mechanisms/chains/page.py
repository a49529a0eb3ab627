"""Connected B on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from companion.web.presenters.places import NO_SIGNS, CellSigns, Look
from mechanisms.chains.rules import partners
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Cell, Pad
from sheets.place_names import cell_phrase


class Chains(Shown):
    """Rings joined by lines."""

    key = "chains"
    tool = message("Chain of two cells")

    def steps(self, pad: Pad) -> Iterator[Step]:
        """The step about the cross that a ring brings."""
        (first, at), (second, there) = pad.part(self.key)[0]
        rows = []
        for number in sorted({first, second}):
            now = [index for row, index in ((first, at), (second, there)) if row == number]
            picture = row_picture(pad.rows[number], now=now)
            cells = (
                replace(cell, is_circled=(number, i) in partners(pad.part(self.key)))
                for i, cell in enumerate(picture.cells)
            )
            rows.append(replace(picture, cells=tuple(cells)))
        yield Step(
            message("One cell brings another"),
            phrase(
                "Cross a circled cell, and you cross its partner at once: even left of other crosses, even "
                "in a closed row. It counts like any cross. On every player's sheet other cells are circled."
            ),
            Picture(rows=tuple(rows)),
            ("chain-forced", "chain-exempt"),
        )

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """A note that explains them."""
        return phrase("A cross in a ring brings the ring at the other end of its line")

    says_brought = True

    def cell_signs(self, sheet: Sheet, cell: Cell, look: Look) -> CellSigns:
        """Its ring, and the line to the other ring."""
        pad, row = sheet.pad, ROW_LETTERS.index(cell.row)
        partner = partners(pad.part(self.key)).get((row, cell.index))
        if partner is None:
            return NO_SIGNS
        other = cell_phrase(pad, str(pad.rows[partner[0]].cells[partner[1]]))
        words = (phrase("brings {cell}", cell=other),)
        reach = partner[1] - cell.index, partner[0] - row
        leads_down = (reach[1], reach[0]) > (0, 0)
        return CellSigns(looks=("ringed",), line="down" if leads_down else "up", words=words, reach=reach)

    def brought(self, before: Sheet, after: Sheet) -> Iterable[tuple[str, str]]:
        """The cells crossed by a chain."""
        pad, old, new = after.pad, before.of(self.key), after.of(self.key)
        for other, one in partners(pad.part(self.key)).items():
            if (new[other[0]] & ~old[other[0]]) >> other[1] & 1:
                yield str(pad.rows[one[0]].cells[one[1]]), str(pad.rows[other[0]].cells[other[1]])


MECHANISM = Chains()
