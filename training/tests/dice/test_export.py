"""Exported networks give the same outputs as the trained ones. Skipped without torch."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from vision.dice.crops import CROP_PIXELS

torch = pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
pytest.importorskip("onnx", reason="onnx is in training/requirements/train.txt")
networks = pytest.importorskip("training.dice.networks")
export = pytest.importorskip("training.dice.export").export


def test_the_network_of_normals_ships_as_it_was_trained(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = networks.Normals().eval()
    torch.save({"mean": net.state_dict(), "sides": 6}, tmp_path / "w.pt")
    export(tmp_path / "w.pt", tmp_path / "w.onnx")
    crops = torch.rand(5, 3, CROP_PIXELS, CROP_PIXELS)
    session = onnxruntime.InferenceSession(
        (tmp_path / "w.onnx").read_bytes(), providers=["CPUExecutionProvider"]
    )
    (got,) = session.run(None, {"crops": crops.numpy()})
    with torch.no_grad():
        assert np.allclose(got, net(crops).numpy(), atol=0.02)


@pytest.mark.parametrize("sides", [6, 8])
def test_shipped_network_answers_as_trained(tmp_path: Path, sides: int) -> None:
    torch.manual_seed(2)
    net = networks.Reader(sides).eval()
    net.table[2].weight.data.uniform_(-0.5, 0.5)  # it starts with zeros
    torch.save({"mean": net.state_dict(), "sides": sides}, tmp_path / "w.pt")
    export(tmp_path / "w.pt", tmp_path / "w.onnx")
    crops, turns = torch.rand(5, 3, CROP_PIXELS, CROP_PIXELS), torch.linspace(0, 2, 5)
    table = torch.rand(5, 3)
    with torch.no_grad():
        due = net(crops, turns, table)
    session = onnxruntime.InferenceSession(
        (tmp_path / "w.onnx").read_bytes(), providers=["CPUExecutionProvider"]
    )
    got = session.run(None, {"crops": crops.numpy(), "turns": turns.numpy(), "table": table.numpy()})
    assert [g.shape for g in got] == [(5, sides), (5, 3), (5, 6), (5, 3), (5, 5), (5, 160)]
    due = (
        *due[:4],
        networks.face_pose(networks.normalised(torch.sigmoid(due[4]))),
    )
    for one, other in zip(got[:5], due, strict=True):
        assert np.allclose(one, other.numpy(), atol=0.02)  # weights travel in 16 bits
    assert (tmp_path / "w.onnx").stat().st_size < 3_000_000
