"""A mechanism on the page: the value `PAGE` in the `page.py` of its folder."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """What the page shows and says of a mechanism. A field that is left out adds nothing."""

    beside: Callable[[Game, Sheet, Look, Moment | None], Extras] | None = None
    """Return what it shows at cells, between and below the rows of a sheet. The last argument: the open
    action, None on a sheet without taps."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    """For each of its signs on cells the rule of its bonus, and in a few words what it means, "" for nothing,
    for the catalogue."""
    note: Callable[[Game, str, Sheet], Phrase | None] | None = None
    """Return its present effect on a player's sheet, in one sentence without a full stop."""
    offer: Callable[[Sheet, int, Collection[Mark]], Phrase | None] | None = None
    """Return its offer in the open action with that white sum, if one of the legal marks is its own."""
    adds: Callable[[Pad], Phrase] | None = None
    """Return the points or effects of its crosses, for the table of points."""
    lesson: Lesson | None = None
    """Return the whole lesson for the pad of one sheet, from its usual steps."""
    explanation: Callable[[Game, str, Sheet], Phrase | None] | None = None
    """Return its sentence in the explanation of a first game, when the white dice are thrown; if this is left
    out, it is the note."""
    reason: Callable[[Mark, Roll, Spot | None], Refusal] | None = None
    """Return the rule by which a mark of its own was legal. The last argument: the cell of the mark."""
    further_rules: tuple[str, ...] = ()
    """The rules that matter for its marks, beside that one."""
    besides: Callable[[Pad, str], tuple[Phrase, str] | None] | None = None
    """Return the name of one of its places on the sheet of results: its surroundings and its number."""


@cache
def page_parts() -> Mapping[str, PagePart]:
    """Return the page of every mechanism by its key, in printed order; those that no pad prints come last."""
    found = declared("PAGE", PagePart, "page")
    return {key: found[key] for key in (*pad_parts(), *found) if key in found}


def shown_on(pad: Pad, joining: Sequence[str] = ()) -> list[PagePart]:
    """Return the page of a pad's mechanisms, in the order of its file, and of those `joining` a game."""
    return [page_parts()[key] for key in (*pad.mechanisms, *joining) if key in page_parts()]


def beside_of(game: Game, sheet: Sheet, look: Look, moment: Moment | None = None) -> Extras:
    """Return all that mechanisms show on a sheet. `moment`: the open action, None of a sheet to look at."""
    merged = Extras(letter=sheet_letter(game, sheet.pad))
    for part in _in_order(sheet.pad):
        if part.beside:
            merged |= part.beside(game, sheet, look, moment)
    return merged


def sheet_letter(game: Game, pad: Pad) -> str:
    """Return the letter that tells this sheet from others of the game: its own, or the last one of its pad in
    Double."""
    return pad.name.rpartition("-")[2].upper() if game.variant.sheets else pad.letter


def says_brought(pad: Pad) -> bool:
    """Return True if it is told which cell brought which, in place of a chain of bonuses."""
    return any(bond.kind == "both" for notes in notes_on(pad).values() for bond in notes.bonds)


def new_places(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return the places beside the cells that carry a cross in `after` and not in `before`, named as a
    scanned sheet has them: "a5+", "ab5", "a3-4", "box 2"."""
    known = ObservedSheet.of(before).beside
    return tuple(place for place in ObservedSheet.of(after).beside if place not in known)


def own_place(pad: Pad, part: Mark) -> str:
    """Return the place that one part of a mark crosses: one of a mechanism, or its cell."""
    name = str(part)
    return name if any(name in notes.places for notes in notes_on(pad).values()) else part.cell


def note_of(game: Game, player: str, sheet: Sheet) -> Phrase | None:
    """Return the note on the mechanisms of a sheet: the first sentence that there is."""
    found = (part.note(game, player, sheet) for part in _in_order(sheet.pad) if part.note)
    return next((note for note in found if note is not None), None)


def explanations_of(game: Game, player: str, sheet: Sheet) -> Iterator[Phrase]:
    """Return the sentences on a sheet's mechanisms while a first game is explained."""
    for part in _in_order(sheet.pad):
        if part.explanation:
            text = part.explanation(game, player, sheet)
        else:
            note = part.note(game, player, sheet) if part.note else None
            text = note and Phrase("{note}.", {"note": note})
        if text is not None:
            yield text


def offer_of(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    """Return the offer of the mechanisms of a sheet in the open action: the first sentence that there is."""
    found = (part.offer(sheet, total, marks) for part in _in_order(sheet.pad) if part.offer)
    return next((offer for offer in found if offer is not None), None)


def besides_of(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    """Return a crossed place of a mechanism on the sheet of results; None for one that is not told there."""
    found = (part.besides(pad, place) for part in shown_on(pad) if part.besides)
    return next((words for words in found if words is not None), None)


def signs() -> Mapping[str, tuple[str, str]]:
    """Return the rule and the meaning of every sign on cells."""
    return {sign: found for part in page_parts().values() for sign, found in part.signs.items()}


def absent_sign_rules(pad: Pad) -> set[str]:
    """Return the rules of the signs that no cell of this pad carries."""
    carried = {cell.bonus for cell in pad.cells}
    return {rule for sign, (rule, _) in signs().items() if sign not in carried}


def sign_name(sign: str) -> str:
    """Return the meaning of a sign on a cell, in English for the catalogue; "" for none."""
    return signs().get(sign, ("", ""))[1]


def explained_signs(pad: Pad) -> tuple[str, ...]:
    """Return the signs on the cells of a pad that the table of points explains."""
    carried = {cell.bonus for cell in pad.cells}
    return tuple(sign for sign, (_, meaning) in signs().items() if meaning and sign in carried)


def _in_order(pad: Pad) -> list[PagePart]:
    return [part for key, part in page_parts().items() if key in pad.mechanisms]


# -- parts that several lessons share ----------------------------------------------------------------------


def before(rule: str, own: Callable[[Pad], Iterable[Step]]) -> Lesson:
    """Return the lesson that has its own steps before the one on a rule."""

    def lesson(pad: Pad, usual: Sequence[Step]) -> Iterator[Step]:
        for step in usual:
            if rule in step.rules:
                yield from own(pad)
            yield step

    return lesson


def dice_for(total: int, sides: int) -> tuple[tuple[str, int], ...]:
    """Return two white dice that make `total`."""
    high = min(sides, max(total - 2, (total + 1) // 2))
    return ("white", high), ("white", total - high)


def sum_of(total: int, sides: int, row: RowPicture) -> Picture:
    """Return two white dice, their sum, and the row in which it is crossed."""
    return Picture(dice_for(total, sides), total, rows=(row,), sides=sides)


def crosses_count(pad: Pad) -> Step:
    """Return the step that says that both crosses of a cell count."""
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
