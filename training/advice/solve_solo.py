"""Solves the classic game for one player exactly: `python -m training.advice.solve_solo`.

A row has 57 states: its next cell (0 to 10) with its number of crosses, or closed. Red and yellow are
interchangeable, and so are green and blue. The two pairs of rows are too, if each value v of a die becomes
7 - v. So a table over two unordered pairs of row states and the misses covers every game. Each turn marks
something or adds a miss, so the table is filled from the end of the game: from the furthest rows to empty
ones, and from three misses to none.

The value of a state is the mean, over the white dice, of the best choice with the four coloured dice. For
each row and number that a coloured die may mark in action 2, the best choice in action 1 (to pass, or one of
four rows) is found first. Then each coloured die gives one of six values, and the mean of the largest of the
four is needed. It follows from the 24 values in sorted order.

For each number of misses, the table is a symmetric matrix. Its main eigenvectors are shipped
(companion.advisor.solo). `--games` plays that many games with the shipped solution.
"""

import argparse
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.advisor.row_states import CLOSED, mark_cell, row_numbers
from companion.advisor.solo import PATH, solution

Array = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

ROWS = CLOSED + 1
RANK = 32
"""Number of eigenvectors that are kept for each number of misses."""
ILLEGAL_POINTS = np.float32(-1e6)
"""The points of an illegal mark, so low that it is never chosen."""
SCALE = 2.0**20
"""Points are multiplied by SCALE and sorted as integers."""


def row_steps() -> tuple[Indices, Array]:
    """Return the new state and the points gained for marking each cell in each row state, both (57, 11).

    An illegal mark gains ILLEGAL_POINTS.
    """
    after = np.zeros((ROWS, 11), np.int64)
    gain = np.full((ROWS, 11), ILLEGAL_POINTS)
    for state, cell in product(range(ROWS), range(11)):
        made = mark_cell(state, cell)
        if made is not None:
            after[state, cell], gain[state, cell] = made
    return after, gain


def pair_numbers() -> Indices:
    """Return the number (0 to 1652) of each unordered pair of row states, at index 57 * first + second."""
    first, second = np.divmod(np.arange(ROWS * ROWS), ROWS)
    low, high = np.minimum(first, second), np.maximum(first, second)
    return np.asarray(high * (high + 1) // 2 + low)


class Solver:
    """Fills `values[p * 1653 + q, m]`, the expected points still to come.

    p is the number of the pair of states of red and yellow, q that of green and blue, m the misses. Values
    with two closed rows are 0. In methods, `rising` and `falling` are the two pairs as ordered pairs of row
    states, 57 * first + second.
    """

    def __init__(self) -> None:
        self.pairs = ROWS * (ROWS + 1) // 2
        self.pair_of = pair_numbers()
        self.values = np.zeros((self.pairs * self.pairs, 4), np.float32)
        step, gain = row_steps()
        # Marks on ordered pairs: by [pair, which of its rows, cell].
        first, second = np.divmod(np.arange(ROWS * ROWS), ROWS)
        self.step = np.stack(
            [step[first] * ROWS + second[:, None], first[:, None] * ROWS + step[second]], axis=1
        )
        self.gain = np.stack([gain[first], gain[second]], axis=1)
        digits = np.array([[t // 7**r % 7 for r in range(4)] for t in range(2401)])
        self.below = (digits.prod(axis=1) / 6**4).astype(np.float32)
        """The probability that all of four dice show low faces, by how many faces of each die count as low.

        The index, in base 7, has one digit for each die: the number of its low faces, 0 to 6.
        """

    def solve(self, chunk: int = 1024, least: int = 0) -> float:
        """Fill the table from the end of the game to its start; return the expected score of a new game.

        `chunk`: number of states to solve at once. `least`: leave out states whose rows have passed fewer
        cells than this in total.
        """
        way = np.array([cell for cell, _ in row_numbers()])
        first, second = np.divmod(np.arange(ROWS * ROWS), ROWS)
        ordered = np.flatnonzero(first <= second)
        ordered = ordered[np.argsort(self.pair_of[ordered])]
        progress = way[ordered // ROWS] + way[ordered % ROWS]
        closed = (ordered // ROWS == CLOSED).astype(int) + (ordered % ROWS == CLOSED)
        for layer in range(41, least - 1, -1):
            low: list[Indices] = []
            high: list[Indices] = []
            for p in range(self.pairs):
                fits = np.flatnonzero((progress == layer - progress[p]) & (closed + closed[p] < 2))
                fits = fits[fits >= p]
                low.append(np.full(len(fits), p))
                high.append(fits)
            firsts, seconds = np.concatenate(low), np.concatenate(high)
            for start in range(0, len(firsts), chunk):
                one, two = firsts[start : start + chunk], seconds[start : start + chunk]
                found = self._layer(ordered[one], ordered[two])
                self.values[one * self.pairs + two] = found
                self.values[two * self.pairs + one] = found
            print(f"rows {layer:2} cells on: {len(firsts):7} states", flush=True)
        return float(self.values[0, 0])

    def state_index(self, rising: Indices, falling: Indices) -> Indices:
        """Return p * 1653 + q, the index in `values` (see `Solver`), for these ordered pairs of rows."""
        return np.asarray(self.pair_of[rising] * self.pairs + self.pair_of[falling])

    def _layer(self, rising: Indices, falling: Indices) -> Array:
        """Return the values, (n, 4) by state and misses, of states with these ordered pairs of rows.

        The values of all states that can follow must already be filled in.
        """
        count = len(rising)
        closed = self.closed(rising) + self.closed(falling)
        passed = self._action_two_values(rising, falling)
        best = np.empty((11, count, 4, 11, 4), np.float32)  # by white sum, state, row, number, misses
        base = np.full((11, count, 4), ILLEGAL_POINTS, np.float32)
        for number in range(11):
            best[number] = passed
            for row in range(4):
                which, cell = row % 2, number if row < 2 else 10 - number
                pair = rising if row < 2 else falling
                gain = self.gain[pair, which, cell]
                able = np.flatnonzero(gain > 0)
                if not len(able):
                    continue
                r, f = rising[able], falling[able]
                if row < 2:
                    r = self.step[r, which, cell]
                else:
                    f = self.step[f, which, cell]
                points = gain[able, None]
                over = closed[able] + (cell == 10) >= 2
                after = np.where(over[:, None], 0, self.values[self.state_index(r, f)]) + points
                base[number, able] = np.maximum(base[number, able], after)
                on = np.flatnonzero(~over)
                if len(on):
                    found = self._action_two_values(r[on], f[on]) + points[on, :, None, None]
                    target = best[number]
                    target[able[on]] = np.maximum(target[able[on]], found)
        out = np.empty((count, 4), np.float32)
        for misses in (3, 2, 1, 0):
            missed = np.full(count, -5, np.float32)
            if misses < 3:
                missed += out[:, misses + 1]
            total = np.zeros(count)
            for first, second in product(range(1, 7), repeat=2):
                if first <= second:
                    number = first + second - 2
                    floor = np.maximum(base[number, :, misses], missed)
                    values = best[number, :, :, :, misses]
                    dice = np.maximum(
                        values[:, :, first - 1 : first + 5], values[:, :, second - 1 : second + 5]
                    )
                    total += (1 if first == second else 2) * self._mean_of_largest(dice, floor)
            out[:, misses] = total / 36
        return out

    def closed(self, pair: Indices) -> Indices:
        """Return the number of closed rows in each ordered pair of row states."""
        return np.asarray((pair // ROWS == CLOSED).astype(np.int64) + (pair % ROWS == CLOSED))

    def _action_two_values(self, rising: Indices, falling: Indices) -> Array:
        """Return the points for each mark in action 2, plus the points expected after it.

        The shape is (n, 4, 11, 4): state, row, number, misses.
        """
        numbers = np.arange(11)
        out = np.empty((len(rising), 4, 11, 4), np.float32)
        low, high = self.pair_of[rising][:, None], self.pair_of[falling][:, None]
        for which in (0, 1):
            pair = self.pair_of[self.step[rising, which]]
            out[:, which] = self.values[pair * self.pairs + high] + self.gain[rising, which][:, :, None]
            pair = self.pair_of[self.step[falling, which]][:, 10 - numbers]
            gain = self.gain[falling, which][:, 10 - numbers]
            out[:, 2 + which] = self.values[low * self.pairs + pair] + gain[:, :, None]
        return out

    def _mean_of_largest(self, dice: Array, floor: Array) -> npt.NDArray[np.float64]:
        """Return the mean, (n,), of the largest of `floor` and four values that depend on one die each.

        `dice`: the values by [state, row, face]. `floor`: (n,).
        """
        values = np.maximum(dice, floor[:, None, None])
        packed = (values * SCALE).astype(np.int32) << 2
        packed |= np.arange(4, dtype=np.int32)[:, None]
        packed = np.sort(packed.reshape(len(dice), 24), axis=1)
        rows = np.array([1, 7, 49, 343], np.int16)[packed & 3]
        chance = self.below[np.cumsum(rows, axis=1, dtype=np.int16)]
        ordered = (packed >> 2) / SCALE
        steps = np.diff(ordered, axis=1)
        return np.asarray(ordered[:, -1] - (chance[:, :-1] * steps).sum(axis=1))


def eigenvectors(values: Array) -> tuple[Array, Array]:
    """Return the main eigenvectors, (4, 1653, RANK), and eigenvalues, (4, RANK), by number of misses."""
    size = ROWS * (ROWS + 1) // 2
    vectors, weights = [], []
    for misses in range(4):
        weight, vector = np.linalg.eigh(values[:, misses].reshape(size, size).astype(np.float64))
        largest = np.argsort(-np.abs(weight))[:RANK]
        vectors.append(vector[:, largest])
        weights.append(weight[largest])
    return np.array(vectors, np.float32), np.array(weights, np.float32)


def play(games: int, seed: int) -> npt.NDArray[np.int64]:
    """Play games for one player with the shipped solution, all in parallel; return the scores, (games,)."""
    solver = Solver()
    vectors, weights = solution()
    values = np.stack([(v * w) @ v.T for v, w in zip(vectors, weights, strict=True)], axis=-1)
    values = np.concatenate([values, np.full_like(values[..., :1], 0)], axis=-1).reshape(-1, 5)
    rng = np.random.default_rng(seed)
    pair = np.zeros((games, 2), np.int64)
    misses, score = np.zeros(games, np.int64), np.zeros(games, np.int64)
    unfinished = np.arange(games)
    while len(unfinished):
        choice = _turn(solver, values, pair[unfinished], misses[unfinished], rng)
        pair[unfinished], missed, gained = choice
        misses[unfinished] += missed
        score[unfinished] += gained - 5 * missed
        closed = solver.closed(pair[unfinished, 0]) + solver.closed(pair[unfinished, 1])
        unfinished = unfinished[(closed < 2) & (misses[unfinished] < 4)]
    return score


def _turn(
    solver: Solver, values: Array, pair: Indices, misses: Indices, rng: np.random.Generator
) -> tuple[Indices, Indices, Indices]:
    """Play one turn of n games; return the new ordered pairs of rows, (n, 2), the misses taken, (n,), and the
    points gained, (n,)."""
    count = len(pair)
    everyone = np.arange(count)
    white, dice = rng.integers(1, 7, (count, 2)), rng.integers(1, 7, (count, 4))
    values_after, pairs, gains, marked = [], [], [], []

    def consider(after: Indices, gain: Array, marks: bool) -> None:
        closed = solver.closed(after[:, 0]) + solver.closed(after[:, 1])
        left = values[solver.state_index(after[:, 0], after[:, 1]), misses + (not marks)]
        values_after.append(np.where(closed >= 2, 0, left) + gain - (0 if marks else 5))
        pairs.append(after)
        gains.append(gain)
        marked.append(np.full(count, marks))

    firsts = [(pair, np.zeros(count, np.float32), False)]
    firsts += [(*_mark(solver, pair, row, white.sum(axis=1)), True) for row in range(4)]
    for after, gain, marks in firsts:
        consider(after, gain, marks)
        over = solver.closed(after[:, 0]) + solver.closed(after[:, 1]) >= 2
        for row, which in product(range(4), (0, 1)):
            then, more = _mark(solver, after, row, dice[:, row] + white[:, which])
            consider(then, np.where(over, ILLEGAL_POINTS, gain + more), True)
    best = np.argmax(np.array(values_after), axis=0)
    gained = np.array(gains)[best, everyone].astype(np.int64)
    return np.array(pairs)[best, everyone], (~np.array(marked)[best, everyone]).astype(np.int64), gained


def _mark(solver: Solver, pair: Indices, row: int, number: Indices) -> tuple[Indices, Array]:
    cell = number - 2 if row < 2 else 12 - number
    after = pair.copy()
    after[:, row // 2] = solver.step[pair[:, row // 2], row % 2, cell]
    return after, solver.gain[pair[:, row // 2], row % 2, cell]


def main() -> None:
    """Solve the game, or with --games play games with the shipped solution."""
    parser = argparse.ArgumentParser(description="One player alone on the classic pad.")
    parser.add_argument("--out", type=Path, default=PATH, help="where the solution goes")
    parser.add_argument("--table", type=Path, help="where the whole table goes as well (.npy, 44 MB)")
    parser.add_argument("--least", type=int, default=0, help="solve only rows that stand so many cells on")
    parser.add_argument("--games", type=int, default=0, help="solve nothing; play so many games")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.games:
        scores = play(given.games, given.seed)
        half = 1.96 * scores.std() / len(scores) ** 0.5
        print(f"{given.games} games alone: {scores.mean():.2f} points on average, ± {half:.2f} (95 %)")
        return
    solver = Solver()
    print(f"alone, the best player averages {solver.solve(least=given.least):.4f}")
    if given.table:
        np.save(given.table, solver.values)
    vectors, weights = eigenvectors(solver.values)
    np.savez(given.out, vectors=vectors, weights=weights)


if __name__ == "__main__":
    main()
