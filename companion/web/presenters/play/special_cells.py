"""What a sheet prints besides plain cells, as values: second fields, rings, the frame, round cells, strips.

What the pad has decides what there is. How a place looks is said by a Look: a sheet to tap on has another one
than a sheet to look at.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from companion.rules import Game, Mark, Sheet, row_points
from companion.rules.observed_sheet import ObservedSheet
from sheets.language import Phrase, phrase
from sheets.pad import ROW_LETTERS, Pad
from sheets.place_names import cell_phrase, place_phrase


class Look(Protocol):
    """How places of a sheet are shown."""

    def place(self, name: str, *, crossed: bool, gone: bool) -> tuple[str, str, str]:
        """The state of the place named as its mark, what a tap there sends, and the id of the card that a tap
        opens instead, or "". `gone`: it can never be crossed any more."""


@dataclass(frozen=True, slots=True)
class CellSigns:
    """What is printed on a cell besides its number. `second`: the state of its second field, "" without one;
    `double`: one mark crosses both. `stair`: it belongs to the frame. `line`: a line leads from its ring
    "down" or "up" to the ring of `partner`."""

    second: str = ""
    double: bool = False
    stair: bool = False
    line: str = ""
    partner: Phrase | None = None


NO_SIGNS = CellSigns()


@dataclass(frozen=True, slots=True)
class Place:
    """A place that is no cell of a row: a round cell, a field between two numbers, the track.

    `name`: as its mark is written. `text`: what is printed on it. `words`: what people call it. `state`,
    `mark`, `choice`, `cross`: as of a cell. `column`: the cell that it stands below or beside, from 1.
    """

    name: str
    text: str
    words: Phrase
    column: int
    state: str
    mark: str
    choice: str = ""
    cross: int = 0

    @property
    def crossed(self) -> bool:
        """True if it carries a cross."""
        return self.state in CROSSED


CROSSED = ("marked", "chosen", "again", "asked", "added")
"""The states of places that carry a cross."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A row of round cells. `above` and `below`: the colours of the rows beside it, or None."""

    above: str | None
    below: str | None
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class StripField:
    """A field of the exchange strip. `state`: "marked", "chosen", "gone", "now" (the white sum stands on it
    and may be exchanged) or "open"."""

    first: int
    second: int
    state: str
    cross: int


@dataclass(frozen=True, slots=True)
class Track:
    """The track of fifteen. `fields`: the points of each, with its state; the next one is `tap`."""

    fields: tuple[tuple[int, str], ...]
    tap: Place | None


@dataclass(frozen=True, slots=True)
class StepCell:
    """A cell of the frame, again in the fifth row."""

    colour: str
    number: int
    crossed: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The fifth row: the cells of the frame from left to right, and what its crosses score."""

    cells: tuple[StepCell, ...]
    points: int


@dataclass(frozen=True, slots=True)
class SpecialCells:
    """All special places of one sheet; false if it has none. `signs`: by cell. `fields`: by the letter of the
    row. `round_rows`: by the letter of the row above. `letter`: of the sheet, where sheets differ."""

    signs: dict[str, CellSigns] = field(default_factory=dict, hash=False)
    fields: dict[str, tuple[Place, ...]] = field(default_factory=dict, hash=False)
    round_rows: dict[str, RoundRow] = field(default_factory=dict, hash=False)
    strip: tuple[StripField, ...] = ()
    track: Track | None = None
    steps: Steps | None = None
    letter: str = ""

    def __bool__(self) -> bool:
        return self != PLAIN


PLAIN = SpecialCells()
"""Of a sheet without special cells."""


def special_cells(
    game: Game, sheet: Sheet, look: Look, *, usable: Collection[int] = (), chosen: Collection[str] = ()
) -> SpecialCells:
    """The special places of `sheet`. `usable`: the fields of the exchange strip that a legal mark uses now,
    from 0. `chosen`: boxes of the strip and the track ("box 2") that were crossed just now."""
    if sheet.extras is None:
        return PLAIN
    return SpecialCells(
        signs=_signs(sheet, look),
        fields=_fields(sheet, look),
        round_rows=_round_rows(sheet, look),
        strip=_strip(sheet, usable, chosen),
        track=_track(game, sheet, look, chosen),
        steps=_steps(sheet),
        letter=sheet_letter(game, sheet.pad),
    )


def sheet_letter(game: Game, pad: Pad) -> str:
    """What tells this sheet from others of the game: its letter, or the last letter of its pad in Double."""
    return pad.name.rpartition("-")[2].upper() if game.variant.sheets else pad.letter


def _signs(sheet: Sheet, look: Look) -> dict[str, CellSigns]:
    pad, extras = sheet.pad, sheet.extras
    assert extras is not None
    special, found = pad.special, {}
    partners = special.partners
    for number, row in enumerate(pad.rows):
        for cell in row:
            crossed = bool(sheet.rows[number] >> cell.index & 1)
            double = bool(special.doubles[number] >> cell.index & 1)
            second = ""
            if double:
                second = "marked" if crossed else "open"
            elif special.seconds[number] >> cell.index & 1:
                twice = bool(extras.seconds[number] >> cell.index & 1)
                gone = not crossed and sheet.rows[number] >> cell.index != 0
                second, _mark, _choice = look.place(f"{cell}+", crossed=twice, gone=gone)
            partner = partners.get((number, cell.index))
            signs = CellSigns(
                second,
                double,
                bool(special.steps[number] >> cell.index & 1),
                "" if partner is None else "down" if partner[0] > number else "up",
                None if partner is None else cell_phrase(pad, str(pad.rows[partner[0]].cells[partner[1]])),
            )
            if signs != NO_SIGNS:
                found[str(cell)] = signs
    return found


def _fields(sheet: Sheet, look: Look) -> dict[str, tuple[Place, ...]]:
    pad, extras = sheet.pad, sheet.extras
    assert extras is not None
    found: dict[str, tuple[Place, ...]] = {}
    for number, each in enumerate(pad.special.connections):
        behind = any(
            other.row == each.row and extras.connections >> n & 1 and other.index > each.index
            for n, other in enumerate(pad.special.connections)
        )
        state, mark, choice = look.place(
            each.name,
            crossed=bool(extras.connections >> number & 1),
            gone=behind or bool(sheet.rows[each.row] >> (each.index + 1)),
        )
        words = place_phrase(pad, each.name)
        place = Place(each.name, each.name[1:], words, each.index + 1, state, mark, choice, number % 4)
        letter = ROW_LETTERS[each.row]
        found[letter] = (*found.get(letter, ()), place)
    return found


def _round_rows(sheet: Sheet, look: Look) -> dict[str, RoundRow]:
    pad, extras = sheet.pad, sheet.extras
    assert extras is not None
    found = {}
    for row, bits in zip(pad.special.bonus_rows, extras.bonus_rows, strict=True):
        cells = []
        for i, number in enumerate(row.numbers):
            name = f"{row.name}{number}"
            state, mark, choice = look.place(name, crossed=bool(bits >> i & 1), gone=bool(bits >> i))
            words = cell_phrase(pad, name)
            cells.append(Place(name, str(number), words, i + 1, state, mark, choice, (5 * i + row.upper) % 4))
        above, below = (pad.rows[n] for n in row.rows)
        found[above.letter] = RoundRow(above.colour, below.colour, tuple(cells))
    return found


def _strip(sheet: Sheet, usable: Collection[int], chosen: Collection[str]) -> tuple[StripField, ...]:
    extras = sheet.extras
    assert extras is not None
    found = []
    for i, (first, second) in enumerate(sheet.pad.special.exchanges):
        state = "gone" if extras.exchanged >> i else "now" if i in usable else "open"
        if extras.exchanged >> i & 1:
            state = "chosen" if f"box {i + 1}" in chosen else "marked"
        found.append(StripField(first, second, state, i % 4))
    return tuple(found)


def _track(game: Game, sheet: Sheet, look: Look, chosen: Collection[str]) -> Track | None:
    points, extras = list(sheet.pad.special.track), sheet.extras
    assert extras is not None
    if not points:
        return None
    top = int(game.rulings.lucky15_top)
    points[-1] = top or points[-1]
    boxes = (f"box {len(sheet.pad.special.exchanges) + i + 1}" for i in range(len(points)))
    fresh = any(box in chosen for box in boxes)
    state, mark, choice = look.place("15", crossed=fresh, gone=extras.track == len(points) and not fresh)
    tapped = extras.track - 1 if fresh else extras.track
    fields = tuple(
        (worth, state if i == tapped else "marked" if i < extras.track else "open")
        for i, worth in enumerate(points)
    )
    if tapped == len(points):
        return Track(fields, None)
    words = phrase("fifteen, for {points} points", points=points[tapped])
    return Track(fields, Place("15", str(points[tapped]), words, tapped + 1, state, mark, choice, tapped % 4))


def _steps(sheet: Sheet) -> Steps | None:
    pad = sheet.pad
    if not any(pad.special.steps):
        return None
    cells = [
        (cell.index, StepCell(cell.colour, cell.number, bool(sheet.rows[row] >> cell.index & 1)))
        for row, cells in enumerate(pad.rows)
        for cell in cells
        if pad.special.steps[row] >> cell.index & 1
    ]
    ordered = tuple(cell for _, cell in sorted(cells, key=lambda each: each[0]))
    return Steps(ordered, row_points(sum(cell.crossed for cell in ordered)))


def usable_fields(sheet: Sheet, total: int, marks: Collection[Mark]) -> tuple[int, ...]:
    """The fields of the exchange strip that these legal marks use, from 0. `total`: the white sum."""
    numbers = {sheet.pad.cell(mark.cell).number for mark in marks if mark.form == "exchange"}
    pairs = enumerate(sheet.pad.special.exchanges)
    return tuple(i for i, pair in pairs if total in pair and numbers & set(pair) - {total})


def new_places(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """The special places that carry a cross in `after` and not in `before`, as `ObservedSheet.places` names
    them: "a5+", "ab5", "a3-4", "box 2"."""
    if after.extras is None:
        return ()
    known = {*ObservedSheet.of(before).places}
    crossed = (place for place in ObservedSheet.of(after).places if place not in known)
    return tuple(
        place for place in crossed if not place.startswith(("lock", "miss")) and not after.pad.has_cell(place)
    )


def forced_cells(before: Sheet, after: Sheet) -> tuple[tuple[str, str], ...]:
    """The cells that chains have crossed since `before`, each after the cell that brought it."""
    if before.extras is None or after.extras is None:
        return ()
    pad = after.pad
    return tuple(
        (str(pad.rows[one[0]].cells[one[1]]), str(pad.rows[other[0]].cells[other[1]]))
        for other, one in pad.special.partners.items()
        if (after.extras.forced[other[0]] & ~before.extras.forced[other[0]]) >> other[1] & 1
    )


def chain_words(pad: Pad, first: str, second: str) -> Phrase:
    """That one cross brought the other: "red 6 brings yellow 6"."""
    return phrase("{first} brings {second}", first=cell_phrase(pad, first), second=cell_phrase(pad, second))
