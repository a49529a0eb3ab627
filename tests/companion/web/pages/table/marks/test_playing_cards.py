"""The card game: a hand is private, a card is tapped three times."""

from typing import Any


def test_a_hand_is_nobody_elses_business(table: Any, phone: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="cards")
    ann, ben = phone().scan(table).sit(player="Ann"), phone().scan(table).sit(player="Ben")
    assert ann.post("/roll", turned="4").status_code == 200
    ann.post("/mark", player="Ann", mark="-")
    ben.post("/mark", player="Ben", mark="-")
    assert ann.post("/card", player="Ann", card="green 11").status_code == 200
    assert "green 11, played and crossed" in ann.get("/").text
    for page in (ben.get("/").text, table.page()):
        assert "played and crossed" not in page
    assert ben.refused("/card", player="Ann", card="green 9") == "not-yours"
    assert ann.post("/card", player="Ann", card="green 9").status_code == 200
    assert ann.post("/play", player="Ann").status_code == 200
    assert table.join("Ann").sheet == "- / - / c11 c9 / -"


def test_a_card_is_tapped_three_times(table: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="cards", jokers="on")
    table.ok("/roll", turned="4")
    table.ok("/mark", player="Ann", mark="-")

    def pressed() -> list[str]:
        page = table.page()
        return [n for n in ("green 11", "red 5", "joker 9 as red") if f"{n}, played" in page]

    table.ok("/card", player="Ann", card="red 5")
    assert "red 5, played and crossed" in table.page()
    table.ok("/card", player="Ann", card="red 5")
    assert "red 5, played only" in table.page()
    table.ok("/card", player="Ann", card="joker 9 as red")
    assert pressed() == ["red 5", "joker 9 as red"]
    refused = table.post("/card", player="Ann", card="green 11").get_json()["error"]["text"]
    assert "these are red" in refused and pressed() == ["red 5", "joker 9 as red"], "nothing is dropped"
    for card in ("red 5", "joker 9 as red", "joker 9 as red"):
        table.ok("/card", player="Ann", card=card)
    table.ok("/card", player="Ann", card="green 11")
    assert pressed() == ["green 11"]
    table.ok("/card", player="Ann", card="green 11")
    table.ok("/card", player="Ann", card="green 11")
    assert pressed() == []
    assert table.post("/play", player="Ann").get_json()["error"]["rule"] == "cards-play"
