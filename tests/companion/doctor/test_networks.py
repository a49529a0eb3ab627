"""Network checks of `qwixx doctor`: the files are as published, and they read a known picture."""

import hashlib
from pathlib import Path

import pytest

from companion.doctor import networks
from tests.companion.doctor.findings import states


def test_the_networks_are_as_published_and_read_the_known_picture() -> None:
    assert states(networks.check_files()) == {"networks": "well"}
    assert states(networks.check_known_picture()) == {"known-picture": "well"}


def test_a_changed_a_missing_and_an_undescribed_network_are_faults(tmp_path: Path) -> None:
    assert states(networks.check_files(tmp_path)) == {"networks": "fault"}
    sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("a.onnx", "b.onnx")}
    (tmp_path / "MODELS.toml").write_text(
        "".join(f'[[model]]\nfile = "{name}"\nsha256 = "{sums[name]}"\n' for name in sums)
    )
    (tmp_path / "a.onnx").write_bytes(b"a.onnx")
    (tmp_path / "b.onnx").write_bytes(b"b.onnx")
    assert states(networks.check_files(tmp_path)) == {"networks": "well"}
    (tmp_path / "a.onnx").write_bytes(b"a.onnx, longer")
    (tmp_path / "b.onnx").unlink()
    findings = list(networks.check_files(tmp_path))
    assert [finding.state for finding in findings] == ["fault", "fault"]
    assert [
        name in finding.in_language() for name, finding in zip(("a.onnx", "b.onnx"), findings, strict=True)
    ] == [True, True]


def test_a_known_picture_that_is_read_otherwise_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "KNOWN_DICE", (("white", 1), *networks.KNOWN_DICE[1:]))
    assert states(networks.check_known_picture()) == {"known-picture": "fault"}
