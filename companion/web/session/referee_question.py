"""The question about this turn that somebody at the table has put to the referee."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefereeQuestion:
    """A question to the referee, and the moment of a game at which it was asked.

    `kind`: "cross" (why may `player` not cross `cell`?), "end", "who" or "miss".
    `game`, `number`: the game and its last event, after which the answer may be another one.
    """

    kind: str
    game: int | None
    number: int
    player: str = ""
    cell: str = ""
