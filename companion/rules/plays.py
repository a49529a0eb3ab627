"""Plays: the possible plays of the active player of the card game. `play in plays` is the check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from operator import attrgetter

from companion.rules.board import Spot
from companion.rules.constraints import Constraints
from companion.rules.mark import Card, Mark, Play
from companion.rules.refusal import Illegal, Refusal, Term
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play after the referee's judgement.

    `whole`: why the play itself is illegal (then nothing of it is made). `marks`: each mark that is refused,
    with its refusal, in the order written. `made`: the play without them. `sheet`: the sheet after it.
    """

    whole: Refusal | None
    marks: tuple[tuple[Mark, Refusal], ...]
    made: Play | None
    sheet: Sheet

    @property
    def refusal(self) -> Refusal | None:
        """The refusal of the play itself, or else of its first illegal mark; None if all is legal."""
        return self.whole or (self.marks[0][1] if self.marks else None)


@dataclass(slots=True)
class _Draft:
    """A half-finished play: the rows, the unused cards, and the cells marked so far in each row."""

    rows: list[int]
    cards: list[Card]
    fresh: list[int]


@dataclass(slots=True, eq=False)
class Plays:
    """The legal plays of the active player, listed from `hand`, or from every card there is if it is None.

    `limits_gap`: whether cards-gap holds. `lock_before_play`: the ruling cards-lock-in-play is `before`, so
    marks of this play do not count towards the marks that a lock needs. `denied`: why this player may play
    nothing at all, if so.
    """

    sheet: Sheet
    constraints: Constraints
    jokers: bool
    limits_gap: bool
    lock_before_play: bool
    hand: Sequence[Card] | None
    denied: Refusal | None

    def refusal(self, play: object) -> Refusal | None:
        """The refusal of `play` itself, or else of its first illegal mark; None if all is legal."""
        return self.judge(play).refusal

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Play) and self.refusal(play) is None

    def __bool__(self) -> bool:
        return self.denied is None

    def __iter__(self) -> Iterator[Play]:
        if self.denied:
            return
        board = self.constraints.board
        for cards in self._combinations():
            faces = ((COLOURS.index(card.colour), card.number) for card in cards)
            spots = {spot for face in faces for spot, _ in board.by_face.get(face, ())}
            draft = _Draft(list(self.sheet.rows), list(cards), [0, 0, 0, 0])
            for marks in self._markings(sorted(spots, key=attrgetter("order")), draft):
                yield Play(cards, marks)

    def result(self, play: Play) -> Sheet:
        """The sheet after `play`; Illegal if it is not legal."""
        judged = self.judge(play)
        if judged.refusal:
            raise Illegal(judged.refusal)
        return judged.sheet

    def judge(self, play: object) -> JudgedPlay:
        """Each mark of `play` in the order written; a refused one uses up no card and is passed over."""
        if not isinstance(play, Play):
            raise TypeError(f"expected a Play, got {play!r}")
        whole = self.denied or self._whole(play.cards)
        if whole:
            return JudgedPlay(whole, (), None, self.sheet)
        draft = _Draft(list(self.sheet.rows), list(play.cards), [0, 0, 0, 0])
        refused: list[tuple[Mark, Refusal]] = []
        made: list[Mark] = []
        for mark in play.marks:
            spot = self.constraints.board.spot(mark.cell)
            rule = self._broken(spot, mark.lucky, draft)
            if rule is None:
                self._take(spot, draft)
                made.append(mark)
            else:
                refused.append((mark, self._explain(rule, spot, draft)))
        a, b, c, d = draft.rows
        sheet = Sheet(self.sheet.pad, (a, b, c, d), self.sheet.misses, self.sheet.beside)
        return JudgedPlay(None, tuple(refused), Play(play.cards, tuple(made)), sheet)

    def _whole(self, cards: tuple[Card, ...]) -> Refusal | None:
        """The refusal of these cards together; None if they may be played."""
        rule = "cards-play"
        if not cards:
            return Refusal(rule, message("The active player has to play at least one card."))
        if len(cards) > 3:
            text = message("At most three cards are played at once, not {count}.")
            return Refusal(rule, text, {"count": len(cards)})
        if not self.jokers and any(card.joker for card in cards):
            return Refusal(rule, message("This game is played without jokers."))
        other = next((card.colour for card in cards if card.colour != cards[0].colour), None)
        if other is not None:
            text = message("Cards played together have one colour, not {first} and {second}.")
            return Refusal(rule, text, {"first": Term(cards[0].colour), "second": Term(other)})
        if len(set(cards)) < len(cards):
            double = next(card for card in cards if cards.count(card) > 1)
            text = message("The same card, {colour} {number}, is played twice.")
            return Refusal(rule, text, {"colour": Term(double.colour), "number": double.number})
        return None

    def _broken(self, spot: Spot, lucky: bool, draft: _Draft) -> str | None:
        """The rule that the next mark of a play breaks at `spot`, or None."""
        if lucky or self._card(spot, draft) is None:
            return "cards-play"
        rule = self.constraints.broken(spot, draft.rows, 0)
        if rule is None and self.lock_before_play and spot.closes:
            rule = self.constraints.broken(spot, self.sheet.rows, 0)
        if rule is None and self.limits_gap:
            fresh = draft.fresh[spot.row] | spot.bit
            lowest = (fresh & -fresh).bit_length() - 1
            if fresh.bit_length() - lowest - fresh.bit_count() > 1:
                return "cards-gap"
        return rule

    @staticmethod
    def _card(spot: Spot, draft: _Draft) -> Card | None:
        """The first card left that marks `spot`."""
        for card in draft.cards:
            if card.number == spot.number and card.colour == spot.cell.colour:
                return card
        return None

    def _take(self, spot: Spot, draft: _Draft) -> None:
        card = self._card(spot, draft)
        assert card is not None
        draft.cards.remove(card)
        draft.rows[spot.row] |= spot.bit
        draft.fresh[spot.row] |= spot.bit

    def _explain(self, rule: str, spot: Spot, draft: _Draft) -> Refusal:
        """The sentence for a rule that `_broken` named."""
        board = self.constraints.board
        if rule == "cards-play":
            text = message("None of the cards played, or none that is left, is a {colour} {number}.")
            return Refusal(rule, text, spot.values())
        if rule == "cards-gap":
            fresh = draft.fresh[spot.row]
            first = board.rows[spot.row][(fresh & -fresh).bit_length() - 1]
            text = message(
                "Between {first} and {number} in {row} this play would leave more than one cell unmarked."
            )
            values = spot.values() | {"first": first.number}
            return Refusal(rule, text, values | {"row": board.row_term(spot.row)})
        before = rule == self.constraints.lock_needs_rule and self.lock_before_play
        return self.constraints.explain(rule, spot, self.sheet.rows if before else draft.rows)

    def _markings(self, spots: list[Spot], draft: _Draft) -> Iterator[tuple[Mark, ...]]:
        """Every set of cells that may be marked, each once, by row and position."""
        yield ()
        for index, spot in enumerate(spots):
            if self._broken(spot, False, draft) is None:
                inner = _Draft(list(draft.rows), list(draft.cards), list(draft.fresh))
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


@cache
def full_deck(jokers: bool) -> tuple[Card, ...]:
    """The 44 cards, or 55 with jokers (rules.md: cards-jokers)."""
    plain = tuple(Card(number, colour) for colour, number in product(COLOURS, range(2, 13)))
    return plain + tuple(Card(number, "", joker=True) for number in range(2, 13) if jokers)
