"""Custom pads are stored on disk, found again and deleted. An invalid file is refused."""

from pathlib import Path

import pytest

from companion.storage.own_pads import MAX_PADS, OwnPads
from sheets.pad_table import PadError

STEPS = """
format = "qwixx-pad/1"
name = "steps"
title = "Four steps"
sides = 4
[rows]
a = "red 2 3 4 5 6 7 8"
b = "yellow 2 3 4 blue 5 6 7 8"
c = "green 8 7 6 5 4 3 2"
d = "blue 5 4 3 2 8 6 7"
"""


def test_a_pad_is_kept_and_found_again(tmp_path: Path) -> None:
    kept = OwnPads(tmp_path).keep(STEPS.encode(), "steps.toml")
    again = OwnPads(tmp_path)
    assert again.find("steps") == kept and [pad.title for pad in again.all()] == ["Four steps"]
    assert again.find("other") is None


def test_a_newer_file_takes_the_place_of_the_pad_of_its_name(tmp_path: Path) -> None:
    pads = OwnPads(tmp_path)
    pads.keep(STEPS.encode(), "steps.toml")
    pads.keep(STEPS.replace("Four steps", "Five").encode(), "steps.toml")
    assert [pad.title for pad in pads.all()] == ["Five"]


def test_bad_file_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(PadError, match=r"ours\.toml: /rows/a: expected each number once"):
        OwnPads(tmp_path).keep(STEPS.replace("6 7 8", "6 7 7", 1).encode(), "ours.toml")
    assert list(tmp_path.rglob("*")) == []


def test_a_forgotten_pad_is_gone(tmp_path: Path) -> None:
    pads = OwnPads(tmp_path)
    pads.keep(STEPS.encode(), "steps.toml")
    assert not pads.forget("../../steps") and not pads.forget("other")
    assert pads.forget("steps") and pads.all() == () and not pads.forget("steps")


def test_a_damaged_file_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    pads = OwnPads(tmp_path)
    pads.keep(STEPS.encode(), "steps.toml")
    (tmp_path / "pads" / "pad-broken.toml").write_text("format =")
    assert [pad.name for pad in pads.all()] == ["steps"]


def test_a_table_keeps_so_many_pads_and_no_more(tmp_path: Path) -> None:
    pads = OwnPads(tmp_path)
    for number in range(MAX_PADS):
        pads.keep(STEPS.replace('"steps"', f'"steps-{number}"').encode(), "steps.toml")
    pads.keep(STEPS.replace('"steps"', '"steps-0"').encode(), "steps.toml")
    with pytest.raises(PadError, match=f"at most {MAX_PADS} pads of its own"):
        pads.keep(STEPS.encode(), "steps.toml")
    assert len(pads.all()) == MAX_PADS
