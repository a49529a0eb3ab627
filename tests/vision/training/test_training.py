"""The machinery of training that needs no network: jobs side by side, strips of scenes, finding closely."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.classifier import Answers, Augmentation
from vision.evaluation import photos
from vision.training import blocks, grounds, papers, photo, scenes
from vision.training.dataset import Item, Label
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


def test_the_same_seed_lays_the_same_table_and_knows_what_lies_there() -> None:
    one, again, other = (grounds.lay_out(seed, 4) for seed in (5, 5, 6))
    assert np.array_equal(one.light, again.light) and not np.array_equal(one.light, other.light)
    assert one.spots == again.spots and len(one.spots) > 3
    assert one.light.min() >= 0 and one.light.max() <= 1


def test_dice_keep_their_pixels_on_another_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounds, "ground", lambda _: grounds.lay_out(3, 4))
    rng = np.random.default_rng(1)
    light = rng.uniform(0.2, 0.8, (60, 80, 3)).astype(np.float32)
    dice = np.zeros((60, 80), np.float32)
    dice[20:40, 30:50] = 1
    swapped = grounds.swap(light, dice, 20, rng)
    assert swapped.shape == light.shape
    assert np.allclose(swapped[20:40, 30:50], light[20:40, 30:50])
    assert np.abs(swapped - light)[dice == 0].mean() > 0.02


def test_what_stands_on_a_table_throws_a_shadow_and_rises_up_the_picture() -> None:
    canvas = np.full((300, 300, 3), 0.8, np.float32)
    base = blocks.outline(60, 60, 0.1, 0.0, np.array([150.0, 180.0]))
    tone = np.array([0.2, 0.5, 0.6], np.float32)
    blocks.stand(canvas, [blocks.Prism(base, 1.0, 40.0, tone)], np.random.default_rng(4))
    assert np.allclose(canvas[140, 150], tone, atol=1e-3), "the top, lifted by 40 pixels"
    wall = canvas[200, 150]
    assert wall.max() < 0.6 and wall[0] / wall[2] == pytest.approx(1 / 3, abs=0.02), "the wall that faces us"
    around = canvas.copy()
    around[100:225, 110:190] = 0.8
    assert around.min() < 0.75, "its shadow"
    assert np.allclose(canvas[5, 5], 0.8, atol=0.02)


@pytest.mark.parametrize("thing", [blocks.keyboard, blocks.loose, blocks.stacks])
def test_solid_things_lie_where_they_are_said_to(thing: Callable[..., blocks.Spots]) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        canvas = np.full((1024, 1024, 3), 0.5, np.float32)
        spots = thing(canvas, rng, 60.0)
        assert spots
        for x, y, wide in spots:
            assert 0 < x < 1024 and 0 < y < 1024 and 15 < wide < 400
            patch = canvas[
                max(0, int(y - wide / 2)) : int(y + wide / 2), max(0, int(x - wide / 2)) : int(x + wide / 2)
            ]
            assert patch.std() > 0.004


def test_printed_sheets_differ_and_hold_more_than_paper() -> None:
    pages = [papers.printed(np.random.default_rng(seed), 60) for seed in range(6)]
    assert len({page.shape for page in pages}) > 3
    for page in pages:
        assert 0 <= page.min() < 0.3 < 0.5 < page.max() <= 1
    again = papers.printed(np.random.default_rng(2), 60)
    assert np.array_equal(again, pages[2])


def test_a_sheen_lies_on_the_top_only() -> None:
    light = np.full((80, 80, 3), 0.2, np.float32)
    top = np.zeros((80, 80), np.float32)
    top[30:50, 30:50] = 1
    brighter = [photo.sheen(light, top, np.random.default_rng(seed)) for seed in range(8)]
    for seen in brighter:
        assert np.allclose(seen[:20], 0.2, atol=1e-3)
        assert (seen >= light - 1e-6).all()
    assert max(float(seen[40, 40].min()) for seen in brighter) > 0.3


def test_light_from_the_side_leaves_the_top_darker_than_the_sides() -> None:
    light = np.full((80, 80, 3), 0.4, np.float32)
    top = np.zeros((80, 80), np.float32)
    top[30:50, 30:50] = 1
    for seed in range(8):
        seen = photo.shade(light, top, np.random.default_rng(seed))
        assert np.array_equal(seen[top == 0], light[top == 0])
        assert (seen[top == 1] < 0.75 * 0.4 + 1e-6).all() and (seen[top == 1] > 0.15 * 0.4 - 1e-6).all()


def test_only_yellow_and_white_dice_are_tinged() -> None:
    light = np.full((20, 20, 3), 0.5, np.float32)
    dice = np.zeros((20, 20), np.float32)
    dice[:10] = 1
    for seed in range(5):
        yellow, white, red = (
            photo.tinge(light, dice, colour, np.random.default_rng(seed))
            for colour in ("yellow", "white", "red")
        )
        assert np.array_equal(red, light)
        for seen in (yellow, white):
            assert np.allclose(seen[10:], 0.5)
        assert yellow[0, 0, 2] == pytest.approx(0.5) and yellow[0, 0, 1] <= 0.5
        assert np.ptp(white[0, 0]) < 1e-6


def test_a_numeral_is_told_by_the_surest_glance_and_by_no_number_that_six_sides_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(value: int, p: float) -> NDArray[np.float32]:
        rest = np.full(8, (1 - p) / 7)
        rest[value - 1] = p
        return np.log(rest).astype(np.float32)[None]

    def ask(name: str, _: object, __: object, augmentation: Augmentation) -> Answers:
        assert name == "reader8"
        upright = augmentation.quarters == 3 and augmentation.turn == 0
        values = said(8, 0.99) if augmentation.quarters == 1 else said(4, 0.9) if upright else said(1, 0.5)
        return Answers(values, *(np.zeros((1, 6), np.float32) for _ in range(4)))

    monkeypatch.setattr(photos, "infer", ask)
    monkeypatch.setattr(photos, "load", lambda _: np.zeros((20, 20, 3), np.uint8))
    labels = tuple(Label((0, 0, 20, 20), "blue", value, 6) for value in (4, 1, 0))
    assert photos.of_numerals([Item(tmp_path / "a.png", "numerals", labels)]) == (2, 1)


def test_lanes_run_side_by_side_and_what_is_done_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lessons = pytest.importorskip(
        "vision.training.pipeline", reason="torch comes with the training extra", exc_type=ImportError
    )
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
        finding = [stage("detector", meets=True), stage("mined")]
        reading = [stage("look", meets=True), stage("count", fails=fails)]
        return [[[stage("scenes")]], [finding, reading], [[stage("whole")]]]

    course = lessons.Course(tmp_path, None, tmp_path, 2, None, 1.0)
    monkeypatch.setattr(lessons, "rounds", lambda _: plan(fails=True))
    with pytest.raises(RuntimeError, match="cut off"):
        lessons.attend(course)
    assert done[0] == "scenes" and set(done) == {"scenes", "detector", "mined", "look"}
    assert set(json.loads((tmp_path / "times.json").read_text("utf-8"))) == set(done)
    monkeypatch.setattr(lessons, "rounds", lambda _: plan(fails=False))
    before = list(done)
    lessons.attend(course)
    assert done == [*before, "count", "whole"]
    assert "look: done before" in capsys.readouterr().out
