"""The ledger of printed sheets finds the print run of a sheet by the sheet's number and secret."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.storage import prints
from companion.storage.prints import LEDGER_FILE, PrintedSheet, find_sheet, record_print
from sheets.order import PrintOrder, pages_of
from sheets.pad import load_pad
from sheets.secret import draw_seed
from sheets.serial import Serial


@pytest.fixture(autouse=True)
def nothing_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prints, "ledger_folder", lambda: tmp_path / "of-the-system")


def test_a_number_tells_its_owner_and_the_newest_print_counts(tmp_path: Path) -> None:
    order = PrintOrder(load_pad("classic"), 2, 7, names=("Ann", "Ben"))
    record_print(tmp_path, order)
    second = Serial(order.batch, 2)
    assert find_sheet(tmp_path, second) == PrintedSheet(second, ("classic",), "Ben")
    record_print(tmp_path, replace(order, names=("Cleo", "Dora")))
    record_print(tmp_path, PrintOrder(load_pad("classic"), 2, 8, names=("Emil", "Fay")))
    assert find_sheet(tmp_path, second).name == "Dora"


def test_a_number_beyond_the_print_is_not_known(tmp_path: Path) -> None:
    order = PrintOrder(load_pad("classic"), 2, 7)
    record_print(tmp_path, order)
    assert find_sheet(tmp_path, Serial(order.batch, 2)).games == ("classic",)
    assert find_sheet(tmp_path, Serial(order.batch, 3)) == PrintedSheet(Serial(order.batch, 3))


def test_a_line_that_is_none_hides_no_other(tmp_path: Path) -> None:
    order = PrintOrder(load_pad("longo"), 1, 7)
    record_print(tmp_path, order)
    with (tmp_path / LEDGER_FILE).open("a", encoding="utf-8") as file:
        file.write('{"batch": "' + order.batch + '", "pads": []}\nnonsense\n')
        file.write('{"batch": "' + order.batch + '", "count": 1, "pads": ["longo", "cards", "longo"]}\n')
        file.write('{"batch": "' + order.batch + '", "pads": ["longo"], "count": 1e999}\n')
        file.write('{"batch": "' + order.batch + '", "pads": ["longo"], "count": ' + "9" * 5000 + "}\n")
        file.write("[" * 100_000 + "\n" + "\ufffd" * 500_000 + "\n")
        file.write('{"x": ' * 3000 + "\n")  # nested deeper than anything of ours
    sheet = find_sheet(tmp_path, Serial(order.batch, 1))
    assert sheet.games == ("longo",) and sheet.lucky is not None


def test_the_secret_on_a_sheet_proves_it_and_no_other_does(tmp_path: Path) -> None:
    order = PrintOrder(load_pad("classic"), 2, draw_seed(), names=("Ann", "Ben"))
    record_print(tmp_path, order)
    first, second = next(iter(pages_of(order)))
    assert find_sheet(tmp_path, first.serial, first.secret).proven
    for wrong in ("", second.secret, first.secret[:-1], first.secret + "A", "\N{SNOWMAN}"):
        sheet = find_sheet(tmp_path, first.serial, wrong)
        assert (sheet.name, sheet.proven) == ("Ann", False), wrong


@pytest.mark.parametrize("seed", [7, 123_456, 2**64])
def test_a_seed_that_somebody_chose_proves_nothing(tmp_path: Path, seed: int) -> None:
    order = PrintOrder(load_pad("classic"), 1, seed)
    record_print(tmp_path, order)
    ((side,),) = pages_of(order)
    assert not find_sheet(tmp_path, side.serial, side.secret).proven


def test_proven_print_wins_over_one_with_the_same_number(tmp_path: Path) -> None:
    order = PrintOrder(load_pad("classic"), 1, draw_seed(), names=("Ann",))
    record_print(tmp_path, order)
    later = {"batch": order.batch, "pads": ["longo"], "count": 1, "names": ["Mallory"]}
    with (tmp_path / LEDGER_FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(later) + "\n")
    ((side,),) = pages_of(order)
    assert find_sheet(tmp_path, side.serial).name == "Mallory"
    assert find_sheet(tmp_path, side.serial, side.secret).name == "Ann"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_no_ledger(tmp_path: Path) -> None:
    """Check that a pipe is refused, because reading it would never end."""
    os.mkfifo(tmp_path / LEDGER_FILE)
    assert find_sheet(tmp_path, Serial.parse("K7Q2-03")).games == ()
