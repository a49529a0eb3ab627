"""What ships is what training has made: its weights are those of the stages in `checkpoints/`. Skipped
without torch."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
onnx = pytest.importorskip("onnx", reason="onnx is in training/requirements/train.txt")
export = pytest.importorskip("training.dice.export")
pipeline = pytest.importorskip("training.dice.pipeline", exc_type=ImportError)

ROOT = Path(__file__).parents[3]


def weights_of(path: Path) -> dict[str, NDArray[Any]]:
    """The large weights of a network's file, by their names."""
    stored = onnx.load(path).graph.initializer
    return {each.name: onnx.numpy_helper.to_array(each) for each in stored if each.name.endswith(".half")}


@pytest.mark.parametrize(("stage", "network"), pipeline.NETWORKS)
def test_the_network_that_ships_is_what_its_last_stage_ended_with(
    stage: str, network: str, tmp_path: Path
) -> None:
    checkpoint = ROOT / "checkpoints" / f"{stage}.pt"
    step, steps = torch.load(checkpoint, weights_only=True)["step"], pipeline.STAGES[stage].steps
    if step < steps:
        pytest.skip(f"{stage} learns on: it stands at {step} of {steps} steps")
    export.export(checkpoint, tmp_path / "network.onnx")
    made, shipped = weights_of(tmp_path / "network.onnx"), weights_of(ROOT / "models" / f"{network}.onnx")
    assert made and made.keys() == shipped.keys()
    for name, values in made.items():
        # a checkpoint is rounded to 16 bits before its normalisations are folded in, a network after
        assert np.allclose(values, shipped[name], rtol=2e-3, atol=1e-4), name
