"""Plays: what the active player of the card game may play and mark. `play in plays` is the check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from operator import attrgetter

from companion.rules.board import Rows, Spot
from companion.rules.candidates import cell_values
from companion.rules.constraints import Constraints
from companion.rules.mark import Card, Mark, Play
from companion.rules.moves import explain_constraint
from companion.rules.refusal import Illegal, Refusal, Term
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class Judged:
    """A play as the referee leaves it.

    `whole`: why the play itself is illegal (then nothing of it is made). `marks`: each mark that is refused,
    with its refusal, in the order written. `made`: the play without them. `sheet`: the sheet after it.
    """

    whole: Refusal | None
    marks: tuple[tuple[Mark, Refusal], ...]
    made: Play | None
    sheet: Sheet


@dataclass(slots=True)
class _Step:
    """A play half carried out: the rows, the cards not used up, and the cells marked so far in each row."""

    rows: list[int]
    cards: list[Card]
    fresh: list[int]


class Plays:
    """The legal plays of the active player. Listed from `hand`; without one, from every card there is."""

    __slots__ = ("action", "before", "constraints", "denied", "gap", "hand", "jokers", "sheet")

    def __init__(
        self,
        sheet: Sheet,
        constraints: Constraints,
        *,
        jokers: bool,
        gap: bool,
        before: bool,
        hand: tuple[Card, ...] | None = None,
        denied: Refusal | None = None,
    ) -> None:
        self.action = "play"
        self.sheet = sheet
        self.constraints = constraints
        self.jokers = jokers
        self.gap = gap
        """Whether cards-gap holds (not on a pad of mixed rows: cards-mixx)."""
        self.before = before
        """The ruling cards-lock-in-play is `before`: marks of this play do not count towards the five."""
        self.hand = hand
        self.denied = denied

    def refusal(self, play: object) -> Refusal | None:
        """Why `play` is illegal: the play itself, or else its first illegal mark; None where all is legal."""
        judged = self.judge(play)
        return judged.whole or (judged.marks[0][1] if judged.marks else None)

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Play) and self.refusal(play) is None

    def result(self, play: Play) -> Sheet:
        """The sheet after `play`; Illegal where it is not legal."""
        judged = self.judge(play)
        refusal = judged.whole or (judged.marks[0][1] if judged.marks else None)
        if refusal:
            raise Illegal(refusal)
        return judged.sheet

    def judge(self, play: object) -> Judged:
        """Each mark of `play` in the order written; a refused one uses up no card and is passed over."""
        if not isinstance(play, Play):
            raise TypeError(f"expected a Play, got {play!r}")
        whole = self.denied or self._whole(play.cards)
        if whole:
            return Judged(whole, (), None, self.sheet)
        step = _Step(list(self.sheet.rows), list(play.cards), [0, 0, 0, 0])
        refused: list[tuple[Mark, Refusal]] = []
        made: list[Mark] = []
        for mark in play.marks:
            spot = self.constraints.board.spot(mark.cell)
            rule = self._broken(spot, mark.lucky, step)
            if rule is None:
                self._take(spot, step)
                made.append(mark)
            else:
                refused.append((mark, self._explain(rule, spot, step)))
        rows: Rows = (step.rows[0], step.rows[1], step.rows[2], step.rows[3])
        sheet = Sheet(self.sheet.pad, rows, self.sheet.misses, self.sheet.bar, self.sheet.earned)
        return Judged(None, tuple(refused), Play(play.cards, tuple(made)), sheet)

    def _whole(self, cards: tuple[Card, ...]) -> Refusal | None:
        rule = "cards-play"
        colours = list({card.colour: None for card in cards})
        if not cards:
            return Refusal(rule, message("The active player has to play at least one card."))
        if len(cards) > 3:
            values: dict[str, str | int] = {"count": len(cards)}
            return Refusal(rule, message("At most three cards are played at once, not {count}."), values)
        if not self.jokers and any(card.joker for card in cards):
            return Refusal(rule, message("This game is played without jokers."))
        if len(colours) > 1:
            values = {"first": Term(colours[0]), "second": Term(colours[1])}
            return Refusal(
                rule, message("Cards played together have one colour, not {first} and {second}."), values
            )
        if len(set(cards)) < len(cards):
            double = next(card for card in cards if cards.count(card) > 1)
            values = {"colour": Term(double.colour), "number": double.number}
            return Refusal(rule, message("The same card, {colour} {number}, is played twice."), values)
        return None

    def _broken(self, spot: Spot, lucky: bool, step: _Step) -> str | None:
        if lucky or self._card(spot, step) is None:
            return "cards-play"
        rule = self.constraints.broken(spot, step.rows, 0)
        if rule is None and self.before and spot.closes:
            rule = self.constraints.broken(spot, self.sheet.rows, 0)
        if rule is None and self.gap:
            fresh = step.fresh[spot.row] | spot.bit
            lowest = (fresh & -fresh).bit_length() - 1
            if fresh.bit_length() - lowest - fresh.bit_count() > 1:
                return "cards-gap"
        return rule

    @staticmethod
    def _card(spot: Spot, step: _Step) -> Card | None:
        """The first card left that marks `spot`."""
        for card in step.cards:
            if card.number == spot.number and card.colour == spot.cell.colour:
                return card
        return None

    def _take(self, spot: Spot, step: _Step) -> None:
        card = self._card(spot, step)
        assert card is not None
        step.cards.remove(card)
        step.rows[spot.row] |= spot.bit
        step.fresh[spot.row] |= spot.bit

    def _explain(self, rule: str, spot: Spot, step: _Step) -> Refusal:
        if rule == "cards-play":
            text = message("No card played, or none that is left, is a {colour} {number}.")
            return Refusal(rule, text, cell_values(spot))
        if rule == "cards-gap":
            fresh = step.fresh[spot.row]
            first = self.constraints.board.rows[spot.row][(fresh & -fresh).bit_length() - 1]
            values = cell_values(spot) | {
                "first": first.number,
                "row": self.constraints.board.row_term(spot.row),
            }
            text = message(
                "Between {first} and {number} in {row} this play would leave more than one cell unmarked."
            )
            return Refusal(rule, text, values)
        counted = self.sheet.rows if rule == self.constraints.lock_needs_rule and self.before else step.rows
        return explain_constraint(rule, spot, self.constraints, counted)

    def __iter__(self) -> Iterator[Play]:
        if self.denied:
            return
        board = self.constraints.board
        for cards in self._combinations():
            faces = ((COLOURS.index(card.colour), card.number) for card in cards)
            spots = {spot for face in faces for spot, _ in board.by_face.get(face, ())}
            step = _Step(list(self.sheet.rows), list(cards), [0, 0, 0, 0])
            for marks in self._markings(sorted(spots, key=attrgetter("order")), step):
                yield Play(cards, marks)

    def _markings(self, spots: list[Spot], step: _Step) -> Iterator[tuple[Mark, ...]]:
        """Every set of cells that may be marked, each once, by row and position."""
        yield ()
        for index, spot in enumerate(spots):
            if self._broken(spot, False, step) is None:
                inner = _Step(list(step.rows), list(step.cards), list(step.fresh))
                self._take(spot, inner)
                mark = spot.marks[False]
                for rest in self._markings(spots[index + 1 :], inner):
                    yield (mark, *rest)

    def _combinations(self) -> Iterator[tuple[Card, ...]]:
        """One to three cards of one colour, each set once: by colour, then how many, then as in the hand."""
        hand = self.hand if self.hand is not None else full_deck(self.jokers)
        for colour in COLOURS:
            held = dict.fromkeys(named for card in hand for named in card.named() if named.colour == colour)
            for count in (1, 2, 3):
                for chosen in combinations(held, count):
                    if self._whole(chosen) is None:
                        yield chosen

    def __bool__(self) -> bool:
        return self.denied is None


@cache
def full_deck(jokers: bool) -> tuple[Card, ...]:
    """The 44 cards, or 55 with jokers (rules.md: cards-jokers)."""
    plain = tuple(Card(number, colour) for colour, number in product(COLOURS, range(2, 13)))
    return plain + tuple(Card(number, "", joker=True) for number in range(2, 13) if jokers)
