"""The network that distinguishes marked places from empty ones: each place by itself, then beside its whole
sheet.

A player has one pen and habits, so the other places of a sheet show how the marks look, how dark erased ones
still are, and how blurred the print is. The network does not know the position of a place on the sheet, so it
cannot learn a rule of the game. The names of layers are keys in checkpoints.
"""

from pathlib import Path

import torch
from torch import Tensor, nn

from training.onnx_file import write_onnx
from vision.scan.cells import CELL_PIXELS, CHANNELS

WIDTH = 96
"""Number of features that describe a place."""
HEADS = 4


class SheetAttention(nn.Module):
    """Attention of each place to all others of its sheet, with several heads and a layer of its own, each
    added to the input (Vaswani et al., 2017; normalised before, Xiong et al., 2020)."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.ask, self.key, self.value, self.join = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.own = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))

    def forward(self, places: Tensor, apart: Tensor | None) -> Tensor:
        """Return N x WIDTH, as given; `apart`: N x N, True if two places are not on one sheet."""
        known = self.norm(places)
        ask, key, value = (
            part(known).reshape(-1, HEADS, WIDTH // HEADS).transpose(0, 1)
            for part in (self.ask, self.key, self.value)
        )
        scores = ask @ key.transpose(1, 2) / (WIDTH // HEADS) ** 0.5
        if apart is not None:
            scores = scores.masked_fill(apart, -1e4)
        seen = (scores.softmax(-1) @ value).transpose(0, 1).reshape(-1, WIDTH)
        places = places + self.join(seen)
        joined: Tensor = places + self.own(self.norm2(places))
        return joined


class MarkNetwork(nn.Module):
    """N x CHANNELS x CELL_PIXELS x CELL_PIXELS from 0 to 1, the places of one sheet, to N x 2 logits: marked,
    covered.

    A picture holds a place, its empty kin and its print (`vision.scan.cells.cell_pictures`). The network gets
    the print and the differences of the place from both, so that it does not take numbers for ink.
    """

    def __init__(self) -> None:
        super().__init__()

        def stage(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(a, b, size, stride, size // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
            )

        self.features = nn.Sequential(
            stage(CHANNELS, 24, 2, 5),
            nn.MaxPool2d(2),
            stage(24, 40),
            stage(40, 40),
            nn.MaxPool2d(2),
            stage(40, 48),
        )
        self.place = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(48 * (CELL_PIXELS // 8) ** 2, WIDTH),
            nn.ReLU(inplace=True),
        )
        self.alone = nn.Linear(WIDTH, 2)
        self.beside = nn.ModuleList([SheetAttention(), SheetAttention()])
        self.answer = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 2))

    def both(self, pictures: Tensor, sheets: Tensor | None) -> tuple[Tensor, Tensor]:
        """Return logits by the place alone, and together with its sheet.

        `sheets`: N numbers, equal for the places of one sheet; None if all are of one.
        """
        own, kin, print_ = pictures.split(3, 1)
        seen = torch.cat([print_ - 0.7, 2 * (own - kin), 2 * (own - print_)], 1)
        places = self.place(self.features(seen))
        apart = None if sheets is None else sheets[:, None] != sheets[None, :]
        alone = self.alone(places)
        for beside in self.beside:
            places = beside(places, apart)
        return alone, self.answer(places)

    def forward(self, pictures: Tensor) -> Tensor:
        return self.both(pictures, None)[1]


class Calibrated(nn.Module):
    """The exported network: both answers, logits divided by a temperature, so that they are log odds."""

    def __init__(self, network: MarkNetwork, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Return N x 2 (marked, covered, by the whole sheet) and N (marked, by the place alone)."""
        alone, beside = self.network.both(pictures, None)
        return beside / self.temperature, alone[:, 0] / self.temperature


def export(network: Calibrated, path: Path) -> None:
    """Write the network as ONNX for sheets with any number of places."""
    inside, outside = ["pictures"], ["log_odds", "alone"]
    given = torch.rand(57, CHANNELS, CELL_PIXELS, CELL_PIXELS)
    write_onnx(network, (given,), path, inside, outside, {name: {0: "n"} for name in inside + outside})
