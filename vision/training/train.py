"""Train a network: `python -m vision.training.train look --scenes FOLDER [--photos FOLDER] --out FILE.pt`.

`detector`; or for reading, one after the other: `look` (is it a die, its colour, its top face), `count`
(what a face shows, on faces laid square) and `whole` (both as one, on crops; here photos join). `--sides 8`
counts numerals. `vision.training.pipeline` has them all. The seed is fixed, a checkpoint is kept every 500
steps, and the same command goes on where it was cut off. It runs on a GPU where torch finds one, else on
the CPU.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset
from tqdm import tqdm

from vision.training import centres, crop_store
from vision.training.dataset import Item, rendered, taught
from vision.training.face_store import FaceBatches, squared
from vision.training.faces import draw
from vision.training.hard_negatives import with_mined
from vision.training.networks import Detector, Reader, lay_square, weighed

Batch = dict[str, Tensor]


def look_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """All but counting. The mask is held against the true one, and so is the square that it lays: a little
    of a mask far from the face moves the square a long way."""
    assert isinstance(net, Reader)
    turns = torch.zeros(len(batch["photo"]), device=batch["photo"].device)
    return _look_parts(batch, net.look(batch["photo"], turns))


def _look_parts(batch: Batch, seen: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    kind, colour, state, mask = seen[1:5]
    known = batch["known"] & (batch["mask"].sum((1, 2, 3)) > 6)
    parts = {
        "kind": functional.cross_entropy(kind, batch["kind"]),
        "colour": 0.6 * functional.cross_entropy(colour, batch["colour"], ignore_index=-1),
        "state": 0.2 * functional.cross_entropy(state, batch["state"], ignore_index=-1),
    }
    if known.any():
        target, guess = batch["mask"][known], mask[known].float()
        parts["mask"] = 2.0 * functional.binary_cross_entropy_with_logits(guess, target)
        still = torch.zeros(len(guess), device=guess.device)
        with torch.autocast(guess.device.type, enabled=False):
            laid = lay_square(weighed(torch.sigmoid(guess)), still)
            due = lay_square(weighed(target), still)
        parts["place"] = (laid[:, ::13, ::13] - due[:, ::13, ::13]).abs().mean()
    figures = {name: float(part.detach()) for name, part in parts.items()}
    coloured = batch["colour"] >= 0
    figures["hue"] = float((colour.argmax(1) == batch["colour"])[coloured].float().mean())
    figures["sort"] = float((kind.argmax(1) == batch["kind"]).float().mean())
    return torch.stack(list(parts.values())).sum(), figures


def count_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Counting alone, on faces that were laid square."""
    assert isinstance(net, Reader)
    value = net.value(net.count((batch["face"] - 0.45) * 4))
    loss = functional.cross_entropy(value, batch["target"])
    right = (value.argmax(1) == batch["target"].argmax(1)).float().mean()
    return loss, {"faces": float(loss.detach()), "told": float(right)}


def whole_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Everything at once, on crops, and counting on drawn faces beside it, so that it is not forgotten."""
    assert isinstance(net, Reader)
    turns = torch.rand(len(batch["photo"]), device=batch["photo"].device) * 6.2832
    if net.sides == 8:  # by thirds: the network turns a corner up itself
        turns = (turns / 2.0944).floor() * 2.0944
    value, *rest = net(batch["photo"], turns)
    loss, figures = _look_parts(batch, (value, *rest))
    # no smoothed labels: they blur which answer is the surer one, and that decides what is complete
    counted = functional.cross_entropy(value, batch["value"], ignore_index=-1)
    straight, told = count_loss(net, batch)
    scored = batch["value"] >= 0
    figures["value"] = float(counted.detach())
    figures["right"] = float((value.argmax(1) == batch["value"])[scored].float().mean())
    return loss + counted + 0.5 * straight, figures | told


def detector_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Focal loss on the centres, absolute error of offset and log size, cross entropy of the sides."""
    out = net(batch["photo"]).float()
    heat, weight = batch["heat"], batch["weight"]
    logit = out[:, 0]
    p = torch.sigmoid(logit)
    positive = (heat == 1).float()
    gain = positive * (1 - p) ** 2 * functional.logsigmoid(logit)
    loss = (1 - heat) ** 4 * p**2 * functional.logsigmoid(-logit) * (1 - positive)
    count = positive.sum().clamp(min=1)
    focal = -((gain + loss) * weight).sum() / count
    near = batch["near"][:, None]
    box = (functional.l1_loss(out[:, 1:5], batch["box"], reduction="none") * near).sum() / near.sum().clamp(
        min=1
    )
    sides = functional.binary_cross_entropy_with_logits(out[:, 5], batch["eight"], reduction="none")
    sides = (sides * batch["near"]).sum() / near.sum().clamp(min=1)
    total = focal + 1.0 * box + 0.2 * sides
    return total, {"focal": float(focal.detach()), "box": float(box.detach()), "sides": float(sides.detach())}


def _material(given: argparse.Namespace) -> list[Item]:
    items = rendered(given.scenes)
    if given.photos is not None:
        items += taught(given.photos)
    return with_mined(items, given.mined) if given.mined is not None else items


class _Both(IterableDataset[Batch]):
    """Batches of crops and of faces, as one."""

    def __init__(self, crops: crop_store.Batches, faces: FaceBatches) -> None:
        self.crops, self.faces = crops, faces

    def __iter__(self) -> Iterator[Batch]:
        for crop, face in zip(self.crops, self.faces, strict=False):
            yield crop | face


def _belongs(item: Item, given: argparse.Namespace) -> bool:
    return item.group != "rendered" or item.path.name.startswith(f"{given.sides}-")


def _dataset(given: argparse.Namespace, seed: int) -> IterableDataset[Batch]:
    items = _material(given)
    if given.what == "detector":
        return centres.Batches(items, given.batch, seed)
    sides = (given.sides,) if given.what != "look" else (6, 8)
    if given.what != "look":
        items = [
            i for at, i in enumerate(items) if _belongs(i, given) or (given.what == "whole" and at % 4 == 0)
        ]
    crops = crop_store.gather(items, given.seed) + crop_store.strangers(given.tables, given.seed)
    seen = crop_store.Batches(crops, given.batch, seed, sides, repaint=given.repaint)
    if given.what == "look":
        return seen
    drawn = draw(given.faces, given.sides, seed=given.seed, workers=given.workers)
    if given.what == "count":
        return FaceBatches(drawn, squared(crops, given.sides), given.batch, seed)
    return _Both(seen, FaceBatches(drawn, squared([], given.sides), given.batch // 2, seed))


def train(given: argparse.Namespace) -> None:
    """Train until `given.steps`, from the checkpoint where there is one."""
    torch.manual_seed(given.seed)
    done = (
        int(torch.load(given.out, map_location="cpu", weights_only=True)["step"]) if given.out.exists() else 0
    )
    loader = DataLoader(_dataset(given, given.seed + done), batch_size=None, num_workers=1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net: nn.Module = Detector() if given.what == "detector" else Reader(given.sides)
    net = net.to(device, memory_format=torch.channels_last)
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=0.02)
    first = 0
    if given.out.exists():
        saved = torch.load(given.out, map_location=device, weights_only=True)
        net.load_state_dict(saved["net"])
        mean.load_state_dict(saved["mean"])
        optimiser.load_state_dict(saved["optimiser"])
        first = int(saved["step"])
    elif given.start is not None:
        saved = torch.load(given.start, map_location=device, weights_only=True)["mean"]
        now = net.state_dict()
        net.load_state_dict(
            {k: saved[k] if k in saved and saved[k].shape == v.shape else v for k, v in now.items()}
        )
        mean = copy.deepcopy(net)
    losses = {"detector": detector_loss, "look": look_loss, "count": count_loss, "whole": whole_loss}
    batches: Iterator[Batch] = iter(loader)
    sums = dict[str, float]()
    bar = tqdm(
        total=given.steps,
        initial=first,
        desc=given.out.stem,
        unit="step",
        mininterval=given.every,
        position=given.line,
    )
    for step in range(first, given.steps):
        warm = min(1.0, (step + 1) / 100)
        rate = given.rate * warm * (0.5 + 0.5 * torch.cos(torch.tensor(3.1416 * step / given.steps)).item())
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-6)
        batch = {k: v.to(device, non_blocking=True) for k, v in next(batches).items()}
        for name in {"photo", "face"} & batch.keys():
            batch[name] = batch[name].contiguous(memory_format=torch.channels_last)
        net.train()
        with torch.autocast(device.type, torch.bfloat16, enabled=given.half):
            loss, figures = losses[given.what](net, batch)
        optimiser.zero_grad(set_to_none=True)  # and what has no gradient is not touched, nor decays
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        keep = min(0.997, (step + 1) / (step + 20))
        with torch.no_grad():
            for kept, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if kept.dtype.is_floating_point:
                    kept.lerp_(new, 1 - keep)
        for name, figure in figures.items():
            sums[name] = sums.get(name, 0.0) + figure
        if (step + 1) % 50 == 0:
            bar.set_postfix_str(" ".join(f"{name} {value / 50:.3f}" for name, value in sums.items()))
            sums.clear()
        bar.update()
        if (step + 1) % 500 == 0 or step + 1 == given.steps:
            part = given.out.with_suffix(".part")
            state = {"net": net.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**state, "step": step + 1, "sides": given.sides}, part)
            part.replace(given.out)


def main() -> None:
    """Parse the command and train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("detector", "look", "count", "whole"))
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--sides", type=int, choices=(6, 8), default=6)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faces", type=int, default=40_000, help="how many faces to draw for counting")
    parser.add_argument("--every", type=float, default=0.1, help="seconds between two signs of progress")
    parser.add_argument("--repaint", type=float, default=0.25, help="share of dice shown in other colours")
    parser.add_argument(
        "--tables", type=int, default=120, help="how many crowded tables to cut strangers from"
    )
    parser.add_argument("--mined", type=Path, help="what vision.training.hard_negatives found")
    parser.add_argument(
        "--half", action="store_true", help="multiply in bfloat16: faster where the chip has it"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that draw faces")
    parser.add_argument("--line", type=int, default=0, help="of the terminal, for the progress")
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
