"""The network of a game with special cells: its weights, and how it learns from samples: compiled Adam."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.special_features import NUMBERS, vector_count
from companion.advisor.special_tables import PadTables
from companion.advisor.training.compiled import compiled
from companion.advisor.training.special_play import Floats, Network, Samples, add_layers

HIDDEN = (32, 32)
"""Units of the two layers."""
BATCH = 128
"""Samples of one step."""
MEMORY = 0.9993
"""How much of the weights to play with stays at each step: they are a running mean of those that learn."""


class Learner(NamedTuple):
    """Weights that learn (`now`), Adam's two means of the gradient, the gradient of a batch, and the running
    mean to play with. `touched`: vectors that the batch uses. `steps` (1,)."""

    now: Network
    first: Network
    second: Network
    gradient: Network
    smooth: Network
    touched: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]


def new_network(tables: PadTables, seed: int) -> Network:
    """Weights to begin with."""
    rng = np.random.default_rng(seed)
    one, two = HIDDEN

    def drawn(scale: float, *shape: int) -> Floats:
        return (scale * rng.standard_normal(shape)).astype(np.float32)

    return Network(
        table=drawn(0.05, vector_count(tables), one),
        w1=drawn(0.18, NUMBERS, one),
        b1=np.zeros(one, np.float32),
        w2=drawn((2 / one) ** 0.5, one, two),
        b2=np.zeros(two, np.float32),
        w3=drawn(0.1 * (2 / two) ** 0.5, two, 2),
        b3=np.zeros(2, np.float32),
    )


def new_learner(network: Network) -> Learner:
    """A learner that begins with these weights."""

    def copied(scale: int) -> Network:
        return Network(*(scale * part for part in network))

    count = len(network.table)
    return Learner(
        copied(1),
        copied(0),
        copied(0),
        copied(0),
        copied(1),
        np.zeros(count + 1, np.int64),
        np.zeros(1, np.int64),
    )


def save_learner(learner: Learner, path: Path, **more: float) -> None:
    """So that a stopped training goes on."""
    named = {
        f"{name}.{part}": array
        for name in ("now", "first", "second", "smooth")
        for part, array in getattr(learner, name)._asdict().items()
    }
    new = path.with_suffix(".new.npz")
    state: dict[str, Any] = {"steps": learner.steps} | named | {key: np.array(v) for key, v in more.items()}
    np.savez(new, **state)
    new.replace(path)


def load_learner(learner: Learner, path: Path) -> dict[str, float]:
    """Bring a learner to what was saved; gives what else stands in the file."""
    with np.load(path) as state:
        for name in ("now", "first", "second", "smooth"):
            for part, array in getattr(learner, name)._asdict().items():
                array[...] = state[f"{name}.{part}"]
        learner.steps[:] = state["steps"]
        return {key: float(state[key]) for key in state.files if "." not in key and key != "steps"}


class Work(NamedTuple):
    """Room to work in: both layers of a sample, the gradients there, and which vectors a batch has used."""

    h1: Floats
    h2: Floats
    d1: Floats
    d2: Floats
    is_touched: npt.NDArray[np.bool_]


def learn(learner: Learner, samples: Samples, order: npt.NDArray[np.int64], rate: float) -> float:
    """One pass over samples in an order, in batches; gives the mean loss."""
    one, two = np.zeros_like(learner.now.b1), np.zeros_like(learner.now.b2)
    work = Work(one, two, one.copy(), two.copy(), np.zeros(len(learner.now.table), np.bool_))
    return float(_learn(learner, samples, order, rate, work))


@compiled
def _learn(
    learner: Learner, samples: Samples, order: npt.NDArray[np.int64], rate: float, work: Work
) -> float:
    h1, h2, d1, d2, is_touched = work
    loss, done = 0.0, 0
    for start in range(0, len(order) - BATCH + 1, BATCH):
        used = 0
        for place in range(start, start + BATCH):
            sample = order[place]
            ids, numbers, target = samples.ids[sample], samples.numbers[sample], samples.targets[sample]
            count = _hidden(learner.now, ids, numbers, h1, h2)
            loss += _output_gradient(learner, target, h2, d2)
            _hidden_gradient(learner, numbers, h1, d1, d2)
            for k in range(count):
                vector = ids[k]
                if not is_touched[vector]:
                    is_touched[vector] = True
                    learner.touched[used] = vector
                    used += 1
                for j in range(len(d1)):
                    learner.gradient.table[vector, j] += d1[j]
            done += 1
        for k in range(used):
            is_touched[learner.touched[k]] = False
        _step(learner, used, rate)
    return loss / max(done, 1)


@compiled
def _hidden(network: Network, ids: npt.NDArray[np.int16], numbers: Floats, h1: Floats, h2: Floats) -> int:
    """Fill in both layers after max(0, x); gives how many indices the sample has."""
    count = 0
    while ids[count] >= 0:
        count += 1
    add_layers(network, ids, count, numbers, h1, h2)
    for layer in (h1, h2):
        for j in range(len(layer)):
            layer[j] = max(layer[j], np.float32(0))
    return count


@compiled
def _output_gradient(learner: Learner, target: Floats, h2: Floats, d2: Floats) -> float:
    """Add the gradient of the last layer, fill in that of the second (d2); gives the loss of the sample."""
    now, grad = learner.now, learner.gradient
    win, lead = now.b3[0], now.b3[1]
    for j in range(len(h2)):
        win += h2[j] * now.w3[j, 0]
        lead += h2[j] * now.w3[j, 1]
    guess = 1 / (1 + np.exp(-win))
    error = lead - target[1]
    of_win, of_lead = np.float32((guess - target[0]) / BATCH), np.float32(error / BATCH)
    grad.b3[0] += of_win
    grad.b3[1] += of_lead
    for j in range(len(h2)):
        grad.w3[j, 0] += of_win * h2[j]
        grad.w3[j, 1] += of_lead * h2[j]
        d2[j] = of_win * now.w3[j, 0] + of_lead * now.w3[j, 1] if h2[j] > 0 else np.float32(0)
        grad.b2[j] += d2[j]
    likely = target[0] * np.log(guess + 1e-7) + (1 - target[0]) * np.log(1 - guess + 1e-7)
    return float(error * error / 2 - likely)


@compiled
def _hidden_gradient(learner: Learner, numbers: Floats, h1: Floats, d1: Floats, d2: Floats) -> None:
    """Add the gradients of both layers but for the vectors, whose gradient is d1."""
    now, grad = learner.now, learner.gradient
    for i in range(len(h1)):
        value = h1[i]
        d1[i] = 0
        if value > 0:
            total = np.float32(0)
            for j in range(len(d2)):
                grad.w2[i, j] += value * d2[j]
                total += now.w2[i, j] * d2[j]
            d1[i] = total
    for j in range(len(d1)):
        grad.b1[j] += d1[j]
    for i in range(NUMBERS):
        value = numbers[i]
        if value != 0:
            for j in range(len(d1)):
                grad.w1[i, j] += value * d1[j]


@compiled
def _step(learner: Learner, used: int, rate: float) -> None:
    """One step of Adam on all weights, of the vectors on those that the batch used."""
    learner.steps[0] += 1
    steps = learner.steps[0]
    now, first, second, grad, smooth = learner[:5]
    for k in range(used):
        v = learner.touched[k]
        _adam(now.table[v], first.table[v], second.table[v], grad.table[v], smooth.table[v], rate, steps)
    for i in range(NUMBERS):
        _adam(now.w1[i], first.w1[i], second.w1[i], grad.w1[i], smooth.w1[i], rate, steps)
    for i in range(len(now.w2)):
        _adam(now.w2[i], first.w2[i], second.w2[i], grad.w2[i], smooth.w2[i], rate, steps)
    for i in range(len(now.w3)):
        _adam(now.w3[i], first.w3[i], second.w3[i], grad.w3[i], smooth.w3[i], rate, steps)
    _adam(now.b1, first.b1, second.b1, grad.b1, smooth.b1, rate, steps)
    _adam(now.b2, first.b2, second.b2, grad.b2, smooth.b2, rate, steps)
    _adam(now.b3, first.b3, second.b3, grad.b3, smooth.b3, rate, steps)


@compiled
def _adam(
    now: Floats, first: Floats, second: Floats, gradient: Floats, smooth: Floats, rate: float, steps: int
) -> None:
    """One step of Adam on one vector of weights, whose gradient is zeroed, and of the running mean."""
    grow, scale = 1 / (1 - 0.999**steps), rate / (1 - 0.9**steps)
    for i in range(len(now)):
        g = gradient[i]
        gradient[i] = 0
        first[i] += np.float32(0.1) * (g - first[i])
        second[i] += np.float32(0.001) * (g * g - second[i])
        now[i] -= scale * first[i] / (np.sqrt(second[i] * grow) + np.float32(1e-8))
        smooth[i] += (1 - MEMORY) * (now[i] - smooth[i])
