"""The viewer of a page: the rights of the device, and the help that it wants."""

from dataclasses import dataclass

from companion.table.now import Person
from companion.web.layout.people.access_notes import NOBODY, AccessNotes
from companion.web.session.drafts import CardDraft, RefereeQuestion


@dataclass(frozen=True, slots=True)
class Viewer:
    """One device. `role`: "table", "player", "guest" or "stranger". `player`: whose marks it makes.

    `hints`: "off", "cells", "suggestions" or "coach". `guests`: the players who have a phone at the table.
    `draft`: the cards that this device has tapped. `explains`: whether each step is explained as it comes.
    `newcomers`: who joins when this turn is over. `access`: who asks to come in or to take over. `sole`: on
    the table's screen and on their phone the only person who plays, against computers; else "".
    """

    role: str = "table"
    player: str = ""
    hints: str = "cells"
    guests: tuple[str, ...] = ()
    draft: CardDraft | None = None
    explains: bool = False
    newcomers: tuple[str, ...] = ()
    access: AccessNotes = NOBODY
    sole: str = ""
    asked: RefereeQuestion | None = None
    """What the referee was asked, on whichever device."""

    @property
    def is_table(self) -> bool:
        """Return True if this is the table's own screen, which marks for everyone."""
        return self.role == "table"

    @property
    def may_play(self) -> bool:
        """Return True if the device takes part, and does not only watch."""
        return self.role in ("table", "player")

    @property
    def own_player(self) -> str:
        """Return the device's player, or "" for a shared screen or one that only watches."""
        return self.sole if self.is_table else self.player if self.role == "player" else ""

    @property
    def person(self) -> Person:
        """Return the person for whom sentences on this device are."""
        return Person(self.own_player, self.is_table)

    def owns(self, player: str) -> bool:
        """Return True if this is the phone of `player`, or the table's screen if no one else sits there."""
        return player == self.own_player

    def marks_for(self, player: str) -> bool:
        """Return True if this device may make the marks of `player`."""
        return self.is_table or self.owns(player)
