"""Candidates: which cells the dice, or the card for everyone, put before a player in one action.

Candidates narrow the board down (`spots`) and name the rule that a wrong number or colour breaks
(`broken`); candidates that are broken are dropped by the caller, so the second alone decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.rules.board import Board, Rows, Spot
from companion.rules.refusal import Refusal, Term
from companion.rules.roll import Roll
from sheets.language import message


class Candidates(Protocol):
    """What one action offers one player. `lucky`: the mark is starred."""

    def spots(self, rows: Rows, closed_mask: int) -> Iterable[tuple[Spot, bool]]:
        """Cells that may fit, each with whether it is meant as a lucky one; by row, position, plain first."""

    def broken(self, spot: Spot, lucky: bool, rows: Rows, closed_mask: int) -> str | None:
        """The rule that a mark at `spot` breaks by its number, colour or star; None where it fits."""

    def explain(self, rule: str, spot: Spot, rows: Rows, closed_mask: int) -> Refusal:
        """The sentence for a rule that `broken` named."""


def _place(candidate: tuple[Spot, bool]) -> int:
    return candidate[0].order


def cell_values(spot: Spot) -> dict[str, str | int]:
    """The values {colour} and {number} of a cell in a sentence."""
    return {"colour": Term(spot.cell.colour), "number": spot.number}


@dataclass(frozen=True, slots=True)
class WhiteCandidates:
    """Action 1: the sum of the white dice, for everyone (rules.md: white-sum)."""

    board: Board
    roll: Roll

    def spots(self, rows: Rows, closed_mask: int) -> Iterable[tuple[Spot, bool]]:  # noqa: ARG002
        """Every cell with that number."""
        white = self.roll.white
        return self.board.by_number[white[0] + white[1]]

    def broken(self, spot: Spot, lucky: bool, rows: Rows, closed_mask: int) -> str | None:  # noqa: ARG002
        """`lucky` for a star (there are no lucky numbers here), `white-sum` for another number."""
        if lucky:
            return "lucky"
        white = self.roll.white
        return None if spot.number == white[0] + white[1] else "white-sum"

    def explain(self, rule: str, spot: Spot, rows: Rows, closed_mask: int) -> Refusal:  # noqa: ARG002
        """Names the dice and their sum."""
        if rule == "lucky":
            return Refusal(rule, message("There are no lucky numbers in this game."))
        first, second = self.roll.white
        values = cell_values(spot) | {"first": first, "second": second, "sum": self.roll.sum}
        return Refusal(
            rule,
            message(
                "The white dice show {first} + {second} = {sum}, so {colour} {number} is not the white sum."
            ),
            values,
        )


@dataclass(frozen=True, slots=True)
class LuckyCandidates:
    """Action 1 on Longo: the white sum or, where it is a lucky number, the next cell of the weakest row.

    rules.md: lucky. `pair`: the sheet's lucky numbers. `skips`: the ruling weakest-closed is `next-weakest`,
    so rows closed to the player are left out when the weakest is looked for.
    """

    white: WhiteCandidates
    pair: tuple[int, int]
    skips: bool

    def _weakest(self, rows: Rows, closed_mask: int) -> tuple[int, ...]:
        board = self.white.board
        return board.weakest(rows, 0b1111 & ~(closed_mask | board.locked(rows)) if self.skips else 0b1111)

    def spots(self, rows: Rows, closed_mask: int) -> Iterable[tuple[Spot, bool]]:
        """Every cell with that number and, on a lucky sum, the next cell of each weakest row."""
        found = list(self.white.spots(rows, closed_mask))
        if self.white.roll.sum in self.pair:
            board = self.white.board
            nexts = (board.next_spot(row, rows[row]) for row in self._weakest(rows, closed_mask))
            found += [(spot, True) for spot in nexts if spot]
            found.sort(key=lambda c: (c[0].row, c[0].index, c[1]))
        return found

    def broken(self, spot: Spot, lucky: bool, rows: Rows, closed_mask: int) -> str | None:
        """`lucky` where a starred mark lacks the sum, the weakest row or the next cell."""
        if not lucky:
            return self.white.broken(spot, lucky, rows, closed_mask)
        fits = (
            self.white.roll.sum in self.pair
            and spot.row in self._weakest(rows, closed_mask)
            and self.white.board.next_spot(spot.row, rows[spot.row]) is spot
        )
        return None if fits else "lucky"

    def explain(self, rule: str, spot: Spot, rows: Rows, closed_mask: int) -> Refusal:
        """Names the condition that is missing."""
        if rule != "lucky":
            return self.white.explain(rule, spot, rows, closed_mask)
        board = self.white.board
        values = cell_values(spot) | {
            "sum": self.white.roll.sum,
            "first": self.pair[0],
            "second": self.pair[1],
            "row": board.row_term(spot.row),
        }
        if self.white.roll.sum not in self.pair:
            text = message(
                "The white sum is {sum}, and the lucky numbers of this sheet are {first} and {second}."
            )
        elif spot.row not in self._weakest(rows, closed_mask):
            text = message("A lucky number marks the row with the fewest marks, and {row} is not it.")
        else:
            text = message(
                "A lucky number marks the next cell of the row, and {colour} {number} is not next."
            )
        return Refusal(rule, text, values)


@dataclass(frozen=True, slots=True)
class ColourCandidates:
    """Action 2: one white die plus one coloured die, for the active player (rules.md: colour-sum,
    die-removed).

    `removed_mask`: bit i is set when the die of COLOURS[i] has left the game.
    """

    board: Board
    roll: Roll
    removed_mask: int

    def spots(self, rows: Rows, closed_mask: int) -> Iterable[tuple[Spot, bool]]:  # noqa: ARG002
        """Every cell whose number is a white die plus the die of its colour."""
        first, second = self.roll.white
        by_face = self.board.by_face
        found: list[tuple[Spot, bool]] = []
        for colour, die in enumerate(self.roll.coloured):
            if die is not None:
                found += by_face.get((colour, die + first), ())
                if first != second:
                    found += by_face.get((colour, die + second), ())
        found.sort(key=_place)
        return found

    def broken(self, spot: Spot, lucky: bool, rows: Rows, closed_mask: int) -> str | None:  # noqa: ARG002
        """`die-removed`, then `lucky` (a star belongs to action 1), then `colour-sum`."""
        if self.removed_mask >> spot.colour & 1:
            return "die-removed"
        if lucky:
            return "lucky"
        die = self.roll.coloured[spot.colour]
        if die is not None and spot.number - die in self.roll.white:
            return None
        return "colour-sum"

    def explain(self, rule: str, spot: Spot, rows: Rows, closed_mask: int) -> Refusal:  # noqa: ARG002
        """Names the die and both sums."""
        if rule == "lucky":
            return Refusal(rule, message("A lucky number counts in action 1 only, with the white sum."))
        values = cell_values(spot)
        if rule == "die-removed":
            text = message("The {colour} die has left the game, so {colour} {number} is out of its reach.")
            return Refusal(rule, text, values)
        die = self.roll.coloured[spot.colour]
        if die is None:
            text = message(
                "There is no {colour} die in this roll, so {colour} {number} cannot be marked with it."
            )
            return Refusal(rule, text, values)
        sums = dict.fromkeys(die + white for white in self.roll.white)
        values |= {"die": die, "first": self.roll.white[0], "second": self.roll.white[1]}
        values |= {"low": min(sums), "high": max(sums)}
        if len(sums) == 1:
            text = message(
                "The {colour} die shows {die} and both white dice {first}: that makes {low}, not {number}."
            )
        else:
            text = message(
                "The {colour} die shows {die} and the white dice {first} and {second}: "
                "that makes {low} or {high}, not {number}."
            )
        return Refusal(rule, text, values)


@dataclass(frozen=True, slots=True)
class NumberCandidates:
    """The card game: the number on top of the pile, for everyone (rules.md: cards-number)."""

    board: Board
    number: int

    def spots(self, rows: Rows, closed_mask: int) -> Iterable[tuple[Spot, bool]]:  # noqa: ARG002
        """Every cell with that number."""
        return self.board.by_number[self.number]

    def broken(self, spot: Spot, lucky: bool, rows: Rows, closed_mask: int) -> str | None:  # noqa: ARG002
        """`cards-number` for another number."""
        if lucky:
            return "lucky"
        return None if spot.number == self.number else "cards-number"

    def explain(self, rule: str, spot: Spot, rows: Rows, closed_mask: int) -> Refusal:  # noqa: ARG002
        """Names the number."""
        if rule == "lucky":
            return Refusal(rule, message("There are no lucky numbers in this game."))
        values = cell_values(spot) | {"sum": self.number}
        text = message("The number for everyone is {sum}, so {colour} {number} does not fit.")
        return Refusal(rule, text, values)
