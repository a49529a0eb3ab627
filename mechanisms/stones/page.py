"""The Duel on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, RowPicture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from companion.web.presenters.places import NO_SIGNS, Below, CellSigns, Look, Moment
from mechanisms.stones.rules import MECHANISM as RULES
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Cell, Pad

FIRST, SECOND = 0, 1
"""The two players, as their stones are drawn: light and dark."""


@dataclass(frozen=True, slots=True)
class StonePlayer:
    """A player of the board: the seat, from 0, the stones that are left, misses and points."""

    seat: int
    player: str
    left: int
    misses: int
    total: int


class Stones(Shown):
    """Stones of two players on one board."""

    key = "stones"
    further_rules = ("duel-rightmost",)
    own_rules: ClassVar[Mapping[str, str]] = {
        "left-to-right": "duel-left-to-right",
        "lock-needs-five": "duel-lock-needs-five",
        "miss": "duel-miss",
    }
    own_words: ClassVar[Mapping[str, str]] = {
        message("{player} crossed {cell}."): message("{player} laid a stone on {cell}."),
        message("Whose?"): message("Who marks the round fields?"),
        message("What crosses are worth"): message("What stones are worth"),
        message("Crosses in a row, with the lock"): message("Stones in a row, with the lock"),
        message(
            "The white dice show {first} + {second} = {sum}, and {colour} {number} stands right of every "
            "cross in its row."
        ): message(
            "The white dice show {first} + {second} = {sum}, and a stone could be laid on {colour} {number}."
        ),
        message(
            "White {white} and {colour} {value} make {number}, and {colour} {number} stands right of every "
            "cross in its row."
        ): message("White {white} and {colour} {value} make {number}, and a stone could be laid there."),
        message("{player} threw the dice and marked nothing in the whole turn: that is a miss."): message(
            "{player} threw the dice and laid no stone in the whole turn: that is a miss."
        ),
    }

    def lesson(self, pad: Pad, usual: Sequence[Step]) -> Iterator[Step]:
        """The usual steps in the words of stones, with those on taking and on towers."""
        own = {step.rules[0]: step for step in _own_steps(pad, pad.part(self.key))}
        for step in usual:
            rule = self.own_rules.get(step.rules[0], step.rules[0])
            found = own.get("end-two-rows" if rule == "end-misses" else rule)
            if found is None:  # characters, which nobody has here
                continue
            pictured = replace(found, picture=step.picture) if found.picture == Picture() else found
            yield replace(pictured, title=found.title or step.title)
            if rule == "colour-sum":
                yield own["duel-rightmost"]
                yield own["duel-same-turn"]

    # -- on the board ------------------------------------------------------------------------------------

    def cell_signs(self, sheet: Sheet, cell: Cell, look: Look) -> CellSigns:
        """The stones that lie on it, and whose they are."""
        row = ROW_LETTERS.index(cell.row)
        for seat, owned in look.board.items():
            if owned.rows[row] >> cell.index & 1:
                count = 1 + owned.of(self.key)[row][cell.index]
                words = phrase("dark stones: {count}", count=count)
                if seat == FIRST:
                    words = phrase("light stones: {count}", count=count)
                return CellSigns(looks=("held",), words=(words,), stones=(seat,) * count)
        return NO_SIGNS

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """Both players with what they have left and what they score."""
        players = tuple(
            StonePlayer(
                seat,
                game.players[seat],
                RULES.stones_left(own),
                own.misses,
                game.score(own).total,
            )
            for seat, own in look.board.items()
        )
        return Below(self.key, players, has_points=True) if players else None

    def adds(self, pad: Pad) -> Phrase | None:
        """The points of towers."""
        return phrase("Each stone of a tower counts, and so does the one on a lock.")


def _own_steps(pad: Pad, stones: int) -> Iterator[Step]:
    """The steps of the lesson in the words of stones. `stones`: how many each player has."""
    yield from _laying_steps(pad)
    yield from _meeting_steps(pad)
    yield from _ending_steps(pad, stones)


def _laying_steps(pad: Pad) -> Iterator[Step]:
    """Where a stone may lie, and what the dice offer."""
    yield Step(
        message("What it is about"),
        phrase(
            "Two players share one board and lay stones on it. The more of your own stones lie in a "
            "row, the more each further one is worth."
        ),
        Picture(
            rows=(
                _row(pad, 0, {1: (FIRST,), 3: (SECOND,), 4: (FIRST, FIRST)}),
                _row(pad, 2, {0: (SECOND,), 2: (SECOND,)}),
            )
        ),
        ("score-table",),
    )
    yield Step(
        message("Only to the right"),
        phrase(
            "An empty cell must lie right of all your own stones in its row. The other player's "
            "stones do not stop you: dark may lay the 4, light may not."
        ),
        Picture(rows=(_row(pad, 0, {1: (SECOND,), 3: (FIRST,)}),)),
        ("duel-left-to-right",),
    )
    yield Step(
        message("First: the white dice"),
        phrase(
            "Throw all dice if it is your turn. Add up the two white ones: you may lay a stone on that "
            "number, in any row. Only you lay stones in your turn."
        ),
        Picture(),
        ("white-sum", "duel-active", "action-order"),
    )
    yield Step(
        message("Then: one coloured die"),
        phrase(
            "You may also add one white die to one coloured die, and lay a stone on that sum in that colour."
        ),
        Picture(),
        ("colour-sum",),
    )


def _meeting_steps(pad: Pad) -> Iterator[Step]:
    """A stone on a stone: taking one, building a tower."""
    yield Step(
        message("Taking a stone"),
        phrase(
            "Is a single stone of the other player the rightmost of the whole row? Then you may play its "
            "number: it goes back, and yours lies there. Here light may take the 7."
        ),
        Picture(rows=(_row(pad, 0, {1: (FIRST,), 5: (SECOND,)}, now=(5,)),)),
        ("duel-rightmost",),
    )
    yield Step(
        message("Building a tower"),
        phrase(
            "Is the rightmost stone of a row your own? Then you may lay another on it in a later turn. "
            "Nobody can take a tower away, and each of its stones counts."
        ),
        Picture(rows=(_row(pad, 1, {2: (SECOND,), 4: (FIRST, FIRST)}),)),
        ("duel-same-turn",),
    )


def _ending_steps(pad: Pad, stones: int) -> Iterator[Step]:
    """Misses, locks and the end."""
    yield Step(
        message("No stone? A miss"),
        phrase(
            "If you threw and lay no stone, neither with white nor with colour, you take a miss: minus "
            "five points, and one of your {stones} stones is gone.",
            stones=stones,
        ),
        Picture(),
        ("duel-miss", "score-miss"),
    )
    five = {0: (FIRST,), 1: (FIRST, FIRST), 2: (SECOND,), 4: (FIRST,), 6: (FIRST,)}
    yield Step(
        message("Locking a row"),
        phrase(
            "The last cell needs {needs} stones of your own in the row, counting those in towers. "
            "Lay one on the lock too: it counts. The row is closed for both, and its die is put away.",
            needs=pad.lock_needs,
        ),
        Picture(rows=(_row(pad, 2, five, now=(len(pad.rows[2]) - 1,), lock="now"),)),
        ("duel-lock-needs-five", "lock", "row-closed", "die-removed"),
    )
    yield Step(
        message("The end"),
        phrase(
            "The game ends when a second row is closed, when both have taken four misses together, or "
            "when somebody lays the last stone. Then count the stones of each row, twelve at most, minus "
            "five for each miss."
        ),
        Picture(),
        ("end-two-rows", "end-stones", "game-over", "winner", "score-table"),
    )


def _row(
    pad: Pad,
    number: int,
    stones: Mapping[int, tuple[int, ...]],
    now: Iterable[int] = (),
    lock: str | None = "",
) -> RowPicture:
    """A row with stones, by the cell from 0: whose they are, from the lowest of a tower."""
    row = row_picture(pad.rows[number], now=now, lock=lock)
    return replace(
        row, cells=tuple(replace(cell, stones=stones.get(i, ())) for i, cell in enumerate(row.cells))
    )


MECHANISM = Stones()
