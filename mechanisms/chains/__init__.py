"""The game Connected B in pad files: pairs of circled cells. A cross in one forces a cross in the other."""

import re
from collections.abc import Hashable, Mapping, Sequence

from sheets.language import message, phrase
from sheets.pad_part import LETTERS, PadPart, PadRows, Place, read_place, toggled_words
from sheets.pad_table import TableReader

_CHAIN = re.compile(r"([a-d][1-9][0-9]?)-([a-d][1-9][0-9]?)")

Chains = tuple[tuple[Place, Place], ...]
"""The pairs of circled cells of one sheet."""


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Chains:
    assert isinstance(value, dict)
    ((letter, _),) = value.items()
    pointer = f"/chains/{letter}"
    pairs: list[tuple[Place, Place]] = []
    taken: set[Place] = set()
    for word in reader.words(value, "/chains", letter):
        match = _CHAIN.fullmatch(word)
        if not match:
            raise reader.error(pointer, phrase("pairs of cells, like a6-b6"), word)
        one, other = (read_place(reader, pointer, name, rows) for name in match.groups())
        if one in taken or other in taken or one == other:
            expected = phrase("each cell in one pair at most")
            raise reader.error(pointer, expected, phrase("{word} a second time", word=word))
        if any(index + rows.last_cells >= len(rows.numbers[LETTERS[row]]) for row, index in (one, other)):
            raise reader.error(pointer, phrase("no pair with a last cell"), word)
        taken |= {one, other}
        pairs.append((one, other))
    return tuple(pairs)


def _after_taps(value: object, places: Sequence[str], rows: PadRows) -> object:
    if len(places) < 2:
        return None
    one, other = sorted(places, key=rows.ordered.index)
    return toggled_words(value, f"{one}-{other}")


PART = PadPart[Chains](
    key="chains",
    order=30,
    read=_read,
    data=lambda chains, rows: " ".join(f"{rows.name(one)}-{rows.name(other)}" for one, other in chains),
    blank=(),
    tool=message("Chain of two cells"),
    after_taps=_after_taps,
)
"""The table `[chains]`: A = "a6-b6 a11-b11" lists the pairs of circled cells of sheet A."""
