"""The rules of mechanisms, and the rules of a sheet with mechanisms.

A *mechanism* is what a pad has besides four plain rows, such as a bonus bar. Its folder in `mechanisms/`
declares its `Speciality` in `rules.py`. `SheetRules` combine the specialities of one pad. A *spot* is a cell.
A *place* is whatever can be crossed; a *sign* is the symbol of a bonus on a cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from companion.rulebook.rule import Rule
from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.candidates import Candidates
from companion.rules.constraints import Constraints
from companion.rules.mark import Card, Mark
from companion.rules.plays import Plays
from companion.rules.position import Position
from companion.rules.refusal import Contradiction, Illegal, Refusal
from companion.rules.roll import Roll
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import counting_on, notes_on
from sheets.language import Phrase, message
from sheets.pad import KEPT_PADS, ROW_LETTERS, Pad
from sheets.pad_part import NOWHERE, FourBits
from sheets.registry import declared


@dataclass(frozen=True, slots=True)
class OwnMarks:
    """Special marks of a mechanism, such as "a5+" for a second cross in a cell."""

    listed: Callable[[View], Iterator[Mark]]
    """Given the current action, yield special marks that may be legal; `made` decides."""
    made: Callable[[View, Mark], Draft | Refusal]
    """Given the current action and a mark for which `fits_pad` returns True, return a draft after the mark
    and all its effects, or the refusal if the mark is illegal."""
    fits_pad: Callable[[Pad, Mark], bool]
    """Given a pad and a special mark, return True if some game on this pad could allow the mark. If not, a
    check of the mark raises NotAMark instead of calling `made`."""
    spares_miss: Callable[[Rulings], bool] | None = None
    """Given the rulings, return True if a special mark spares the active player the penalty even if they
    mark nothing else in the turn. None means that it always does."""


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """The points that a mechanism adds to those of the rows, and its effect on penalties."""

    points: int
    spares_misses: bool = False
    """True if penalties cost nothing on this sheet."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a verdict (`companion.records`) and `qwixx scan` say about a mechanism on a sheet."""

    tally: int | tuple[int | str, ...] | None = None
    """The entry under `bonus` in a verdict: a count, numbers of places, names of bonuses, or None."""
    twice: FourBits = NOWHERE
    """For each row, the cells with two crosses, as bits; a verdict lists their numbers twice."""
    verdict: Mapping[str, Mapping[str, object]] = field(default_factory=dict, hash=False)
    """Entries to add to a player's verdict, by the key of the object that gets them. For example,
    {"marks": {"ab": [5]}} adds "ab" to the object "marks"."""
    judged: Phrase | None = None
    """A text for the score line of a printed verdict, or None to list the mechanism's crosses instead."""
    scanned: Phrase | None = None
    """A text for the output of `qwixx scan`, or None for no text."""

    @property
    def earned(self) -> tuple[str, ...]:
        """Return the names of the earned bonuses in `tally`, which are also the names of their signs."""
        tally = self.tally if isinstance(self.tally, tuple) else ()
        return tuple(word for word in tally if isinstance(word, str))


@dataclass(frozen=True, slots=True, kw_only=True)
class Speciality:
    """The rules of a mechanism (a special feature of a pad). A field with its default value adds no rule."""

    key: str
    """The mechanism's key in pad files. Its folder has the same name, with underscores."""
    book: tuple[Rule, ...]
    """The mechanism's entries in the rulebook."""
    offers: Callable[[View], Candidates] | None = None
    """Given a view of action 1 with the usual candidates, return the candidates to use instead."""
    plays: Callable[[SheetRules, Sheet, Sequence[Card] | None, bool, Refusal | None], Plays] | None = None
    """`plays(rules, sheet, hand, jokers, denied)` returns the legal plays of cards. `hand`: the cards in
    hand, or None for the whole deck. `jokers`: True if the deck has jokers. `denied`: why the player may not
    play now, or None. A game in which a mechanism has this function has no dice."""
    marks: OwnMarks | None = None
    """The mechanism's special marks, or None if all marks are plain crosses in cells."""
    denied: Callable[[View], Refusal | None] | None = None
    """Given a player's current action, return the refusal if the player may not mark anything more in this
    turn, or None if they may."""
    order: Callable[[Sheet, int, int, Rulings], int] | None = None
    """`order(sheet, row, bits, rulings)` returns the mask `bits` with the mechanism's changes. The next cross
    in the row must be to the right of all cells in this mask, which at first contains the crossed cells."""
    follow: Callable[[Draft, Spot], None] | None = None
    """Given a draft (a mutable sheet) after a cross, and the crossed cell, carry out the effects of the
    cross: change the draft at once, or append a function to `Draft.waiting`."""
    asks: bool = False
    """True if a cross in a cell with a sign may require a choice between rows tied for the fewest crosses."""
    after_closing: Callable[[Pad, int, int], int] | None = None
    """`after_closing(pad, state, removed_mask)` returns the mechanism's new state after rows have closed.
    `removed_mask`: all dice that have left the game (bit i for COLOURS[i])."""
    score: Callable[[Sheet, Sequence[int], Rulings], ExtraPoints] | None = None
    """Given a sheet, each row's points and the rulings, return the mechanism's effect on the score."""
    report: Callable[[Sheet, int], Report] | None = None
    """Given a sheet and its points outside the rows, return the report. Its texts may mention the points."""
    contradictions: Callable[[Board, Sheet], Iterator[Contradiction]] | None = None
    """Given a board and a sheet of paper, yield each contradiction between the sheet and this mechanism's
    rules. The rules in `Notes.bonds` are checked separately."""

    @property
    def searches(self) -> bool:
        """Return True if `contradictions` searches for an order of marks that leads to the sheet. Such a
        function is called only if no other contradiction is found."""
        return bool(self.follow and self.contradictions)


@dataclass(frozen=True, slots=True, eq=False)
class Specialities:
    """The specialities (rules of mechanisms) of one pad. All tuples are in the order of the pad's file."""

    all: tuple[Speciality, ...]
    marking: tuple[tuple[str, OwnMarks], ...]  # each with the mechanism's key
    denying: tuple[Callable[[View], Refusal | None], ...]
    following: tuple[Callable[[Draft, Spot], None], ...]
    ordering: tuple[Callable[[Sheet, int, int, Rulings], int], ...]
    closing: tuple[tuple[str, Callable[[Pad, int, int], int]], ...]  # each with the mechanism's key
    asking: bool
    plain: bool
    """True if left-to-right order and locks depend only on the crosses in the cells of the same row."""
    keeps_usual_sheets: bool
    """True if sheets and scores are the same as for four plain rows."""

    @classmethod
    def of(cls, pad: Pad, active: Sequence[Speciality]) -> Specialities:
        ordering = tuple(each.order for each in active if each.order)
        return cls(
            all=tuple(active),
            marking=tuple((each.key, each.marks) for each in active if each.marks),
            denying=tuple(each.denied for each in active if each.denied),
            following=tuple(each.follow for each in active if each.follow),
            ordering=ordering,
            closing=tuple((each.key, each.after_closing) for each in active if each.after_closing),
            asking=any(each.asks for each in active),
            plain=not counting_on(pad) and not ordering,
            keeps_usual_sheets=not notes_on(pad)
            and not counting_on(pad)
            and not any(each.marks or each.order or each.follow or each.score for each in active),
        )

    def reports(self, sheet: Sheet, points: int = 0) -> dict[str, Report]:
        """Return the reports on a sheet by mechanism key. `points`: the sheet's points outside the rows."""
        return {each.key: each.report(sheet, points) for each in self.all if each.report}


@cache
def specialities() -> Mapping[str, Speciality]:
    """Return the speciality of every mechanism, by the mechanism's key."""
    return declared("SPECIALITY", Speciality, "rules")


def own_marks(form: str) -> OwnMarks:
    """Return the special marks of the mechanism with the key `form`, which must have some."""
    marks = specialities()[form].marks
    assert marks is not None, f"{form} has no marks"
    return marks


@lru_cache(KEPT_PADS)
def specialities_of(pad: Pad) -> Specialities:
    """Return the specialities of a pad's mechanisms."""
    return Specialities.of(pad, [specialities()[key] for key in pad.mechanisms])


def earned_signs(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of the bonuses that are earned because all cells with their signs are crossed."""
    reports = specialities_of(sheet.pad).reports(sheet).values()
    return tuple(sign for report in reports for sign in report.earned)


@dataclass(frozen=True, slots=True, eq=False)
class SheetRules:
    """The rules of one player's sheet."""

    pad: Pad
    constraints: Constraints
    rulings: Rulings
    own: Specialities
    lucky: tuple[int, int] | None = None  # the lucky numbers of the sheet, or None if it has none

    @classmethod
    def of(
        cls, pad: Pad, constraints: Constraints, rulings: Rulings, lucky: tuple[int, int] | None = None
    ) -> SheetRules:
        return cls(pad, constraints, rulings, specialities_of(pad), lucky)

    def replaced(self, speciality: Speciality) -> SheetRules:
        """Return these rules with `speciality` in place of the speciality that has the same key."""
        own = [speciality if each.key == speciality.key else each for each in self.own.all]
        return replace(self, own=Specialities.of(self.pad, own))

    @property
    def board(self) -> Board:
        return self.constraints.board

    def order_bits(self, sheet: Sheet, row: int) -> int:
        """Return a mask of cells of a row. The next cross there must be to the right of all these cells."""
        bits = sheet.rows[row]
        for order in self.own.ordering:
            bits = order(sheet, row, bits, self.rulings)
        return bits

    def first_in_order(self, sheet: Sheet, row: int) -> int:
        """Return the index of the first cell of a row that the left-to-right rule still allows, or the number
        of cells if none is left."""
        return self.order_bits(sheet, row).bit_length()

    def lock_crosses(self, sheet: Sheet, row: int) -> int:
        """Return the number of crosses of a row that count towards its lock."""
        return sheet.rows[row].bit_count() + sheet.extra_lock_crosses(row, self.rulings)

    def broken(self, spot: Spot, sheet: Sheet, closed_mask: int) -> str | None:
        """Return the id of the first rule, except rules on dice, that a cross at `spot` breaks, or None."""
        if self.own.plain:
            return self.constraints.broken(spot, sheet.rows, closed_mask)
        order_bits = self.order_bits(sheet, spot.row)
        crosses = self.lock_crosses(sheet, spot.row) if spot.closes else None
        return self.constraints.broken(spot, sheet.rows, closed_mask, order_bits, crosses)

    def explain(self, rule: str, spot: Spot, sheet: Sheet) -> Refusal:
        """Return the refusal for a rule that `broken` returned for this spot and sheet."""
        rows = list(sheet.rows)
        if self.own.plain:
            return self.constraints.explain(rule, spot, rows)
        if rule == "left-to-right":
            passed = self.order_bits(sheet, spot.row)
            last = 1 << passed.bit_length() - 1 if passed else 0
            if not rows[spot.row] & (spot.bit | last):
                text = message(
                    "The cell {colour} {number} is to the left of a field that is crossed, so it is lost."
                )
                return Refusal("left-to-right", text, spot.values())
            rows[spot.row] &= passed | spot.bit
        return self.constraints.explain(rule, spot, rows, self.lock_crosses(sheet, spot.row))


class ChoiceError(Illegal):
    """A mark chooses a row ("b7>c") that isn't tied for the fewest crosses."""


@dataclass(slots=True)
class Draft:
    """A mutable sheet on which a mark and its effects are carried out."""

    rules: SheetRules
    rows: list[int]
    beside: dict[str, int]  # the state of each mechanism, by its key
    misses: int = 0
    closed_mask: int = 0  # rows closed for everyone
    letters: str = ""  # letters of the rows that the mark chooses, one per tie
    asked: tuple[tuple[int, ...], ...] = ()  # the tied rows of each choice so far
    steps: list[Spot] = field(default_factory=list)  # cells that mechanisms have crossed, in order
    waiting: deque[Callable[[Draft], None]] = field(default_factory=deque)
    """The effects still to be carried out, the earliest first."""

    @classmethod
    def of(cls, rules: SheetRules, sheet: Sheet, closed_mask: int, letters: str = "") -> Draft:
        """Return a mutable copy of `sheet`. `closed_mask`: the rows closed for everyone. `letters`: the
        mark's choices between tied rows, one letter for each choice."""
        keys = rules.pad.mechanisms
        beside = dict(zip(keys, sheet.beside or (0,) * len(keys), strict=True)) if keys else {}
        return cls(rules, list(sheet.rows), beside, sheet.misses, closed_mask, letters)

    @property
    def four(self) -> Rows:
        return (self.rows[0], self.rows[1], self.rows[2], self.rows[3])

    @property
    def sheet(self) -> Sheet:
        return Sheet(self.rules.pad, self.four, self.misses, tuple(self.beside.values()))

    def mark(self, spot: Spot) -> Draft:
        """Cross `spot`, carry out all effects, and return self. Raise ChoiceError if the mark chooses a row
        that isn't tied for the fewest crosses."""
        self._cross(spot)
        while self.waiting:
            self.waiting.popleft()(self)
        return self

    def bring(self, spot: Spot) -> None:
        """Cross a cell as the effect of a mechanism, start its own effects, and add it to `steps`."""
        self.steps.append(spot)
        self._cross(spot)

    def _cross(self, spot: Spot) -> None:
        self.rows[spot.row] |= spot.bit
        for follow in self.rules.own.following:
            follow(self, spot)

    def next_free(self, row: int) -> Spot | None:
        """Return the cell to the right of the rightmost cross in a row. Return None if there is no such cell,
        or if a rule other than those on dice forbids a cross there."""
        spot = self.rules.board.next_spot(row, self.rows[row])
        return None if spot is None or self.rules.broken(spot, self.sheet, self.closed_mask) else spot

    def choose(self, tied: tuple[int, ...], rule: str) -> int:
        """Return the index of one of the rows `tied` for the fewest crosses: the row that the mark chooses.

        Without a choice, return the first tied row whose next cell can be crossed, or else the first tied
        row. Raise ChoiceError, which cites `rule`, if the mark chooses a row that isn't tied.
        """
        if len(tied) == 1:
            return tied[0]
        number = len(self.asked)
        self.asked += (tied,)
        if number < len(self.letters):
            row = ROW_LETTERS.index(self.letters[number])
            if row not in tied:
                raise ChoiceError(self._no_tie(row, tied, rule))
            return row
        return next((row for row in tied if self.next_free(row)), tied[0])

    def _no_tie(self, chosen: int, tied: tuple[int, ...], rule: str) -> Refusal:
        board = self.rules.board
        rows = [board.row_term(row) for row in tied]
        values = {"chosen": board.row_term(chosen), "first": rows[0], "second": rows[1], "last": rows[-1]}
        if len(rows) == 2:
            text = message("The rows with the fewest marks are {first} and {last}; {chosen} is neither.")
        elif len(rows) == 3:
            text = message("The rows with the fewest marks are {first}, {second} and {last}, not {chosen}.")
        else:
            text = message("The rows with the fewest marks do not include {chosen}.")
        return Refusal(rule, text, values)


@dataclass(slots=True, eq=False)
class View:
    """The current action from the point of view of the player at `seat`."""

    rules: SheetRules
    position: Position
    seat: int
    sheet: Sheet  # the player's sheet before the action, or after the first part of a mark
    candidates: Candidates

    @property
    def board(self) -> Board:
        return self.rules.constraints.board

    @property
    def roll(self) -> Roll:
        roll = self.position.roll
        assert isinstance(roll, Roll), "specialities with marks of their own are for dice"
        return roll

    @property
    def dice(self) -> tuple[int | None, ...]:
        """Return the coloured dice in the order of COLOURS, None for dice that have left or are missing."""
        gone = self.position.removed_mask
        return tuple(None if gone >> colour & 1 else die for colour, die in enumerate(self.roll.coloured))

    @property
    def is_active(self) -> bool:
        return self.seat == self.position.seat

    @property
    def first(self) -> Mark | None:
        """Return the player's mark or pass in action 1 if this is action 2 of their own turn, or None."""
        return self.position.first if self.is_active else None

    def on(self, sheet: Sheet) -> View:
        return View(self.rules, self.position, self.seat, sheet, self.candidates)

    def draft(self, letters: str = "") -> Draft:
        """Return a draft (a mutable copy) of the sheet. `letters`: the mark's choices between tied rows."""
        return Draft.of(self.rules, self.sheet, self.position.closed_mask, letters)

    def marked_this_turn(self, spot: Spot) -> bool:
        """Return True if this is action 2 and the player crossed `spot` in action 1."""
        if self.first is None:
            return False
        names = [part.cell for part in self.first.parts]
        return spot.name in names or self.sheet.brought_by(spot.name) in names

    def refuse_dice(self, spot: Spot, lucky: bool = False) -> Refusal | None:
        """Return the refusal if the dice don't allow a mark in this cell, or None if they do."""
        rule = self.candidates.broken(spot, lucky)
        return None if rule is None else self.candidates.explain(rule, spot)

    def refuse_cell(self, spot: Spot) -> Refusal | None:
        """Return the refusal if a cross in this cell breaks a rule other than those on dice, or None."""
        rule = self.rules.broken(spot, self.sheet, self.position.closed_mask)
        return None if rule is None else self.rules.explain(rule, spot, self.sheet)

    def refuse_closed(self, row: int) -> Refusal | None:
        """Return the refusal if a lock has closed a row to this player, or None if the row is open."""
        own = self.sheet.rows[row] & self.board.closing_bits[row]
        if not own and not self.position.closed_mask >> row & 1:
            return None
        text = message("A lock has closed {row}, so nothing more can be crossed there.")
        if own:
            text = message("On this sheet {row} is locked, so nothing more can be crossed there.")
        return Refusal("row-closed", text, {"row": self.board.row_term(row)})
