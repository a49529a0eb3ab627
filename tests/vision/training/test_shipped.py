"""A published network can be trained further: its weights are restored from its file. Skipped without the
training extra."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.dice.crops import CROP_PIXELS

torch = pytest.importorskip("torch", reason="torch comes with the training extra")
pytest.importorskip("onnx", reason="onnx comes with the training extra")
networks = pytest.importorskip("vision.training.networks")
shipped = pytest.importorskip("vision.training.shipped")
export = pytest.importorskip("vision.training.export")
quantise = pytest.importorskip("vision.training.quantisation").quantise


def with_statistics(net: Any) -> Any:
    """The network with normalisations that do something, as after training."""
    torch.manual_seed(3)
    for layer in net.modules():
        if isinstance(layer, torch.nn.modules.batchnorm._BatchNorm):
            for values, least, most in (
                (layer.weight.data, 0.5, 1.5),
                (layer.bias.data, -0.3, 0.3),
                (layer.running_mean, -0.3, 0.3),
                (layer.running_var, 0.5, 2.0),
            ):
                values.uniform_(least, most)
    if isinstance(net, networks.Reader):
        net.table[2].weight.data.uniform_(-0.5, 0.5)
    return net


@pytest.mark.parametrize("rounded", [False, True])
@pytest.mark.parametrize("sides", [6, 8, None])
def test_a_network_that_ships_answers_as_before_when_it_is_taken_up_again(
    tmp_path: Path, sides: int | None, rounded: bool
) -> None:
    net = with_statistics(networks.Detector() if sides is None else networks.Reader(sides)).eval()
    path = tmp_path / "network.onnx"
    export.trace(net, path)
    if rounded:
        crops = {"crops": np.random.default_rng(1).random((2, 3, CROP_PIXELS, CROP_PIXELS), np.float32)}
        told = {"turns": np.zeros(2, np.float32), "table": np.zeros((2, 3), np.float32)}
        quantise(path, [{"image": crops["crops"][:1]} if sides is None else crops | told])
    export.halve(path)
    again = shipped.load_shipped(path)
    given = (torch.rand(2, 3, 64, 96),)
    if sides is not None:
        given = (torch.rand(2, 3, CROP_PIXELS, CROP_PIXELS), torch.zeros(2), torch.rand(2, 3))
    with torch.no_grad():
        due, got = net(*given), again(*given)
    for one, other in zip(*((x,) if sides is None else x for x in (due, got)), strict=True):
        assert torch.allclose(one, other, atol=0.02)  # weights travel in 16 bits
    assert float((due if sides is None else due[0]).std()) > 0.02


def test_the_mean_of_two_networks_has_this_share_of_the_second(tmp_path: Path) -> None:
    one, other = networks.Reader(8), networks.Reader(8)
    for name, net in (("a", one), ("b", other)):
        torch.save({"mean": net.state_dict(), "sides": 8, "step": 3}, tmp_path / name)
    shipped.mean_weights(tmp_path / "a", tmp_path / "b", 0.6, tmp_path / "m")
    mean = torch.load(tmp_path / "m", weights_only=True)
    assert mean["sides"] == 8
    due = 0.4 * one.kind.weight + 0.6 * other.kind.weight
    assert torch.allclose(mean["mean"]["kind.weight"], due, atol=1e-6)
