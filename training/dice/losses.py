"""Losses of the networks, each returned with figures by name that show the progress of the training."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.dice.networks import Reader, normalised, rectifying_grid
from vision.dice.normals import LOG_SPREADS
from vision.dice.table_plane import FREEDOM

Batch = dict[str, Tensor]
Figures = dict[str, float]
GRID_STEP = 13
"""Step between the rows and columns of the rectifying grid that are compared."""


def crop_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, Figures]:
    """Return the loss of all outputs of a reader except the value, and figures for the progress bar."""
    assert isinstance(net, Reader)
    turns = torch.zeros(len(batch["photo"]), device=batch["photo"].device)
    return _crop_parts(batch, net.describe(batch["photo"], turns, batch["table"])[1:])


def _crop_parts(batch: Batch, answer: tuple[Tensor, ...]) -> tuple[Tensor, Figures]:
    kind, colour, state, mask = answer
    known = batch["known"] & (batch["mask"].sum((1, 2, 3)) > 6)
    parts = {
        "kind": functional.cross_entropy(kind, batch["kind"]),
        "colour": 0.6 * functional.cross_entropy(colour, batch["colour"], ignore_index=-1),
        "state": 0.2 * functional.cross_entropy(state, batch["state"], ignore_index=-1),
    }
    if known.any():
        target, guess = batch["mask"][known], mask[known].float()
        parts["mask"] = 2.0 * functional.binary_cross_entropy_with_logits(guess, target)
        parts["pose"] = _pose_loss(guess, target)
    figures = {name: float(part.detach()) for name, part in parts.items()}
    coloured = batch["colour"] >= 0
    figures["colour right"] = float((colour.argmax(1) == batch["colour"])[coloured].float().mean())
    figures["kind right"] = float((kind.argmax(1) == batch["kind"]).float().mean())
    return torch.stack(list(parts.values())).sum(), figures


def _pose_loss(guess: Tensor, target: Tensor) -> Tensor:
    """Return the mean difference between the grids that rectify a face by the guessed and by the target mask.

    This punishes a few wrong pixels far from the face, which hardly change the loss of the mask itself.
    """
    still = torch.zeros(len(guess), device=guess.device)
    with torch.autocast(guess.device.type, enabled=False):
        found = rectifying_grid(normalised(torch.sigmoid(guess)), still)
        due = rectifying_grid(normalised(target), still)
    return (found[:, ::GRID_STEP, ::GRID_STEP] - due[:, ::GRID_STEP, ::GRID_STEP]).abs().mean()


def value_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, Figures]:
    """Return the loss of the values alone, on rectified faces, and figures for the progress bar."""
    assert isinstance(net, Reader)
    value = net.read_face((batch["face"] - 0.45) * 4)
    loss = functional.cross_entropy(value, batch["target"])
    right = (value.argmax(1) == batch["target"].argmax(1)).float().mean()
    return loss, {"faces": float(loss.detach()), "faces right": float(right)}


def joint_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, Figures]:
    """Return the loss of all outputs on crops and of values on drawn faces, and figures for the progress bar.

    The drawn faces keep the reader from forgetting what it learnt from them before.
    """
    assert isinstance(net, Reader)
    turns = torch.rand(len(batch["photo"]), device=batch["photo"].device) * 6.2832
    if net.sides == 8:  # by thirds: the network turns a corner up itself
        turns = (turns / 2.0944).floor() * 2.0944
    value, *rest = net(batch["photo"], turns, batch["table"])
    loss, figures = _crop_parts(batch, tuple(rest))
    # no smoothed labels: they blur which answer is the surer one, which decides what is complete
    on_crops = functional.cross_entropy(value, batch["value"], ignore_index=-1)
    on_faces, face_figures = value_loss(net, batch)
    scored = batch["value"] >= 0
    figures["value"] = float(on_crops.detach())
    figures["value right"] = float((value.argmax(1) == batch["value"])[scored].float().mean())
    return loss + on_crops + 0.5 * on_faces, figures | face_figures


def normals_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, Figures]:
    """Return the mean negative log-likelihood of the true normals, and figures for the progress bar.

    The network gives the middle and scale of a Student's t distribution with FREEDOM degrees of freedom.
    """
    out = net(batch["photo"]).float()
    log_spread = out[:, 2].clamp(*LOG_SPREADS)
    off = ((out[:, :2] - batch["normal"]) ** 2).sum(1)
    loss = (
        2 * log_spread + (FREEDOM + 2) / 2 * torch.log1p(off * torch.exp(-2 * log_spread) / FREEDOM)
    ).mean()
    return loss, {"normals": float(loss.detach()), "error": float(off.detach().sqrt().median())}


def detector_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, Figures]:
    """Return the weighted sum of three losses, and figures for the progress bar.

    The losses: a focal loss of centres, an absolute error of boxes, a cross entropy of numbers of sides.
    """
    out = net(batch["photo"]).float()
    heat, weight = batch["heat"], batch["weight"]
    logit = out[:, 0]
    p = torch.sigmoid(logit)
    positive = (heat == 1).float()
    gain = positive * (1 - p) ** 2 * functional.logsigmoid(logit)
    loss = (1 - heat) ** 4 * p**2 * functional.logsigmoid(-logit) * (1 - positive)
    focal = -((gain + loss) * weight).sum() / positive.sum().clamp(min=1)
    near = batch["near"]
    count = near.sum().clamp(min=1)
    box = (functional.l1_loss(out[:, 1:5], batch["box"], reduction="none") * near[:, None]).sum() / count
    sides = functional.binary_cross_entropy_with_logits(out[:, 5], batch["eight"], reduction="none")
    sides = (sides * near).sum() / count
    figures = {"focal": focal, "box": box, "sides": sides}
    return focal + box + 0.2 * sides, {name: float(part.detach()) for name, part in figures.items()}
