"""The card game: cards instead of dice. In a *play*, the player lays one to three cards and marks cells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter

from companion.rulebook.rule import quoted
from companion.rules.board import Spot
from companion.rules.constraints import Constraints
from companion.rules.mark import Card, Mark, Play
from companion.rules.plays import JudgedPlay, Plays, full_deck
from companion.rules.refusal import Refusal, Term
from companion.rules.sheet import Sheet
from companion.rules.speciality import SheetRules, Speciality
from sheets.language import message
from sheets.pad import COLOURS


def _plays(
    rules: SheetRules, sheet: Sheet, hand: Sequence[Card] | None, jokers: bool, denied: Refusal | None
) -> Plays:
    waived = rules.pad.shuffled and rules.rulings.cards_gap_mixx_b == "waived"
    plays = _Hand(
        sheet,
        rules.constraints,
        jokers=jokers,
        limits_gap=not rules.pad.mixed and not waived,
        lock_before_play=rules.rulings.cards_lock_in_play == "before",
        hand=full_deck(jokers) if hand is None else hand,
        denied=denied,
    )
    return Plays(rules.board, plays.judged, plays.listed, denied)


@dataclass(slots=True)
class _Draft:
    """The state of a play after some of its marks."""

    rows: list[int]  # the crossed cells of each row, as bits
    cards: list[Card]  # the unused cards
    fresh: list[int]  # the cells of each row that this play has marked, as bits


@dataclass(slots=True, eq=False)
class _Hand:
    """Judges or lists the active player's plays with the cards of `hand`."""

    sheet: Sheet
    constraints: Constraints
    jokers: bool
    limits_gap: bool  # True if the rule cards-gap applies
    lock_before_play: bool  # True if a play's own marks don't count towards a lock
    hand: Sequence[Card]
    denied: Refusal | None  # why this player may not play now, or None

    def judged(self, play: Play) -> JudgedPlay:
        """Return the judgement of a play, mark by mark in the order written. A refused mark uses no card."""
        refusal = self.denied or self._refuse_cards(play.cards)
        if refusal:
            return JudgedPlay(refusal, (), None, self.sheet)
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

    def listed(self) -> Iterator[Play]:
        """Yield every legal play, sorted by colour, then by number of cards."""
        board = self.constraints.board
        for cards in self._combinations():
            faces = ((COLOURS.index(card.colour), card.number) for card in cards)
            spots = {spot for face in faces for spot, _ in board.by_face.get(face, ())}
            draft = _Draft(list(self.sheet.rows), list(cards), [0, 0, 0, 0])
            for marks in self._markings(sorted(spots, key=attrgetter("order")), draft):
                yield Play(cards, marks)

    def _refuse_cards(self, cards: tuple[Card, ...]) -> Refusal | None:
        """Return the refusal if these cards may not be played together, or None if they may."""
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
            text = message("Cards played together must be of one colour, not {first} and {second}.")
            return Refusal(rule, text, {"first": Term(cards[0].colour), "second": Term(other)})
        if len(set(cards)) < len(cards):
            double = next(card for card in cards if cards.count(card) > 1)
            text = message("The same card, {colour} {number}, is played twice.")
            return Refusal(rule, text, {"colour": Term(double.colour), "number": double.number})
        return None

    def _broken(self, spot: Spot, lucky: bool, draft: _Draft) -> str | None:
        """Return the id of the first rule that a mark in `spot` breaks, or None. `lucky`: True for a
        mark with a lucky number, which this game doesn't allow."""
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
        """Return the first unused card that marks `spot`, or None if there is none."""
        face = (spot.number, spot.cell.colour)
        return next((card for card in draft.cards if (card.number, card.colour) == face), None)

    def _take(self, spot: Spot, draft: _Draft) -> None:
        card = self._card(spot, draft)
        assert card is not None
        draft.cards.remove(card)
        draft.rows[spot.row] |= spot.bit
        draft.fresh[spot.row] |= spot.bit

    def _explain(self, rule: str, spot: Spot, draft: _Draft) -> Refusal:
        """Return the refusal for a rule that `_broken` returned."""
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
        """Yield each set of marks in `spots` that the rules and the unused cards of `draft` allow."""
        yield ()
        for index, spot in enumerate(spots):
            if self._broken(spot, False, draft) is None:
                inner = _Draft(list(draft.rows), list(draft.cards), list(draft.fresh))
                self._take(spot, inner)
                mark = spot.marks[False]
                for rest in self._markings(spots[index + 1 :], inner):
                    yield (mark, *rest)

    def _combinations(self) -> Iterator[tuple[Card, ...]]:
        """Yield each playable set of cards once, sorted by colour and number of cards."""
        for colour in COLOURS:
            held = dict.fromkeys(
                named for card in self.hand for named in card.named() if named.colour == colour
            )
            for count in (1, 2, 3):
                for chosen in combinations(held, count):
                    if self._refuse_cards(chosen) is None:
                        yield chosen


_CARDS = "cards-es: Desarrollo del juego; cards-us: How to play"

BOOK = (
    quoted(
        "cards-draw",
        message("Drawing cards"),
        ("cards",),
        message(
            "The active player takes cards from the four in the middle until the hand holds five; then "
            "the middle is filled to four again from the pile. When the pile is empty, the discards are "
            "shuffled into a new one."
        ),
        _CARDS,
        message("Anna takes the 11 from the middle; the 8 from the pile takes its place."),
    ),
    quoted(
        "cards-number",
        message("The number for everyone"),
        ("cards",),
        message(
            "The number now on top of the pile is for everyone: each player may mark it once, in any one row."
        ),
        _CARDS,
        message("A four for all: Max marks red 4, Anna and Linus yellow 4, Laura nothing."),
    ),
    quoted(
        "cards-play",
        message("Playing cards"),
        ("cards",),
        message(
            "Then the active player plays one to three cards, at least one; several must be of one "
            "colour. Any, all or none of their cells may be marked, each with a card of its own. All "
            "cards played are discarded."
        ),
        _CARDS,
        message(
            "Green 11, 9 and 3 are played, and green 11 and 9 are marked. 11, 10 and 9 of three colours "
            "may not be played."
        ),
    ),
    quoted(
        "cards-gap",
        message("At most one gap"),
        ("cards",),
        message(
            "If several cells of a row are marked in one play, at most one cell is left unmarked "
            "between the first and the last of them."
        ),
        _CARDS,
        message("Red 4, 5, 7 may all be marked. Of yellow 2, 4, 6 one has to be left out."),
    ),
    quoted(
        "cards-lock-own",
        message("A lock is yours alone"),
        ("cards",),
        message(
            "In the card game a lock closes the row for the player who crossed it, and for nobody else. "
            "No die and no colour leaves the game."
        ),
        "cards-es: Marcar números; cards-us: Locking a row",
        message("Laura locks green with the 2: green is closed for Laura only."),
    ),
    quoted(
        "cards-miss",
        message("Nothing crossed with cards: a penalty"),
        ("cards",),
        message(
            "An active player who marks nothing, neither with the number nor with the cards, takes a penalty."
        ),
        "cards-es: Desarrollo del juego; cards-us: Penalties",
        message("Carol passes on the number, plays a blue 3 and marks nothing: one penalty."),
    ),
    quoted(
        "cards-end",
        message("The end of the card game"),
        ("cards",),
        message(
            "The game ends at the end of the step (the number, or the cards) in which any player has "
            "locked a second row on their own sheet, or in which the active player takes a fourth penalty."
        ),
        "cards-es: Fin del juego y recuento; cards-us: Ending the game",
        message("Laura has locked green and now red: the game ends when this step is over."),
    ),
    quoted(
        "cards-jokers",
        message("Jokers"),
        ("cards",),
        message(
            "With jokers the deck has eleven more cards, 2 to 12: a joker's number is fixed, and the "
            "player who plays it chooses its colour."
        ),
        "cards-es: Variante con comodines; cards-us: Joker game variant",
        message("Joker 9 as green is played together with green 10."),
    ),
    quoted(
        "cards-mixx",
        message("Cards on the Mixx pads"),
        ("cards",),
        message(
            "On the Mixx pads the rules of the card game apply. On pad A cards of one colour may be "
            "marked in different rows, and the limit on gaps does not apply."
        ),
        "mixx: Un consejo más",
        message("Red 3, 8 and 11 are played: red 3 is marked in row b and red 8 in row d, red 11 not."),
    ),
)

SPECIALITY = Speciality(key="cards", book=BOOK, plays=_plays)
