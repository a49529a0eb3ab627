"""Checksums of networks in the model card: each network gets its own, and none may be missing."""

import hashlib
from pathlib import Path

import pytest

from training.dice.model_card import write_sums

CARD = '[[model]]\nfile = "{}"\nsha256 = "old"\n'


def test_each_network_gets_its_own_sum(tmp_path: Path) -> None:
    for name in ("a.onnx", "b.onnx"):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "MODELS.toml").write_text(CARD.format("b.onnx") + CARD.format("a.onnx"), "utf-8")
    write_sums(tmp_path)
    sums = [hashlib.sha256(name).hexdigest() for name in (b"b.onnx", b"a.onnx")]
    expected = "".join(
        CARD.format(name).replace("old", one) for name, one in zip(("b.onnx", "a.onnx"), sums, strict=True)
    )
    assert (tmp_path / "MODELS.toml").read_text("utf-8") == expected


def test_a_network_without_an_entry_stops_it_and_leaves_the_card(tmp_path: Path) -> None:
    (tmp_path / "a.onnx").write_bytes(b"a")
    (tmp_path / "MODELS.toml").write_text(CARD.format("b.onnx"), "utf-8")
    with pytest.raises(SystemExit, match=r"no entry with file and sha256 for a\.onnx"):
        write_sums(tmp_path)
    assert (tmp_path / "MODELS.toml").read_text("utf-8") == CARD.format("b.onnx")
