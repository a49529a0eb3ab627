"""The viewer of a page: the rights of the device, and the help that it wants."""

from dataclasses import dataclass

from companion.table.now import Person
from companion.web.layout.people.access_notes import NOBODY, AccessNotes
from companion.web.session.drafts import CardDraft, RefereeQuestion


@dataclass(frozen=True, slots=True)
class Viewer:
    """One device."""

    role: str = "table"
    """"table", "player", "guest" or "stranger"."""
    player: str = ""
    """The player whose marks it makes."""
    hints: str = "cells"
    """"off", "cells", "suggestions" or "coach"."""
    guests: tuple[str, ...] = ()
    """The players who have a phone at the table."""
    draft: CardDraft | None = None
    """The cards that this device has tapped."""
    explains: bool = False
    """Each step is explained as it comes."""
    newcomers: tuple[str, ...] = ()
    """The players who join when this turn is over."""
    access: AccessNotes = NOBODY
    """The devices that ask to come in or to take over."""
    sole: str = ""
    """The only person who plays, against computers, on the table's screen and on their phone; else ""."""
    asked: RefereeQuestion | None = None
    """The question that the referee was asked, on whichever device."""

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
