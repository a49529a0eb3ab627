"""Worth: what a position at the end of a turn is worth to one player, by the best judge there is.

Games that are over are judged exactly. Else the network of the pad, where one was trained for this pad and so
many players; alone on the classic pad the exact solution; for any other table the rough outlook of `future`.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.future import outlook
from companion.rules import Game, Position

Worth = tuple[float, float]
SURE = 0.999
"""No position that is still being played is judged more certain than this."""


def weigh(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Worth]:
    """The chance to win (1 for one alone) and the margin (alone: the final score) of each position, seen from
    its seat. Positions are between turns or over."""
    out: list[Worth] = [(0.0, 0.0)] * len(positions)
    still = []
    for number, (position, seat) in enumerate(zip(positions, seats, strict=True)):
        if position.end is None:
            still.append(number)
        else:
            out[number] = final(game, position, seat)
    if still:
        wins, margins = outlook(game, [positions[n] for n in still], [seats[n] for n in still])
        for number, win, margin in zip(still, wins, margins, strict=True):
            out[number] = (min(max(float(win), 1 - SURE), SURE), float(margin))
    return out


def final(game: Game, position: Position, seat: int) -> Worth:
    """The worth of a game that is over: a win shared by all who have the highest total."""
    totals = [game.score(sheet).total for sheet in position.sheets]
    own = totals[seat]
    if len(totals) == 1:
        return 1.0, float(own)
    best = max(total for other, total in enumerate(totals) if other != seat)
    win = 0.0 if own < best else 1.0 if own > best else 1 / totals.count(own)
    return win, float(own - best)
