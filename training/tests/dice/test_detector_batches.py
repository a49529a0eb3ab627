"""Training tiles for the detector: dice that are too near, small or hidden, and lamps mirrored on dice."""

from pathlib import Path

import numpy as np
import pytest

from training.dice.arrangements import SceneKind
from training.dice.dataset import Label, LabelledImage, Owners
from training.dice.scenes import TOP_FACE_BIT
from vision.dice.detector_settings import SETTINGS

pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
detector_batches = pytest.importorskip("training.dice.detector_batches")
TILES = 100


@pytest.mark.parametrize("width", [120.0, 250.0])
def test_pips_of_a_die_that_is_too_near_are_taught_to_be_none(
    width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = Label((100, 100, width, width), "white", 5, 6)
    item = LabelledImage(Path("near.jpg"), "felt", (die,))
    monkeypatch.setattr(detector_batches, "load_image", lambda _: np.full((480, 640, 3), 120, np.uint8))
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        _, maps = detector_batches.training_tile(item, rng)
        if (maps["heat"] == 1).any() or maps["weight"].all():
            continue
        held += 1
        # what is not judged is less than a quarter of the piece's cells of the die, never all of it
        assert (maps["weight"] == 0).sum() < 0.3 * (260 / 8) ** 2
    assert held > 0


@pytest.mark.parametrize(("width", "share"), [(24.0, 0.35), (60.0, 0.0)])
def test_small_dice_are_also_shown_as_the_second_look_shows_them(
    width: float, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = tuple(Label((100 + 60 * i, 200, width, width), "red", 5, 6) for i in range(4))
    item = LabelledImage(Path("small.jpg"), "felt", dice)
    monkeypatch.setattr(detector_batches, "load_image", lambda _: np.full((480, 640, 3), 120, np.uint8))

    def at_one_size() -> float:
        """Return the share of training tiles whose widest die is about SETTINGS.cut_side wide."""
        count = 0
        for seed in range(TILES):
            _, maps = detector_batches.training_tile(item, np.random.default_rng(seed))
            widths = 8 * np.exp(maps["box"][2:, maps["heat"] == 1]).max(0)
            count += bool(widths.size) and abs(np.log(widths.max(initial=1) / SETTINGS.cut_side)) < 0.3
        return count / TILES

    taught = at_one_size()
    monkeypatch.setattr(detector_batches, "CLOSER_LOOK_SHARE", 0.0)
    gained = taught - at_one_size()
    assert gained == 0 if share == 0 else gained > share / 3


@pytest.mark.parametrize("kind", ["anyhow", "covered", "alike"])
def test_dice_that_were_hidden_on_their_own_table_stay_on_it(
    kind: SceneKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = Label((100, 100, 40.0, 40.0), "white", 5, 8)
    item = LabelledImage(Path("a.jpg"), "rendered", (die,), Path("a.png"), kind=kind)
    moved: list[int] = []

    def replaced(light: np.ndarray, *_: object) -> np.ndarray:
        moved.append(1)
        return light

    monkeypatch.setattr(detector_batches, "load_image", lambda _: np.full((480, 640, 3), 120, np.uint8))
    monkeypatch.setattr(detector_batches, "load_owners", lambda _: Owners(np.zeros((480, 640), np.uint8)))
    monkeypatch.setattr(detector_batches, "replace_background", replaced)
    for seed in range(10):
        detector_batches.training_tile(item, np.random.default_rng(seed))
    assert bool(moved) == (kind == "anyhow")


def test_a_lamp_is_mirrored_on_the_tops_of_all_dice_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    die = Label((300, 200, 40.0, 40.0), "white", 5, 6)
    item = LabelledImage(Path("a.jpg"), "rendered", (die,), Path("a.png"))
    bodies = np.zeros((480, 640), np.uint8)
    bodies[200:240, 300:340] = 1
    bodies[200:220, 300:340] |= TOP_FACE_BIT
    bodies[100:120, 400:440] = 2 | TOP_FACE_BIT
    monkeypatch.setattr(detector_batches, "load_owners", lambda _: Owners(bodies))
    seen = list[float]()

    def mirrored(light: np.ndarray, tops: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        seen.append(float(tops.sum()))
        return light

    monkeypatch.setattr(detector_batches, "mirrored_light", mirrored)
    monkeypatch.setattr(detector_batches, "replace_background", lambda light, *_: light)
    monkeypatch.setattr(detector_batches, "develop", lambda light, _: light)
    zoom = detector_batches.Zoom(np.array([[1.0, 0, -250], [0, 1.0, -80]]), 1.0, 40.0)
    tile = np.full((detector_batches.TILE,) * 2 + (3,), 120, np.uint8)
    rng = np.random.default_rng(1)
    for _ in range(200):
        detector_batches._photographed(item, tile, zoom, rng)
    assert 10 < len(seen) < 45
    assert set(seen) == {2 * 20 * 40.0}
