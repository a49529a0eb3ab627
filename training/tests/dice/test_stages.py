"""Runs each stage of `make train` for a step or two on a few scenes. Skipped without torch."""

import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.inference import runtime

pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
pytest.importorskip("onnx", reason="onnx is in training/requirements/train.txt")
pytest.importorskip("tqdm", reason="tqdm is in training/requirements/train.txt")
pipeline = pytest.importorskip("training.dice.pipeline", exc_type=ImportError)
quantisation = pytest.importorskip("training.dice.quantisation")

SHARE = 0.00005


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the pipeline run its stages in this process, on three scenes for each number of sides."""

    def call(module: str, *words: str, **options: object) -> None:
        given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        monkeypatch.setattr(sys, "argv", [module, *words, *given])
        importlib.import_module(module).main()

    some = tuple(pipeline.Scenes(sides, seed, 1, "leaning") for sides in (6, 8) for seed in (1, 2, 3))
    small = {name: replace(stage, batch=4) for name, stage in pipeline.STAGES.items()}
    monkeypatch.setattr(pipeline, "SCENES", some)
    monkeypatch.setattr(pipeline, "STAGES", small)
    monkeypatch.setattr(pipeline, "_call", call)
    monkeypatch.setattr(quantisation, "TILES", 2)
    monkeypatch.setattr(quantisation, "CALLS", 1)
    monkeypatch.setattr(quantisation, "CROPS", 4)


@pytest.mark.usefixtures("here")
def test_the_stages_make_networks_that_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "models").mkdir()
    run = pipeline.Run(tmp_path, None, tmp_path / "models", 1, None, SHARE)
    pipeline.run_stages(run, pipeline.rounds(run))
    times = json.loads((tmp_path / "times.json").read_text(encoding="utf-8"))
    assert set(pipeline.STAGES) < set(times)
    made = {path.stem: path for path in (tmp_path / "models").glob("*.onnx")}
    assert set(made) == {name for _, name in pipeline.NETWORKS}
    photo = np.zeros((1, 3, 96, 128), np.float32)
    session = runtime().InferenceSession(made["detector"], providers=["CPUExecutionProvider"])
    assert np.isfinite(session.run(None, {"image": photo})[0]).all()
    capsys.readouterr()
    pipeline.run_stages(run, pipeline.rounds(run))
    assert capsys.readouterr().out.count("done before") == len(times)
