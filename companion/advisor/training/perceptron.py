"""Perceptron: the network that learns values, with its gradient and Adam, in NumPy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.advisor.features import SLOTS, EncodedStates, FeatureEncoder

Floats = npt.NDArray[np.float32]
Index = npt.NDArray[np.intp]

HIDDEN = (64, 32)
MEMORY = 0.9995
"""How much of the weights to play with stays at each step: they are a running mean of those that learn."""
LEAD_SHARE = 1.0
"""Of the loss: what the squared error of the lead counts beside the cross-entropy of the chance to win."""
ROWS = 8
"""Slots that stand for one row of one side: their vectors are the sum of a free one and of one made of what
may be told of the row, so that states that were never seen are judged like others of their kind."""
REFRESH = 16
"""Steps between two updates of the running mean of the table, of which a step moves few vectors."""


@dataclass(slots=True, eq=False)
class Weight:
    """One array that learns, with Adam's two means and the running mean to play with."""

    now: Floats
    first: Floats = field(init=False)
    second: Floats = field(init=False)
    smooth: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.now), np.zeros_like(self.now)
        self.smooth = self.now.copy()

    def step(self, gradient: Floats, rate: float, steps: int, which: Index | None = None) -> None:
        """One step of Adam; `which`: the rows that the gradient is of, where it is not of all."""
        if which is None:
            self.first += np.float32(0.1) * (gradient - self.first)
            self.second += np.float32(0.001) * (gradient * gradient - self.second)
            first, second = self.first, self.second
        else:
            first, second = self.first[which], self.second[which]
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            self.first[which], self.second[which] = first, second
        scale = np.sqrt(second / np.float32(1 - 0.999**steps)) + np.float32(1e-8)
        change = np.float32(rate / (1 - 0.9**steps)) * first / scale
        if which is None:
            self.now -= change
        else:
            self.now[which] -= change

    def follow(self, steps: int = 1) -> None:
        """Move the running mean by so many steps."""
        self.smooth += np.float32(1 - MEMORY**steps) * (self.now - self.smooth)


class Perceptron:
    """Vectors added up with a weighted sum of the rest, two hidden layers, each followed by max(0, x); two
    outputs: logit of the chance to win, lead."""

    NAMES = ("table", "rows", "w1", "b1", "w2", "b2", "w3", "b3")

    def __init__(self, features: FeatureEncoder, seed: int) -> None:
        rng = np.random.default_rng(seed)
        one, two = HIDDEN

        def drawn(scale: float, *shape: int) -> Floats:
            return (scale * rng.standard_normal(shape)).astype(np.float32)

        self.features = features
        told = features.row_features.shape[1]
        sizes = {
            "table": np.zeros((features.vector_count, one), np.float32),
            "rows": drawn(0.18, ROWS, told, one),
            "w1": drawn(0.18, features.width, one),
            "b1": np.zeros(one, np.float32),
            "w2": drawn((2 / one) ** 0.5, one, two),
            "b2": np.zeros(two, np.float32),
            "w3": drawn(0.1 * (2 / two) ** 0.5, two, 2),
            "b3": np.zeros(2, np.float32),
        }
        self.weights = {name: Weight(values) for name, values in sizes.items()}
        self.steps = 0
        self._folded: list[Floats] | None = None

    def __call__(self, seen: EncodedStates) -> tuple[Floats, Floats]:
        """(n,) logits and leads, by the running mean of the weights."""
        if self._folded is None:
            self._folded = self.folded()
        table, w1, b1, w2, b2, w3, b3 = self._folded
        hidden = _first(seen, table, w1, b1)
        np.maximum(hidden, 0, out=hidden)
        hidden = hidden @ w2
        hidden += b2
        np.maximum(hidden, 0, out=hidden)
        out: Floats = (hidden @ w3 + b3).astype(np.float32, copy=False)
        return out[:, 0], out[:, 1]

    def folded(self) -> list[Floats]:
        """The running mean as a network plays by it: table, w1, b1, w2, b2, w3, b3."""
        smooth = {name: weight.smooth for name, weight in self.weights.items()}
        table = self._table(smooth["table"], smooth["rows"])
        return [table, *(smooth[name] for name in self.NAMES[2:])]

    def unfold(self, weights: list[Floats]) -> None:
        """Begin with what `folded` gave: the vectors are all free."""
        self.weights["rows"] = Weight(np.zeros_like(self.weights["rows"].now))
        for name, values in zip([name for name in self.NAMES if name != "rows"], weights, strict=True):
            self.weights[name] = Weight(values.astype(np.float32))
        self.steps = 0
        self._folded = None

    def _table(self, free: Floats, rows: Floats) -> Floats:
        table, row = free.copy(), self.features.row_features
        for slot in range(ROWS):
            start = self.features.slot_starts[slot]
            table[start : start + len(row)] += row @ rows[slot]
        return table

    def learn(self, seen: EncodedStates, win: Floats, lead: Floats, rate: float) -> float:
        """One step of Adam on a batch of chances to win and leads, each (n,); gives the loss."""
        weights = {name: weight.now for name, weight in self.weights.items()}
        table = self._table(weights["table"], weights["rows"])
        n = np.float32(len(seen))
        h1 = np.maximum(_first(seen, table, weights["w1"], weights["b1"]), 0)
        h2 = np.maximum(h1 @ weights["w2"] + weights["b2"], 0)
        out = h2 @ weights["w3"] + weights["b3"]
        guess = 1 / (1 + np.exp(-out[:, 0]))
        error = out[:, 1] - lead
        d_out = np.empty_like(out)
        d_out[:, 0] = (guess - win) / n
        d_out[:, 1] = LEAD_SHARE * error / n
        d2 = (d_out @ weights["w3"].T) * (h2 > 0)
        d1 = (d2 @ weights["w2"].T) * (h1 > 0)
        which, moved = _gathered(seen, d1)
        dense = {
            "rows": self._rows(which, moved),
            "w1": seen.numbers.T @ d1,
            "b1": d1.sum(0),
            "w2": h1.T @ d2,
            "b2": d2.sum(0),
            "w3": h2.T @ d_out,
            "b3": d_out.sum(0),
        }
        self.steps += 1
        self.weights["table"].step(moved, rate, self.steps, which)
        for name, gradient in dense.items():
            self.weights[name].step(gradient, rate, self.steps)
            self.weights[name].follow()
        if self.steps % REFRESH == 0:
            self.weights["table"].follow(REFRESH)
        self._folded = None
        likely = win * np.log(guess + 1e-7) + (1 - win) * np.log(1 - guess + 1e-7)
        return float(-likely.mean() + LEAD_SHARE * (error**2).mean() / 2)

    def _rows(self, which: Index, moved: Floats) -> Floats:
        """The gradient of what is made of what may be told of rows."""
        row, slots = self.features.row_features, self.features.slot_starts
        out = np.zeros_like(self.weights["rows"].now)
        for slot in range(ROWS):
            low, high = np.searchsorted(which, (slots[slot], slots[slot] + len(row)))
            out[slot] = row[which[low:high] - slots[slot]].T @ moved[low:high]
        return out

    def state(self) -> dict[str, Any]:
        """Everything as named arrays."""
        named: dict[str, Any] = {"steps": np.array(self.steps)}
        for name, weight in self.weights.items():
            for part in ("now", "smooth", "first", "second"):
                named[f"{name}.{part}"] = getattr(weight, part)
        return named

    def restore(self, state: Any) -> None:
        """From what `state` gave."""
        for name, weight in self.weights.items():
            for part in ("now", "smooth", "first", "second"):
                setattr(weight, part, state[f"{name}.{part}"])
        self.steps = int(state["steps"])
        self._folded = None


def _first(seen: EncodedStates, table: Floats, w1: Floats, b1: Floats) -> Floats:
    """(n, hidden) the first layer before max(0, x)."""
    hidden: Floats = seen.numbers @ w1
    hidden += b1
    places = seen.vector_ids.T.astype(np.intp)
    for slot in range(SLOTS):
        hidden += table[places[slot]]
    return hidden


def _gathered(seen: EncodedStates, d1: Floats) -> tuple[Index, Floats]:
    """The vectors that were used, in order, and the gradient of each."""
    flat = seen.vector_ids.ravel()
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    return ordered[starts].astype(np.intp), np.add.reduceat(d1[order // SLOTS], starts, axis=0)
