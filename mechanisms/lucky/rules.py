"""The game Longo: a lucky white sum allows a mark in the next cell of the row with the fewest crosses."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rulebook.rule import quoted
from companion.rules.board import Board, Candidate, Rows, Spot
from companion.rules.candidates import Candidates
from companion.rules.refusal import Refusal
from companion.rules.speciality import Speciality, View
from mechanisms.lucky import PART
from sheets.language import message


def _offers(view: View) -> Candidates:
    pair = view.rules.lucky
    if pair is None:
        return view.candidates
    rows, among = view.sheet.rows, 0b1111
    if view.rules.rulings.weakest_closed == "next-weakest":
        among &= ~(view.position.closed_mask | view.board.locked(rows))
    return LuckyCandidates(view.candidates, view.board, view.roll.sum, pair, rows, among)


@dataclass(slots=True)
class LuckyCandidates:
    """The cells to choose from in action 1. With a lucky white sum, these include the next cell of each row
    with the fewest crosses."""

    white: Candidates
    board: Board
    total: int  # the white sum
    pair: tuple[int, int]  # the sheet's lucky numbers
    rows: Rows  # the sheet's rows
    among: int  # mask of the rows among which the weakest is looked for (ruling weakest-closed)

    def spots(self) -> Iterable[Candidate]:
        if self.total not in self.pair:
            return self.white.spots()
        weakest = self.board.weakest(self.rows, self.among)
        nexts = (self.board.next_spot(row, self.rows[row]) for row in weakest)
        candidates = [*self.white.spots(), *((spot, True) for spot in nexts if spot)]
        return sorted(candidates, key=lambda candidate: (candidate[0].order, candidate[1]))

    def broken(self, spot: Spot, lucky: bool) -> str | None:
        if not lucky:
            return self.white.broken(spot, lucky)
        fits = (
            self.total in self.pair
            and spot.row in self.board.weakest(self.rows, self.among)
            and self.board.next_spot(spot.row, self.rows[spot.row]) is spot
        )
        return None if fits else "lucky"

    def explain(self, rule: str, spot: Spot) -> Refusal:
        """Return the refusal for the broken `rule`. For "lucky", the refusal names the unmet condition."""
        if rule != "lucky":
            return self.white.explain(rule, spot)
        if self.total not in self.pair:
            text = message(
                "The white sum is {sum}, and the lucky numbers of this sheet are {first} and {second}."
            )
        elif spot.row not in self.board.weakest(self.rows, self.among):
            text = message("A lucky number is for the row with the fewest marks, which is not {row}.")
        else:
            text = message("A lucky number is for the next cell of the row, which is not {colour} {number}.")
        first, second = self.pair
        values = spot.values() | {"sum": self.total, "first": first, "second": second}
        return Refusal(rule, text, values | {"row": self.board.row_term(spot.row)})


BOOK = (
    quoted(
        "lucky",
        message("Lucky numbers"),
        ("longo",),
        message(
            "If the white sum in action 1 is one of your own sheet's lucky numbers, you may mark another "
            "cell instead of that number: the next cell of the row in which you have the fewest marks. "
            "It is the cell to the right of your last mark in that row, or the first cell of an empty "
            "row. If rows tie, you choose. Every other rule applies to that cell. You may do this every "
            "time."
        ),
        "longo: Cómo jugar",
        message("White 5 and 1. Laura, whose lucky numbers are 6 and 11, marks green 16 instead of a six."),
    ),
)

SPECIALITY = Speciality(key=PART.key, book=BOOK, offers=_offers)
