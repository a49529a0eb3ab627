"""An expected roll: dice move, or there is no picture; measures how long it has been overdue."""

MAX_SECONDS = 10.0
"""Seconds after which people are told that no roll has come; chosen."""


class OwedRoll:
    """A roll that is expected from a source of dice, and since when. Times are of the monotonic clock."""

    def __init__(self) -> None:
        self._since: float | None = None
        self.overdue = False
        """True if the roll has not come within MAX_SECONDS."""

    def look(self, now: float, *, due: bool, busy: bool) -> bool:
        """Update the state; True if `overdue` has changed.

        `due`: the table waits for dice. `busy`: something moves before the camera, or it gives no picture.
        """
        if not (due and busy):
            self._since = None
        elif self._since is None:
            self._since = now
        before = self.overdue
        self.overdue = self._since is not None and now - self._since >= MAX_SECONDS
        return self.overdue != before
