"""Fair deals that the page requested: one at a time, computed beside the requests."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sheets.errors import BadInput
from sheets.pad import Pad
from sheets.secret import draw_seed

if TYPE_CHECKING:
    from companion.dealing.dealt_pad import Deal
    from companion.storage.own_pads import OwnPads


@dataclass(slots=True, eq=False)
class DealInProgress:
    """`planned`: about how many games it takes, `played`: so far. `deal` or `problem`: how it ended."""

    planned: int = 1
    played: int = 0
    deal: Deal | None = None
    problem: BadInput | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def percent(self) -> int:
        """Progress in per cent, below 100 until it has ended."""
        return min(99, 100 * self.played // self.planned)

    def count(self, games: int) -> None:
        """Add games that have been played."""
        self.played += games


class Deals:
    """The present deal, or the last one."""

    def __init__(self, own_pads: OwnPads) -> None:
        self._own_pads, self._starting = own_pads, threading.Lock()
        self.last: DealInProgress | None = None

    def begin(self, pad: Pad, players: int) -> bool:
        """Deal sheets of `pad` and keep them among the table's own pads; False while another deal is made."""
        with self._starting:
            if self.last is not None and not self.last.ended.is_set():
                return False
            self.last = DealInProgress()
        thread = threading.Thread(target=self._deal, args=(self.last, pad, players), daemon=True)
        thread.start()
        return True

    def _deal(self, progress: DealInProgress, pad: Pad, players: int) -> None:
        # the games are played with arrays, which are loaded when the first deal is wanted
        from companion.dealing.deal import USUAL_GAMES
        from companion.dealing.dealt_pad import deal

        progress.planned = USUAL_GAMES
        try:
            found = deal(pad, players, draw_seed(), progress.count)
            self._own_pads.keep(found.file.encode(), f"{found.pad.name}.toml")
            progress.deal = found
        except BadInput as problem:
            progress.problem = problem
        finally:
            progress.ended.set()
