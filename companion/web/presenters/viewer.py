"""Who looks at the page: what they may see and do there, and how much help they want."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.web.room.card_draft import CardDraft


@dataclass(frozen=True, slots=True)
class Viewer:
    """One device. `role`: "table", "player", "guest" or "stranger". `player`: whose marks it makes.

    `hints`: "off", "cells", "suggestions" or "coach". `guests`: who has a phone at the table. `draft`: the
    cards that this device has tapped.
    """

    role: str = "table"
    player: str = ""
    hints: str = "cells"
    guests: tuple[str, ...] = ()
    draft: CardDraft | None = None


class Painted(NamedTuple):
    """The table's part of a page: as HTML, the number of its event, and both as a live stream tells them."""

    html: str
    number: int
    data: str
