"""Export the best network of each pad's training to models/: `python -m
companion.advisor.training.export`. After a training that improves a shipped network, `--last`."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from companion.advisor.features import SLOTS, FeatureEncoder
from companion.advisor.training.perceptron import Perceptron
from sheets.pad import PADS, load_pad

Floats = NDArray[np.float32]

ROOT = Path(__file__).parents[3]
NAMES = ("table", "w1", "b1", "w2", "b2", "w3", "b3")
"""Of the weights in the file, in the order of `Perceptron.folded`."""


def export(weights: list[Floats], path: Path) -> None:
    """Write the network as ONNX: `places` (n, SLOTS) and `rest` (n, width), as in Seen -> `win` (n,) logits,
    `lead` (n,). `weights`: as `Perceptron.folded` gives them."""
    stored = [
        numpy_helper.from_array(w.astype(np.float32), name) for w, name in zip(weights, NAMES, strict=True)
    ]
    stored.append(numpy_helper.from_array(np.array([1], np.int64), "axis1"))
    nodes = [
        helper.make_node("Gather", ["table", "places"], ["vectors"]),
        helper.make_node("ReduceSum", ["vectors", "axis1"], ["added"], keepdims=0),
        helper.make_node("Gemm", ["rest", "w1", "b1"], ["weighed"]),
        helper.make_node("Add", ["added", "weighed"], ["h1"]),
        helper.make_node("Relu", ["h1"], ["r1"]),
        helper.make_node("Gemm", ["r1", "w2", "b2"], ["h2"]),
        helper.make_node("Relu", ["h2"], ["r2"]),
        helper.make_node("Gemm", ["r2", "w3", "b3"], ["out"]),
        helper.make_node("Split", ["out"], ["win2", "lead2"], axis=1, num_outputs=2),
        helper.make_node("Squeeze", ["win2", "axis1"], ["win"]),
        helper.make_node("Squeeze", ["lead2", "axis1"], ["lead"]),
    ]
    graph = helper.make_graph(
        nodes,
        path.stem,
        [
            helper.make_tensor_value_info("places", TensorProto.INT32, ["n", SLOTS]),
            helper.make_tensor_value_info("rest", TensorProto.FLOAT, ["n", weights[1].shape[0]]),
        ],
        [
            helper.make_tensor_value_info("win", TensorProto.FLOAT, ["n"]),
            helper.make_tensor_value_info("lead", TensorProto.FLOAT, ["n"]),
        ],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


def read_weights(path: Path) -> list[Floats]:
    """The weights that `export` wrote."""
    found = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    return [found[name] for name in NAMES]


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Of the training.")
@click.option("--last", is_flag=True, help="Not what beat the greedy player most often, but what came last.")
def main(pads: tuple[str, ...], folder: Path, last: bool) -> None:
    """Export PADS, or all that have been trained."""
    for pad in pads or PADS:
        path = folder / (f"advice-{pad}.npz" if last else f"advice-{pad}.best.npz")
        if not path.is_file():
            if pads:
                raise click.ClickException(f"There is no {path}; train the pad first.")
            continue
        network = Perceptron(FeatureEncoder(load_pad(pad)), 0)
        with np.load(path) as state:
            network.restore(state)
        export(network.folded(), ROOT / "models" / f"advice-{pad}.onnx")
        click.echo(f"models/advice-{pad}.onnx")


if __name__ == "__main__":
    main()
