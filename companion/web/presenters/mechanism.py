"""The words of a mechanism on the page: the base of every `mechanisms/*/page.py`."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from companion.rules import Game, Mark, Position, Refusal, Roll, Sheet, row_points
from companion.rules.board import Spot
from companion.rules.observed_sheet import ObservedSheet
from companion.web.presenters.lesson_parts import Explanation, Picture, RowPicture, Step
from companion.web.presenters.places import NO_SIGNS, Band, Below, Beside, CellSigns, Look, Moment, Place
from sheets.language import Phrase, message, phrase
from sheets.pad import Cell, Pad
from sheets.place_names import cell_phrase
from sheets.registry import declared


class Shown:
    """A mechanism on the page; this base shows nothing.

    `sign_names`: what each sign that it prints on cells means, in a few words, for the catalogue.
    `further_rules`: those that matter for its marks, beside their reason. `says_brought`: it is told which
    cross brought which, in place of a chain of bonuses. `tool`: what it is called where a pad is drawn by
    clicking, for the catalogue; `typed_names`: what the keys of its table are called there, if not by
    themselves.
    """

    key: ClassVar[str]
    sign_names: ClassVar[Mapping[str, str]] = {}
    further_rules: ClassVar[Sequence[str]] = ()
    says_brought: ClassVar[bool] = False
    tool: ClassVar[str] = ""
    typed_names: ClassVar[Mapping[str, str]] = {}

    # -- on a sheet ------------------------------------------------------------------------------------

    def cell_signs(self, sheet: Sheet, cell: Cell, look: Look) -> CellSigns:
        """Its display at a cell, besides a sign."""
        return NO_SIGNS

    def between(self, sheet: Sheet, look: Look) -> Mapping[str, tuple[Place, ...]]:
        """Its places between the cells of a row, by the letter of the row."""
        return {}

    def bands(self, sheet: Sheet, look: Look) -> Mapping[str, Band]:
        """Its rows of places, by the letter of the row above."""
        return {}

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """Its display below the rows. `moment`: the open action, None for a sheet without taps."""
        return None

    def brought(self, before: Sheet, after: Sheet) -> Iterable[tuple[str, str]]:
        """The cells that it has crossed since `before`, each after the cell that brought it."""
        return ()

    def besides(self, pad: Pad, place: str) -> tuple[Phrase, str] | None:
        """The name of a crossed place for the sheet of results: its surroundings and its number; or None."""
        return None

    # -- in words --------------------------------------------------------------------------------------

    def white_steps(self, pad: Pad) -> Iterator[Step]:
        """Steps of the lesson that come right after the one on the white dice."""
        yield from ()

    def steps(self, pad: Pad) -> Iterator[Step]:
        """Steps of the lesson that come when both actions are known. `pad`: as one sheet prints it."""
        yield from ()

    def lesson(self, pad: Pad, usual: Sequence[Step]) -> Iterable[Step]:
        """The whole lesson. `usual`: the steps by which the game is learnt if it changes nothing."""
        return usual

    def explained_signs(self, pad: Pad) -> Sequence[str]:
        """The signs that the table of points explains by `sign_names`."""
        return ()

    def adds(self, pad: Pad) -> Phrase | None:
        """The points or effects of its crosses, for the table of points."""
        return None

    def reason(self, mark: Mark, roll: Roll, spot: Spot | None) -> Refusal | None:
        """The rule by which a mark of its form was legal. `spot`: the cell of the mark, if it is of one."""
        return None

    def sign_rule(self, sign: str) -> str:
        """The rule of a sign that it prints."""
        raise NotImplementedError

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """Its present effect on a player's sheet, in one sentence without a full stop."""
        return None

    def explanation(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """Its sentence in the explanation of a first game, when the white dice are thrown."""
        note = self.note(game, player, sheet)
        return None if note is None else Phrase("{note}.", {"note": note})

    def explained(self, position: Position) -> Explanation | None:
        """Its explanation of the open phase of a first game, in place of the usual one."""
        return None

    def offer(self, sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
        """Its offer in the open action, if one of the legal `marks` is its own. `total`: the white sum."""
        return None


def beside_of(game: Game, sheet: Sheet, look: Look, moment: Moment | None = None) -> Beside:
    """All that mechanisms show on a sheet. `moment`: the open action, None of a sheet to look at."""
    found = _in_order(sheet.pad)
    signs: dict[str, CellSigns] = {}
    for cell in sheet.pad.cells:
        merged = NO_SIGNS
        for shown in found:
            merged |= shown.cell_signs(sheet, cell, look)
        if merged != NO_SIGNS:
            signs[str(cell)] = merged
    between: dict[str, tuple[Place, ...]] = {}
    bands: dict[str, Band] = {}
    for shown in found:
        between |= shown.between(sheet, look)
        bands |= shown.bands(sheet, look)
    below = (shown.below(game, sheet, look, moment) for shown in found)
    return Beside(signs, between, bands, tuple(part for part in below if part), sheet_letter(game, sheet.pad))


def sheet_letter(game: Game, pad: Pad) -> str:
    """The letter that distinguishes this sheet from others of the game: its own, or the last one of its pad
    in Double."""
    return pad.name.rpartition("-")[2].upper() if game.variant.sheets else pad.letter


def brought_cells(before: Sheet, after: Sheet) -> tuple[tuple[str, str], ...]:
    """The cells that a mechanism has crossed since `before`, each after the cell that brought it, of those
    mechanisms that say so."""
    return tuple(pair for shown in _in_order(after.pad) for pair in shown.brought(before, after))


def says_brought(pad: Pad) -> bool:
    """Tell whether some mechanism says which cell brought which."""
    return any(shown.says_brought for shown in _in_order(pad))


def brought_words(pad: Pad, first: str, second: str) -> Phrase:
    """The words for one cross that brought another: "red 6 brings yellow 6"."""
    return phrase("{first} brings {second}", first=cell_phrase(pad, first), second=cell_phrase(pad, second))


def new_places(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """The places beside the cells that carry a cross in `after` and not in `before`, as a scanned sheet names
    them: "a5+", "ab5", "a3-4", "box 2"."""
    known = ObservedSheet.of(before).beside
    return tuple(place for place in ObservedSheet.of(after).beside if place not in known)


def shown_on(pad: Pad, joining: Sequence[str] = ()) -> list[Shown]:
    """The words of a pad's mechanisms, in the order of its file, and of those `joining` them in a game."""
    found = declared("page")
    return [found[key] for key in (*pad.mechanisms, *joining) if key in found]


def note_of(game: Game, player: str, sheet: Sheet) -> Phrase | None:
    """The note on the mechanisms of a sheet: the first sentence that there is."""
    found = (shown.note(game, player, sheet) for shown in _in_order(sheet.pad))
    return next((note for note in found if note is not None), None)


def explanations_of(game: Game, player: str, sheet: Sheet) -> list[Phrase]:
    """The sentences on a sheet's mechanisms while a first game is explained."""
    found = (shown.explanation(game, player, sheet) for shown in _in_order(sheet.pad))
    return [text for text in found if text is not None]


def offer_of(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    """The offer of the mechanisms of a sheet in the open action: the first sentence that there is."""
    found = (shown.offer(sheet, total, marks) for shown in _in_order(sheet.pad))
    return next((offer for offer in found if offer is not None), None)


def shown_of_form(form: str) -> Shown:
    """The words of the mechanism that has marks of a form; LookupError."""
    found = declared("table").items()
    shown = next((declared("page")[key] for key, table in found if form and table.form == form), None)
    if not isinstance(shown, Shown):
        raise LookupError(f"no mechanism has marks of the form {form}")
    return shown


def sign_rule(sign: str) -> str:
    """The rule of a sign on cells."""
    found = declared("table").items()
    rule = next(declared("page")[key].sign_rule(sign) for key, table in found if sign in table.sign_kinds)
    return str(rule)


def absent_sign_rules(pad: Pad) -> set[str]:
    """The rules of the signs that no cell of this pad carries."""
    every = {sign for table in declared("table").values() for sign in table.sign_kinds}
    return {sign_rule(sign) for sign in every - {cell.bonus for cell in pad.cells}}


def besides_of(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    """A crossed place of a mechanism on the sheet of results; None for one that is not told there."""
    found = (shown.besides(pad, place) for shown in shown_on(pad))
    return next((words for words in found if words is not None), None)


def sign_name(sign: str) -> str:
    """The meaning of a sign on a cell, in English for the catalogue; "" for none."""
    found: list[Shown] = list(declared("page").values())
    return next((shown.sign_names[sign] for shown in found if sign in shown.sign_names), "")


def _in_order(pad: Pad) -> list[Shown]:
    found = declared("page")
    return [shown for key, shown in found.items() if key in pad.mechanisms]


# -- parts that several lessons share ----------------------------------------------------------------------


def most_crosses(pad: Pad) -> int:
    """Largest number of crosses of a row that score."""
    return pad.most_marks or max(map(len, pad.rows)) + 1


def dice_for(total: int, sides: int) -> tuple[tuple[str, int], ...]:
    """Two white dice that make `total`."""
    high = min(sides, max(total - 2, (total + 1) // 2))
    return ("white", high), ("white", total - high)


def sum_of(total: int, sides: int, row: RowPicture) -> Picture:
    """Two white dice, their sum, and the row in which it is crossed."""
    return Picture(dice_for(total, sides), total, rows=(row,), sides=sides)


def crosses_count(pad: Pad) -> Step:
    """The step that says that both crosses of a cell count."""
    most = most_crosses(pad)
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
