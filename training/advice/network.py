"""The value network as it learns, in PyTorch, and its way into `models/` as ONNX."""

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
"""Share of the running mean of the weights that stays at each step; the mean plays."""
LEAD_SHARE = 1.0
"""Weight of the squared error of the lead beside the cross-entropy of the chance to win."""


class Network(nn.Module):
    """Vectors that are added up with a weighted sum of the numbers, a second hidden layer, each followed by
    max(0, x), then the logit of the chance to win and the lead. `vectors`: how many, the last for nothing."""

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
        """Return logits (n,) and leads (n,) of ids (n, k) and numbers (n, NUMBERS)."""
        return self.after(self.table(ids) + self.rest(numbers))

    def after(self, first: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and leads from the first hidden layer before max(0, x)."""
        out = self.out(torch.relu(self.second(torch.relu(first))))
        return out[:, 0], out[:, 1]


class Learner:
    """A network that learns by Adam, and the running mean of its weights, which plays."""

    def __init__(self, network: Network) -> None:
        self.now = network
        self.mean = copy.deepcopy(network)
        self.adam = torch.optim.Adam(network.parameters())

    def __call__(self, seen: EncodedStates) -> tuple[Floats, Floats]:
        """Return logits of the chance to win, (n,), and leads, (n,), by the running mean."""
        with torch.no_grad():
            win, lead = self.mean(torch.from_numpy(seen.ids), torch.from_numpy(seen.numbers))
        return win.numpy(), lead.numpy()

    def learn(self, seen: EncodedStates, wins: Floats, leads: Floats, rate: float) -> float:
        """Make one step on a batch of chances to win and leads, each (n,); return the loss."""
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
        """Save the state, so that a stopped training can continue."""
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {name: getattr(self, name).state_dict() for name in ("now", "mean", "adam")}
        new = path.with_suffix(".new")
        torch.save(state | {"more": more}, new)
        new.replace(path)

    def load(self, path: Path) -> dict[str, float]:
        """Go on from what was saved; gives what else stands in the file."""
        state = torch.load(path, weights_only=True)
        for name in ("now", "mean", "adam"):
            getattr(self, name).load_state_dict(state[name])
        more: dict[str, float] = state["more"]
        return more


class _Shipped(nn.Module):
    """A network whose vectors are gathered and added up, as onnxruntime does it fastest. `scale`: of vectors
    in eight bits, None for vectors in 32."""

    def __init__(self, network: Network, vectors: Tensor, scale: Tensor | None) -> None:
        super().__init__()
        self.network = network
        self.register_buffer("vectors", vectors)
        self.register_buffer("scale", scale)

    def forward(self, ids: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and leads as in Network.forward."""
        added = self.vectors[ids].to(torch.float32).sum(1)
        if self.scale is not None:
            added = added * self.scale
        win, lead = self.network.after(added + self.network.rest(numbers))
        return win, lead


def export(network: Network, path: Path, in_eight_bits: bool = True) -> None:
    """Write a network as ONNX: `ids` (n, k) int32 and `numbers` (n, NUMBERS) in, `win` (n,) logits and `lead`
    (n,) out."""
    vectors, scale = network.table.weight.detach(), None
    if in_eight_bits:
        scale = vectors.abs().amax(0, keepdim=True).clamp(min=1e-6) / 127
        vectors, scale = torch.round(vectors / scale).to(torch.int8), scale[0]
    ids, numbers = torch.zeros((2, 3), dtype=torch.int32), torch.zeros((2, NUMBERS))
    axes = {"ids": {0: "n", 1: "k"}, **{name: {0: "n"} for name in ("numbers", "win", "lead")}}
    shipped = _Shipped(network, vectors, scale)
    write_onnx(shipped, (ids, numbers), path, ["ids", "numbers"], ["win", "lead"], axes)


def load_shipped(path: Path) -> Network:
    """Load the network of a file that `export` wrote."""
    found = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(path)).graph.initializer}
    vectors = found["vectors"].astype(np.float32) * found.get("scale", np.float32(1))
    network = Network(len(vectors), (vectors.shape[1], len(found["network.second.bias"])))
    state = {"table.weight": vectors} | {
        name.removeprefix("network."): values for name, values in found.items() if name.startswith("network.")
    }
    network.load_state_dict({name: torch.from_numpy(np.array(values)) for name, values in state.items()})
    return network
