"""Turns a published network into a checkpoint to begin with: `python -m vision.training.shipped
models/NAME.onnx FILE.pt`.

In a published network, each normalisation is folded into the convolution before it. Here that convolution has
the folded weights, and its normalisation only adds their bias; `vision.training.train --keep-statistics`
leaves it so.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.networks import Detector, Normals, Reader

State = dict[str, Tensor]


def load_shipped(path: Path) -> nn.Module:
    """A published network, ready for further training."""
    graph = onnx.load(str(path)).graph
    weights = _Weights(graph)
    net = weights.network()
    layers = dict(net.named_modules())
    state = net.state_dict()
    for name in weights.named():
        if name.removeprefix("reader.") in state:
            state[name.removeprefix("reader.")] = weights[name]
    for node in graph.node:
        place = layer_of(node.name)
        if node.op_type == "MatMul" and place in layers:
            state[f"{place}.weight"] = weights[node.input[1]].T
        if node.op_type == "Conv" and layers[place].bias is None:
            state[f"{place}.weight"] = weights[node.input[1]]
            head, _, number = place.rpartition(".")
            state |= _adding(f"{head}.{int(number) + 1}", weights[node.input[2]])
    net.load_state_dict(state)
    return net.eval()


class _Weights:
    """The weights in the file of a published network, by their names in its graph."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self._stored = {each.name.removesuffix(".half"): _tensor(each) for each in graph.initializer}
        self._made = {node.output[0]: node for node in graph.node if node.op_type != "Cast"}

    def __getitem__(self, name: str) -> Tensor:
        """The weight; before it is rounded, if the file has it (`vision.training.quantisation`)."""
        if name in self._stored:
            return self._stored[name]
        node = self._made[name]
        if node.op_type == "DequantizeLinear" and node.input[0] in self._stored:
            return self._stored[node.input[0]] * self._stored[node.input[1]]
        return self[node.input[0]]

    def named(self) -> set[str]:
        """The names of those that are not computed."""
        return set(self._stored) - set(self._made)

    def network(self) -> nn.Module:
        """A network of the kind that has these weights."""
        if "head.bias" in self._stored:
            return Detector()
        if "normal.4.bias" in self._stored:
            return Normals()
        return Reader(len(self._stored["reader.value.6.bias"]))


def layer_of(node: str) -> str:
    """The layer that a node of the graph computes, by the name that torch's tracer gives it: in
    /reader/two/two.1/one/one.0/Conv each part repeats the end of the one before if it lies in it."""
    parts = list[str]()
    for part in node.removeprefix("/reader").strip("/").split("/")[:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts[-1] = part
        else:
            parts.append(part)
    return ".".join(parts)


def _adding(layer: str, bias: Tensor) -> State:
    """The state of a normalisation that only adds a bias."""
    ones, eps = torch.ones_like(bias), nn.BatchNorm2d(1).eps
    means = torch.zeros_like(bias)
    parts = {"weight": ones, "bias": bias, "running_mean": means, "running_var": ones - eps}
    return {f"{layer}.{name}": value for name, value in parts.items()}


def _tensor(stored: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(np.array(numpy_helper.to_array(stored)).astype(np.float32))


def save_shipped(path: Path, out: Path) -> None:
    """Write the weights of a published network as a checkpoint."""
    net = load_shipped(path)
    torch.save({"mean": net.state_dict(), "sides": getattr(net, "sides", 6)}, out)


def mean_weights(before: Path, after: Path, share: float, out: Path) -> None:
    """Write the mean of two checkpoints of one network; `share`: the weight of the second."""
    old, new = (torch.load(path, map_location="cpu", weights_only=True) for path in (before, after))
    mean = {
        name: _between(value, new["mean"][name], share) if value.dtype.is_floating_point else value
        for name, value in old["mean"].items()
    }
    torch.save(old | {"mean": mean}, out)


def _between(old: Tensor, new: Tensor, share: float) -> Tensor:
    """The mean of two weights; of equal ones exactly these, a negative zero too."""
    return torch.where(old == new, old, torch.lerp(old, new, share))


def main() -> None:
    """Parse the command and write the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    save_shipped(given.network, given.out)


if __name__ == "__main__":
    main()
