"""Pads printed from the page: the sheets in the PDF, their numbers, and what is refused."""

import re

import pypdfium2
import pytest
from werkzeug.test import TestResponse

from companion.storage.prints import find_sheet
from sheets.serial import Serial
from tests.companion.storage.test_own_pads import STEPS
from tests.companion.web.conftest import Actor
from tests.companion.web.test_own_pads import WIDE

USUAL = {"game": "classic", "count": "4", "per-page": "3", "paper": "a4", "names": "", "language": "en"}


def printed(table: Actor, **asked: str) -> tuple[list[str], TestResponse]:
    """Return the text of each page of the PDF, and the answer."""
    answer = table.client.post("/print", data=USUAL | asked)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    document = pypdfium2.PdfDocument(answer.data)
    return [page.get_textpage().get_text_range() for page in document], answer


def serials(pages: list[str]) -> list[Serial]:
    return [Serial.parse(text) for page in pages for text in re.findall(r"\b[A-Z0-9]{4}-\d\d\b", page)]


def test_as_many_sheets_as_asked_for_and_each_is_known_by_its_number(table: Actor) -> None:
    pages, answer = printed(table, game="longo", count="4", names="Emma,  Max ,")
    assert len(pages) == 2
    numbers = serials(pages)
    assert sorted({serial.number for serial in numbers}) == [1, 2, 3, 4]
    folder = table.server.store.folder
    sheets = [find_sheet(folder, serial) for serial in sorted(numbers, key=lambda serial: serial.number)]
    assert [sheet.name for sheet in sheets] == ["Emma", "Max", "Emma", "Max"]
    assert all(sheet.games == ("longo",) and sheet.lucky for sheet in sheets)
    assert 'filename="longo.pdf"' in answer.headers["Content-Disposition"]
    assert serials(printed(table)[0])[0].batch != numbers[0].batch


def test_size_paper_other_side_and_language(table: Actor) -> None:
    asked = {"per-page": "1", "paper": "letter", "back": "mixx-a", "language": "de"}
    pages, answer = printed(table, count="1", **asked)
    assert [page.get_size() for page in pypdfium2.PdfDocument(answer.data)] == [(792, 612), (792, 612)]
    assert "Datum" in pages[0]


def test_a_pad_of_ones_own_is_printed_and_one_that_no_paper_holds_is_not(table: Actor) -> None:
    for text in (STEPS, WIDE):
        table.server.own_pads.keep(text.encode(), "ours.toml")
    table.begin("Ann", "Ben")
    form = table.client.get("/print?game=own:steps").text
    assert 'value="own:steps" selected' in form and 'value="Ann, Ben"' in form
    pages, _ = printed(table, game="own:steps", count="1")
    assert find_sheet(table.server.store.folder, serials(pages)[0]).games == ("steps",)
    refused = table.post("/print", **USUAL | {"game": "own:wide"})
    assert refused.status_code == 422 and "do not fit" in refused.get_json()["error"]["text"]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        *(({"count": count}, "A print has 1 to 999 sheets") for count in ("1000", "")),
        *((wrong, "There is no such paper or size") for wrong in ({"per-page": "9"}, {"paper": "a5"})),
        ({"game": "own:gone"}, "not kept at this table any more"),
        *(({field: "poker"}, "There is no such game") for field in ("game", "back")),
        ({"game": "double-a", "per-page": "4"}, "ask for 3 on a page"),
        ({"names": "Emma, " + "x" * 60}, "is longer than the line for it"),
        ({"language": "fr"}, "The languages are"),
        ({"ink": "none"}, "The ink is full or save"),
    ],
)
def test_refused_print_says_why_and_keeps_the_form(table: Actor, asked: dict[str, str], text: str) -> None:
    answer = table.client.post("/print", data=USUAL | {"names": "Emma"} | asked)
    assert answer.status_code == 422 and text in answer.text
    assert ("names" in asked) or 'value="Emma"' in answer.text
    assert not (table.server.store.folder / "prints.jsonl").exists()


def test_a_folder_that_takes_no_note_still_prints(table: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.web.pages.print.printing.record_print", full)
    assert len(printed(table, count="1")[0]) == 1
