"""The stages of training: two sequences run in parallel, and finished stages are not run again."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

pipeline = pytest.importorskip(
    "training.dice.pipeline", reason="torch is in training/requirements/train.txt", exc_type=ImportError
)


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
