"""Solves the game of a single player on the classic pad by trying every roll and every legal mark."""

from dataclasses import replace
from functools import cache
from itertools import product

from companion.rules import Game, Position, Roll, Sheet
from tests.companion.moment import moment

GAME = Game("classic", "classic", ("Ann",))


@cache
def worked_out(sheet: Sheet, closed_mask: int, removed_mask: int) -> float:
    """Return the points that a single player with perfect play still gains, on average over all rolls."""
    position = moment(GAME, "roll", None, str(sheet))
    position = replace(position, closed_mask=closed_mask, removed_mask=removed_mask, turn=1)
    now = GAME.score(sheet).total
    open_rows = [
        r for r in range(4) if not closed_mask >> r & 1 and not (sheet.rows[r] >> 9 and sheet.counts[r] < 5)
    ]
    names = [("red", "yellow", "green", "blue")[row] for row in open_rows]
    total, count = 0.0, 0
    for white in product(range(1, 7), repeat=2):
        for dice in product(range(1, 7), repeat=len(names)):
            rolled = GAME.roll(position, Roll(white, **dict(zip(names, dice, strict=True))))
            total += max(_ends(rolled, now))
            count += 1
    return total / count


def _ends(position: Position, now: int) -> list[float]:
    out = []
    for first in GAME.moves(position, "Ann"):
        after = GAME.decide(position, "Ann", first)
        seconds = [after]
        if after.phase == "colour":
            seconds = [GAME.decide(after, "Ann", mark) for mark in GAME.moves(after, "Ann")]
        for end in seconds:
            sheet = end.sheets[0]
            gained = GAME.score(sheet).total - now
            out.append(gained + (0 if end.end else worked_out(sheet, end.closed_mask, end.removed_mask)))
    return out
