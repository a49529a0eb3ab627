"""The question that a changed die raises: was it rolled again, or only nudged?"""

from dataclasses import dataclass

from companion.table.events import Photo
from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class RerollQuestion:
    """A die shows something else than when its roll was taken; people say whether the new roll counts.

    `game`, `turn`, `old`: the roll that is asked about; `roll`, `photo`: as the dice lie now.
    """

    game: int | None
    turn: int
    old: str
    roll: str
    photo: Photo

    def fits(self, game: int | None, table: Table) -> bool:
        """Tell whether that roll is still on the table, in the action in which everyone chooses."""
        position = table.position
        return (self.game, self.turn, self.old) == (game, position.turn, str(position.roll)) and (
            position.phase == "white"
        )
