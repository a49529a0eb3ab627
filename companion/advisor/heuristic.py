"""A rough estimate of the points that a sheet will still gain, for any pad, player count and house rules.

Each row is solved exactly on its own: every turn may offer one of its cells, and marking the cell gains
points but gives up the skipped cells. The rows' values are added up; ROW_SHARE allows for their competition.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import inf, log2, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.rules import Game, Position, Sheet
from companion.rules.board import Board
from companion.rules.outlook import Advice, Outlook, advice_on
from companion.rules.score import crosses
from sheets.score_table import points_of, row_points

Array = npt.NDArray[np.float64]
Whole = npt.NDArray[np.integer[Any]]

TURNS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Numbers of remaining turns (of all players together) for which prospects are computed."""
ROW_SHARE = 0.5
"""Factor on the chance that a turn offers a cell, because the player may prefer to mark another row."""
MAX_MARK_CHANCE = 0.9
"""Upper limit for the estimated chance that a turn offers a cell."""
FEWER_TURNS = (1.0, 0.95, 0.85, 0.6, 0.1)
"""Factors on the number of remaining turns, indexed by the most misses of any player (0 to 4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The points that each row of a pad is expected to gain until the end of the game."""

    rows: tuple[list[list[list[float]]], ...]
    """rows[r][i][k][t]: points that row r is expected to gain if cell i is next, k cells are crossed, and
    TURNS[t] turns are to go. If i is the number of cells, the row is full."""
    shape: tuple[tuple[int, ...], tuple[int, ...]]  # by row: number of last cells; number of cells

    def points(self, sheet: Sheet, closed_mask: int, turns: float) -> float:
        """Return the points that a sheet's open rows are expected to gain in `turns` more turns."""
        return sum(
            self.row(row, bits.bit_length(), bits.bit_count(), turns)
            for row, bits in enumerate(sheet.rows)
            if not closed_mask >> row & 1
        )

    def gain(self, sheet: Sheet, row: int, index: int, turns: float) -> float:
        """Return the points that a mark in cell `index` adds to the row's expected final score.

        `turns`: the expected number of turns to go, of all players together.
        """
        bits, (last_cells, sizes) = sheet.rows[row], self.shape
        count = bits.bit_count()
        now = self.row(row, bits.bit_length(), count, turns)
        if index >= sizes[row] - last_cells[row]:
            return 2 * count + 3 - now
        return count + 1 + self.row(row, index + 1, count + 1, turns) - now

    def row(self, row: int, index: int, count: int, turns: float) -> float:
        """Return the expected gain in points of a row with `count` crosses and next cell `index`."""
        at = min(max(log2(max(turns, 1.0)), 0.0), len(TURNS) - 1.001)
        low, part = int(at), at - int(at)
        values = self.rows[row][index][count]
        return values[low] * (1 - part) + values[low + 1] * part


@lru_cache(maxsize=256)
def prospects(board: Board, players: int, removed_mask: int, cards: bool) -> Prospects:
    """Return the `Prospects` of a pad's rows.

    `removed_mask`: the dice that have left the game, as bits. `cards`: True in the card game.
    """
    white, colour = number_chances(board.pad.sides, cards)
    rows = []
    for spots in board.rows:
        chance = np.array(
            [
                white[spot.number]
                + (0.0 if removed_mask >> spot.colour & 1 and not cards else colour[spot.number] / players)
                for spot in spots
            ]
        )
        first_last = len(spots) - spots[0].closing_bits.bit_count()
        gain = np.where(np.arange(len(spots)) >= first_last, 2, 1)  # a last cell adds the lock's cross
        points = np.array([row_points(marks) for marks in range(int(gain.sum()) + 1)])
        chance = np.minimum(ROW_SHARE * chance, MAX_MARK_CHANCE)
        values = row_values(chance[None], gain[None], points, first_last, board.lock_needs, np.array(TURNS))
        rows.append(values[0].tolist())
    last_cells = tuple(spots[0].closing_bits.bit_count() for spots in board.rows)
    return Prospects(tuple(rows), (last_cells, tuple(len(spots) for spots in board.rows)))


def number_chances(sides: int, cards: bool) -> tuple[Array, Array]:
    """Return two arrays by number: the chance that the white dice sum to the number, and the chance that a
    white die and a given coloured die do.

    `cards`: True in the card game, whose chances differ.
    """
    white, colour = np.zeros(2 * sides + 1), np.zeros(2 * sides + 1)
    if cards:
        white[2:], colour[2:] = 1 / 11, 2.2 / 11
        return white, colour
    faces = range(1, sides + 1)
    for first, second in product(faces, faces):
        white[first + second] += sides**-2
        for third in faces:
            for number in {first + third, second + third}:
                colour[number] += sides**-3
    return white, colour


def row_values(
    chance: Array, gain: Whole, points: Whole, first_last: int, lock_needs: int, turns: Array
) -> Array:
    """Return the expected gain in points of each of n rows, as an array (n, next cell, crosses, turns).

    `chance` (n, size): the probability that a turn offers each cell. `gain` (n, size): the number of crosses
    that marking the cell adds. `points`: a row's score by its number of crosses. `first_last`: the first cell
    that closes a row. `lock_needs`: the crosses that such a cell requires. `turns`: numbers of turns to go.
    """
    # The gains are computed from the last cell backwards. Let c be the probability that the game continues, p
    # the chance of a cell, and f' the value after marking the cell. Then the value f of a state is the sum of
    # p·(gain + c·f') over the cells to mark, plus c·f times the remaining probability. The cells to mark are
    # those with the highest gain + c·f', so f is the maximum over how many of them are marked.
    size, most = gain.shape[1], len(points) - 1
    chance, going = chance[:, None], (1 - 1 / turns)[:, None]
    rows = np.arange(len(gain))[:, None]
    points_to_come = np.zeros((len(gain), size + 1, most + 1, len(turns)))
    for index in range(size - 1, -1, -1):
        cells = np.arange(index, size)
        reached = gain[:, :index].sum(1).max(initial=0)
        for count in range(int(reached) + 1):
            able = cells if count >= lock_needs else cells[cells < first_last]
            if not len(able):
                continue
            after = np.minimum(count + gain[:, able], most)
            following = np.where(able >= first_last, size, able + 1)
            values = (points[after] - points[count])[:, None, :] + going * points_to_come[
                rows, following[None], after
            ].transpose(0, 2, 1)
            order = np.argsort(-values, axis=2, kind="stable")
            p = np.take_along_axis(np.broadcast_to(chance[..., able], values.shape), order, axis=2)
            gained = np.cumsum(p * np.take_along_axis(values, order, axis=2), axis=2)
            points_to_come[:, index, count] = (gained / (1 - going * (1 - np.cumsum(p, axis=2)))).max(axis=2)
    return points_to_come


def turns_left(game: Game, position: Position) -> float:
    """Estimate the remaining turns of all players together from misses and from the progress of rows."""
    rows = [[_way_to_lock(game, sheet, row) for row in range(4)] for sheet in position.sheets]
    if not game.constraints.close_for_all:  # two closed rows of the same player end the game
        way = min(sum(sorted(ways)[:2]) for ways in rows) / 2
    else:
        ways = sorted(
            min(way) for row, way in enumerate(zip(*rows, strict=True)) if not position.closed_mask >> row & 1
        )
        way = sum(ways[: max(0, 2 - position.closed_mask.bit_count())]) / 2
    count = len(game.players)
    whole = max(1.6, count) ** 0.75 * (1.0 + (13.0 if count > 1 else 18.0) * way)
    misses = max(sheet.misses for sheet in position.sheets)
    return float(whole * FEWER_TURNS[min(misses, 4)])


def _way_to_lock(game: Game, sheet: Sheet, row: int) -> float:
    """Return how far a row is from its lock, from 1 (an empty row) to 0 (a locked row)."""
    bits, spots = sheet.rows[row], game.board.rows[row]
    if bits & spots[0].closing_bits:
        return 0.0
    way = 0.6 * game.rules_of(sheet).lock_crosses(sheet, row) / (game.board.lock_needs + 1)
    way += 0.4 * bits.bit_length() / len(spots)
    return max(0.0, 1.0 - way)


ScoreCache = dict[tuple[Sheet, int, int, float], float]
"""Expected final scores by sheet, closed rows, removed dice and turns left."""


def expected_scores(game: Game, position: Position, cache: ScoreCache) -> tuple[Array, float]:
    """Return each player's expected final score (players,) and the estimated remaining turns."""
    turns = round(turns_left(game, position), 1)
    scores = []
    for sheet in position.sheets:
        key = (sheet, position.closed_mask, position.removed_mask, turns)
        if key not in cache:
            board, players = game.board_of(sheet), len(game.players)
            table = prospects(board, players, position.removed_mask, game.deck is not None)
            closed_mask = position.closed_mask | game.board.locked(sheet.rows)
            cache[key] = game.score(sheet).total
            advice = advice_on(sheet.pad).values()
            if any(each.more_points or each.more_crosses for each in advice):
                cache[key] += _more_points(_outlook(game, sheet, closed_mask, table, turns), advice)
            else:
                cache[key] += table.points(sheet, closed_mask, turns)
        scores.append(cache[key])
    return np.array(scores), turns


def _outlook(game: Game, sheet: Sheet, closed_mask: int, table: Prospects, turns: float) -> Outlook:
    """Return the estimates from which the mechanisms (special features) of a sheet compute their gains."""
    rules = game.rules_of(sheet)
    starts = tuple(rules.first_in_order(sheet, row) for row in range(4))
    more, row_points = [0.0] * 4, 0.0
    for row, start in enumerate(starts):
        if not closed_mask >> row & 1:
            marks = min(rules.lock_crosses(sheet, row), start)
            points = table.row(row, start, marks, turns)
            half = marks + 0.5
            more[row] = sqrt(half * half + 2 * points) - half  # crosses that bring as many points
            row_points += points
    return Outlook(rules, len(game.players), sheet, closed_mask, turns, starts, tuple(more), row_points)


def _more_points(outlook: Outlook, advice: Collection[Advice]) -> float:
    """Return the points that a sheet is expected to gain in its rows and by its mechanisms."""
    most = outlook.sheet.pad.most_marks or inf
    total = sum(each.more_points(outlook) for each in advice if each.more_points)
    brought = [each.more_crosses(outlook) for each in advice if each.more_crosses]
    for row, (count, more) in enumerate(zip(crosses(outlook.sheet), outlook.more, strict=True)):
        besides = sum(each[row] for each in brought)
        total += points_of(min(count + more + besides, most)) - points_of(min(count, most))
    return total
