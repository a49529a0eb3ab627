"""Train the network that tells marked places from empty ones.

`python -m vision.training.sheets.train FOLDER`

Takes the files that `vision.training.sheets.examples` wrote; those whose number divides by ten are held out
(other sheets, other hands), measured after each round, and used once more to calibrate the temperature.
A step learns from the places of a few whole sheets, for a place is judged beside the others of its sheet.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from sheets.errors import BadInput
from vision.scan.cells import CELL_PIXELS, SURROUND_SHARE
from vision.training.sheets.examples import COVERED
from vision.training.sheets.network import Calibrated, MarkNetwork, export

STEPS = 3000
SHEETS = 8
"""Sheets in a step."""
ROUND = 250
"""Steps between two measurings."""
ALONE = 0.4
"""How much the answer by the place alone counts beside the one that ships."""
DOUBT = 3.9
"""Log-odds below which a place counts as doubtful in the report."""
LAID_UPON = 0.08
"""The share of places upon which something is laid while learning."""
BARE = 0.06
TRANSPLANTED = 0.3
"""The shares of places that become just what is printed, and that get the ink of others while learning."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Places of many sheets: N x CELL_PIXELS x CELL_PIXELS x CHANNELS pictures, N marks, N shares that
    something covers, and for each sheet its first place and the one after its last."""

    pictures: NDArray[np.uint8]
    marked: NDArray[np.float32]
    covered: NDArray[np.float32]
    sheets: NDArray[np.intp]


def load(folder: Path, held_out: bool) -> Lessons:
    """The files that are held out, or all others."""
    pictures, marked, covered, ends = [], [], [], [0]
    for path in sorted(folder.glob("*-????.npz")):
        if (int(path.stem.split("-")[1]) % 10 == 0) == held_out:
            with np.load(path) as data:
                pictures.append(data["pictures"])
                marked.append(data["marked"].astype(np.float32))
                covered.append(data["covered"])
                ends += [ends[-1] + int(n) for n in np.unique_counts(data["sheet"]).counts.cumsum()]
    if not pictures:
        raise BadInput(
            "There are no lessons in {folder}; write them with vision.training.sheets.examples.",
            folder=folder,
        )
    sheets = np.stack([ends[:-1], ends[1:]], 1)
    return Lessons(np.concatenate(pictures), np.concatenate(marked), np.concatenate(covered), sheets)


def varied(pictures: NDArray[np.uint8], chance: torch.Generator) -> Tensor:
    """N x CHANNELS x CELL_PIXELS x CELL_PIXELS from 0 to 1: shifted by up to two pixels, lighter, darker."""
    n = len(pictures)
    out = np.empty_like(pictures)
    for part in np.array_split(np.arange(n), 6):  # a part at a time, which is quicker than one by one
        dy, dx = torch.randint(-2, 3, (2,), generator=chance).tolist()
        down, right = (np.clip(np.arange(CELL_PIXELS) + d, 0, CELL_PIXELS - 1) for d in (dy, dx))
        out[part] = pictures[part][:, down][:, :, right]
    gain = 1 + 0.06 * torch.randn(n, 1, 1, 1, generator=chance)
    tint = 1 + 0.03 * torch.randn(n, 3, 1, 1, generator=chance)
    floats = _floats(out)
    floats *= gain * tint.repeat(1, 3, 1, 1)
    return floats.clamp_(0, 1)


def transplanted(
    pictures: Tensor, marked: Tensor, covered: Tensor, sheets: Tensor, chance: torch.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """The same with the ink of some places moved onto the print of others of their sheet, and some places
    just as printed: so that no number is ever taken for ink. Returns pictures, marks, covers."""
    n = len(pictures)
    order = torch.argsort(sheets * 2 + torch.rand(n, generator=chance))
    other = torch.empty_like(order)
    other[torch.argsort(sheets, stable=True)] = order
    moved = torch.rand(n, generator=chance)
    bare = torch.nonzero(moved < BARE).ravel()
    ink_shares = torch.nonzero((moved >= BARE) & (moved < BARE + TRANSPLANTED)).ravel()
    out = pictures.clone()
    for places in (bare, ink_shares):
        out[places, 6:] = pictures[other[places], 6:]
    print_ = out[bare, 6:].repeat(1, 2, 1, 1)
    grain = 1 + 0.02 * torch.randn(print_.shape, generator=chance)
    light = 1 + 0.08 * torch.randn(len(bare), 3, 1, 1, generator=chance).repeat(1, 2, 1, 1)
    out[bare, :6] = (print_ * grain * light).clamp(0, 1)
    ink = pictures[ink_shares, :6] / pictures[ink_shares, 6:].repeat(1, 2, 1, 1).clamp(min=0.12)
    out[ink_shares, :6] = (ink.clamp(0, 1.6) * out[ink_shares, 6:].repeat(1, 2, 1, 1)).clamp(0, 1)
    seen = moved >= BARE
    return out, marked * seen, covered * seen


def laid_upon(pictures: Tensor, covered: Tensor, chance: torch.Generator) -> tuple[Tensor, Tensor]:
    """The same with cards and hands laid upon some: a plain of one colour over all or one side of a place.

    Returns pictures and what share of each place is covered now.
    """
    picked = torch.nonzero(torch.rand(len(pictures), generator=chance) < LAID_UPON).ravel()
    n = len(picked)
    if not n:
        return pictures, covered
    angle = 2 * torch.pi * torch.rand(n, 1, 1, generator=chance)
    axis = torch.linspace(-1, 1, CELL_PIXELS)
    along = axis.view(1, 1, -1) * torch.cos(angle) + axis.view(1, -1, 1) * torch.sin(angle)
    start = torch.where(
        torch.rand(n, generator=chance) < 0.5, -2.0, 1.4 * torch.rand(n, generator=chance) - 0.9
    )
    cover = ((along - start.view(-1, 1, 1)) * CELL_PIXELS / 3).clamp(0, 1).unsqueeze(1)
    tone = torch.rand(n, 3, 1, 1, generator=chance) ** 0.7
    shade = 1 + 0.15 * torch.randn(n, 1, 1, 1, generator=chance) * along.unsqueeze(1)
    texture = (
        0.04
        * torch.rand(n, 1, 1, 1, generator=chance)
        * torch.randn(n, 1, CELL_PIXELS, CELL_PIXELS, generator=chance)
    )
    upper = (tone * shade + texture).clamp(0, 1)
    own = pictures[picked, :3]
    pictures, covered = pictures.clone(), covered.clone()
    pictures[picked, :3] = own + cover * (upper - own)
    edge = round(CELL_PIXELS * SURROUND_SHARE / (1 + 2 * SURROUND_SHARE))
    share = cover[:, 0, edge:-edge, edge:-edge].mean((1, 2))
    covered[picked] = torch.maximum(covered[picked], share)
    return pictures, covered


def losses(answer: Tensor, marked: Tensor, covered: Tensor) -> Tensor:
    """Mean loss: of marks where they can be seen, of covers where it is clear whether there is one."""
    open_ = (covered <= COVERED[1]).float()
    clear = ((covered < COVERED[0]) | (covered > COVERED[1])).float()
    mark = functional.binary_cross_entropy_with_logits(answer[:, 0], marked, reduction="none")
    cover = functional.binary_cross_entropy_with_logits(
        answer[:, 1], (covered > COVERED[1]).float(), reduction="none"
    )
    return (mark * open_).sum() / open_.sum() + 0.3 * (cover * clear).sum() / clear.sum()


def logits_of(network: nn.Module, lessons: Lessons) -> Tensor:
    """Logits of all places, sheet by sheet."""
    network.eval()
    with torch.no_grad():
        parts = [network(_floats(lessons.pictures[a:b])) for a, b in lessons.sheets]
    return torch.cat(parts)


def _floats(pictures: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255


def picked(lessons: Lessons, count: int, chance: np.random.Generator) -> tuple[NDArray[np.intp], Tensor]:
    """Places of `count` sheets, of some sheets only a part: their numbers, and which sheet each is of."""
    places, sheets = [], []
    for i, (a, b) in enumerate(lessons.sheets[chance.choice(len(lessons.sheets), count)]):
        share = 1.0 if chance.random() < 0.5 else chance.uniform(0.2, 1.0)
        some = np.flatnonzero(chance.random(b - a) < share) + a
        places.append(some)
        sheets.append(np.full(len(some), i))
    return np.concatenate(places), torch.from_numpy(np.concatenate(sheets))


def temperature_of(logits: Tensor, marked: Tensor) -> float:
    """The divisor of logits under which what is held out is likeliest, not below 1."""
    options = torch.linspace(1.0, 4.0, 61)
    scores = [functional.binary_cross_entropy_with_logits(logits / t, marked).item() for t in options]
    return float(options[int(np.argmin(scores))])


def report(network: nn.Module, held: Lessons) -> float:
    """Print how the network does on what is held out; returns the temperature that suits it."""
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
    doubtful = (marks.abs() / temperature < DOUBT).float().mean()
    print(
        f"held out: loss {fit:.4f}, right {right:.5f}, doubtful {doubtful:.4f}, "
        f"worst wrong {wrong.max() / temperature:.1f}, temperature {temperature:.2f}; "
        f"covered found {hidden:.3f}, falsely {false:.4f}",
        flush=True,
    )
    return temperature


def train(
    folder: Path, out: Path, steps: int = STEPS, rate: float = 3e-3, seed: int = 1, keep: Path | None = None
) -> None:
    """Learn from the lessons in `folder`; write the calibrated network to `out` as ONNX, its bare weights to
    `keep`."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    chance, choice = torch.Generator().manual_seed(seed), np.random.default_rng(seed)
    network = MarkNetwork()
    lessons, held = load(folder, False), load(folder, True)
    print(f"{len(lessons.sheets)} sheets to learn from, {len(held.sheets)} held out", flush=True)
    learn = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(learn, rate, steps, pct_start=0.15)
    start, total = time.monotonic(), 0.0
    for step in range(1, steps + 1):
        network.train()
        some, sheets = picked(lessons, SHEETS, choice)
        with torch.autocast("cpu", torch.bfloat16):
            truth, hidden = torch.from_numpy(lessons.marked[some]), torch.from_numpy(lessons.covered[some])
            seen = varied(lessons.pictures[some], chance)
            seen, truth, hidden = transplanted(seen, truth, hidden, sheets, chance)
            seen, hidden = laid_upon(seen, hidden, chance)
            alone, answer = network.both(seen, sheets)
        loss = losses(answer.float(), truth, hidden)
        learn.zero_grad()
        (loss + ALONE * losses(alone.float(), truth, hidden)).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        learn.step()
        plan.step()
        total += loss.item()
        if step % ROUND == 0 or step == steps:
            print(f"step {step}, {time.monotonic() - start:.0f} s, loss {total / ROUND:.4f}", flush=True)
            total = 0.0
            temperature = report(network, held)
            if keep is not None:
                torch.save(network.state_dict(), keep)
            export(Calibrated(network, temperature), out)


def main() -> None:
    """Train, measure, calibrate, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where bare weights are kept")
    parser.add_argument("--out", type=Path, default=Path("models/marks.onnx"))
    options = parser.parse_args()
    train(options.folder, options.out, options.steps, options.rate, options.seed, options.keep)


if __name__ == "__main__":
    main()
