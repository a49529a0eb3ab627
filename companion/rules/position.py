"""The whole state of a game at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.mark import Mark, Play
from companion.rules.roll import Roll
from companion.rules.sheet import Sheet
from sheets.pad import COLOURS, ROW_LETTERS

Phase = Literal["roll", "white", "colour", "number", "play", "over"]
SHARED_PHASES: tuple[Phase, ...] = ("white", "number")
"""The phases in which all players decide."""
ALONE_PHASES: tuple[Phase, ...] = ("colour", "play")
"""The phases in which the active player alone decides."""
DICE_PHASES: tuple[Phase, Phase] = ("white", "colour")
"""The phases of a turn with dice, after the roll."""
CARD_PHASES: tuple[Phase, Phase] = ("number", "play")
"""The phases of a turn in the card game, after the number for everyone is known."""
Decision = Mark | Play


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game."""

    turn: int  # from 1
    reason: str  # "end-two-rows", "end-misses" or "house-rounds"


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a game: everything that the rules need to continue it."""

    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]  # current sheets, including marks decided in the current action
    before: tuple[Sheet, ...]  # sheets when the action began, against which everyone is judged
    decided: tuple[Decision | None, ...]  # each player's decision in the current action, or None
    closed_mask: int = 0  # rows closed for everyone, bit i for ROW_LETTERS[i]
    removed_mask: int = 0  # dice that have left, bit i for COLOURS[i]
    seat: int = 0  # index of the active player
    turn: int = 1  # number of the turn, from 1
    phase: Phase = "roll"
    roll: Roll | int | None = None  # in the card game the number for everyone; None before the roll
    active_marked: bool = False  # True if the active player has marked something this turn
    end: End | None = None
    first: Mark | None = None  # during action 2, the active player's mark in action 1

    @property
    def active(self) -> str:
        return self.players[self.seat]

    @property
    def decisions(self) -> dict[str, Decision | None]:
        """Return each player's decision in the current action; None if the player hasn't decided."""
        return dict(zip(self.players, self.decided, strict=True))

    @property
    def closed(self) -> tuple[str, ...]:
        """Return the letters of the rows closed for everyone."""
        return tuple(letter for i, letter in enumerate(ROW_LETTERS) if self.closed_mask >> i & 1)

    @property
    def removed(self) -> tuple[str, ...]:
        """Return the colours of the dice that have left the game."""
        return tuple(colour for i, colour in enumerate(COLOURS) if self.removed_mask >> i & 1)

    def sheet(self, player: str) -> Sheet:
        """Return a player's current sheet. Raise ValueError if `player` doesn't play."""
        return self.sheets[self.players.index(player)]

    def with_decision(self, seat: int, decision: Decision | None, sheet: Sheet) -> Position:
        """Return the position in which the player at `seat` has this decision and this sheet."""
        return Position(  # dataclasses.replace takes twice as long
            players=self.players,
            sheets=(*self.sheets[:seat], sheet, *self.sheets[seat + 1 :]),
            before=self.before,
            decided=(*self.decided[:seat], decision, *self.decided[seat + 1 :]),
            closed_mask=self.closed_mask,
            removed_mask=self.removed_mask,
            seat=self.seat,
            turn=self.turn,
            phase=self.phase,
            roll=self.roll,
            active_marked=self.active_marked,
            end=self.end,
            first=self.first,
        )

    def __str__(self) -> str:
        parts = [f"turn {self.turn} {self.active} {self.phase}"]
        if self.roll is not None:
            parts.append(f"[{self.roll}]")
        if self.closed:
            parts.append("closed " + "".join(self.closed))
        if self.removed:
            parts.append("without " + " ".join(self.removed))
        if self.end:
            parts.append(f"ended in turn {self.end.turn} by {self.end.reason}")
        parts += [
            f"| {player}: {sheet}" + (f" ({decision})" if decision is not None else "")
            for player, sheet, decision in zip(self.players, self.sheets, self.decided, strict=True)
        ]
        return " ".join(parts)
