"""A move compared with its alternative: the facts that an explanation may state."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.advisor.move_facts import MoveFacts
from companion.rules import Mark, Play, Position, Term
from companion.rules.board import Board
from companion.rules.mark import PASS
from sheets.language import Phrase


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move to explain."""

    move: Mark | Play
    win: float | None  # as in Option
    margin: float
    second: Mark | None  # the active player's mark in action 2 after it
    after: Position  # the likeliest position at the end of the turn
    end_is_sure: bool = True  # True if an end of the game is certain whatever the others decide
    hangs_on: str | None = None  # the player on whose decision the chance depends, if any


@dataclass(frozen=True, slots=True)
class ComparedMove:
    """One of two moves that are compared."""

    name: Phrase
    rated: RatedMove
    facts: MoveFacts


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move and its alternative on a sheet of `board`."""

    board: Board
    this: ComparedMove
    other: ComparedMove
    best: bool  # True if the move is the best
    always_ends: bool  # True if every move ends the game

    @property
    def does(self) -> MoveFacts:
        """Return the facts of the move."""
        return self.this.facts

    @property
    def would(self) -> MoveFacts:
        """Return the facts of the alternative."""
        return self.other.facts

    @property
    def more_wins(self) -> int:
        """Return how many more games in a hundred the alternative wins; negative if fewer, 0 for a single
        player."""
        this, other = self.this.rated.win, self.other.rated.win
        return 0 if this is None or other is None else round(100 * (other - this))

    @property
    def more_points(self) -> int:
        """Return the alternative's expected margin minus the move's, in points."""
        return round(self.other.rated.margin - self.this.rated.margin)

    @property
    def second(self) -> Mark | None:
        """Return the mark that follows in action 2, or None."""
        return None if self.this.rated.second == PASS else self.this.rated.second

    @property
    def marks_open_row(self) -> bool:
        """Return True if the move marks a cell and locks nothing."""
        return self.does.spot is not None and not self.does.locked_rows

    @property
    def marks_beside(self) -> bool:
        """Return True if the move crosses only something other than a new cell and no sentence states its
        points."""
        return self.does.marks_beside and not self.does.tells_points

    @property
    def would_mark_open_row(self) -> bool:
        """Return True if the alternative marks a cell and locks nothing."""
        return self.would.spot is not None and not self.would.locked_rows

    @property
    def only_passes(self) -> bool:
        """Return True if the move marks nothing, now or in action 2, and is not a miss."""
        return not (self.second or self.does.spot or self.does.miss or self.does.marks_beside)

    @property
    def contrasts_by_end(self) -> bool:
        """Return True if the alternative's sure end of the game is worth mentioning: a win missed, or a
        defeat avoided."""
        would = self.would
        return (
            would.ends_game
            and not self.always_ends
            and self.other.rated.end_is_sure
            and would.rival is not None
            and would.lead != 0
            and (would.lead < 0) == self.best
            and not (self.does.ends_game and self.does.lead == would.lead)
        )

    def row(self, row: int | None) -> Term:
        """Return the name of a row for a sentence."""
        assert row is not None
        return self.board.row_term(row)


Rule = tuple[Callable[[Comparison], bool], Callable[[Comparison], Phrase]]
"""A condition, and a function that returns the sentence for it."""


def sentences_that_hold(rules: Iterable[Rule], pair: Comparison) -> Iterator[Phrase]:
    """Yield the sentence of each rule whose condition holds, in order."""
    return (say(pair) for holds, say in rules if holds(pair))
