"""The measurement of speed, which alternates between hard rolls and a plain scene."""

from pathlib import Path

import pytest

from training.dice.readings import load_labels
from training.evaluation import bench
from vision import inference
from vision.frames.image import Image


def test_hard_rolls_are_compared_with_a_plain_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, threads = [0.0], set()

    def read(image: Image, *, game: str = "classic") -> None:
        threads.add(inference.THREADS)
        clock[0] += 0.02 if (image == plain).all() else 0.05

    plain = bench.large(bench.FRAME)
    before = inference.THREADS
    monkeypatch.setattr(bench, "read", read)
    monkeypatch.setattr("time.process_time", lambda: clock[0])
    count = len(load_labels(bench.HARD_ROLLS))
    said = bench.speed_on_hard_rolls()
    assert said.startswith(f"{count} hard rolls ")
    assert said.endswith("median 2.5 x, 95th percentile 2.5 x the 20 ms of a plain scene")
    assert threads == {2}
    assert before == inference.THREADS


def test_the_hard_rolls_are_of_both_kinds_of_dice() -> None:
    rows = load_labels(bench.HARD_ROLLS)
    assert {row["set"] for row in rows} == {"hard 6", "hard 8"}
    assert all((Path(bench.HARD_ROLLS) / row["image"]).is_file() for row in rows)
