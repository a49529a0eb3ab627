"""The cards that are played: whose device shows them, and whether they can be played like this."""

import pytest

from companion.rules import Card
from companion.web.pages.table.marks.card_play import CardPlay, present_card_play
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import CardDraft
from tests.companion.web.pages.tables import ANN, BEN, GUEST, TABLE, play

PLAY = play("5", "Ann -", "Ben -", game="cards")


def with_cards(*cards: str, turn: int = 1, viewer: Viewer = ANN) -> CardPlay:
    tapped = tuple((Card.parse(card.rstrip("*")), card.endswith("*")) for card in cards)
    draft = CardDraft((1, turn), tapped)
    found = present_card_play(PLAY.present, Viewer(viewer.role, viewer.player, draft=draft))
    assert found is not None
    return found


@pytest.mark.parametrize(("viewer", "shown"), [(ANN, True), (TABLE, True), (BEN, False), (GUEST, False)])
def test_a_hand_is_nobody_elses_business(viewer: Viewer, shown: bool) -> None:
    assert (present_card_play(PLAY.present, viewer) is not None) is shown


def test_cards_are_played_in_their_action_only() -> None:
    assert present_card_play(play("5", game="cards").present, TABLE) is None
    assert present_card_play(play(game="cards").present, TABLE) is None
    assert present_card_play(play("5", "Ann -", "Ben -", game="cards", demo=True).present, TABLE) is None


def test_every_card_can_be_tapped() -> None:
    found = with_cards()
    assert [row.colour for row in found.rows] == ["red", "yellow", "green", "blue"]
    assert [card.number for card in found.rows[0].cards] == list(range(2, 13))
    assert (found.jokers, found.chosen, found.refusal) == ((), (), None)


def test_jokers_are_there_if_they_are_in_the_game() -> None:
    timeline = play("5", "Ann -", "Ben -", game="cards", jokers=True)
    found = present_card_play(timeline.present, TABLE)
    assert found is not None and all(card.joker for row in found.jokers for card in row.cards)
    assert len(found.jokers) == 4


def test_tapped_cards_show_what_becomes_of_them() -> None:
    found = with_cards("red 6*", "red 8")
    assert {card.number: card.state for card in found.rows[0].cards if card.state != "hand"} == {
        6: "crossed",
        8: "played",
    }
    assert [(card.number, card.state) for card in found.chosen] == [(6, "crossed"), (8, "played")]
    assert found.refusal is None


def test_cards_that_would_cross_their_cell_stand_out() -> None:
    rows = {row.colour: row.cards for row in with_cards("red 8*").rows}
    assert {card.number for card in rows["red"] if card.fits} >= {9, 10}
    assert not any(card.fits for card in rows["blue"]), "the cards of a play have one colour"
    assert not any(card.fits for card in rows["red"] if card.number in (8, 12))
    silent = present_card_play(PLAY.present, Viewer("player", "Ann", "off"))
    assert silent is not None and not any(card.fits for row in silent.rows for card in row.cards)


def test_a_card_that_crosses_nothing_says_why() -> None:
    assert with_cards("red 6*", "red 8*").uncrossed is None
    why = with_cards("red 8*", "red 12").uncrossed
    assert why is not None and why.rule == "lock-needs-five"


def test_illegal_play_is_refused_with_its_rule() -> None:
    refusal = with_cards("red 6*", "blue 6*").refusal
    assert refusal is not None and refusal.rule.startswith("cards")


def test_cards_tapped_in_another_turn_count_no_more() -> None:
    assert with_cards("red 6*", turn=2).chosen == ()
