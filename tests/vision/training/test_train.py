"""How a network learns. Skipped where the training extra is absent."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the training extra")
train = pytest.importorskip("vision.training.train", exc_type=ImportError)


def options(folder: Path, **given: object) -> argparse.Namespace:
    """What the command is given, of a short training from nothing."""
    usual = {"sides": 6, "rate": 1e-3, "steps": 10, "out": folder / "w.pt", "start": None}
    return argparse.Namespace(**usual | given)


@pytest.mark.parametrize("native", [True, False])
def test_only_a_chip_with_bfloat16_multiplies_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, native: bool
) -> None:
    """Without it a step takes ten times as long."""
    halved: list[bool] = []

    def loss(net: object, batch: object) -> tuple[object, dict[str, float]]:
        halved.append(torch.is_autocast_enabled("cpu"))
        return net.kind.bias.sum(), {}  # type: ignore[attr-defined]

    monkeypatch.setattr(train, "has_bfloat16", lambda device: native)
    monkeypatch.setitem(train.LOSSES, "crop", loss)
    given = options(tmp_path, what="crop", half=True, keep_statistics=False)
    train.Trainer(given, torch.device("cpu")).learn({"photo": torch.zeros(1, 3, 96, 96)})
    assert halved == [native]


def test_a_graphics_chip_is_taken_to_have_bfloat16() -> None:
    assert train.has_bfloat16(torch.device("cuda"))


def test_statistics_that_are_kept_do_not_move(tmp_path: Path) -> None:
    """What ships has its normalisations folded in; moved by each batch they would undo that."""
    given = options(tmp_path, what="detector", half=False, keep_statistics=True)
    trainer = train.Trainer(given, torch.device("cpu"))
    before = {name: value.clone() for name, value in trainer.net.named_buffers()}
    trainer.net(torch.rand(2, 3, 64, 64))
    moved = any(not torch.equal(before[name], value) for name, value in trainer.net.named_buffers())
    assert moved, "in training mode they would move"
    before = {name: value.clone() for name, value in trainer.net.named_buffers()}
    trainer.prepare()
    trainer.net(torch.rand(2, 3, 64, 64))
    assert all(torch.equal(before[name], value) for name, value in trainer.net.named_buffers())
