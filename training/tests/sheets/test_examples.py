"""Files of sheets for training: the same seed gives the same sheets, and existing files are kept."""

from pathlib import Path

import numpy as np
import pytest

from training.sheets import examples
from vision.scan.cells import CELL_PIXELS, CHANNELS


def test_files_that_are_missing_are_written_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "SHEETS_PER_FILE", 1)
    examples.write(tmp_path, 2, seed=3)
    first, second = sorted(tmp_path.iterdir())
    with np.load(first) as data:
        before = {name: data[name] for name in data}
    first.unlink()
    second.write_bytes(b"kept")
    examples.write(tmp_path, 2, seed=3)
    assert second.read_bytes() == b"kept"
    with np.load(first) as data:
        assert all(np.array_equal(data[name], before[name]) for name in before)
    places = len(before["marked"])
    assert before["pictures"].shape == (places, CELL_PIXELS, CELL_PIXELS, CHANNELS)
    assert before["covered"].shape == before["sheet"].shape == (places,)
