"""What a mechanism (an addition to four plain rows) shows on pages, declared as `PAGE` in its `page.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.rules import Game, Mark, Refusal, Roll, Sheet, row_points
from companion.rules.board import Spot
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.sheet_part import notes_on
from companion.web.layout.game.lesson_parts import Picture, RowPicture, Step
from companion.web.layout.game.places import OpenAction, PlacePresenter, SheetAdditions
from sheets.language import Phrase, message
from sheets.pad import Pad
from sheets.pad_part import pad_parts
from sheets.registry import declared

Lesson = Callable[[Pad, Sequence[Step]], Iterable[Step]]
"""Given a pad and the steps of its lesson, returns the steps as changed or extended for one mechanism."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """What one mechanism (a special feature of some pads) adds to pages. All fields are optional."""

    additions: Callable[[Game, Sheet, PlacePresenter, OpenAction | None], SheetAdditions] | None = None
    """Given a game, a sheet, a presenter of special fields, and the open action (None on a read-only sheet),
    return the mechanism's additions to the sheet."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    """For each sign on cells: its rule's id, and its English meaning ("" if pages don't explain the sign)."""
    note: Callable[[Game, str, Sheet], Phrase | None] | None = None
    """Given the game, a player and the player's sheet, return a reminder to show below the sheet, without a
    full stop, or None to show nothing."""
    offer: Callable[[Sheet, int, Collection[Mark]], Phrase | None] | None = None
    """Given a sheet, the white sum and the legal marks, return a sentence on what the mechanism allows now,
    or None if none of the marks belongs to it."""
    adds: Callable[[Pad], Phrase] | None = None
    """Given a pad, return a sentence on the mechanism for the table of points."""
    lesson: Lesson | None = None
    """Adds the mechanism's own steps to the lesson on a pad."""
    explanation: Callable[[Game, str, Sheet], Phrase | None] | None = None
    """Given the game, a player and the player's sheet, return a sentence for beginners after the roll, or
    None to say nothing. If the field itself is None, the text of `note` is said."""
    reason: Callable[[Mark, Roll, Spot | None], Refusal] | None = None
    """Given a legal mark of the mechanism, the roll, and the marked cell (None for a place outside cells),
    return why the mark is legal: a rule and a sentence, in the form of a `Refusal`."""
    further_rules: tuple[str, ...] = ()
    """The ids of further rules to show when one of the mechanism's marks is reviewed."""
    result_label: Callable[[Pad, str], tuple[Phrase, str] | None] | None = None
    """Given a pad and the name of a crossed place, return a heading for printed results and the label of
    the place under this heading, or None if the place doesn't belong to this mechanism."""


@cache
def page_parts() -> Mapping[str, PagePart]:
    """Return the page parts by mechanism: first the keys of `pad_parts`, in its order, then the others."""
    parts = declared("PAGE", PagePart, "page")
    return {key: parts[key] for key in (*pad_parts(), *parts) if key in parts}


def shown_on(pad: Pad, joining: Sequence[str] = ()) -> list[PagePart]:
    """Return the page parts of a pad's mechanisms, then those of the further mechanisms `joining`."""
    return [page_parts()[key] for key in (*pad.mechanisms, *joining) if key in page_parts()]


def additions_of(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None = None
) -> SheetAdditions:
    """Return all that mechanisms add to a sheet. `action`: the open action; None on a read-only sheet."""
    letter = sheet.pad.name.rpartition("-")[2].upper() if game.variant.sheets else sheet.pad.letter
    merged = SheetAdditions(letter=letter)
    for part in _in_order(sheet.pad):
        if part.additions:
            merged |= part.additions(game, sheet, presenter, action)
    return merged


def names_forced_crosses(pad: Pad) -> bool:
    """Return True if pages say in words which cross caused another ("red 6 brings yellow 6")."""
    return any(bond.kind == "both" for notes in notes_on(pad).values() for bond in notes.bonds)


def new_places(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return the names of special fields ("a5+", "ab5", "a3-4", "box 2") that only `after` has crossed."""
    known = ObservedSheet.of(before).beside
    return tuple(place for place in ObservedSheet.of(after).beside if place not in known)


def own_place(pad: Pad, part: Mark) -> str:
    """Return the name of what `part` of a mark crosses: a special field of the pad, or else a cell."""
    name = str(part)
    return name if any(name in notes.places for notes in notes_on(pad).values()) else part.cell


def note_of(game: Game, player: str, sheet: Sheet) -> Phrase | None:
    """Return the first reminder from the sheet's mechanisms (`PagePart.note`), or None if none has one."""
    notes = (part.note(game, player, sheet) for part in _in_order(sheet.pad) if part.note)
    return next(filter(None, notes), None)


def explanations_of(game: Game, player: str, sheet: Sheet) -> Iterator[Phrase]:
    """Yield the sentences that explain a sheet's mechanisms to beginners."""
    for part in _in_order(sheet.pad):
        if part.explanation:
            text = part.explanation(game, player, sheet)
        else:
            note = part.note(game, player, sheet) if part.note else None
            text = note and Phrase("{note}.", {"note": note})
        if text is not None:
            yield text


def offer_of(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    """Return a sentence on an extra choice that a mechanism allows now, or None. `total`: the white sum."""
    offers = (part.offer(sheet, total, marks) for part in _in_order(sheet.pad) if part.offer)
    return next(filter(None, offers), None)


def signs() -> Mapping[str, tuple[str, str]]:
    """Return (rule id, English meaning) of each sign that cells can have. The meaning may be ""."""
    return {sign: entry for part in page_parts().values() for sign, entry in part.signs.items()}


def absent_sign_rules(pad: Pad) -> set[str]:
    """Return the ids of the rules about signs that no cell of `pad` has."""
    carried = {cell.bonus for cell in pad.cells}
    return {rule for sign, (rule, _) in signs().items() if sign not in carried}


def sign_name(sign: str) -> str:
    """Return the English meaning of a sign, or "" if the sign is unknown or unexplained."""
    return signs().get(sign, ("", ""))[1]


def explained_signs(pad: Pad) -> tuple[str, ...]:
    """Return the signs on a pad's cells whose meanings the table of points explains."""
    carried = {cell.bonus for cell in pad.cells}
    return tuple(sign for sign, (_, meaning) in signs().items() if meaning and sign in carried)


def _in_order(pad: Pad) -> list[PagePart]:
    return [part for key, part in page_parts().items() if key in pad.mechanisms]


# -- parts that several lessons share ----------------------------------------------------------------------


def before(rule: str, own: Callable[[Pad], Iterable[Step]]) -> Lesson:
    """Return a lesson that inserts the steps of `own` before each usual step that explains `rule`."""

    def lesson(pad: Pad, usual: Sequence[Step]) -> Iterator[Step]:
        for step in usual:
            if rule in step.rules:
                yield from own(pad)
            yield step

    return lesson


def dice_for(total: int, sides: int) -> tuple[tuple[str, int], ...]:
    """Return two white dice with the sum `total`, as colours and values."""
    high = min(sides, max(total - 2, (total + 1) // 2))
    return ("white", high), ("white", total - high)


def sum_of(total: int, sides: int, row: RowPicture) -> Picture:
    """Return a picture of two white dice, their sum `total`, and `row` below them."""
    return Picture(dice_for(total, sides), total, rows=(row,), sides=sides)


def crosses_count(pad: Pad) -> Step:
    """Return the step of a lesson for pads on which a cell can be crossed twice: both crosses count."""
    most = pad.most_crosses
    return Step(
        message("Both crosses count"),
        Phrase(
            message(
                "Both count for the lock, which takes {needs} crosses here, and for the points, up to {most} "
                "crosses a row. A closed row takes no more."
            ),
            {"needs": pad.lock_needs, "most": most},
        ),
        Picture(points=tuple(row_points(n) for n in range(1, most + 1))),
        ("double-lock-seven", "double-cap"),
    )
