"""Writes networks of torch as ONNX files."""

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn


def write_onnx(
    net: nn.Module, given: tuple[Tensor, ...], out: Path, inputs: list[str], outputs: list[str],
    axes: dict[str, dict[int, str]],
) -> None:  # fmt: skip
    """Write a network as ONNX with torch's tracer, which runs it once on `given`.

    torch deprecates its tracer, and warns at each call. The new exporter needs a further package, and the
    published figures were measured with the tracer's files, so it stays and these warnings are silenced.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)  # type: ignore[attr-defined,unused-ignore]
        torch.onnx.export(
            net.eval(), given, str(out), input_names=inputs, output_names=outputs, dynamic_axes=axes,
            opset_version=17, dynamo=False,
        )  # fmt: skip
