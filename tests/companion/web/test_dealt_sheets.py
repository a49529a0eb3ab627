"""Dealt sheets on the page: each player sees and taps their own rows, and the page deals new ones."""

from __future__ import annotations

import io

import pytest

from companion.dealing import deal as search
from sheets.pad import pad_data
from sheets.pad_table import toml_text
from tests.companion.dealing.test_dealt_sheets import PAD, PLAYERS
from tests.companion.web.conftest import Actor


def test_the_page_shows_each_player_their_own_rows_and_takes_their_taps(table: Actor) -> None:
    file = io.BytesIO(toml_text(pad_data(PAD)).encode())
    assert table.client.post("/pads", data={"pad": (file, "two.toml")}).status_code < 400
    table.begin(*PLAYERS, game="own:two", letter=["A", "B"])
    table.roll("w1 w4 r1 y1 g1 b1")
    page = table.page()
    assert "Your rows differ from those of the others" in page
    numbers = [page.index(f"red {number}, ") for number in (5, 2, 11)]
    assert numbers == sorted(numbers), "sheet A: five, two, …, eleven"
    assert table.join("Ann").marks("a5").sheet == "a5 / - / - / -"


def test_the_page_deals_sheets_keeps_them_and_offers_them(
    table: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "BATCH", 400)
    monkeypatch.setattr(search, "POINTS", 9.0)
    monkeypatch.setattr(search, "SHARE", 0.3)
    assert table.post("/print/deal", players="7").status_code == 422
    assert table.post("/print/deal", game="classic", players="3").status_code < 400
    deals = table.server.deals
    assert deals.last is not None and deals.last.ended.wait(60)
    (pad,) = table.server.own_pads.all()
    page = table.client.get("/print").text
    assert "Dealt fairly over 400 games" in page and f'value="own:{pad.name}" selected' in page
    assert pad.name.startswith("classic-deal-3-") and pad.letters == ("A", "B", "C")
