"""Dealt sheets on the page: each player sees and taps their own rows, and the page deals new ones."""

import io
from random import Random

from companion.dealing.dealt_pad import pad_of_sheets
from companion.dealing.random_pads import draw_rows
from sheets.pad import load_pad, pad_data
from sheets.pad_table import toml_text
from tests.companion.dealing.test_dealt_sheets import PLAYERS
from tests.companion.web.conftest import Actor


def test_the_page_deals_sheets_keeps_them_and_offers_them(table: Actor) -> None:
    refused = table.post("/print/deal", players="7")
    assert refused.status_code == 422 and "for 2 to 5 players" in refused.text
    page = table.post("/print/deal", game="classic", players="4").text
    (pad,) = table.server.own_pads.all()
    assert "is worth the same. Sit in the order of the letters: A, B, C, D." in page
    assert f'value="own:{pad.name}" selected' in page
    assert pad.name.startswith("classic-dealt-4-") and pad.letters == ("A", "B", "C", "D")


def test_a_dealt_longo_begins_with_a_sheet_and_lucky_numbers_for_each(table: Actor) -> None:
    base = load_pad("longo")
    pad = pad_of_sheets(base, 4, [draw_rows(base, Random(n)) for n in range(2)])
    file = io.BytesIO(toml_text(pad_data(pad)).encode())
    assert table.client.post("/pads", data={"pad": (file, "dealt.toml")}).status_code < 400
    table.begin(*PLAYERS, game=f"own:{pad.name}", letter=["A", "B"], lucky=["5", "10", "8", "13"])
    table.roll("w5 w8 r1 y1 g1 b1")
    assert table.table.game.lucky == {"Ann": (5, 10), "Ben": (8, 13)}
    first = pad.on_sheet("B").rows[0].cells[0]
    assert table.join("Ben").marks(f"{first}*").sheet.startswith(f"{first} /")
    assert "lucky numbers 8 and 13" in table.page()
