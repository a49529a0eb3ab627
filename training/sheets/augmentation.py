"""Augmentation of pictures of places (boxes on sheets): other light, ink moved between places, covers."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.scan.cells import CELL_PIXELS, SURROUND_SHARE

COVERED_SHARE = 0.08
"""Share of pictures in which something like a card or a hand covers the box that they show."""
BARE_SHARE = 0.06
"""Share of pictures that are replaced by the print of a box, without any ink."""
TRANSPLANTED_SHARE = 0.3
"""Share of pictures whose ink is put on the print of another box of the same sheet."""
MAX_SHIFT_PIXELS = 2


def to_tensor(pictures: NDArray[np.uint8]) -> Tensor:
    """Convert N x CELL_PIXELS x CELL_PIXELS x CHANNELS bytes to N x CHANNELS x CELL_PIXELS², 0 to 1."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255


def shifted_and_relit(pictures: NDArray[np.uint8], chance: torch.Generator) -> Tensor:
    """Convert pictures of places as `to_tensor` does, shifted a little and made lighter or darker."""
    n = len(pictures)
    out = np.empty_like(pictures)
    for part in np.array_split(np.arange(n), 6):  # a part at a time, which is quicker than one by one
        dy, dx = torch.randint(-MAX_SHIFT_PIXELS, MAX_SHIFT_PIXELS + 1, (2,), generator=chance).tolist()
        down, right = (np.clip(np.arange(CELL_PIXELS) + d, 0, CELL_PIXELS - 1) for d in (dy, dx))
        out[part] = pictures[part][:, down][:, :, right]
    gain = 1 + 0.06 * torch.randn(n, 1, 1, 1, generator=chance)
    tint = 1 + 0.03 * torch.randn(n, 3, 1, 1, generator=chance)
    floats = to_tensor(out)
    floats *= gain * tint.repeat(1, 3, 1, 1)
    return floats.clamp_(0, 1)


def transplanted(
    pictures: Tensor, marked: Tensor, covered: Tensor, sheets: Tensor, chance: torch.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """Put the ink of some places on the print of other places of the same sheet; remove the ink of some more.

    Removal teaches the network that print isn't ink. Return the new `pictures`, `marked` and `covered`.
    """
    n = len(pictures)
    order = torch.argsort(sheets * 2 + torch.rand(n, generator=chance))
    other = torch.empty_like(order)
    other[torch.argsort(sheets, stable=True)] = order
    moved = torch.rand(n, generator=chance)
    bare = torch.nonzero(moved < BARE_SHARE).ravel()
    inked = torch.nonzero((moved >= BARE_SHARE) & (moved < BARE_SHARE + TRANSPLANTED_SHARE)).ravel()
    out = pictures.clone()
    for places in (bare, inked):
        out[places, 6:] = pictures[other[places], 6:]
    print_ = out[bare, 6:].repeat(1, 2, 1, 1)
    grain = 1 + 0.02 * torch.randn(print_.shape, generator=chance)
    light = 1 + 0.08 * torch.randn(len(bare), 3, 1, 1, generator=chance).repeat(1, 2, 1, 1)
    out[bare, :6] = (print_ * grain * light).clamp(0, 1)
    ink = pictures[inked, :6] / pictures[inked, 6:].repeat(1, 2, 1, 1).clamp(min=0.12)
    out[inked, :6] = (ink.clamp(0, 1.6) * out[inked, 6:].repeat(1, 2, 1, 1)).clamp(0, 1)
    seen = moved >= BARE_SHARE
    return out, marked * seen, covered * seen


def covered_by_things(pictures: Tensor, covered: Tensor, chance: torch.Generator) -> tuple[Tensor, Tensor]:
    """Cover some places, wholly or on one side, with one colour, as a card or a hand would.

    Return the pictures and the covered share of each place.
    """
    picked = torch.nonzero(torch.rand(len(pictures), generator=chance) < COVERED_SHARE).ravel()
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
