"""The network that distinguishes marked places (boxes) of a score sheet from empty ones: first each place by
itself, then in comparison with its whole sheet.

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
    """A transformer layer in which the places of a sheet attend to each other (Vaswani et al., 2017).

    It normalises before attention and before its feed-forward part (Xiong et al., 2020).
    """

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.ask, self.key, self.value, self.join = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.own = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))

    def forward(self, places: Tensor, apart: Tensor | None) -> Tensor:
        """Return the updated features of N places, N x WIDTH.

        `apart`: N x N, True for two places of different sheets; None if all are of one sheet.
        """
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
    """Maps pictures of a sheet's N places to logits, N x 2: marked, covered.

    In: N x CHANNELS x CELL_PIXELS², 0 to 1: for each place its photo, a picture of how the photo would look
    without a mark, and a drawing of its print (`vision.scan.cells.cell_pictures`). The first layer gets the
    drawing, and the photo minus each of the other two, so that printed numbers aren't taken for ink.
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
        """Return two sets of logits, each N x 2: for each place alone, and for each place with its sheet.

        `sheets`: number of the sheet of each of the N places; None if all are of one sheet.
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


class CalibratedNetwork(nn.Module):
    """The network as exported: it divides logits by a temperature, so that they are calibrated log odds."""

    def __init__(self, network: MarkNetwork, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Return log odds: N x 2 (marked, covered) with the whole sheet, and N (marked) for places alone."""
        alone, beside = self.network.both(pictures, None)
        return beside / self.temperature, alone[:, 0] / self.temperature


def export(network: CalibratedNetwork, path: Path) -> None:
    """Write the network as ONNX for sheets with any number of places."""
    inside, outside = ["pictures"], ["log_odds", "alone"]
    given = torch.rand(57, CHANNELS, CELL_PIXELS, CELL_PIXELS)
    write_onnx(network, (given,), path, inside, outside, {name: {0: "n"} for name in inside + outside})
