"""A mechanism's contributions to pages: the value `PAGE` in its folder's `page.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.rules import Game, Mark, Refusal, Roll, Sheet, row_points
from companion.rules.board import Spot
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.sheet_part import notes_on
from companion.web.layout.game.lesson_parts import Picture, RowPicture, Step
from companion.web.layout.game.places import Extras, Look, Moment
from sheets.language import Phrase, message
from sheets.pad import Pad
from sheets.pad_part import pad_parts
from sheets.registry import declared

Lesson = Callable[[Pad, Sequence[Step]], Iterable[Step]]
"""Returns the lesson on a pad, made from the usual steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """The contributions of one mechanism to pages. A field that is left out adds nothing."""

    beside: Callable[[Game, Sheet, Look, Moment | None], Extras] | None = None
    """Return the additions to a sheet during the open action, or on a read-only sheet for None."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    """Signs on cells, each with its rule's id and its English meaning ("" if no table explains it)."""
    note: Callable[[Game, str, Sheet], Phrase | None] | None = None
    """Return the mechanism's present effect on a player's sheet, as a sentence without full stop, or None."""
    offer: Callable[[Sheet, int, Collection[Mark]], Phrase | None] | None = None
    """Return the mechanism's offer with this white sum, or None if no legal mark belongs to the mechanism."""
    adds: Callable[[Pad], Phrase] | None = None
    """Return the points or effects of the mechanism's crosses, for the table of points."""
    lesson: Lesson | None = None
    """Return the whole lesson on the pad of one sheet, made from the usual steps."""
    explanation: Callable[[Game, str, Sheet], Phrase | None] | None = None
    """Return a sentence for a first game when the white dice are thrown, or None. The default is the note."""
    reason: Callable[[Mark, Roll, Spot | None], Refusal] | None = None
    """Return the rule that allows a mark of the mechanism (in this cell, if any), with the facts."""
    further_rules: tuple[str, ...] = ()
    """The ids of further rules to show for the mechanism's marks."""
    besides: Callable[[Pad, str], tuple[Phrase, str] | None] | None = None
    """Return the name and number of a place for the results sheet, or None if another mechanism has it."""


@cache
def page_parts() -> Mapping[str, PagePart]:
    """Return all page parts by mechanism, in printed order; unprinted mechanisms are last."""
    parts = declared("PAGE", PagePart, "page")
    return {key: parts[key] for key in (*pad_parts(), *parts) if key in parts}


def shown_on(pad: Pad, joining: Sequence[str] = ()) -> list[PagePart]:
    """Return the page parts of a pad's mechanisms in the file's order, then the parts in `joining`."""
    return [page_parts()[key] for key in (*pad.mechanisms, *joining) if key in page_parts()]


def beside_of(game: Game, sheet: Sheet, look: Look, moment: Moment | None = None) -> Extras:
    """Return the mechanisms' additions to a sheet; `moment` is None on a read-only sheet."""
    merged = Extras(letter=sheet_letter(game, sheet.pad))
    for part in _in_order(sheet.pad):
        if part.beside:
            merged |= part.beside(game, sheet, look, moment)
    return merged


def sheet_letter(game: Game, pad: Pad) -> str:
    """Return the letter that distinguishes this sheet from others of the game, or ""."""
    return pad.name.rpartition("-")[2].upper() if game.variant.sheets else pad.letter


def says_brought(pad: Pad) -> bool:
    """Return True if the page names the cause of each bonus cross, instead of a number."""
    return any(bond.kind == "both" for notes in notes_on(pad).values() for bond in notes.bonds)


def new_places(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return the newly crossed places besides the cells, such as "a5+", "ab5", "a3-4", "box 2"."""
    known = ObservedSheet.of(before).beside
    return tuple(place for place in ObservedSheet.of(after).beside if place not in known)


def own_place(pad: Pad, part: Mark) -> str:
    """Return the mechanism's place that one part of a mark crosses, or else the part's cell."""
    name = str(part)
    return name if any(name in notes.places for notes in notes_on(pad).values()) else part.cell


def note_of(game: Game, player: str, sheet: Sheet) -> Phrase | None:
    """Return the first note of a mechanism of the sheet, or None."""
    notes = (part.note(game, player, sheet) for part in _in_order(sheet.pad) if part.note)
    return next(filter(None, notes), None)


def explanations_of(game: Game, player: str, sheet: Sheet) -> Iterator[Phrase]:
    """Yield the sentences about a sheet's mechanisms for a first game."""
    for part in _in_order(sheet.pad):
        if part.explanation:
            text = part.explanation(game, player, sheet)
        else:
            note = part.note(game, player, sheet) if part.note else None
            text = note and Phrase("{note}.", {"note": note})
        if text is not None:
            yield text


def offer_of(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    """Return the first offer of a mechanism of the sheet in the open action, or None."""
    offers = (part.offer(sheet, total, marks) for part in _in_order(sheet.pad) if part.offer)
    return next(filter(None, offers), None)


def besides_of(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    """Return the name and number of a mechanism's place for the results sheet, or None if unlisted."""
    named = (part.besides(pad, place) for part in shown_on(pad) if part.besides)
    return next(filter(None, named), None)


def signs() -> Mapping[str, tuple[str, str]]:
    """Return the id of the rule and the meaning of every sign on cells."""
    return {sign: entry for part in page_parts().values() for sign, entry in part.signs.items()}


def absent_sign_rules(pad: Pad) -> set[str]:
    """Return the ids of rules about signs that no cell of this pad has."""
    carried = {cell.bonus for cell in pad.cells}
    return {rule for sign, (rule, _) in signs().items() if sign not in carried}


def sign_name(sign: str) -> str:
    """Return the English meaning of a sign, or "" if the sign is unknown or unexplained."""
    return signs().get(sign, ("", ""))[1]


def explained_signs(pad: Pad) -> tuple[str, ...]:
    """Return the signs on a pad's cells that the table of points explains."""
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
    """Return two white dice with the sum `total`."""
    high = min(sides, max(total - 2, (total + 1) // 2))
    return ("white", high), ("white", total - high)


def sum_of(total: int, sides: int, row: RowPicture) -> Picture:
    """Return a picture of two white dice, their sum `total`, and a row with this sum crossed."""
    return Picture(dice_for(total, sides), total, rows=(row,), sides=sides)


def crosses_count(pad: Pad) -> Step:
    """Return the step of a lesson about cells in which both crosses count."""
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
