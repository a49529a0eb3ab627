"""Networks rounded to 8 bits give nearly the same outputs as with 32 bits. Skipped without torch."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.crops import CROP_PIXELS, CROP_SCALE, cut
from vision.geometry import F32
from vision.inference import runtime, tensor

torch = pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
onnx = pytest.importorskip("onnx", reason="onnx is in training/requirements/train.txt")
networks = pytest.importorskip("training.dice.networks")
scenes = pytest.importorskip("training.dice.scenes")
quantisation = pytest.importorskip("training.dice.quantisation")
export = pytest.importorskip("training.dice.export")

ROOT = Path(__file__).parents[3]
ROLLS = ROOT / "fixtures" / "hard"


def labelled_crops() -> list[NDArray[np.uint8]]:
    """Return a crop of each six-sided die in the rolls of ROLLS."""
    crops = []
    for line in (ROLLS / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = np.asarray(cv2.imread(str(ROLLS / row["image"])), np.uint8)
        for die in row["dice"]:
            if die["sides"] == 6:
                x, y, w, h = die["box"]
                middle, side = (x + w / 2, y + h / 2), CROP_SCALE * max(w, h)
                crops.append(cut(picture, middle, side, CROP_PIXELS))
    return crops


def given(crops: list[NDArray[np.uint8]]) -> dict[str, F32]:
    """Return the reader network's inputs for these crops, with the slant of the table unknown."""
    n = len(crops)
    table = np.tile(np.array([0, 0, 1], np.float32), (n, 1))
    return {"crops": tensor(crops), "turns": np.zeros(n, np.float32), "table": table}


def untrained(network: str) -> Any:
    """Return the network with this name before training, with weights from a fixed seed."""
    torch.manual_seed(1)
    return {"reader": lambda: networks.Reader(6), "detector": networks.Detector, "normals": networks.Normals}[
        network
    ]()


def in_32_bits(network: str, path: Path) -> None:
    """Write the untrained network with this name as ONNX, with 32-bit weights."""
    export.trace(untrained(network), path)


def answers(path: Path, inputs: dict[str, F32]) -> Any:
    return runtime().InferenceSession(path, providers=["CPUExecutionProvider"]).run(None, inputs)


def test_a_reader_says_in_8_bits_what_it_says_in_32(tmp_path: Path) -> None:
    crops = labelled_crops()
    in_32_bits("reader", tmp_path / "exact.onnx")
    in_32_bits("reader", tmp_path / "rounded.onnx")
    quantisation.quantise(tmp_path / "rounded.onnx", [given(crops[::2])])
    exact, rounded = (answers(tmp_path / f"{name}.onnx", given(crops[1::2])) for name in ("exact", "rounded"))
    assert not np.array_equal(exact[0], rounded[0])
    for one, other in zip(exact[:4], rounded[:4], strict=True):
        assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.99
    assert np.quantile(np.abs(exact[4] - rounded[4]), 0.9) < 0.02


def test_last_layers_and_face_place_are_not_rounded(tmp_path: Path) -> None:
    in_32_bits("reader", tmp_path / "reader.onnx")
    model = onnx.load(tmp_path / "reader.onnx")
    rounded = set(quantisation.rounded_nodes(model))
    layers = {quantisation.layer_of(node.name) for node in model.graph.node if node.name in rounded}
    convolutions = {quantisation.layer_of(node.name) for node in model.graph.node if node.op_type == "Conv"}
    assert convolutions - layers == {"mask"}
    # the face's place comes from sums over the mask, its contrast from sums over the face
    outside = [
        node for node in model.graph.node if node.name in rounded and not quantisation.layer_of(node.name)
    ]
    made = {name: node.op_type for node in model.graph.node for name in node.output}
    assert {node.op_type for node in outside} == {"Resize", "Add"}
    sums = [node for node in outside if node.op_type == "Add"]
    assert not any({made[name] for name in node.input} & {"ReduceSum", "Mul", "Div"} for node in sums)


def test_rounded_weights_have_7_bits(tmp_path: Path) -> None:
    in_32_bits("normals", tmp_path / "normals.onnx")
    crops = labelled_crops()
    quantisation.quantise(tmp_path / "normals.onnx", [{"crops": tensor(crops)}])
    graph = onnx.load(tmp_path / "normals.onnx").graph
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    weights = 0
    for node in graph.node:
        if node.op_type == "QuantizeLinear" and node.input[0] in stored:
            weights += 1
            scale = stored[node.input[1]].reshape(-1, 1, 1, 1)
            assert np.abs(stored[node.input[0]] / scale).max() < 64.5
    assert weights > 10


@pytest.mark.parametrize("network", ["detector", "reader", "normals"])
def test_a_network_is_shown_pictures_to_learn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    for name in ("TILES", "CALLS", "CROPS"):
        monkeypatch.setattr(quantisation, name, 8)
    rows = [json.dumps(scenes.write_scene(tmp_path, seed, 6)) for seed in (1, 2)]
    (tmp_path / "labels-6-1.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    net = untrained(network)
    shown = list(quantisation.shown_to(net, tmp_path))
    takes = {"detector": {"image"}, "reader": {"crops", "turns", "table"}, "normals": {"crops"}}[network]
    assert len(shown) >= 8 and all(set(inputs) == takes for inputs in shown)
    pictures = next(iter(shown[0].values()))
    assert pictures.shape[1] == 3 and 0 <= pictures.min() < pictures.max() <= 1
    again = list(quantisation.shown_to(net, tmp_path))
    assert all(
        np.array_equal(one[name], other[name])
        for one, other in zip(shown, again, strict=True)
        for name in one
    )
