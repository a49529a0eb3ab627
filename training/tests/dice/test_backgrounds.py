"""Random tables with many objects, and dice that are cut out and put on them."""

import numpy as np
import pytest

from training.dice import backgrounds
from training.dice.backgrounds import draw_background, replace_background


def test_the_same_seed_draws_the_same_table_and_knows_what_lies_there() -> None:
    one, again, other = (draw_background(seed, 4) for seed in (5, 5, 6))
    assert np.array_equal(one.light, again.light) and not np.array_equal(one.light, other.light)
    assert one.distractors == again.distractors and len(one.distractors) > 3
    assert one.light.min() >= 0 and one.light.max() <= 1


def test_dice_keep_their_pixels_on_another_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backgrounds, "CLEAR_SHARE", 0.0)
    monkeypatch.setattr(backgrounds, "_cached_background", lambda _: draw_background(3, 4))
    rng = np.random.default_rng(1)
    light = rng.uniform(0.2, 0.8, (60, 80, 3)).astype(np.float32)
    dice = np.zeros((60, 80), np.float32)
    dice[20:40, 30:50] = 1
    swapped = replace_background(light, dice, 20, rng)
    assert swapped.shape == light.shape
    assert np.allclose(swapped[20:40, 30:50], light[20:40, 30:50])
    assert np.abs(swapped - light)[dice == 0].mean() > 0.02


def test_the_table_shows_through_clear_dice_and_their_ink_stays_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backgrounds, "CLEAR_SHARE", 1.0)
    table = np.where(np.arange(80) % 8 < 4, 0.9, 0.1)[None, :, None].repeat(60, 0).repeat(3, 2)
    monkeypatch.setattr(backgrounds, "_warped_background", lambda *_: table.astype(np.float32))
    light, dice = np.full((60, 80, 3), 0.6, np.float32), np.zeros((60, 80), np.float32)
    dice[20:40, 16:64] = 1
    light[30:40] = 0.05
    shown = replace_background(light, dice, 20, np.random.default_rng(1))[:, 16:64].mean(-1)
    bars = table[20:30, 16:64, 0] > 0.5
    least = 1 - backgrounds.CLEARNESS[1]
    assert 0.6 * least < shown[20:30][~bars].mean() < 0.9 * shown[20:30][bars].mean() < 0.6 * 1.2
    assert shown[30:40].max() < 0.1
