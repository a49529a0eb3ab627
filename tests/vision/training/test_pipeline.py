"""The stages of training: two lanes at a time, and what is done is not done again."""

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

MODELS = Path(__file__).parents[3] / "models"
pipeline = pytest.importorskip(
    "vision.training.pipeline", reason="torch comes with the training extra", exc_type=ImportError
)
torch = pytest.importorskip("torch")
export = pytest.importorskip("vision.training.export")
load_shipped = pytest.importorskip("vision.training.shipped").load_shipped


def test_lanes_run_side_by_side_and_what_is_done_is_not_done_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    both = threading.Barrier(2, timeout=20)  # passed only by two lanes at a time

    def stage(name: str, *, meets: bool = False, fails: bool = False) -> tuple[str, Callable[[], None]]:
        def work() -> None:
            if meets:
                both.wait()
            if fails:
                raise RuntimeError("cut off")
            done.append(name)

        return name, work

    def plan(fails: bool) -> list[list[list[tuple[str, Callable[[], None]]]]]:
        finding = [stage("detector", meets=True), stage("hard_negatives")]
        reading = [stage("crop", meets=True), stage("value", fails=fails)]
        return [[[stage("scenes")]], [finding, reading], [[stage("joint")]]]

    run = pipeline.Run(tmp_path, None, tmp_path, 2, None, 1.0)
    with pytest.raises(RuntimeError, match="cut off"):
        pipeline.run_stages(run, plan(fails=True))
    assert done[0] == "scenes" and set(done) == {"scenes", "detector", "hard_negatives", "crop"}
    assert set(json.loads((tmp_path / "times.json").read_text("utf-8"))) == set(done)
    before = list(done)
    pipeline.run_stages(run, plan(fails=False))
    assert done == [*before, "value", "joint"]
    assert "crop: done before" in capsys.readouterr().out


def test_every_stage_that_a_stage_begins_with_comes_before_it(tmp_path: Path) -> None:
    run = pipeline.Run(tmp_path, None, tmp_path, 1, None, 0.001)
    names = [[name for name, _ in lane] for lanes in pipeline.rounds(run) for lane in lanes]
    order = [name for lane in names for name in lane]
    for name, stage in pipeline.STAGES.items():
        assert order.count(name) == 1
        assert stage.start is None or order.index(stage.start) < order.index(name)
        assert not stage.hard_negatives or order.index("hard_negatives") < order.index(name)
    assert (run.scaled(6000), run.scaled(10)) == (6, 1)


@pytest.mark.parametrize("network", pipeline.FURTHER_STAGES)
def test_a_further_round_begins_with_what_ships_and_ships_the_mean(
    tmp_path: Path, network: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "models"
    models.mkdir()
    shipped = MODELS / f"{network}.onnx"
    shutil.copy(shipped, models)
    run = pipeline.Run(tmp_path, None, models, 1, None, 0.001)
    names = [name for (lane,) in pipeline.further_rounds(run, network) for name, _ in lane]
    assert names.index("shipped") < names.index(network) < names.index("networks")
    assert pipeline.FURTHER_STAGES[network].hard_negatives == ("hard_negatives" in names)
    pipeline.take_up_shipped(run, network)
    shutil.copy(run.weights("before"), run.weights(network))  # as if it had learnt nothing
    grey = np.full((1, 3, 96, 96), 0.4, np.float32)
    told = {"turns": np.zeros(1, np.float32), "table": np.array([[0, 0, 1]], np.float32)}
    shown = {"image": grey} if network == "detector" else {"crops": grey} | told
    monkeypatch.setattr(export, "shown_to", lambda net, scenes: [shown])
    pipeline.export_mean(run, network)
    before, after = (load_shipped(path).state_dict() for path in (shipped, models / f"{network}.onnx"))
    assert all(torch.allclose(before[name], after[name], atol=2e-3) for name in before)
