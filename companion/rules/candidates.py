"""The cells that a player can choose from in one action, given the dice or (in the card game) a number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.rules.board import Board, Candidate, Spot
from companion.rules.refusal import Refusal
from sheets.language import message


class Candidates(Protocol):
    """The cells that one player can choose from in one action."""

    def spots(self) -> Iterable[Candidate]:
        """Return the marks to check with `broken`, sorted by row and index, plain marks before lucky ones."""

    def broken(self, spot: Spot, lucky: bool) -> str | None:
        """Return the id of the rule on dice or cards that forbids a mark in `spot`, or None. `lucky`: True
        for a mark that a lucky number allows."""

    def explain(self, rule: str, spot: Spot) -> Refusal:
        """Return the refusal for a rule that `broken` returned."""


_NO_LUCKY_NUMBERS = Refusal("lucky", message("There are no lucky numbers in this game."))


@dataclass(slots=True)
class NumberCandidates:
    """The cells with the number that everyone may mark: the white sum, or in the card game the top card."""

    board: Board
    number: int
    white: tuple[int, int] | None = None  # the white dice, or None in the card game

    def spots(self) -> Iterable[Candidate]:
        return self.board.by_number[self.number]

    def broken(self, spot: Spot, lucky: bool) -> str | None:
        if lucky:
            return "lucky"
        if spot.number == self.number:
            return None
        return "white-sum" if self.white else "cards-number"

    def explain(self, rule: str, spot: Spot) -> Refusal:
        if rule == "lucky":
            return _NO_LUCKY_NUMBERS
        values = spot.values() | {"sum": self.number}
        if self.white is None:
            text = message("The number for everyone is {sum}, so {colour} {number} does not fit.")
            return Refusal(rule, text, values)
        first, second = self.white
        text = message(
            "The white dice show {first} + {second} = {sum}, so {colour} {number} is not the white sum."
        )
        return Refusal(rule, text, values | {"first": first, "second": second})


@dataclass(slots=True)
class ColourCandidates:
    """The cells with the sum of a white and a coloured die, for action 2."""

    board: Board
    white: tuple[int, int]
    coloured: tuple[int | None, ...]  # the dice in the order of COLOURS
    removed_mask: int  # dice that have left the game, bit i for COLOURS[i]

    def spots(self) -> Iterable[Candidate]:
        first, second = self.white
        by_face = self.board.by_face
        candidates: list[Candidate] = []
        for colour, die in enumerate(self.coloured):
            if die is not None:
                candidates += by_face.get((colour, die + first), ())
                if first != second:
                    candidates += by_face.get((colour, die + second), ())
        candidates.sort(key=lambda candidate: candidate[0].order)
        return candidates

    def broken(self, spot: Spot, lucky: bool) -> str | None:
        if self.removed_mask >> spot.colour & 1:
            return "die-removed"
        if lucky:
            return "lucky"
        die = self.coloured[spot.colour]
        return None if die is not None and spot.number - die in self.white else "colour-sum"

    def explain(self, rule: str, spot: Spot) -> Refusal:
        if rule == "lucky":
            return Refusal(rule, message("A lucky number counts in action 1 only, with the white sum."))
        values = spot.values()
        die = self.coloured[spot.colour]
        if rule == "die-removed":
            text = message(
                "The {colour} die has left the game, so {colour} {number} cannot be marked with it."
            )
        elif die is None:
            text = message(
                "There is no {colour} die in this roll, so {colour} {number} cannot be marked with it."
            )
        else:
            first, second = self.white
            low, high = sorted((die + first, die + second))
            values |= {"die": die, "first": first, "second": second, "low": low, "high": high}
            text = message(
                "The {colour} die shows {die} and the white dice {first} and {second}: "
                "that makes {low} or {high}, not {number}."
            )
            if low == high:
                text = message(
                    "The {colour} die shows {die} and both white dice {first}: "
                    "that makes {low}, not {number}."
                )
        return Refusal(rule, text, values)
