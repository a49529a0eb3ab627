"""The viewer of a page: the rights of a device, and the help that it asks for."""

from dataclasses import dataclass

from companion.table.now import Person
from companion.web.layout.people.access_notes import NOBODY, AccessNotes
from companion.web.session.drafts import CardDraft, RefereeQuestion


@dataclass(frozen=True, slots=True)
class Viewer:
    """The properties of a device that change its page."""

    role: str = "table"  # "table", "player", "guest" or "stranger"
    player: str = ""  # the player who uses the device, or ""
    hints: str = "cells"  # "off", "cells", "suggestions" or "coach"
    guests: tuple[str, ...] = ()  # the players who have a phone at the table
    draft: CardDraft | None = None  # the cards that the device has tapped
    explains: bool = False  # True to explain each step of the game
    newcomers: tuple[str, ...] = ()  # the players who will join after this turn
    access: AccessNotes = NOBODY
    sole: str = ""  # the only human player against computers, on their phone and the table's screen; else ""
    asked: RefereeQuestion | None = None  # the question to the referee, asked on any device

    @property
    def is_table(self) -> bool:
        return self.role == "table"

    @property
    def may_play(self) -> bool:
        return self.role in ("table", "player")

    @property
    def own_player(self) -> str:
        """Return the player who uses the device, or "" if it is shared or only watches."""
        return self.sole if self.is_table else self.player if self.role == "player" else ""

    @property
    def person(self) -> Person:
        """Return the person who reads the sentences on the device."""
        return Person(self.own_player, self.is_table)

    def owns(self, player: str) -> bool:
        """Return True if only `player` uses the device."""
        return player == self.own_player

    def marks_for(self, player: str) -> bool:
        """Return True if the device may make the marks of `player`."""
        return self.is_table or self.owns(player)
