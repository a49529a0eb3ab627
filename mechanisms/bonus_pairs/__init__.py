"""The game Bonus B in pad files: a bonus is earned when both of its cells are marked."""

from collections.abc import Hashable, Mapping

from sheets.language import message, phrase
from sheets.pad_part import PadPart, PadRows, read_sign_cells
from sheets.pad_table import TableReader

BONUSES = {
    "two-weakest": message("two in the weakest row"),
    "each-row": message("one in each row"),
    "double-weakest": message("weakest row twice"),
    "13": message("13 points"),
    "no-misses": message("penalties are free"),
}
"""The five bonuses in the order of rules.md, each with its effect. A bonus is printed on two cells."""

Pairs = tuple[tuple[str, tuple[str, str]], ...]
"""The bonuses of a pad, each with the names of its two cells."""


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Pairs:
    if "bonus-bar" in known:
        expected = phrase("a bonus bar or bonus pairs on a pad, not both")
        raise reader.error("/bonus-pairs", expected, phrase("both"))
    table = reader.table(value, "/bonus-pairs", tuple(BONUSES), ())
    pairs: dict[str, tuple[str, str]] = {}
    for kind in table:
        pointer = f"/bonus-pairs/{kind}"
        taken = [cell for cells in pairs.values() for cell in cells]
        cells = read_sign_cells(reader, pointer, reader.words(table, "/bonus-pairs", kind), rows, taken)
        if len(cells) != 2:
            raise reader.error(pointer, phrase("two cells"), " ".join(cells))
        first, second = sorted(cells, key=rows.ordered.index)
        pairs[kind] = first, second
    return tuple((kind, pairs[kind]) for kind in BONUSES if kind in pairs)


PART = PadPart[Pairs](
    key="bonus-pairs",
    order=11,
    read=_read,
    data=lambda pairs, rows: {kind: " ".join(cells) for kind, cells in pairs},
    is_bonus=True,
    signs=lambda pairs: {cell: kind for kind, cells in pairs for cell in cells},
    tool=message("Bonus pairs"),
    typed=tuple((kind, "a5 c9", called) for kind, called in BONUSES.items()),
)
"""The table `[bonus-pairs]`: each-row = "b7 d7" prints the sign of the bonus each-row on two cells."""
