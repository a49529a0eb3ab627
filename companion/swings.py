"""Swings: the turns that decided a game, by how much they changed who would win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.course import TurnPlayed


@dataclass(frozen=True, slots=True)
class Swing:
    """How a turn changed the game.

    `chances`: each player's chance to win before and after it, 0 to 1. `points`: each player's points before
    and after.
    """

    turn: TurnPlayed
    chances: Mapping[str, tuple[float, float]]
    points: Mapping[str, tuple[int, int]]

    @property
    def size(self) -> float:
        """The largest change of anyone's chance."""
        return max((abs(after - before) for before, after in self.chances.values()), default=0.0)

    @property
    def winner(self) -> str:
        """Who gained most by it."""
        return max(self.chances, key=lambda player: self.chances[player][1] - self.chances[player][0])


def swings(turns: Sequence[TurnPlayed]) -> tuple[Swing, ...]:
    """Every turn that is over, in order, with what it changed; nothing for a player alone.

    The chances are those of `companion.advisor.worth`, made to add up to one.
    """
    over = [turn for turn in turns if turn.after.phase in ("roll", "over") and len(turn.game.players) > 1]
    found = []
    for turn in over:
        before, after = _chances(turn, "opened"), _chances(turn, "after")
        old, new = turn.game.scores(turn.opened), turn.game.scores(turn.after)
        both = [player for player in turn.game.players if player in before]
        found.append(
            Swing(
                turn,
                {player: (before[player], after[player]) for player in both},
                {player: (old[player].total, new[player].total) for player in both},
            )
        )
    return tuple(found)


def _chances(turn: TurnPlayed, which: str) -> dict[str, float]:
    from companion.advisor.worth import weigh

    position = turn.opened if which == "opened" else turn.after
    seats = range(len(position.players))
    wins = [win for win, _ in weigh(turn.game, [position] * len(position.players), list(seats))]
    whole = sum(wins) or 1.0
    return {player: win / whole for player, win in zip(position.players, wins, strict=True)}


def deciding(found: Sequence[Swing], most: int = 3) -> tuple[Swing, ...]:
    """The swings that decided the game, the largest first: those of at least a tenth, at most so many."""
    large = sorted(found, key=lambda swing: -swing.size)
    return tuple(swing for swing in large[:most] if swing.size >= 0.1)
