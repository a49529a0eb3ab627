"""Quantises a network to 8 bits, which takes half the time and gives nearly the same answers.

The weights in the file stay as they are: onnxruntime rounds them when it loads the file. Only the range of
each layer's output is fixed here, by calibration on training pictures.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import numpy as np
import onnx
from torch import Tensor, nn

from training.dice.crop_batches import CropBatches, crops_of
from training.dice.dataset import rendered_scenes
from training.dice.detector_batches import DetectorBatches
from training.dice.networks import Detector, Reader
from training.dice.normal_batches import NormalBatches
from vision.geometry import F32
from vision.inference import runtime

Inputs = Mapping[str, F32]
"""The inputs of one call of a network, by name."""
ROUNDED = frozenset({"Conv", "Add", "Relu", "Resize"})
"""Types of ONNX nodes that are computed in 8 bits if their output is a feature map."""
EXACT = frozenset({"head", "mask"})
"""Layers that stay in 32 bits, because they compute outputs, for which 8 bits are too coarse."""
SCENES = 160
"""Approximate number of scenes whose pictures calibrate a network."""
TILES = 64
"""Number of calls, with one tile each, that calibrate the detector."""
CALLS, CROPS = 8, 32
"""For networks other than the detector: number of calls that calibrate a network, and crops per call."""
SEED = 31


class _Shown:
    """Inputs that calibrate a network, handed out call by call as onnxruntime asks for them."""

    def __init__(self, shown: Iterable[Inputs]) -> None:
        self._rest: Iterator[Inputs] = iter(shown)

    def get_next(self) -> Inputs | None:
        """Return the next call's inputs, or None at the end."""
        return next(self._rest, None)


def quantise(path: Path, shown: Iterable[Inputs]) -> None:
    """Quantise the 32-bit network in the file `path` to 8 bits, in place. `shown`: inputs for calibration.

    Weights are rounded to 7 bits, because some processors add products of two bytes in 16 bits, which could
    overflow with larger weights.
    """
    runtime()  # before anything of that library is imported: it would report
    from onnxruntime import quantization

    quantization.quantize_static(
        path,
        path,
        _Shown(shown),
        quant_format=quantization.QuantFormat.QDQ,
        activation_type=quantization.QuantType.QUInt8,
        weight_type=quantization.QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        nodes_to_quantize=rounded_nodes(onnx.load(str(path))),
        extra_options={"AddQDQPairToWeight": True},
    )


def rounded_nodes(model: onnx.ModelProto) -> list[str]:
    """Return the names of the nodes to compute in 8 bits, whose output is a feature map.

    A feature map is N x channels x H x W with H above 1. The mean over a picture doesn't count as one.
    """
    graph = onnx.shape_inference.infer_shapes(model).graph
    shapes = {each.name: each.type.tensor_type.shape.dim for each in graph.value_info}
    pictures = {name for name, dim in shapes.items() if len(dim) == 4 and dim[2].dim_value != 1}
    return [
        node.name
        for node in graph.node
        if node.op_type in ROUNDED and node.output[0] in pictures and layer_of(node.name) not in EXACT
    ]


def layer_of(node: str) -> str:
    """Return the layer that a node of the graph computes, from the name that torch's tracer gave the node.

    For example, the node /reader/two/two.1/one/one.0/Conv belongs to the layer two.1.one.0.
    """
    parts = list[str]()
    for part in node.removeprefix("/reader").strip("/").split("/")[:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts[-1] = part
        else:
            parts.append(part)
    return ".".join(parts)


def shown_to(net: nn.Module, scenes: Path) -> Iterator[Inputs]:
    """Yield inputs that calibrate a network, call by call, made from a folder of rendered scenes."""
    sides = net.sides if isinstance(net, Reader) else None
    items = rendered_scenes(scenes, sides)
    items = items[:: max(1, len(items) // SCENES)]
    if isinstance(net, Detector):
        for batch in islice(DetectorBatches(items, 1, SEED), TILES):
            yield {"image": _array(batch["photo"])}
    elif isinstance(net, Reader):
        for batch in islice(CropBatches(crops_of(items, SEED), CROPS, SEED, (net.sides,)), CALLS):
            turns = np.linspace(0, 2 * np.pi, CROPS, dtype=np.float32)
            yield {"crops": _array(batch["photo"]), "turns": turns, "table": _array(batch["table"])}
    else:
        for batch in islice(NormalBatches(crops_of(items, SEED), CROPS, SEED), CALLS):
            yield {"crops": _array(batch["photo"])}


def _array(values: Tensor) -> F32:
    return np.asarray(values.numpy(), np.float32)
