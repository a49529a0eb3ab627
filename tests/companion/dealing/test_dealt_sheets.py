"""The rules, advice, scans and records use the rows of each player's own dealt sheet."""

import json
from random import Random

import pytest

from companion.advisor import advise
from companion.dealing.dealt_pad import pad_of_sheets
from companion.dealing.random_pads import draw_rows
from companion.records.reading import read_record
from companion.records.record import Record, Turn, write_record
from companion.records.referee import judge
from companion.rules import Game, Mark, Roll
from companion.sheet_scan.reading import read_sheets
from sheets.order import PrintOrder, pages_of
from sheets.pad import Pad, load_pad, pad_data, parse_pad
from sheets.paper import PAPERS, Layout
from sheets.serial import FAIR_PAIRS
from tests.vision.scan.desk import seen_from, sheet

ROWS = {
    "A": ("red 5 2 7 3 9 12 4 6 8 10 11", "yellow 2 3 4 5 6 7 8 9 11 12 10"),
    "B": ("red 11 2 5 7 3 9 12 4 6 8 10", "yellow 2 3 4 5 6 7 8 9 10 12 11"),
}


def own_rows(pad: Pad) -> Pad:
    """Return the classic pad with two sheets whose red and yellow rows differ."""
    data = pad_data(pad)
    rows = data["rows"]
    assert isinstance(rows, dict)
    sheets = {letter: rows | dict(zip("ab", own, strict=True)) for letter, own in ROWS.items()}
    return parse_pad(data | {"name": "two", "title": "Two orders", "sheet-rows": sheets})


PAD = own_rows(load_pad("classic"))
PLAYERS = ("Ann", "Ben")
SHEETS = {"Ann": "A", "Ben": "B"}


def test_right_is_right_on_the_players_own_sheet() -> None:
    game = Game("classic", PAD, PLAYERS, sheets=SHEETS)
    first = game.roll(game.start(), Roll.parse("w1 w4 r1 y1 g1 b1"))
    first = game.decide(first, "Ann", Mark("a5"))
    first = game.decide(first, "Ben", Mark("a5"))
    second = game.decide(first, "Ann", Mark("a2"))
    assert str(second.sheet("Ann")).startswith("a5 a2 /"), "two stands right of five on sheet A"
    rolled = game.roll(second, Roll.parse("w5 w6 r1 y1 g1 b1"))
    refusal = game.moves(rolled, "Ben").refusal(Mark("a11"))
    assert refusal is not None and refusal.rule == "left-to-right", "eleven stands left of five on sheet B"
    assert Mark("a11") not in game.moves(rolled, "Ann"), "the last cell of sheet A needs five marks"
    again = game.moves(rolled, "Ann").refusal(Mark("a11"))
    assert again is not None and again.rule == "lock-needs-five"


def test_advice_looks_at_the_players_own_rows() -> None:
    """Check that red 5 is worth more on sheet A, as the row's first cell, than on B, as its third."""
    game = Game("classic", PAD, PLAYERS, sheets=SHEETS)
    position = game.roll(game.start(), Roll.parse("w1 w4 r6 y6 g6 b6"))
    by_player = {each.player: each.options for each in advise(game, position, PLAYERS)}
    margins = {
        player: next(option.margin for option in options if str(option.move) == "a5")
        - next(option.margin for option in options if str(option.move) == "-")
        for player, options in by_player.items()
    }
    assert str(by_player["Ann"][0].move) == "a5" and margins["Ann"] > margins["Ben"] + 1


@pytest.mark.parametrize("base", ["classic", "mixx-a", "longo"])
def test_a_dealt_sheet_is_read_from_a_photo(base: str) -> None:
    pad = pad_of_sheets(load_pad(base), 4, [draw_rows(load_pad(base), Random(n)) for n in range(2)])
    layout = Layout(PAPERS["a4"], 1)
    (side,) = next(iter(pages_of(PrintOrder(pad, 1, 5, layout=layout))))
    marks = tuple(str(row.cells[place]) for row, place in zip(side.pad.rows, (0, 3, 5, 8), strict=True))
    photo = seen_from(sheet(pad, marks, layout=layout), turn=3, tilt=8).photo
    (reading,) = read_sheets(photo, (pad,))
    assert reading.pad == side.pad and reading.observed is not None and reading.status == "complete"
    assert set(reading.observed.places) == set(marks)
    assert reading.code == side.code and (reading.lucky in FAIR_PAIRS) is pad.lucky


def test_a_dealt_longo_is_played_with_rows_and_lucky_numbers_of_ones_own() -> None:
    base = load_pad("longo")
    pad = pad_of_sheets(base, 4, [draw_rows(base, Random(n)) for n in range(2)])
    assert parse_pad(pad_data(pad)) == pad
    lucky = {"Ann": (5, 10), "Ben": (8, 13)}
    game = Game("longo", pad, PLAYERS, lucky, sheets=SHEETS)
    position = game.roll(game.start(), Roll.parse("w5 w8 r1 y1 g1 b1"))
    first = f"a{pad.on_sheet('B').rows[0].cells[0].number}*"
    assert Mark.parse(first) in game.moves(position, "Ben"), "thirteen is lucky: the first cell of a row"
    assert not any(mark.lucky for mark in game.moves(position, "Ann"))
    turn = Turn(position.roll, {"Ann": Mark("b13"), "Ben": Mark.parse(first)}, Mark())  # type: ignore[arg-type]
    again = read_record(json.dumps(write_record(Record(game, (turn,)))))
    assert again.game.pad == pad and judge(again).ok
