"""Trains the network of marks for two steps on a few sheets. Skipped without torch."""

import sys
from pathlib import Path

import numpy as np
import pytest

from vision.inference import runtime
from vision.scan.cells import CELL_PIXELS, CHANNELS

pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
pytest.importorskip("onnx", reason="onnx is in training/requirements/train.txt")
learning = pytest.importorskip("training.sheets.__main__", exc_type=ImportError)


def test_a_few_sheets_make_a_network_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "marks.onnx"
    words = [str(tmp_path / "sheets"), "--sheets", "4", "--steps", "2", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["training.sheets", *words])
    learning.main()
    session = runtime().InferenceSession(out, providers=["CPUExecutionProvider"])
    places = np.zeros((7, CHANNELS, CELL_PIXELS, CELL_PIXELS), np.float32)
    log_odds, alone = session.run(None, {"pictures": places})
    assert log_odds.shape == (7, 2) and alone.shape == (7,)
    assert np.isfinite(log_odds).all()
