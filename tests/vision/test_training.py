"""The machinery of training that needs no network: jobs side by side, strips of scenes, finding closely."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from vision import detector
from vision.detector import Candidate
from vision.training import grounds, scenes
from vision.training.parallel import spread


def _square(n: int) -> int:
    if n < 0:
        raise ValueError("no square of that")
    return n * n


def _process(_: int) -> int:
    return os.getpid()


def test_jobs_answer_in_their_order() -> None:
    assert list(spread([partial(_square, n) for n in (3, 1, 2)])) == [9, 1, 4]


def test_with_one_worker_jobs_are_done_as_they_are_asked_for() -> None:
    done = spread(partial(_square, n) for n in (2, -1))
    assert next(done) == 4
    with pytest.raises(ValueError, match="no square"):
        next(done)


def test_jobs_run_in_other_processes() -> None:
    pytest.importorskip("joblib", reason="joblib comes with the training extra")
    jobs = [partial(_square, n) for n in range(6)]
    assert list(spread(jobs, workers=2)) == [0, 1, 4, 9, 16, 25]
    assert os.getpid() not in set(spread([partial(_process, n) for n in range(4)], workers=2))


@pytest.mark.parametrize("workers", [0, -2])
def test_no_workers_do_no_jobs(workers: int) -> None:
    with pytest.raises(ValueError, match="1 worker or more"):
        list(spread([], workers=workers))


def test_a_strip_is_rendered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[int] = []

    def write(_: Path, seed: int, sides: int) -> dict[str, object]:
        rendered.append(seed)
        return {"name": f"{sides}-{seed:08d}", "dice": []}

    monkeypatch.setattr(scenes, "write", write)
    assert scenes.strip(tmp_path, 5, 3, 6) == 3
    assert scenes.strip(tmp_path, 5, 3, 6) == 0
    assert rendered == [5, 6, 7]
    lines = (tmp_path / "labels-6-5.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["6-00000005", "6-00000006", "6-00000007"]


def test_a_strip_that_was_cut_off_is_rendered_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Path, seed: int, sides: int) -> dict[str, object]:
        if seed == 7:
            raise KeyboardInterrupt
        return {"name": f"{sides}-{seed:08d}", "dice": []}

    monkeypatch.setattr(scenes, "write", broken)
    with pytest.raises(KeyboardInterrupt):
        scenes.strip(tmp_path, 5, 3, 6)
    assert not list(tmp_path.glob("labels-*.jsonl"))


def _looks(
    monkeypatch: pytest.MonkeyPatch, picture: tuple[int, int], width: float, score: float
) -> list[int]:
    """Longer sides of the levels that `find` looks at, where a die `width` pixels wide is seen at each."""
    sides: list[int] = []

    def level(image: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]], scale: float) -> list[Candidate]:
        sides.append(round(max(image.shape[:2]) * scale))
        k = max(image.shape[:2]) / max(picture)
        return [Candidate((9.0 * k, 9.0 * k, width * k, width * k), score)]

    monkeypatch.setattr(detector, "_level", level)
    detector.find(np.zeros((*picture, 3), np.uint8))
    return sides


@pytest.mark.parametrize(
    ("picture", "width", "score", "sides"),
    [
        ((480, 640), 9.0, 0.9, [640, 320, 160]),  # small, but there is no more to see
        ((720, 1280), 40.0, 0.9, [640, 320, 160]),
        ((720, 1280), 24.0, 0.9, [640, 320, 160, 1280]),
        ((720, 1280), 40.0, 0.2, [640, 320, 160, 1280]),  # no die is sure
        ((3000, 4000), 120.0, 0.9, [640, 320, 160]),
        ((3000, 4000), 60.0, 0.9, [640, 320, 160, 1280]),
        ((3000, 4000), 16.0, 0.9, [640, 320, 160, 1280, 2560, 4000]),
    ],
)
def test_a_large_picture_is_looked_at_closely_where_its_dice_are_small(
    monkeypatch: pytest.MonkeyPatch, picture: tuple[int, int], width: float, score: float, sides: list[int]
) -> None:
    assert _looks(monkeypatch, picture, width, score) == sides


def test_the_same_seed_lays_the_same_table_and_knows_what_lies_there() -> None:
    one, again, other = (grounds.lay_out(seed, 4) for seed in (5, 5, 6))
    assert np.array_equal(one.light, again.light) and not np.array_equal(one.light, other.light)
    assert one.spots == again.spots and len(one.spots) > 3
    assert one.light.min() >= 0 and one.light.max() <= 1


def test_dice_keep_their_pixels_on_another_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounds, "grounds", lambda: (grounds.lay_out(3, 4),))
    rng = np.random.default_rng(1)
    light = rng.uniform(0.2, 0.8, (60, 80, 3)).astype(np.float32)
    dice = np.zeros((60, 80), np.float32)
    dice[20:40, 30:50] = 1
    swapped = grounds.swap(light, dice, 20, rng)
    assert swapped.shape == light.shape
    assert np.allclose(swapped[20:40, 30:50], light[20:40, 30:50])
    assert np.abs(swapped - light)[dice == 0].mean() > 0.02
