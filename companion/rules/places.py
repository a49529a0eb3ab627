"""Mechanisms whose state is a set of places that are crossed or not."""

from collections.abc import Collection, Hashable, Sequence

from companion.rules.board import Rows
from companion.rules.mechanism import Mechanism
from companion.rules.sheet import Sheet
from sheets.pad import Pad


class PlacesMechanism(Mechanism):
    """A mechanism whose state is a number: bit i is set when its place i is crossed."""

    def every_place(self, pad: Pad) -> Sequence[str]:
        """Its places on a pad, as a scanned sheet names them."""
        raise NotImplementedError

    def every_word(self, pad: Pad) -> Sequence[str]:
        """Its places in the text of a sheet."""
        return self.every_place(pad)

    def blank(self, pad: Pad) -> Hashable:
        """No place crossed."""
        return 0

    def words(self, pad: Pad, state: int) -> list[str]:
        """The places crossed."""
        return [word for i, word in enumerate(self.every_word(pad)) if state >> i & 1]

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Places of the pad; "-" for none."""
        every = self.every_word(sheet.pad)
        return sum(1 << every.index(word) for word in set(words) - {"-"})

    def places(self, pad: Pad, state: int) -> Collection[str]:
        """The places crossed."""
        return [place for i, place in enumerate(self.every_place(pad)) if state >> i & 1]

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The places that are crossed."""
        state = sum(1 << i for i, place in enumerate(self.every_place(pad)) if place in places)
        return state, self.places(pad, state)
