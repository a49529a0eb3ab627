"""Perceptron: the network that learns values, with its gradient and Adam, in NumPy."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

HIDDEN = (64, 32)
MEMORY = 0.9995
"""How much of the weights to play with stays at each step: they are a running mean of those that learn."""
LEAD_SHARE = 1.0
"""Of the loss: what the squared error of the lead counts beside the cross-entropy of the chance to win."""


class Perceptron:
    """Two hidden layers, each followed by max(0, x); two outputs: logit of the chance to win, lead."""

    def __init__(self, width: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = (width, *HIDDEN, 2)
        self.weights: list[Floats] = []
        for inputs, outputs in pairwise(sizes):
            scale = np.sqrt((8 if inputs == width else 2) / inputs) * (0.1 if outputs == 2 else 1)
            self.weights.append((scale * rng.standard_normal((inputs, outputs))).astype(np.float32))
            self.weights.append(np.zeros(outputs, np.float32))
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.smooth = [w.copy() for w in self.weights]
        self.steps = 0

    def __call__(self, features: Floats) -> tuple[Floats, Floats]:
        """(n,) logits and leads, by the running mean of the weights."""
        w1, b1, w2, b2, w3, b3 = self.smooth
        hidden = features @ w1
        hidden += b1
        np.maximum(hidden, 0, out=hidden)
        hidden = hidden @ w2
        hidden += b2
        np.maximum(hidden, 0, out=hidden)
        out: Floats = (hidden @ w3 + b3).astype(np.float32, copy=False)
        return out[:, 0], out[:, 1]

    def learn(
        self,
        features: Floats,
        win: Floats,
        lead: Floats,
        rate: float,
        chances: bool,
        turn: npt.NDArray[np.intp] | None = None,
    ) -> float:
        """One step of Adam on a batch; gives the loss.

        `chances`: False alone, where nobody is beaten. `turn`: an order of the features to learn them in.
        """
        w1, b1, w2, b2, w3, b3 = self.weights
        if turn is not None:  # the weights are turned, which are fewer
            back = np.argsort(turn)
            w1 = w1[back]
        n = np.float32(len(features))
        h1 = np.maximum(features @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        out = h2 @ w3 + b3
        guess = 1 / (1 + np.exp(-out[:, 0]))
        error = out[:, 1] - lead
        d_out = np.empty_like(out)
        d_out[:, 0] = (guess - win) / n if chances else 0
        d_out[:, 1] = LEAD_SHARE * error / n
        d2 = (d_out @ w3.T) * (h2 > 0)
        d1 = (d2 @ w2.T) * (h1 > 0)
        gradients = [features.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ d_out, d_out.sum(0)]
        if turn is not None:
            gradients[0] = gradients[0][turn]
        self._step(gradients, rate)
        likely = win * np.log(guess + 1e-7) + (1 - win) * np.log(1 - guess + 1e-7)
        return float(-likely.mean() * chances + LEAD_SHARE * (error**2).mean() / 2)

    def _step(self, gradients: list[Floats], rate: float) -> None:
        self.steps += 1
        steps = self.steps
        for weight, gradient, first, second, smooth in zip(
            self.weights, gradients, self.first, self.second, self.smooth, strict=True
        ):
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            scale = np.sqrt(second / (1 - 0.999**steps)) + 1e-8
            weight -= (rate / (1 - 0.9**steps) * first / scale).astype(np.float32)
            smooth += np.float32(1 - MEMORY) * (weight - smooth)

    def state(self) -> dict[str, Any]:
        """Everything as named arrays."""
        named = {f"w{i}": w for i, w in enumerate(self.weights)}
        named |= {f"s{i}": w for i, w in enumerate(self.smooth)}
        named |= {f"m{i}": w for i, w in enumerate(self.first)}
        named |= {f"v{i}": w for i, w in enumerate(self.second)}
        return named | {"steps": np.array(self.steps)}

    def restore(self, state: Any) -> None:
        """From what `state` gave."""
        for i in range(len(self.weights)):
            self.smooth[i] = state[f"s{i}"]
            self.weights[i], self.first[i], self.second[i] = state[f"w{i}"], state[f"m{i}"], state[f"v{i}"]
        self.steps = int(state["steps"])
