"""Training of a network: bfloat16, and continuing from saved weights. Skipped without torch."""

import argparse
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
train = pytest.importorskip("training.dice.train", exc_type=ImportError)


def options(folder: Path, **given: object) -> argparse.Namespace:
    """Return the command-line options of a short training from scratch, with `given` added."""
    usual = {"sides": 6, "rate": 1e-3, "steps": 10, "out": folder / "w.pt", "start": None}
    return argparse.Namespace(**usual | given)


@pytest.mark.parametrize("native", [True, False])
def test_only_a_chip_with_bfloat16_multiplies_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, native: bool
) -> None:
    """Mixed precision is used only with native bfloat16; emulated bfloat16 is ten times as slow."""
    halved: list[bool] = []

    def loss(net: object, batch: object) -> tuple[object, dict[str, float]]:
        halved.append(torch.is_autocast_enabled("cpu"))
        return net.kind.bias.sum(), {}  # type: ignore[attr-defined]

    monkeypatch.setattr(train, "has_bfloat16", lambda device: native)
    monkeypatch.setitem(train.LOSSES, "crop", loss)
    given = options(tmp_path, what="crop", half=True)
    train.Trainer(given, torch.device("cpu")).learn({"photo": torch.zeros(1, 3, 96, 96)})
    assert halved == [native]


def test_a_graphics_chip_is_taken_to_have_bfloat16() -> None:
    assert train.has_bfloat16(torch.device("cuda"))


def test_learning_goes_on_from_weights_without_an_optimiser(tmp_path: Path) -> None:
    """Saved 16-bit weights without an optimiser's state are loaded, and the learning rate warms up again."""
    given = options(tmp_path, what="detector", half=False)
    trainer = train.Trainer(given, torch.device("cpu"))
    halved = {name: value.half() for name, value in trainer.mean.state_dict().items()}
    torch.save({"net": halved, "mean": halved, "step": 7, "sides": 6}, given.out)
    again = train.Trainer(given, torch.device("cpu"))
    assert (again.step, again.warm_from) == (7, 7)
    for name, value in trainer.mean.state_dict().items():
        assert torch.allclose(again.mean.state_dict()[name].float(), value.float(), atol=2e-3), name
    again.save()
    whole = train.Trainer(given, torch.device("cpu"))
    assert (whole.step, whole.warm_from) == (7, 7)
