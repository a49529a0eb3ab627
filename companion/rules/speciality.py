"""The features of a game beyond four plain rows, as one value that the core reads: a `Speciality`.

Each folder of `mechanisms/` declares one in its `rules.py`. The order of `Speciality`'s fields is that of a
turn: the sheet, the marks, their effects, the count, the report.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeVar

from sheets.pad_part import NOWHERE, FourBits, pad_parts
from sheets.registry import declared

if TYPE_CHECKING:  # what the typed functions of a speciality are given and give; nothing of it is called here
    from companion.rulebook.rule import Rule
    from companion.rulebook.rulings import Rulings
    from companion.rules.board import Board, Rows, Spot
    from companion.rules.candidates import Candidates
    from companion.rules.mark import Card, Mark
    from companion.rules.observed_sheet import Contradiction, ObservedSheet
    from companion.rules.outlook import Fact, MadeMove, Outlook
    from companion.rules.plays import Plays
    from companion.rules.refusal import Refusal
    from companion.rules.sheet import Sheet
    from companion.rules.sheet_rules import Draft, SheetRules, View
    from sheets.language import Phrase
    from sheets.pad import Pad

Value = TypeVar("Value")


def once(describe: Callable[[Pad], Value]) -> Callable[[Pad], Value]:
    """Return `describe`, cached per pad for as long as the pad lives."""
    known: dict[int, Value] = {}

    def cached(pad: Pad) -> Value:
        value = known.get(id(pad))
        if value is None:
            value = known[id(pad)] = describe(pad)
            weakref.finalize(pad, known.pop, id(pad), None).atexit = False
        return value

    return cached


@dataclass(frozen=True, slots=True)
class Bond:
    """What the rules say of a few places on paper, for the referee and for the camera."""

    kind: Literal["in order", "one before", "both"]
    """In order: each only after all before it. One before: the last only with one of the others. Both: all or
    none; then the state of the speciality says which of them another one brought."""
    places: tuple[str, ...]
    broken: Callable[[Sequence[str], str], Contradiction]
    """Return the contradiction of the places that lack, for the last one that is crossed."""

    def contradiction(self, crossed: Sequence[str]) -> Contradiction | None:
        """Return the contradiction if these places of a sheet are crossed, or None."""
        shown = [place for place in self.places if place in crossed]
        lacking = [place for place in self.places if place not in crossed]
        if not shown:
            return None
        if self.kind == "in order":
            lacking = [place for place in lacking if self.places.index(place) < self.places.index(shown[-1])]
        elif self.kind == "one before" and shown != [self.places[-1]]:
            return None
        return self.broken(lacking, shown[-1]) if lacking else None


@dataclass(frozen=True, slots=True)
class Notes:
    """How the state of a speciality is written: a number whose bit i is set when its place i is crossed, or
    its bonus i earned.
    """

    word: str
    """Begins its part in the text of a sheet."""
    said: tuple[str, ...] | None
    """The word for each bit there. None: the text says only how many are set, from the left."""
    places: tuple[str, ...] = ()
    """The place of each bit on paper, as a scanned sheet names it; () if paper has none."""
    unsaid: Callable[[Rows], int] | None = None
    """Return the state that the crosses in the rows alone show; BadInput if the text must say it."""
    bonds: tuple[Bond, ...] = ()
    """The bonds between places of the whole sheet."""

    def words(self, state: int) -> list[str]:
        """Return the state in words; [] for nothing."""
        if self.said is None:
            return [str(state.bit_count())] if state else []
        return [word for i, word in enumerate(self.said) if state >> i & 1]

    def read(self, words: Sequence[str]) -> int:
        """Return the state that these words say; ValueError or IndexError for others."""
        if self.said is None:
            (word,) = words
            return (1 << range(len(self.places) + 1)[int(word[:3]) if word.isdecimal() else -9999]) - 1
        if len(set(words)) < len(words):
            raise ValueError(words)
        return sum(1 << self.said.index(word) for word in words if word != "-")

    def crossed(self, state: int) -> list[str]:
        """Return its places on paper that are crossed."""
        return [place for i, place in enumerate(self.places) if state >> i & 1]

    def on_paper(self, rows: Rows, crossed: Sequence[str]) -> int:
        """Return the state that a sheet of paper shows. `crossed`: the places outside the rows."""
        if not self.places and self.unsaid is not None:
            return self.unsaid(rows)
        return sum(1 << i for i, place in enumerate(self.places) if place in crossed)


NO_NOTES = Notes("", ())
"""The notes of a speciality that leaves nothing on a sheet."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The crosses of rows in addition to one per crossed cell."""

    cells: FourBits = NOWHERE
    """By row the cells whose cross counts twice, for points and lock, as bits of the row."""
    places: FourBits = NOWHERE
    """By row its places that count as a cross, as bits of its state."""
    locks: bool | Callable[[Rulings], bool] = True
    """True if these count towards the lock too, if need be by the rulings."""

    def crosses(self, sheet: Sheet, state: int, row: int) -> int:
        """Return the crosses that a row scores by it."""
        return (sheet.rows[row] & self.cells[row]).bit_count() + (state & self.places[row]).bit_count()

    def lock_crosses(self, sheet: Sheet, state: int, row: int, rulings: Rulings | None) -> int:
        """Return the crosses that it adds towards the lock of a row; without rulings, under the kindest."""
        if self.locks is True or (self.locks and (rulings is None or self.locks(rulings))):
            return self.crosses(sheet, state, row)
        return (sheet.rows[row] & self.cells[row]).bit_count()


NO_COUNTING = Counting()


@dataclass(frozen=True, slots=True)
class OwnMarks:
    """Marks that are written in a form of its own (`PadPart.notation`, `PadPart.sign`)."""

    listed: Callable[[View], Iterator[Mark]]
    """Return those that may fit, row by row from left to right; `made` decides."""
    made: Callable[[View, Mark], Draft | Refusal]
    """Return the sheet after one of them and all that it brings, or its refusal."""
    printed: Callable[[Pad, Mark], bool]
    """Return True if such a mark has a place on a pad."""
    spares_miss: Callable[[Rulings], bool] | None = None
    """Return True if one of them alone spares the active player the miss; None: it does."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a speciality outside the rows."""

    points: int
    spares_misses: bool = False
    """True if the misses of the sheet cost nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """The things that are told of a sheet."""

    tally: int | tuple[int | str, ...] | None = None
    """Its entry in `bonus` of a verdict. Words are the signs whose bonus is earned."""
    twice: FourBits = NOWHERE
    """The cells that a verdict lists twice, by row."""
    verdict: Mapping[str, Mapping[str, object]] = field(default_factory=dict, hash=False)
    """Its entries in objects of a verdict, by the keys of these."""
    judged: Phrase | None = None
    """Its entry in the score line of the verdict on a game, in place of the words of its state."""
    scanned: Phrase | None = None
    """Its entry in the result of `qwixx scan`."""

    @property
    def earned(self) -> tuple[str, ...]:
        """Return the signs whose bonus is earned."""
        tally = self.tally if isinstance(self.tally, tuple) else ()
        return tuple(word for word in tally if isinstance(word, str))


@dataclass(frozen=True, slots=True)
class Advice:
    """What the advisor sees of a speciality."""

    more_points: Callable[[Outlook], float] | None = None
    """Return the points that it may still bring outside the rows."""
    more_crosses: Callable[[Outlook], Sequence[float]] | None = None
    """Return the crosses that it may still add to each row, apart from those in open cells."""
    lock_room: Callable[[SheetRules, Sheet, int, int], int] | None = None
    """Return the largest number of crosses that it may still add towards a row's lock, from the first cell
    that may still be marked in order."""
    fact: Callable[[MadeMove], Fact | None] | None = None
    """Return what a move does by it."""
    contrast: Callable[[Fact | None, Fact | None, bool, Phrase], Phrase | None] | None = None
    """Return how an alternative differs: what the move does, what the other one would do, whether the move is
    the best one, and the name of the other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speciality:
    """All that a game has beyond four plain rows, for its referee and its advisor.

    A field that is left out adds nothing: whoever reads the call that makes a `Speciality` sees all that it
    does. What it prints, how marks of it are written and where its places lie, say `PadPart` and `PaperPart`
    of the same folder; what the page shows says `PagePart`.
    """

    key: str
    """The key of its table in the file of a pad, and the name of its folder."""
    book: tuple[Rule, ...]
    """Its rules in words."""
    notes: Callable[[Pad], Notes] | None = None
    """Return how its state on a sheet is written. The state is a number, 0 on an empty sheet."""
    offers: Callable[[View], Candidates] | None = None
    """Return what the white dice offer together with it in action 1."""
    plays: Callable[[SheetRules, Sheet, Sequence[Card] | None, bool, Refusal | None], Plays] | None = None
    """Return the plays of a hand, with jokers or without, if cards take the place of dice. Then a number for
    everyone opens a turn, and a lock closes a row for its own player only."""
    marks: OwnMarks | None = None
    """Marks of its own."""
    denied: Callable[[View], Refusal | None] | None = None
    """Return why a player may mark nothing more in this turn, or None."""
    order: Callable[[Sheet, int, int, Rulings], int] | None = None
    """Return the cells of a row that the next cross must be right of, given those known so far."""
    follow: Callable[[Draft, Spot], None] | None = None
    """Carry out what a cross in a cell brings: at once, or queued in `Draft.waiting`."""
    asks: bool = False
    """True if a cross at a sign may ask which of the rows that tie is meant."""
    after_closing: Callable[[Pad, int, int], int] | None = None
    """Return its state once the dice of some colours have left, as bits of COLOURS."""
    counting: Callable[[Pad], Counting] | None = None
    """Return which crosses count in the rows besides their cells."""
    score: Callable[[Sheet, Sequence[int], Rulings], Score] | None = None
    """Return what it scores, from the points of the rows."""
    report: Callable[[Sheet, int], Report] | None = None
    """Return the report of a sheet that has this many points outside its rows."""
    contradictions: Callable[[Board, ObservedSheet], Iterator[Contradiction]] | None = None
    """Yield contradictions of a sheet of paper besides its bonds, under any dice, players and rulings. With
    `follow`, orders of play are searched: then it is asked last, of a sheet without any other fault.
    """
    advice: Advice = Advice()
    """What the advisor sees."""


@dataclass(frozen=True, slots=True, eq=False)
class Own:
    """A speciality on one pad: what of it depends on the pad alone."""

    speciality: Speciality
    searches: bool
    """True if orders of play are searched for its contradictions."""
    index: int | None
    """The place of its state in `Sheet.beside`; None if a game adds it and the pad does not print it."""
    notes: Notes
    counting: Counting

    def state(self, sheet: Sheet) -> int:
        return sheet.beside[self.index] if sheet.beside and self.index is not None else 0


@dataclass(frozen=True, slots=True, eq=False)
class Specialities:
    """The specialities of one pad in the order of its file, sorted by what they do."""

    all: tuple[Own, ...]
    printed: tuple[Own, ...]
    """The same in the order on a sheet."""
    marking: tuple[tuple[str, OwnMarks], ...]
    denying: tuple[Callable[[View], Refusal | None], ...]
    following: tuple[Callable[[Draft, Spot], None], ...]
    ordering: tuple[Callable[[Sheet, int, int, Rulings], int], ...]
    counting: tuple[Own, ...]
    closing: tuple[tuple[str, Callable[[Pad, int, int], int]], ...]
    asking: bool
    plain: bool
    """True if the crosses of a row alone say what may be crossed in it."""
    leaves_sheets: bool
    """True if nothing but the dice is different: sheets are four plain rows."""

    @classmethod
    def of(cls, pad: Pad, active: Sequence[Speciality]) -> Specialities:
        """Return these specialities on a pad."""
        keys = pad.mechanisms
        own = tuple(
            Own(
                each,
                bool(each.follow and each.contradictions),
                keys.index(each.key) if each.key in keys else None,
                each.notes(pad) if each.notes else NO_NOTES,
                each.counting(pad) if each.counting else NO_COUNTING,
            )
            for each in active
        )
        counting = tuple(each for each in own if each.counting is not NO_COUNTING)
        ordering = tuple(each.order for each in active if each.order)
        return cls(
            all=own,
            printed=tuple(sorted(own, key=lambda each: pad_parts()[each.speciality.key].order)),
            marking=tuple((each.key, each.marks) for each in active if each.marks),
            denying=tuple(each.denied for each in active if each.denied),
            following=tuple(each.follow for each in active if each.follow),
            ordering=ordering,
            counting=counting,
            closing=tuple((each.key, each.after_closing) for each in active if each.after_closing),
            asking=any(each.asks for each in active),
            plain=not counting and not ordering,
            leaves_sheets=not any(
                each.notes or each.marks or each.order or each.follow or each.counting or each.score
                for each in active
            ),
        )

    def reports(self, sheet: Sheet, points: int = 0) -> dict[str, Report]:
        """Return the reports of a sheet, by the keys of the specialities that have one."""
        reports = ((each.speciality.key, each.speciality.report) for each in self.all)
        return {key: report(sheet, points) for key, report in reports if report}

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Return the crosses that a row scores besides its crossed cells and its lock."""
        return sum(each.counting.crosses(sheet, each.state(sheet), row) for each in self.counting)

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings | None = None) -> int:
        """Return the crosses that count towards the lock of a row besides its crossed cells."""
        return sum(
            each.counting.lock_crosses(sheet, each.state(sheet), row, rulings) for each in self.counting
        )

    def brought_by(self, sheet: Sheet, place: str) -> str | None:
        """Return the cell whose cross brought the one in the cell `place`, if one did."""
        for each in self.all:
            if each.notes.said and place in each.notes.words(each.state(sheet)):
                for bond in each.notes.bonds:
                    if bond.kind == "both" and place in bond.places:
                        return next(other for other in bond.places if other != place)
        return None


@cache
def specialities() -> Mapping[str, Speciality]:
    """Return the speciality of every folder, by its key."""
    return declared("SPECIALITY", Speciality, "rules")


def own_marks(form: str) -> OwnMarks:
    """Return the marks of the speciality of that key, which has some."""
    marks = specialities()[form].marks
    assert marks is not None, f"{form} has no marks"
    return marks


@once
def specialities_of(pad: Pad) -> Specialities:
    """Return the specialities that a pad prints."""
    return Specialities.of(pad, [specialities()[key] for key in pad.mechanisms])


def earned_signs(sheet: Sheet) -> tuple[str, ...]:
    """Return the signs on cells whose bonus the player has earned, in printed order."""
    reports = specialities_of(sheet.pad).reports(sheet).values()
    return tuple(sign for report in reports for sign in report.earned)
