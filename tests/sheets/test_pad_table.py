"""Invalid pad files are refused."""

from pathlib import Path

import pytest

from sheets.pad import load_pad, read_pad
from sheets.pad_table import PadError


def test_a_file_that_is_no_pad_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pad.toml"
    with pytest.raises(PadError, match="cannot be read"):
        read_pad(path)
    path.write_bytes(b"\xff")
    with pytest.raises(PadError, match="UTF-8"):
        read_pad(path)
    path.write_text("rows = [")
    with pytest.raises(PadError, match="TOML"):
        read_pad(path)
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(PadError):
        read_pad(path)
    with pytest.raises(PadError, match="the pads are classic"):
        load_pad("clasic")
