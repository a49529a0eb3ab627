"""Photos that are simulated from linear light with a random camera."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
photo = pytest.importorskip("training.dice.photo")


def grain(seed: int, hardness: float) -> tuple[float, float]:
    """Return the noise (standard deviation) and the mean brightness of a photo of a plain grey card."""
    card = np.full((48, 48, 3), 0.3, np.float32)
    made = photo.develop(card, np.random.default_rng(seed), hardness=hardness)
    return float(made.astype(float).std((0, 1)).mean()), float(made.mean())


def test_easy_photos_are_never_dim_and_less_noisy() -> None:
    easy, usual = (np.array([grain(seed, hardness) for seed in range(300)]) for hardness in (0.0, 1.0))
    assert np.quantile(easy[:, 0], 0.95) < 0.8 * np.quantile(usual[:, 0], 0.95)
    assert np.quantile(easy[:, 1], 0.03) > 1.5 * np.quantile(usual[:, 1], 0.03)
