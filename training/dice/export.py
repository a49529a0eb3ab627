"""Exports trained weights to ONNX: `python -m training.dice.export WEIGHTS.pt models/NAME.onnx --scenes
FOLDER`."""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from training.dice.networks import Detector, Normals, Reader, face_pose, normalised
from training.dice.quantisation import quantise, shown_to
from training.onnx_file import write_onnx
from vision.dice.crops import CROP_PIXELS

FEATURES = "features"
"""Name of the output by which `vision.dice.lessons` compares a die with dice that people identified."""


class _Shipped(nn.Module):
    """The reader as exported: its last output is the pose of the top face (`face_pose`), not its mask."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: Tensor, turns: Tensor, table: Tensor) -> tuple[Tensor, ...]:
        value, kind, colour, state, mask = self.reader(crops, turns, table)
        return value, kind, colour, state, face_pose(normalised(torch.sigmoid(mask)))


def halve(path: Path) -> None:
    """Store the large weights of an ONNX file in 16 bits; onnxruntime widens them when it loads the file."""
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


def expose_features(path: Path) -> None:
    """Add the output `features`, N x (96 + 64), to a reader's ONNX file, without changing its other outputs.

    `features` concatenates the inputs of the two last layers: that for the value and that for the colour.
    """
    model = onnx.load(str(path))
    graph = model.graph
    if any(output.name == FEATURES for output in graph.output):
        return
    last = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Gemm"}
    graph.node.append(helper.make_node("Concat", [last["value"], last["colour"]], [FEATURES], axis=1))
    graph.output.append(helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, ["dice", None]))
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def export(weights: Path, out: Path, scenes: Path | None = None) -> str:
    """Export weights to an ONNX file, and return its SHA-256.

    `scenes`: a folder of scenes by which the network is quantised to 8 bits (`training.dice.quantisation`);
    without it, the network computes in 32 bits.
    """
    net = load_weights(weights)
    trace(net, out)
    if scenes is not None:
        quantise(out, shown_to(net, scenes))
    halve(out)
    return hashlib.sha256(out.read_bytes()).hexdigest()


def trace(net: nn.Module, out: Path) -> None:
    """Write the network as ONNX, with weights in 32 bits."""
    if isinstance(net, Detector):
        axes = {"image": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}}
        write_onnx(net, (torch.zeros(1, 3, 96, 128),), out, ["image"], ["maps"], axes)
    elif isinstance(net, Reader):
        names = ["value", "kind", "colour", "state", "face"]
        inputs = ["crops", "turns", "table"]
        axes = {name: {0: "dice"} for name in [*inputs, *names]}
        given = (torch.rand(2, 3, CROP_PIXELS, CROP_PIXELS), torch.zeros(2), torch.rand(2, 3))
        write_onnx(_Shipped(net), given, out, inputs, names, axes)
        expose_features(out)
    else:
        axes = {"crops": {0: "dice"}, "normals": {0: "dice"}}
        write_onnx(net, (torch.rand(2, 3, CROP_PIXELS, CROP_PIXELS),), out, ["crops"], ["normals"], axes)


def load_weights(weights: Path) -> nn.Module:
    """Return the network whose weights are the running mean stored in a checkpoint."""
    saved = torch.load(weights, map_location="cpu", weights_only=True)
    net: nn.Module = Reader(int(saved["sides"]))
    if any(name.startswith("head") for name in saved["mean"]):
        net = Detector()
    elif any(name.startswith("normal") for name in saved["mean"]):
        net = Normals()
    net.load_state_dict(saved["mean"])
    return net


def main() -> None:
    """Run the command line: export, and print the SHA-256 and the size in bytes of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=Path, help="to multiply in 8 bits: the scenes that were rendered")
    given = parser.parse_args()
    print(export(given.weights, given.out, given.scenes), given.out.stat().st_size)


if __name__ == "__main__":
    main()
