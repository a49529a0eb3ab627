"""Export the best network of each pad's training to models/: `python -m
companion.advisor.training.export`."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from sheets.pad import PADS

Floats = NDArray[np.float32]

ROOT = Path(__file__).parents[3]


def export(weights: list[Floats], path: Path) -> None:
    """Write the network as ONNX: `features` (n, width) -> `win` (n,) logits, `lead` (n,)."""
    names = ["w1", "b1", "w2", "b2", "w3", "b3"]
    stored = [
        numpy_helper.from_array(w.astype(np.float32), name) for w, name in zip(weights, names, strict=True)
    ]
    stored += [numpy_helper.from_array(np.array([i], np.int64), f"axis{i}") for i in (0, 1)]
    nodes = [
        helper.make_node("Gemm", ["features", "w1", "b1"], ["h1"]),
        helper.make_node("Relu", ["h1"], ["r1"]),
        helper.make_node("Gemm", ["r1", "w2", "b2"], ["h2"]),
        helper.make_node("Relu", ["h2"], ["r2"]),
        helper.make_node("Gemm", ["r2", "w3", "b3"], ["out"]),
        helper.make_node("Split", ["out"], ["win2", "lead2"], axis=1, num_outputs=2),
        helper.make_node("Squeeze", ["win2", "axis1"], ["win"]),
        helper.make_node("Squeeze", ["lead2", "axis1"], ["lead"]),
    ]
    width = weights[0].shape[0]
    graph = helper.make_graph(
        nodes,
        path.stem,
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", width])],
        [
            helper.make_tensor_value_info("win", TensorProto.FLOAT, ["n"]),
            helper.make_tensor_value_info("lead", TensorProto.FLOAT, ["n"]),
        ],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Of the training.")
def main(pads: tuple[str, ...], folder: Path) -> None:
    """Export PADS, or all that have been trained."""
    for pad in pads or PADS:
        path = folder / f"advice-{pad}.best.npz"
        if not path.is_file():
            if pads:
                raise click.ClickException(f"There is no {path}; train the pad first.")
            continue
        with np.load(path) as state:
            export([state[f"s{i}"] for i in range(6)], ROOT / "models" / f"advice-{pad}.onnx")
        click.echo(f"models/advice-{pad}.onnx")


if __name__ == "__main__":
    main()
