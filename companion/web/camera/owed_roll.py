"""An expected roll: dice were thrown or move, or there is no picture; measures how long it has been
overdue."""

MAX_SECONDS = 10.0
"""Seconds after which people are told that no roll has come; chosen."""


class OwedRoll:
    """A roll that is expected from a source of dice, and since when. Times are of the monotonic clock."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._thrown = False
        self.overdue = False
        """True if the roll has not come within MAX_SECONDS."""

    @property
    def rolling(self) -> bool:
        """True if dice were thrown and their roll is neither there nor overdue."""
        return self._thrown and not self.overdue

    def throw(self, now: float) -> None:
        """Note that the dice were thrown: a roll is expected until it is there, whatever the picture
        shows."""
        self._since, self._thrown, self.overdue = now, True, False

    def look(self, now: float, *, due: bool, busy: bool) -> bool:
        """Update the state; True if `overdue` has changed.

        `due`: the table waits for dice. `busy`: something moves before the camera, or it gives no picture.
        """
        if not due or not (busy or self._thrown):
            self._since, self._thrown = None, False
        elif self._since is None:
            self._since = now
        before = self.overdue
        self.overdue = self._since is not None and now - self._since >= MAX_SECONDS
        return self.overdue != before
