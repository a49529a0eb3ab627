"""Train a network: `python -m vision.training.train reader --scenes FOLDER [--photos FOLDER] --out FILE.pt`.

`detector`; or for reading `faces` (a short first lesson), then `reader --start FACES.pt`, then `counter
--start READER.pt`; `--sides 8` for the eight-sided reader. The seed is fixed, a checkpoint is kept every 200
steps, and the same command goes on where it was cut off. It runs on a GPU where torch finds one, else on
the CPU.
"""

from __future__ import annotations

import argparse
import copy
import pickle
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.training import centres, crop_store
from vision.training.material import TRAINED_SETS, Item, photos, rendered, split
from vision.training.mine import with_mined
from vision.training.networks import Detector, Reader, lay_square

Batch = dict[str, Tensor]


def reader_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """The reader's loss on one batch, and its parts."""
    photo = batch["photo"]
    turns = torch.rand(len(photo), device=photo.device) * 6.2832
    value, kind, colour, state, mask = net(photo, turns)
    known = batch["known"]
    parts = {
        "value": functional.cross_entropy(value, batch["value"], ignore_index=-1, label_smoothing=0.02),
        "kind": functional.cross_entropy(kind, batch["kind"]),
        "colour": 0.6
        * functional.cross_entropy(colour, batch["colour"], ignore_index=-1, label_smoothing=0.02),
        "state": 0.2 * functional.cross_entropy(state, batch["state"], ignore_index=-1),
    }
    if known.any():
        target, guess = batch["mask"][known], mask[known]
        parts["mask"] = 2.0 * functional.binary_cross_entropy_with_logits(guess, target)
    figures = {name: float(part.detach()) for name, part in parts.items()}
    scored = batch["value"] >= 0
    figures["right"] = float((value.argmax(1) == batch["value"])[scored].float().mean())
    coloured = batch["colour"] >= 0
    figures["hue"] = float((colour.argmax(1) == batch["colour"])[coloured].float().mean())
    return torch.stack(list(parts.values())).sum(), figures


def faces_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """A lesson before the first: count only, on faces that the true masks lay square. Without it the
    reader learns masks for a long while before it learns to count."""
    assert isinstance(net, Reader)
    known = batch["known"] & (batch["mask"].sum((1, 2, 3)) > 8)
    photo, mask, target = batch["photo"][known], batch["mask"][known], batch["value"][known]
    weight = mask / mask.sum((2, 3), keepdim=True)
    grid = lay_square(weight, torch.rand(len(photo), device=photo.device) * 6.2832)
    square = functional.grid_sample((photo - 0.45) * 4, grid, padding_mode="border", align_corners=False)
    value = net.value(net.count(square))
    loss = functional.cross_entropy(value, target)
    return loss, {"value": float(loss.detach()), "right": float((value.argmax(1) == target).float().mean())}


def counter_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """The last lesson: counting alone, on faces as the reader itself lays them square; the rest is still."""
    assert isinstance(net, Reader)
    net.eval()
    net.count.train()
    net.value.train()
    scored = batch["value"] >= 0
    photo, target = batch["photo"][scored], batch["value"][scored]
    with torch.no_grad():
        square = net.look(photo, torch.rand(len(photo), device=photo.device) * 6.2832)[0]
    value = net.value(net.count(square))
    loss = functional.cross_entropy(value, target, label_smoothing=0.02)
    return loss, {"value": float(loss.detach()), "right": float((value.argmax(1) == target).float().mean())}


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
    # the eight-sided reader is asked only about what the other one takes for eight-sided
    items = rendered(given.scenes, sides=8 if given.sides == 8 else None)
    if given.photos is not None:
        for name in TRAINED_SETS:
            items += split(photos(given.photos, name))[0]
    return with_mined(items, given.mined) if given.mined is not None else items


def _dataset(given: argparse.Namespace, seed: int) -> IterableDataset[Batch]:
    items = _material(given)
    if given.what == "detector":
        return centres.Batches(items, given.batch, seed)
    if given.cache is not None and given.cache.exists():
        crops = pickle.loads(given.cache.read_bytes())
    else:
        crops = crop_store.gather(items, given.seed)
        if given.cache is not None:
            given.cache.write_bytes(pickle.dumps(crops, protocol=5))
    if given.what == "faces":
        crops = [
            c
            for c in crops
            if c.rendered and c.label.sides == given.sides and c.label.top > 0.9 and c.width > 35
        ]
    if given.what == "counter":
        crops = [c for c in crops if c.label.value and c.label.sides == given.sides]
    return crop_store.Batches(crops, given.batch, seed, given.sides, repaint=given.repaint)


def train(given: argparse.Namespace) -> None:
    """Train until `given.steps`, from the checkpoint where there is one."""
    torch.manual_seed(given.seed)
    done = (
        int(torch.load(given.out, map_location="cpu", weights_only=True)["step"]) if given.out.exists() else 0
    )
    loader = DataLoader(_dataset(given, given.seed + done), batch_size=None, num_workers=given.workers)
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
    losses = {"detector": detector_loss, "reader": reader_loss, "faces": faces_loss, "counter": counter_loss}
    batches: Iterator[Batch] = iter(loader)
    began, sums = time.monotonic(), dict[str, float]()
    for step in range(first, given.steps):
        warm = min(1.0, (step + 1) / 100)
        rate = given.rate * warm * (0.5 + 0.5 * torch.cos(torch.tensor(3.1416 * step / given.steps)).item())
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-6)
        batch = {k: v.to(device, non_blocking=True) for k, v in next(batches).items()}
        batch["photo"] = batch["photo"].contiguous(memory_format=torch.channels_last)
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
            line = " ".join(f"{name} {value / 50:.3f}" for name, value in sums.items())
            print(
                f"{step + 1} {line} {(time.monotonic() - began) / (step + 1 - first):.2f} s a step",
                flush=True,
            )
            sums.clear()
        if (step + 1) % 200 == 0 or step + 1 == given.steps:
            part = given.out.with_suffix(".part")
            state = {"net": net.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**state, "step": step + 1, "sides": given.sides}, part)
            part.replace(given.out)


def main() -> None:
    """Parse the command and train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("faces", "reader", "counter", "detector"))
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--sides", type=int, choices=(6, 8), default=6)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, help="keep the crops in this file for the next run")
    parser.add_argument("--repaint", type=float, default=0.25, help="share of dice shown in other colours")
    parser.add_argument("--mined", type=Path, help="what vision.training.mine found")
    parser.add_argument(
        "--half", action="store_true", help="multiply in bfloat16: faster where the chip has it"
    )
    parser.add_argument("--workers", type=int, default=1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
