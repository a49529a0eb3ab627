"""The viewer of the table's page: a device's rights, and the help that its user has chosen."""

from dataclasses import dataclass

from companion.table.now import Person
from companion.web.layout.people.access_notes import NOBODY, AccessNotes
from companion.web.session.drafts import CardDraft, RefereeQuestion


@dataclass(frozen=True, slots=True)
class Viewer:
    """The properties of a device that decide what the table's page shows on it."""

    role: str = "table"  # "table", "player", "guest" or "stranger"
    player: str = ""  # the player who uses the device, or ""
    hints: str = "cells"  # "off", "cells", "suggestions" or "coach"
    players_with_device: tuple[str, ...] = ()  # the players who have a phone at the table
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
        """Return the only player who uses the device, or "" if the device is shared or only watches."""
        return self.sole if self.is_table else self.player if self.role == "player" else ""

    @property
    def person(self) -> Person:
        """Return the reader to whom the sentences on the device are addressed."""
        return Person(self.own_player, self.is_table)

    def owns(self, player: str) -> bool:
        """Return True if `player` is the only player who uses the device."""
        return player == self.own_player

    def marks_for(self, player: str) -> bool:
        """Return True if the device may make the marks of `player`."""
        return self.is_table or self.owns(player)
