"""What stands on a sheet by a mechanism: its state, as text and on paper, and what is said of it."""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from companion.rules.board import Board, Rows
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.sheet import Sheet
from sheets.language import Phrase
from sheets.mechanism import PadTable, tables
from sheets.pad import Pad

NO_TABLE = PadTable()


class Noted:
    """A mechanism as a sheet notes it; this base notes nothing.

    `key`: of its table in the file of a pad. `word`: begins its part in the text of a sheet, "" for none.
    `tallies_many`: its tally is a list, not one number.

    Its state is what stands on a sheet by it, beside the crosses in the rows (`Sheet.beside`): any value that
    can be hashed.
    """

    key: ClassVar[str]
    word: ClassVar[str] = ""
    tallies_many: ClassVar[bool] = False

    @property
    def table(self) -> PadTable:
        """Its table in the file of a pad; an empty one if no pad prints it."""
        return tables().get(self.key, NO_TABLE)

    @property
    def form(self) -> str:
        """The form of its own marks (`Mark.form`), "" if it has none."""
        return self.table.form

    # -- the state of a sheet --------------------------------------------------------------------------

    def blank(self, pad: Pad) -> Hashable:
        """Its state on an empty sheet."""
        return None

    def words(self, pad: Pad, state: Any) -> list[str]:
        """Its state in words, as the text of a sheet has it; [] for nothing."""
        return []

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Parse its state from these words. `sheet`: with its rows. Raises KeyError or ValueError for other
        words, Misplaced for a cell that is not possible."""
        raise ValueError

    def unsaid(self, sheet: Sheet) -> Hashable:
        """The state of a sheet with these rows whose text does not mention it; BadInput if the text must."""
        state: Hashable = sheet.of(self.key)
        return state

    def places(self, pad: Pad, state: Any) -> Collection[str]:
        """The places beside the cells that are crossed by its state, as a scanned sheet names them."""
        return ()

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The state on paper, and which of the crossed `places` are its own."""
        return self.blank(pad), ()

    # -- reports on a sheet ----------------------------------------------------------------------------

    def earned(self, sheet: Sheet) -> tuple[str, ...]:
        """The signs on cells whose bonus the player has earned, in that order."""
        return ()

    def tally(self, sheet: Sheet) -> tuple[Any, ...] | None:
        """Its entry in `bonus` of a verdict; None if it has none."""
        return None

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """Its entry in the result of `qwixx scan`. `points`: all points of the sheet beside its rows."""
        return None

    def judged(self, sheet: Sheet) -> Phrase | None:
        """Its entry in the score line of the verdict on a game, in place of its `words`."""
        return None

    def verdict(self, sheet: Sheet) -> Mapping[str, object]:
        """Its further entries in a verdict, by key."""
        return {}

    def verdict_marks(self, sheet: Sheet) -> Mapping[str, object]:
        """The numbers crossed in rows of its own, by the names of these rows."""
        return {}

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """The contradictions between its rules and a sheet of paper, under any dice, other players and
        rulings.

        `observed` has no other fault yet if the mechanism brings locks.
        """
        yield from ()
