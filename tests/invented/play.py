"""Checks an invented game in every part of the program: printing, scanning, referee, advice and page.

`QWIXX_MECHANISMS` names the folder of this file. The program knows the game only by that folder and its pad.
"""

import json
import tempfile
from dataclasses import replace
from pathlib import Path

from companion.advisor import advise
from companion.book import RULES
from companion.records.reading import read_record
from companion.records.record import Record, Turn, write_record
from companion.records.referee import judge
from companion.rules import Game, Mark, Position, Roll, Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from companion.sheet_scan.reading import read_sheets
from companion.web.app import close, create_app
from companion.web.pages.rules.lesson import lesson
from sheets.draw import print_pads
from sheets.order import PrintOrder
from sheets.pad import pad_data, parse_pad, read_pad
from sheets.paper import PAPERS, Layout
from tests.companion.web.conftest import Actor, Reader
from tests.vision.scan.desk import seen_from, sheet

FILE = Path(__file__).with_name("middle.toml")
PAD = read_pad(FILE)
ROLL = Roll.parse("w4 w3 r1 y1 g1 b1")


def printed_and_scanned() -> None:
    """Check that the arrows and the note are printed, and that crosses are read from a photo."""
    plain = parse_pad({key: value for key, value in pad_data(PAD).items() if key != "middle-cells"})
    assert parse_pad(pad_data(PAD)) == PAD
    assert print_pads(PrintOrder(PAD, 1, 7)) != print_pads(PrintOrder(plain, 1, 7))
    for marks, faults in ((("a7", "b2", "c9"), []), (("a7", "c9"), ["middle-brings"])):
        photo = seen_from(sheet(PAD, marks, layout=Layout(PAPERS["a4"], 1)), turn=4, tilt=9).photo
        (reading,) = read_sheets(photo, (PAD,))
        assert reading.pad == PAD and reading.observed is not None
        assert set(reading.observed.places) == set(marks), reading
        assert [fault.rule for fault in reading.contradictions] == faults


def refereed() -> None:
    """Check that a mark forces a cross in the row below. Write a record, read it and judge it."""
    game = Game("classic", PAD, ("Ann", "Ben"))
    start = game.roll(game.start(), ROLL)
    assert str(game.moves(start, "Ann").result(Mark("a7"))) == "a7 / b2 / - / -"
    assert game.moves(start, "Ann").chain(Mark("d7")) == ("d7", "a2")
    far = Sheet.parse("a2 / b2 b3 b4 b5 b6 b7 b8 b9 b11 / - / -", PAD)
    after = game.moves(position_with(game, far), "Ann").result(Mark("a7"))
    assert after.locks == ("b",), "a cross that is brought may lock its row"
    record = Record(game, (Turn(ROLL, {"Ann": Mark("a7"), "Ben": Mark("b7")}, Mark("b5")),))
    again = read_record(json.dumps(write_record(record)))
    verdict = judge(again)
    assert str(verdict.position.sheet("Ann")) == "a7 / b2 b5 / - / -" and verdict.ok
    assert str(verdict.position.sheet("Ben")) == "- / b7 / c12 / -"
    assert contradictions(ObservedSheet.of(verdict.position.sheet("Ann"))) == ()


def position_with(game: Game, sheet: Sheet) -> Position:
    """Return a position before action 1 in which Ann has this sheet."""
    start = game.start()
    sheets = (sheet, start.sheets[1])
    return game.roll(replace(start, sheets=sheets, before=sheets), ROLL)


def advised() -> None:
    """Check that advice on a first white sum of 7 lists exactly the five legal moves."""
    game = Game("classic", PAD, ("Ann", "Ben"))
    position = game.roll(game.start(), ROLL)
    (advice,) = advise(game, position, ["Ann"])
    assert {str(option.move) for option in advice.options} == {"-", "a7", "b7", "c7", "d7"}


def played_on_the_page() -> None:
    """Check the lesson, the rules, and the page after a mark that forces a cross."""
    assert any("middle-brings" in step.rules for step in lesson("classic", PAD))
    assert RULES["middle-brings"].title == "Down from the middle"
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": Path(folder) / "games", "READ": Reader()})
        try:
            table = Actor(app)
            with FILE.open("rb") as pad:
                answer = table.client.post("/pads", data={"pad": (pad, "middle.toml")})
            assert answer.status_code < 400, answer.text
            table.begin("Ann", "Ben", game="own:middle")
            table.roll("w4 w3 r1 y1 g1 b1")
            page = table.page()
            assert "An arrow brings the next cell of the row below" in page
            assert "A cross at an arrow brings one in the row below." in page and "bonus: one below" in page
            assert table.join("Ann").marks("a7").sheet == "a7 / b2 / - / -"
            assert "yellow 2, just crossed" in table.page()
            rules = table.client.get("/rules").text
            assert "Down from the middle" in rules and "/rules/middle-brings" in rules
            told = table.client.get("/rules/middle-brings").text
            assert "brings the next cell of the row below at once" in told and "plain-rule" in told
        finally:
            close(app)


if __name__ == "__main__":
    for step in (printed_and_scanned, refereed, advised, played_on_the_page):
        step()
        print(step.__name__)
