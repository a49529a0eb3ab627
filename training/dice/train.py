"""Trains a network: `python -m training.dice.train crop --scenes FOLDER [--photos FOLDER] --out FILE.pt`.

The first argument is `detector`, `normals` (of the tops of dice), or a stage of the reader, in this order:
`crop` (whether a crop shows a die; the die's colour, pose, and mask of the top face), `value` (of rectified
faces), and `joint` (both together, on crops, also of photos). `--sides 8` trains for dice with numerals.
`training.dice.pipeline` runs them all. The seed is fixed, the state is stored every 100 steps, and the same
command resumes an interrupted run. It runs on a GPU if torch finds one, otherwise on the CPU.
"""

import argparse
import copy
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset
from tqdm import tqdm

from training.dice.crop_batches import CropBatches, crops_of, distractor_crops
from training.dice.dataset import LabelledImage, rendered_scenes, training_photos
from training.dice.detector_batches import DetectorBatches
from training.dice.face_batches import FaceBatches, rectified_faces
from training.dice.faces import draw_faces
from training.dice.hard_negatives import with_hard_negatives
from training.dice.losses import crop_loss, detector_loss, joint_loss, normals_loss, value_loss
from training.dice.networks import Detector, Normals, Reader
from training.dice.normal_batches import NormalBatches

Batch = dict[str, Tensor]
LOSSES = {
    "detector": detector_loss, "crop": crop_loss, "value": value_loss, "joint": joint_loss,
    "normals": normals_loss,
}  # fmt: skip
CHECKPOINT_STEPS = 100
REPORT_STEPS = 50
WARM_UP_STEPS = 100
MAX_GRADIENT = 5.0
MAX_KEPT = 0.997
"""Upper limit of the old mean's share when a step updates the running mean of the weights."""


class _CropsAndFaces(IterableDataset[Batch]):
    """Batches that each join a batch of crops and a batch of faces."""

    def __init__(self, crops: CropBatches, faces: FaceBatches) -> None:
        self.crops, self.faces = crops, faces

    def __iter__(self) -> Iterator[Batch]:
        for crop, face in zip(self.crops, self.faces, strict=False):
            yield crop | face


def _images(given: argparse.Namespace) -> list[LabelledImage]:
    items = rendered_scenes(given.scenes)
    if given.photos is not None:
        items += training_photos(given.photos)
    return with_hard_negatives(items, given.hard_negatives) if given.hard_negatives is not None else items


def _images_of_sides(given: argparse.Namespace, items: list[LabelledImage]) -> list[LabelledImage]:
    """Return photos, scenes of dice with `given.sides` sides and, to train `joint`, a few other scenes."""
    return [
        item
        for at, item in enumerate(items)
        if not item.is_rendered
        or item.path.name.startswith(f"{given.sides}-")
        or (given.what == "joint" and at % 4 == 0)
    ]


def _batches(given: argparse.Namespace, seed: int) -> IterableDataset[Batch]:
    items = _images(given)
    if given.what == "detector":
        return DetectorBatches(items, given.batch, seed)
    if given.what == "normals":
        return NormalBatches(crops_of(items, given.seed), given.batch, seed)
    crop_only = given.what == "crop"
    if not crop_only:
        items = _images_of_sides(given, items)
    crops = crops_of(items, given.seed) + distractor_crops(given.tables, given.seed)
    sides = (6, 8) if crop_only else (given.sides,)
    of_crops = CropBatches(crops, given.batch, seed, sides, given.hardness)
    if crop_only:
        return of_crops
    drawn = draw_faces(given.faces, given.sides, seed=given.seed, workers=given.workers)
    if given.what == "value":
        return FaceBatches(drawn, rectified_faces(crops, given.sides), given.batch, seed)
    of_faces = FaceBatches(drawn, rectified_faces([], given.sides), given.batch // 2, seed, given.hardness)
    return _CropsAndFaces(of_crops, of_faces)


def has_bfloat16(device: torch.device) -> bool:
    """Return True if the device supports bfloat16; on others, it is ten times slower than float32."""
    return device.type != "cpu" or bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())


def _network(given: argparse.Namespace) -> nn.Module:
    match given.what:
        case "detector":
            return Detector()
        case "normals":
            return Normals()
    return Reader(given.sides)


class Trainer:
    """Trains a network with AdamW, and keeps the running mean of its weights, which is what is exported."""

    def __init__(self, given: argparse.Namespace, device: torch.device) -> None:
        self.given, self.device = given, device
        self.half = given.half and has_bfloat16(device)
        net = _network(given)
        self.net: nn.Module = net.to(  # type: ignore[call-overload,unused-ignore]
            device, memory_format=torch.channels_last
        )
        self.mean = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=given.rate, weight_decay=0.02)
        self.step = 0
        self.warm_from = 0
        if given.out.exists():
            self._resume(given.out)
        elif given.start is not None:
            self._begin_with(given.start)

    def _resume(self, checkpoint: Path) -> None:
        saved = torch.load(checkpoint, map_location=self.device, weights_only=True)
        self.net.load_state_dict(saved["net"])
        self.mean.load_state_dict(saved["mean"])
        self.step = int(saved["step"])
        if "optimiser" in saved:
            self.optimiser.load_state_dict(saved["optimiser"])
        self.warm_from = int(saved.get("warm_from", self.step))

    def _begin_with(self, checkpoint: Path) -> None:
        """Load those weights of another network's checkpoint that have the same name and shape here."""
        saved = torch.load(checkpoint, map_location=self.device, weights_only=True)["mean"]
        own = self.net.state_dict()
        fitting = {name: saved.get(name) for name, value in own.items() if name in saved}
        fitting = {name: value for name, value in fitting.items() if value.shape == own[name].shape}
        self.net.load_state_dict(own | fitting)
        self.mean = copy.deepcopy(self.net)

    def _set_rate(self) -> None:
        """Set the learning rate: it falls to zero along a cosine; for a new optimiser it first rises over
        WARM_UP_STEPS."""
        progress = torch.tensor(3.1416 * self.step / self.given.steps)
        rate = self.given.rate * min(1.0, (self.step - self.warm_from + 1) / WARM_UP_STEPS)
        for group in self.optimiser.param_groups:
            group["lr"] = max(rate * (0.5 + 0.5 * torch.cos(progress).item()), 1e-6)

    def learn(self, batch: Batch) -> dict[str, float]:
        """Take one training step on a batch, and return the step's figures by name, such as its losses."""
        self._set_rate()
        batch = {name: values.to(self.device, non_blocking=True) for name, values in batch.items()}
        for name in {"photo", "face"} & batch.keys():
            batch[name] = batch[name].contiguous(memory_format=torch.channels_last)
        self.net.train()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.half):
            loss, figures = LOSSES[self.given.what](self.net, batch)
        self.optimiser.zero_grad(set_to_none=True)  # a parameter without a gradient must not decay
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), MAX_GRADIENT)
        self.optimiser.step()
        self._average()
        self.step += 1
        return figures

    @torch.no_grad()
    def _average(self) -> None:
        """Update the running mean of the weights. The later a step, the smaller the share of its weights."""
        keep = min(MAX_KEPT, (self.step + 1) / (self.step + 20))
        now = self.net.state_dict()
        for name, kept in self.mean.state_dict().items():
            if kept.dtype.is_floating_point:
                kept.lerp_(now[name], 1 - keep)

    def save(self) -> None:
        """Write the state of the training to the file `given.out`, atomically."""
        part = self.given.out.with_suffix(".part")
        torch.save(
            {
                "net": self.net.state_dict(),
                "mean": self.mean.state_dict(),
                "step": self.step,
                "sides": self.given.sides,
                "optimiser": self.optimiser.state_dict(),
                "warm_from": self.warm_from,
            },
            part,
        )
        part.replace(self.given.out)


def train(given: argparse.Namespace) -> None:
    """Train up to step `given.steps`. A checkpoint, if there is one, is resumed."""
    torch.manual_seed(given.seed)
    trainer = Trainer(given, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    if trainer.step >= given.steps:
        return
    makers = given.workers if trainer.device.type == "cuda" else 1
    loader = DataLoader(_batches(given, given.seed + trainer.step), batch_size=None, num_workers=makers)
    batches: Iterator[Batch] = iter(loader)
    sums = dict[str, float]()
    bar = tqdm(total=given.steps, initial=trainer.step, desc=given.out.stem, unit="step", position=given.line)
    while trainer.step < given.steps:
        for name, figure in trainer.learn(next(batches)).items():
            sums[name] = sums.get(name, 0.0) + figure
        if trainer.step % REPORT_STEPS == 0:
            means = {name: total / REPORT_STEPS for name, total in sums.items()}
            bar.set_postfix_str(", ".join(f"{name} {mean:.3f}" for name, mean in means.items()))
            sums.clear()
        bar.update()
        if trainer.step % CHECKPOINT_STEPS == 0 or trainer.step == given.steps:
            trainer.save()


def main() -> None:
    """Parse the command and train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=tuple(LOSSES))
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--sides", type=int, choices=(6, 8), default=6)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--hardness", type=float, default=1.0, help="how often photos of scenes are hard, of what is usual"
    )
    parser.add_argument("--faces", type=int, default=40_000, help="how many faces to draw")
    parser.add_argument(
        "--tables", type=int, default=120, help="how many crowded tables to cut distractors from"
    )
    parser.add_argument("--hard-negatives", type=Path, help="what training.dice.hard_negatives found")
    parser.add_argument(
        "--half", action="store_true", help="multiply in bfloat16, if the chip has it: faster"
    )
    parser.add_argument(
        "--workers", type=int, default=1, help="processes that draw faces, and make batches for a GPU"
    )
    parser.add_argument("--line", type=int, default=0, help="of the terminal, for the progress")
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
