"""A network is used only if it is the published one."""

from pathlib import Path

import pytest

from vision import inference
from vision.inference import NetworkError, network_bytes, session


def test_a_changed_or_missing_network_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = network_bytes("detector.onnx")
    assert len(data) > 1_000_000
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    (tmp_path / "detector.onnx").write_bytes(changed)
    inference._published_sums()
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    with pytest.raises(NetworkError, match=r"detector\.onnx differs .* `qwixx doctor`\."):
        session.__wrapped__("detector")
    with pytest.raises(NetworkError, match=r"reader6\.onnx is missing"):
        session.__wrapped__("reader6")
