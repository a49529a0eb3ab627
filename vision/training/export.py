"""From weights to what ships: `python -m vision.training.export WEIGHTS.pt models/NAME.onnx`."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from vision.crops import CROP
from vision.training.networks import Detector, Reader, place, weighed


class _Shipped(nn.Module):
    """The reader without its mask: where the face lies is all that is still asked of it."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: Tensor, turns: Tensor) -> tuple[Tensor, ...]:
        value, kind, colour, state, mask = self.reader(crops, turns)
        return value, kind, colour, state, place(weighed(torch.sigmoid(mask)))


def halve(path: Path) -> None:
    """Store the large weights in 16 bits; onnxruntime widens them once, when it loads the file."""
    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < 256:
            continue
        small = numpy_helper.from_array(values.astype(np.float16), f"{weight.name}.half")
        casts.append(helper.make_node("Cast", [small.name], [weight.name], to=onnx.TensorProto.FLOAT))
        graph.initializer.remove(weight)
        graph.initializer.append(small)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def export(weights: Path, out: Path) -> str:
    """Write the ONNX file; its SHA-256."""
    saved = torch.load(weights, map_location="cpu", weights_only=True)
    if any(name.startswith("head") for name in saved["mean"]):
        net: nn.Module = Detector()
        net.load_state_dict(saved["mean"])
        torch.onnx.export(
            net.eval(), (torch.zeros(1, 3, 96, 128),), str(out), input_names=["image"], output_names=["maps"],
            dynamic_axes={"image": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
            opset_version=17, dynamo=False,
        )  # fmt: skip
    else:
        reader = Reader(int(saved["sides"]))
        reader.load_state_dict(saved["mean"])
        names = ["value", "kind", "colour", "state", "face"]
        torch.onnx.export(
            _Shipped(reader).eval(), (torch.rand(2, 3, CROP, CROP), torch.zeros(2)), str(out),
            input_names=["crops", "turns"], output_names=names,
            dynamic_axes={name: {0: "dice"} for name in ["crops", "turns", *names]}, opset_version=17,
            dynamo=False,
        )  # fmt: skip
    halve(out)
    return hashlib.sha256(out.read_bytes()).hexdigest()


def main() -> None:
    """Parse the command and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    print(export(given.weights, given.out), given.out.stat().st_size)


if __name__ == "__main__":
    main()
