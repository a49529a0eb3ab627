"""Train the network that tells marked places from empty ones.

`python -m vision.training.sheets.train FOLDER`

Takes the files that `vision.training.sheets.examples` wrote; those whose number divides by ten are held out
(other sheets, other hands), measured after each round, and used once more to calibrate the temperature.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.sheet_cells import LOOKS, REACH, SIDE
from vision.training.sheets.examples import COVERED

LAID_UPON = 0.08
"""The share of places upon which something is laid while learning."""
BARE = 0.06
TRANSPLANTED = 0.3
"""The shares of places that become just what is printed, and that get the ink of others while learning."""


class MarkNetwork(nn.Module):
    """N x LOOKS x SIDE x SIDE from 0 to 1 to N x 2 logits: marked, covered.

    In come a place, its empty kin and its print (`sheet_cells.cell_pictures`); what is looked at is the print
    and how the place differs from both, so that no number is taken for ink.
    """

    def __init__(self) -> None:
        super().__init__()

        def stage(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(a, b, size, stride, size // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
            )

        self.features = nn.Sequential(
            stage(9, 20, 2, 5),
            nn.MaxPool2d(2),
            stage(20, 32),
            stage(32, 32),
            nn.MaxPool2d(2),
            stage(32, 32),
        )
        self.answer = nn.Sequential(
            nn.Flatten(), nn.Linear(32 * (SIDE // 8) ** 2, 96), nn.ReLU(inplace=True), nn.Dropout(0.2),
            nn.Linear(96, 2),
        )  # fmt: skip

    def forward(self, pictures: Tensor) -> Tensor:
        own, kin, print_ = pictures.split(3, 1)
        seen = torch.cat([print_ - 0.7, 2 * (own - kin), 2 * (own - print_)], 1)
        answer: Tensor = self.answer(self.features(seen))
        return answer


class Calibrated(nn.Module):
    """The same with logits divided by a temperature, so that they are log-odds."""

    def __init__(self, network: nn.Module, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, pictures: Tensor) -> Tensor:
        answer: Tensor = self.network(pictures)
        return answer / self.temperature


def load(folder: Path, held_out: bool) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """Pictures, marks and what covers them."""
    pictures, marked, covered = [], [], []
    for path in sorted(folder.glob("*.npz")):
        if (int(path.stem.split("-")[1]) % 10 == 0) == held_out:
            with np.load(path) as data:
                pictures.append(data["pictures"])
                marked.append(data["marked"].astype(np.float32))
                covered.append(data["covered"])
    return np.concatenate(pictures), np.concatenate(marked), np.concatenate(covered)


def varied(pictures: Tensor, chance: torch.Generator) -> Tensor:
    """Shifted by up to two pixels, lighter, darker."""
    n = len(pictures)
    padded = functional.pad(pictures, (2, 2, 2, 2), mode="replicate")
    out = torch.empty_like(pictures)
    for part in torch.arange(n).split(max(1, n // 6)):  # a part at a time, which is quicker than one by one
        dy, dx = torch.randint(0, 5, (2,), generator=chance).tolist()
        out[part] = padded[part, :, dy : dy + SIDE, dx : dx + SIDE]
    gain = 1 + 0.06 * torch.randn(n, 1, 1, 1, generator=chance)
    tint = 1 + 0.03 * torch.randn(n, 3, 1, 1, generator=chance)
    out = out * gain * torch.cat([tint, tint, tint], 1)
    return out.clamp(0, 1)


def transplanted(
    pictures: Tensor, marked: Tensor, covered: Tensor, chance: torch.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """The same with the ink of some places moved onto the print of others, and some places just as printed:
    so that no number is ever taken for ink. Returns pictures, marks, covers."""
    n = len(pictures)
    moved = torch.rand(n, generator=chance)
    other = torch.randperm(n, generator=chance)
    print_ = pictures[other, 6:]
    ink = (pictures / pictures[:, 6:].repeat(1, 3, 1, 1).clamp(min=0.12)).clamp(0, 1.6)
    bare = 1 + 0.02 * torch.randn(n, 9, SIDE, SIDE, generator=chance)
    bare = bare * (1 + 0.08 * torch.randn(n, 3, 1, 1, generator=chance)).repeat(1, 3, 1, 1)
    bare[:, 6:] = 1
    empty = (moved < BARE).view(-1, 1, 1, 1)
    onto = torch.where(empty, bare, ink) * print_.repeat(1, 3, 1, 1)
    onto[:, 6:] = print_
    some = moved < BARE + TRANSPLANTED
    out = torch.where(some.view(-1, 1, 1, 1), onto.clamp(0, 1), pictures)
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
    axis = torch.linspace(-1, 1, SIDE)
    along = axis.view(1, 1, -1) * torch.cos(angle) + axis.view(1, -1, 1) * torch.sin(angle)
    start = torch.where(
        torch.rand(n, generator=chance) < 0.5, -2.0, 1.4 * torch.rand(n, generator=chance) - 0.9
    )
    cover = ((along - start.view(-1, 1, 1)) * SIDE / 3).clamp(0, 1).unsqueeze(1)
    tone = torch.rand(n, 3, 1, 1, generator=chance) ** 0.7
    shade = 1 + 0.15 * torch.randn(n, 1, 1, 1, generator=chance) * along.unsqueeze(1)
    texture = (
        0.04 * torch.rand(n, 1, 1, 1, generator=chance) * torch.randn(n, 1, SIDE, SIDE, generator=chance)
    )
    upper = (tone * shade + texture).clamp(0, 1)
    own = pictures[picked, :3]
    pictures, covered = pictures.clone(), covered.clone()
    pictures[picked, :3] = own + cover * (upper - own)
    edge = round(SIDE * REACH / (1 + 2 * REACH))
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


def logits_of(network: nn.Module, pictures: NDArray[np.uint8]) -> Tensor:
    """Logits of many pictures."""
    network.eval()
    with torch.no_grad():
        parts = [
            network(torch.from_numpy(pictures[i : i + 512]).permute(0, 3, 1, 2).float() / 255)
            for i in range(0, len(pictures), 512)
        ]
    return torch.cat(parts)


def temperature_of(logits: Tensor, marked: Tensor) -> float:
    """The divisor of logits under which what is held out is likeliest, not below 1."""
    options = torch.linspace(1.0, 4.0, 61)
    scores = [functional.binary_cross_entropy_with_logits(logits / t, marked).item() for t in options]
    return float(options[int(np.argmin(scores))])


def export(network: nn.Module, path: Path) -> None:
    """Write the network as ONNX with a batch of any size."""
    network.eval()
    torch.onnx.export(
        network, (torch.zeros(2, LOOKS, SIDE, SIDE),), str(path), input_names=["pictures"],
        output_names=["log_odds"], dynamic_axes={"pictures": {0: "n"}, "log_odds": {0: "n"}},
        opset_version=17, dynamo=False,
    )  # fmt: skip


def report(
    network: nn.Module, held: tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]
) -> float:
    """Print how the network does on what is held out; returns the temperature that suits it."""
    logits = logits_of(network, held[0])
    seen = held[2] <= COVERED[0]
    truth = torch.from_numpy(held[1][seen])
    marks, covers = logits[seen, 0], logits[:, 1]
    right = ((marks > 0) == (truth > 0)).float().mean()
    fit = functional.binary_cross_entropy_with_logits(marks, truth)
    wrong = torch.where(truth > 0, -marks, marks)
    hidden = (covers > 0)[held[2] > COVERED[1]].float().mean()
    false = (covers > 0)[seen].float().mean()
    temperature = temperature_of(marks, truth)
    print(
        f"held out: loss {fit:.4f}, right {right:.5f}, worst wrong {wrong.max() / temperature:.1f}, "
        f"temperature {temperature:.2f}; covered found {hidden:.3f}, falsely {false:.4f}",
        flush=True,
    )
    return temperature


def main() -> None:
    """Train, measure, calibrate, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="weights to begin with")
    parser.add_argument("--keep", type=Path, default=Path("/tmp/marks.pt"), help="where weights are kept")
    parser.add_argument("--out", type=Path, default=Path("models/marks.onnx"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    chance = torch.Generator().manual_seed(options.seed)
    network = MarkNetwork()
    if options.begin:
        network.load_state_dict(torch.load(options.begin))
    pictures, marked, covered = load(options.folder, False)
    held = load(options.folder, True)
    print(f"{len(pictures)} places to learn from, {len(held[0])} held out", flush=True)
    learn = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(learn, options.rate, options.steps, pct_start=0.15)
    start, total = time.monotonic(), 0.0
    for step in range(1, options.steps + 1):
        network.train()
        some = torch.randint(0, len(pictures), (options.batch,), generator=chance).numpy()
        batch = torch.from_numpy(pictures[some]).permute(0, 3, 1, 2).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            truth, hidden = torch.from_numpy(marked[some]), torch.from_numpy(covered[some])
            seen, truth, hidden = transplanted(varied(batch, chance), truth, hidden, chance)
            seen, hidden = laid_upon(seen, hidden, chance)
            answer = network(seen).float()
        loss = losses(answer, truth, hidden)
        learn.zero_grad()
        loss.backward()
        learn.step()
        plan.step()
        total += loss.item()
        if step % 350 == 0 or step == options.steps:
            print(f"step {step}, {time.monotonic() - start:.0f} s, loss {total / 350:.4f}", flush=True)
            total = 0.0
            temperature = report(network, held)
            torch.save(network.state_dict(), options.keep)
            export(Calibrated(network, temperature).eval(), options.out)


if __name__ == "__main__":
    main()
