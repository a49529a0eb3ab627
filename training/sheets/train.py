"""Trains the network that distinguishes marked places (boxes) of score sheets from empty ones.

It learns from the files that `training.sheets.examples` wrote. Files whose number is divisible by ten are
held out (other sheets, other hands): they measure the network after each round and calibrate its temperature.
A step learns from the places of a few whole sheets, because a place is compared with the others of its sheet.
"""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.sheets.augmentation import covered_by_things, shifted_and_relit, to_tensor, transplanted
from training.sheets.examples import COVERED
from training.sheets.network import CalibratedNetwork, MarkNetwork, export

STEPS = 3000
SHEETS_PER_STEP = 8
STEPS_PER_ROUND = 250
"""Number of training steps between two evaluations."""
LEARNING_RATE = 3e-3
SEED = 1
ALONE_WEIGHT = 0.4
"""Weight of the loss of answers that ignore a sheet's other places. The main loss has weight 1."""
DOUBTFUL_LOG_ODDS = 3.9
"""The report counts a place as doubtful if its absolute log odds are below this."""


@dataclass(frozen=True, slots=True)
class SheetPlaces:
    """The N places, that is, boxes to mark, of S sheets."""

    pictures: NDArray[np.uint8]  # N x CELL_PIXELS x CELL_PIXELS x CHANNELS
    marked: NDArray[np.float32]  # N, 1 for a marked place, 0 for an empty one
    covered: NDArray[np.float32]  # N, share of each place that something covers
    sheets: NDArray[np.intp]  # S x 2, the indices of a sheet's first place and of the one after its last


def load(folder: Path, held_out: bool) -> SheetPlaces:
    """Load the places in a folder's held-out files, or in all its other files."""
    pictures, marked, covered, ends = [], [], [], [0]
    for path in sorted(folder.glob("*-????.npz")):
        if (int(path.stem.split("-")[1]) % 10 == 0) == held_out:
            with np.load(path) as file:
                pictures.append(file["pictures"])
                marked.append(file["marked"].astype(np.float32))
                covered.append(file["covered"])
                ends += [ends[-1] + int(n) for n in np.unique_counts(file["sheet"]).counts.cumsum()]
    if not pictures:
        raise FileNotFoundError(f"{folder} holds no sheets to learn from; training.sheets writes them")
    sheets = np.stack([ends[:-1], ends[1:]], 1)
    return SheetPlaces(np.concatenate(pictures), np.concatenate(marked), np.concatenate(covered), sheets)


def losses(answer: Tensor, marked: Tensor, covered: Tensor) -> Tensor:
    """Return the mean loss for N places, from N x 2 logits: marked, covered.

    The loss for marks leaves out hidden places, and the loss for covers leaves out half-hidden places.
    """
    open_ = (covered <= COVERED[1]).float()
    clear = ((covered < COVERED[0]) | (covered > COVERED[1])).float()
    mark = functional.binary_cross_entropy_with_logits(answer[:, 0], marked, reduction="none")
    cover = functional.binary_cross_entropy_with_logits(
        answer[:, 1], (covered > COVERED[1]).float(), reduction="none"
    )
    return (mark * open_).sum() / open_.sum() + 0.3 * (cover * clear).sum() / clear.sum()


def logits_of(network: nn.Module, data: SheetPlaces) -> Tensor:
    """Return the logits of all places, N x 2 (marked, covered), computed sheet by sheet."""
    network.eval()
    with torch.no_grad():
        parts = [network(to_tensor(data.pictures[a:b])) for a, b in data.sheets]
    return torch.cat(parts)


def picked(data: SheetPlaces, count: int, chance: np.random.Generator) -> tuple[NDArray[np.intp], Tensor]:
    """Return the indices of places from `count` random sheets, and for each place a number for its sheet.

    About half of the sheets contribute only a random part of their places.
    """
    places, sheets = [], []
    for i, (a, b) in enumerate(data.sheets[chance.choice(len(data.sheets), count)]):
        share = 1.0 if chance.random() < 0.5 else chance.uniform(0.2, 1.0)
        some = np.flatnonzero(chance.random(b - a) < share) + a
        places.append(some)
        sheets.append(np.full(len(some), i))
    return np.concatenate(places), torch.from_numpy(np.concatenate(sheets))


def temperature_of(logits: Tensor, marked: Tensor) -> float:
    """Return the divisor of the logits, from 1 to 4, that makes the true marks likeliest."""
    options = torch.linspace(1.0, 4.0, 61)
    scores = [functional.binary_cross_entropy_with_logits(logits / t, marked).item() for t in options]
    return float(options[int(np.argmin(scores))])


def report(network: nn.Module, held: SheetPlaces) -> float:
    """Print the network's results on held-out sheets, and return the temperature that fits them best."""
    logits = logits_of(network, held)
    seen = held.covered <= COVERED[0]
    truth = torch.from_numpy(held.marked[seen])
    marks, covers = logits[seen, 0], logits[:, 1]
    right = ((marks > 0) == (truth > 0)).float().mean()
    fit = functional.binary_cross_entropy_with_logits(marks, truth)
    wrong = torch.where(truth > 0, -marks, marks)
    hidden = (covers > 0)[held.covered > COVERED[1]].float().mean()
    false = (covers > 0)[seen].float().mean()
    temperature = temperature_of(marks, truth)
    doubtful = (marks.abs() / temperature < DOUBTFUL_LOG_ODDS).float().mean()
    print(
        f"held out: loss {fit:.4f}, right {right:.5f}, doubtful {doubtful:.4f}, "
        f"worst wrong {wrong.max() / temperature:.1f}, temperature {temperature:.2f}; "
        f"covered found {hidden:.3f}, falsely {false:.4f}",
        flush=True,
    )
    return temperature


def train(folder: Path, out: Path, weights: Path, steps: int) -> None:
    """Train on the sheets in `folder`; write the calibrated network to `out` and its weights to `weights`.

    `out` is an ONNX file, `weights` a checkpoint of torch.
    """
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    chance, choice = torch.Generator().manual_seed(SEED), np.random.default_rng(SEED)
    network = MarkNetwork()
    data, held = load(folder, False), load(folder, True)
    print(f"{len(data.sheets)} sheets to learn from, {len(held.sheets)} held out", flush=True)
    learn = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(learn, LEARNING_RATE, steps, pct_start=0.15)
    start, total = time.monotonic(), 0.0
    for step in range(1, steps + 1):
        network.train()
        some, sheets = picked(data, SHEETS_PER_STEP, choice)
        with torch.autocast("cpu", torch.bfloat16):
            truth, hidden = torch.from_numpy(data.marked[some]), torch.from_numpy(data.covered[some])
            seen = shifted_and_relit(data.pictures[some], chance)
            seen, truth, hidden = transplanted(seen, truth, hidden, sheets, chance)
            seen, hidden = covered_by_things(seen, hidden, chance)
            alone, answer = network.both(seen, sheets)
        loss = losses(answer.float(), truth, hidden)
        learn.zero_grad()
        (loss + ALONE_WEIGHT * losses(alone.float(), truth, hidden)).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        learn.step()
        plan.step()
        total += loss.item()
        if step % STEPS_PER_ROUND == 0 or step == steps:
            print(
                f"step {step}, {time.monotonic() - start:.0f} s, loss {total / STEPS_PER_ROUND:.4f}",
                flush=True,
            )
            total = 0.0
            temperature = report(network, held)
            torch.save(network.state_dict(), weights)
            export(CalibratedNetwork(network, temperature), out)
