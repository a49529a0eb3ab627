"""Lucky 15: a track whose fields are crossed when three dice show fifteen."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import cast

from companion.rulebook.rulings import RULING_OPTIONS, Rulings
from companion.rules.board import Board, Rows
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, Mechanism, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from mechanisms.track.table import FIFTEEN
from sheets.language import Phrase, Term, message
from sheets.mechanism import box_names
from sheets.pad import Pad


class Track(Mechanism):
    """rules.md: lucky15-fifteen, lucky15-instead, lucky15-track, lucky15-score; ruling lucky15-top.

    Its state: how many fields are crossed.
    """

    key = "track"
    word = "track"

    def blank(self, pad: Pad) -> Hashable:
        """No field crossed."""
        return 0

    def words(self, pad: Pad, state: int) -> list[str]:
        """How many fields are crossed."""
        return [str(state)] if state else []

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """One number, of fields that there are."""
        (word,) = words
        return range(len(_worth(sheet.pad)) + 1)[int(word[:3])]

    def places(self, pad: Pad, state: int) -> Collection[str]:
        """The boxes of the track, from the left."""
        return box_names(pad.parts, self.key)[:state]

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The boxes that are crossed: on paper any of them may be."""
        crossed = [box for box in box_names(pad.parts, self.key) if box in places]
        return len(crossed), crossed

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """The track."""
        return mark.form == self.form

    def marks(self, view: View) -> Iterator[Mark]:
        """The track."""
        yield Mark(str(FIFTEEN))

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """For the active player in action 1, with a free field."""
        if view.action != "white" or not view.is_active:
            text = message("Only the active player crosses the track, instead of both actions.")
            return Refusal("lucky15-fifteen", text)
        if not any(die is not None and view.roll.sum + die == FIFTEEN for die in view.dice):
            text = message(
                "The white dice make {sum}, and no coloured die in the game makes fifteen with them."
            )
            return Refusal("lucky15-fifteen", text, {"sum": view.roll.sum})
        if view.sheet.of(self.key) >= len(_worth(view.rules.pad)):
            return Refusal("lucky15-track", message("Every field of the track is crossed already."))
        return None

    def made(self, view: View, mark: Mark) -> Draft:
        """With the next field crossed."""
        draft = view.draft()
        draft.beside[self.key] += 1
        return draft

    def denied(self, view: View) -> Refusal | None:
        """After a fifteen in action 1 there is no action 2."""
        if view.first is None or view.first.form != self.form:
            return None
        text = message("A fifteen on the track replaces both actions of the turn.")
        return Refusal("lucky15-instead", text)

    def points(self, sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> int:
        """What the last crossed field is worth; of the whole track what the table agreed on."""
        crossed, worth = sheet.of(self.key), _worth(sheet.pad)
        if crossed == 0:
            return 0
        agreed = rulings.lucky15_top
        if crossed == len(worth) and agreed != RULING_OPTIONS["lucky15-top"][0]:
            return int(agreed)
        return int(worth[crossed - 1])

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """How many fields are crossed."""
        return (sheet.of(self.key),)

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """What it scores."""
        return Phrase("{name} = {points}", {"name": Term(message("track")), "points": points})

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """The track is crossed field by field from the left (rules.md: lucky15-track)."""
        boxes = box_names(observed.pad.parts, self.key)
        crossed = [box for box in boxes if box in observed.beside]
        reach = boxes.index(crossed[-1]) if crossed else 0
        free = [box for box in boxes[:reach] if box not in crossed]
        if free:
            text = message("Field {number} of the track is not crossed, but one right of it is.")
            refusal = Refusal("lucky15-track", text, {"number": boxes.index(free[0]) + 1})
            yield Contradiction(refusal, (*free, boxes[reach]))


def _worth(pad: Pad) -> tuple[int, ...]:
    return cast(tuple[int, ...], pad.part("track"))


MECHANISM = Track()
