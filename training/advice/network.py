"""Defines the value network in PyTorch, trains it, and exports it as ONNX for `models/`."""

import copy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from companion.advisor.encoder import NUMBERS, EncodedStates, Floats
from training.onnx_file import write_onnx

MEMORY = 0.9993
"""Decay per step of the moving average of the weights. Games are played with the average."""
LEAD_SHARE = 1.0
"""Weight of the lead's loss (half the squared error) relative to the cross-entropy of the chance to win."""


class Network(nn.Module):
    """Predicts the logit of the chance to win and the lead from an encoded table.

    The first hidden layer is the sum of embedding vectors and a linear map of the numbers. A second one
    follows; both have ReLU. `vectors`: how many embedding vectors there are, with the last for padding.
    """

    def __init__(self, vectors: int, hidden: tuple[int, int] = (64, 32)) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(vectors, hidden[0], mode="sum", padding_idx=vectors - 1)
        self.rest = nn.Linear(NUMBERS, hidden[0])
        self.second = nn.Linear(*hidden)
        self.out = nn.Linear(hidden[1], 2)
        nn.init.normal_(self.table.weight, std=0.05)
        with torch.no_grad():
            self.table.weight[-1] = 0
            self.out.weight *= 0.1

    def forward(self, ids: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (n,) and leads (n,) for ids (n, k) and numbers (n, NUMBERS)."""
        return self.after(self.table(ids) + self.rest(numbers))

    def after(self, first: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and leads, (n,) each, given the first hidden layer before its ReLU."""
        out = self.out(torch.relu(self.second(torch.relu(first))))
        return out[:, 0], out[:, 1]


class Learner:
    """A network trained with Adam, and the running mean of its weights, with which games are played."""

    def __init__(self, network: Network) -> None:
        self.now = network
        self.mean = copy.deepcopy(network)
        self.adam = torch.optim.Adam(network.parameters())

    def __call__(self, seen: EncodedStates) -> tuple[Floats, Floats]:
        """Return logits of the chance to win (n,) and leads (n,), computed with the mean weights."""
        with torch.no_grad():
            win, lead = self.mean(torch.from_numpy(seen.ids), torch.from_numpy(seen.numbers))
        return win.numpy(), lead.numpy()

    def learn(self, seen: EncodedStates, wins: Floats, leads: Floats, rate: float) -> float:
        """Make one step of Adam towards the targets `wins` and `leads`, (n,) each; return the loss.

        `rate`: the learning rate.
        """
        for group in self.adam.param_groups:
            group["lr"] = rate
        win, lead = self.now(torch.from_numpy(seen.ids), torch.from_numpy(seen.numbers))
        loss = nn.functional.binary_cross_entropy_with_logits(win, torch.from_numpy(wins))
        loss = loss + LEAD_SHARE / 2 * nn.functional.mse_loss(lead, torch.from_numpy(leads))
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.now.parameters(), strict=True):
                mean.lerp_(now, 1 - MEMORY)
        return float(loss.detach())

    def save(self, path: Path, **more: float) -> None:
        """Save the state, with the numbers `more`, so that a stopped training can continue."""
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {name: getattr(self, name).state_dict() for name in ("now", "mean", "adam")}
        new = path.with_suffix(".new")
        torch.save(state | {"more": more}, new)
        new.replace(path)

    def load(self, path: Path) -> dict[str, float]:
        """Restore a saved state; return the numbers that `save` got as `more`."""
        state = torch.load(path, weights_only=True)
        for name in ("now", "mean", "adam"):
            getattr(self, name).load_state_dict(state[name])
        more: dict[str, float] = state["more"]
        return more


class _Shipped(nn.Module):
    """The network as it is exported. It gathers embedding vectors and adds them up, which is fast in ONNX.

    `scale`: the factor for 8-bit vectors, or None for 32-bit vectors.
    """

    def __init__(self, network: Network, vectors: Tensor, scale: Tensor | None) -> None:
        super().__init__()
        self.network = network
        self.register_buffer("vectors", vectors)
        self.register_buffer("scale", scale)

    def forward(self, ids: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and leads, like Network.forward."""
        added = self.vectors[ids].to(torch.float32).sum(1)
        if self.scale is not None:
            added = added * self.scale
        win, lead = self.network.after(added + self.network.rest(numbers))
        return win, lead


def export(network: Network, path: Path, in_eight_bits: bool = True) -> None:
    """Write a network as ONNX, with embedding vectors in 8 or 32 bits.

    Inputs: `ids` (n, k) int32 and `numbers` (n, NUMBERS). Outputs: `win` (n,), as logits, and `lead` (n,).
    """
    vectors, scale = network.table.weight.detach(), None
    if in_eight_bits:
        scale = vectors.abs().amax(0, keepdim=True).clamp(min=1e-6) / 127
        vectors, scale = torch.round(vectors / scale).to(torch.int8), scale[0]
    ids, numbers = torch.zeros((2, 3), dtype=torch.int32), torch.zeros((2, NUMBERS))
    axes = {"ids": {0: "n", 1: "k"}, **{name: {0: "n"} for name in ("numbers", "win", "lead")}}
    shipped = _Shipped(network, vectors, scale)
    write_onnx(shipped, (ids, numbers), path, ["ids", "numbers"], ["win", "lead"], axes)


def load_shipped(path: Path) -> Network:
    """Load a network from an ONNX file that `export` wrote."""
    found = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(path)).graph.initializer}
    vectors = found["vectors"].astype(np.float32) * found.get("scale", np.float32(1))
    network = Network(len(vectors), (vectors.shape[1], len(found["network.second.bias"])))
    state = {"table.weight": vectors} | {
        name.removeprefix("network."): values for name, values in found.items() if name.startswith("network.")
    }
    network.load_state_dict({name: torch.from_numpy(np.array(values)) for name, values in state.items()})
    return network
