"""Rendered scenes on disk: a shard (a file of scenes) is written once, and completely or not at all."""

import json
from pathlib import Path

import numpy as np
import pytest

from training.dice import scenes


def test_light_comes_back_from_eight_bits() -> None:
    light = np.linspace(0, scenes.BRIGHTEST, 400, dtype=np.float32)
    assert np.abs(np.cbrt(scenes.DECODED[scenes.encode(light)]) - np.cbrt(light)).max() < 0.004


def test_a_shard_is_rendered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[int] = []

    def write(_: Path, seed: int, sides: int, kind: str) -> dict[str, object]:
        rendered.append(seed)
        assert kind == "anyhow"
        return {"name": f"{sides}-{seed:08d}", "dice": []}

    monkeypatch.setattr(scenes, "write_scene", write)
    assert scenes.render_shard(tmp_path, 5, 3, 6) == 3
    assert scenes.render_shard(tmp_path, 5, 3, 6) == 0
    assert rendered == [5, 6, 7]
    lines = (tmp_path / "labels-6-5.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["6-00000005", "6-00000006", "6-00000007"]


def test_a_shard_that_was_cut_off_is_rendered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Path, seed: int, sides: int, kind: str) -> dict[str, object]:
        if seed == 7:
            raise KeyboardInterrupt
        return {"name": f"{sides}-{seed:08d}", "dice": []}

    monkeypatch.setattr(scenes, "write_scene", broken)
    with pytest.raises(KeyboardInterrupt):
        scenes.render_shard(tmp_path, 5, 3, 6)
    assert not list(tmp_path.glob("labels-*.jsonl"))


def test_a_stranger_is_labelled_with_its_sides_and_no_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "STRANGERS", 1.0)
    rows = [die for seed in (1, 2, 3) for die in scenes.write_scene(tmp_path, seed)["dice"]]  # type: ignore[attr-defined]
    assert rows and {die["value"] for die in rows} == {0}
    assert {die["sides"] for die in rows} <= {4, 10, 12, 20}
