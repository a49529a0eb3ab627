"""How even the path of On Board that comes with the program is: `python -m tests.fair_path` plays games.

Each player takes what adds most by the outlook of the advice: a cross by what its row gains, a move of the
figure by the cross that it brings, the points of its field, and STEP for each field on the way. Printed are
the points of each seat and of each row, and what figures brought in each row, with intervals of 95 %.
"""

from __future__ import annotations

import random

import click
import numpy as np

from companion.advisor.heuristic import prospects, turns_left
from companion.rules import PASS, Game, Mark, Position, Roll, Sheet
from mechanisms.path.rules import stands_on
from mechanisms.path.table import MOST_STEPS
from sheets.pad import COLOURS, ROW_LETTERS

STEP = 0.5
"""Points that a field on the way is worth: twenty at the end of forty."""
MISS_POINTS = 6.0
"""Points that a miss costs, with what a shorter game takes away; chosen."""
MOVES = tuple(Mark(f"f{steps}") for steps in range(1, MOST_STEPS + 1))


class Player:
    """The player who decides for every seat, and between moves that are worth the same by lot."""

    def __init__(self, game: Game, lots: random.Random) -> None:
        self.game, self._lots = game, lots

    def decide(self, position: Position, player: str) -> Mark:
        """The legal mark that adds most."""
        moves = self.game.moves(position, player)
        sheet, turns = moves.sheet, turns_left(self.game, position)
        misses = self.game.is_pass_a_miss(position)
        best, most = PASS, -MISS_POINTS if misses else 0.0
        cells = [PASS, *(spot.marks[False] for spot, _ in moves.view.candidates.spots())]
        self._lots.shuffle(cells)
        figures = MOVES if position.phase == "colour" else ()
        for mark in (each for cell in cells for each in (cell, *(_joined(cell, move) for move in figures))):
            if mark == PASS or mark not in moves:
                continue
            after = moves.result(mark)
            added = self._added(position, sheet, after, turns)
            if misses and after.rows == sheet.rows:
                added -= MISS_POINTS  # a move alone spares none
            if added > most:
                best, most = mark, added
        return best

    def _added(self, position: Position, before: Sheet, after: Sheet, turns: float) -> float:
        """What one sheet is worth more than another: rows, the field of the figure, the way that it made."""
        table = prospects(self.game.board, len(self.game.players), position.removed_mask, cards=False)
        worth = []
        for sheet in (before, after):
            closed = position.closed_mask | self.game.board.locked(sheet.rows)
            points = self.game.score(sheet).total + table.points(sheet, closed, turns)
            worth.append(points + STEP * stands_on(sheet))
        return worth[1] - worth[0]


def _joined(cell: Mark, move: Mark) -> Mark:
    return cell.followed_by(move) if cell.cell else move


def play(game: Game, seed: int) -> tuple[Position, np.ndarray]:
    """A game to its end, and for each row how many crosses figures brought."""
    dice, player = random.Random(seed), Player(game, random.Random(f"lots {seed}"))
    position, brought = game.start(), np.zeros(4)
    while position.end is None:
        if position.phase == "roll":
            faces = [dice.randint(1, 6) for _ in range(6)]
            left = game.dice_left(position)
            coloured = {c: face for c, face in zip(COLOURS, faces[2:], strict=True) if c in left}
            position = game.roll(position, Roll((faces[0], faces[1]), **coloured))
            continue
        name = game.waiting(position)[0]
        mark = player.decide(position, name)
        if position.phase == "colour" and mark.cell:
            marked = {part.cell for part in mark.parts}
            for cell in set(game.moves(position, name).chain(mark)) - marked:
                brought[ROW_LETTERS.index(cell[0])] += 1
        position = game.decide(position, name, mark)
    return position, brought


def said(values: np.ndarray) -> str:
    """The mean with half its interval."""
    return f"{values.mean():.2f} ± {1.96 * values.std() / np.sqrt(len(values)):.2f}"


@click.command()
@click.option("--players", default=2, show_default=True)
@click.option("--games", default=1000, show_default=True)
def main(players: int, games: int) -> None:
    """Print points by seat and by row, and what figures brought."""
    game = Game("on-board", "", tuple("ABCD"[:players]))
    points, wins = np.zeros((games, players)), np.zeros((games, players))
    rows, path, brought = np.zeros((games, 4)), np.zeros(games), np.zeros((games, 4))
    ends: dict[str, int] = {}
    for number in range(games):
        position, brought[number] = play(game, 1_000_003 + number)
        assert position.end is not None
        ends[position.end.reason] = ends.get(position.end.reason, 0) + 1
        scores = [game.score(sheet) for sheet in position.sheets]
        points[number] = [score.total for score in scores]
        best = points[number] == points[number].max()
        wins[number] = best / best.sum()
        rows[number] = np.mean([score.rows for score in scores], axis=0)
        path[number] = np.mean([score.bonus for score in scores])
    print(f"players {players}, games {games}, ends {ends}")
    for seat in range(players):
        print(f"seat {seat + 1}: points {said(points[:, seat])}, wins {said(100 * wins[:, seat])} %")
    for row, colour in enumerate(COLOURS):
        print(f"{colour}: points {said(rows[:, row])}, crosses by figures {said(brought[:, row] / players)}")
    print(f"path: points {said(path)}")


if __name__ == "__main__":
    main()
