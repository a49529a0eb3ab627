"""The cards that a player taps for a play: which devices show them, and whether the play is legal."""

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
    shown = present_card_play(PLAY.present, Viewer(viewer.role, viewer.player, draft=draft))
    assert shown is not None
    return shown


@pytest.mark.parametrize(("viewer", "shown"), [(ANN, True), (TABLE, True), (BEN, False), (GUEST, False)])
def test_a_hand_is_nobody_elses_business(viewer: Viewer, shown: bool) -> None:
    assert (present_card_play(PLAY.present, viewer) is not None) is shown


def test_cards_are_played_in_their_action_only() -> None:
    shared, demo = play("5", game="cards"), play("5", "Ann -", "Ben -", game="cards", demo=True)
    for timeline in (play(game="cards"), shared, demo):
        assert present_card_play(timeline.present, TABLE) is None


def test_every_card_can_be_tapped() -> None:
    card_play = with_cards()
    for joker in (False, True):
        decks = card_play.deck(joker=joker)
        assert [colour for colour, _cards in decks] == ["red", "yellow", "green", "blue"]
        assert [shown.card for shown in decks[0][1]] == [Card(n, "red", joker=joker) for n in range(2, 13)]
    assert (card_play.chosen, card_play.refusal) == ((), None)


def test_tapped_cards_show_what_becomes_of_them() -> None:
    card_play = with_cards("red 6*", "red 8")
    tapped = [(6, "crossed"), (8, "played")]
    _red, cards = card_play.deck(joker=False)[0]
    assert [(shown.card.number, shown.state) for shown in cards if shown.state != "hand"] == tapped
    assert [(shown.card.number, shown.state) for shown in card_play.chosen] == tapped
    assert card_play.refusal is None


def test_cards_that_would_cross_their_cell_stand_out() -> None:
    deck = with_cards("red 8*").deck(joker=False)
    fits = {str(shown.card) for _, row in deck for shown in row if shown.fits}
    assert {"red 9", "red 10"} <= fits and not {"red 8", "red 12"} & fits
    assert not [card for card in fits if "blue" in card], "the cards of a play have one colour"
    silent = present_card_play(PLAY.present, Viewer("player", "Ann", "off"))
    assert silent is not None
    assert not any(shown.fits for _, row in silent.deck(joker=False) for shown in row)


def test_a_card_that_crosses_nothing_says_why() -> None:
    assert with_cards("red 6*", "red 8*").uncrossed is None
    why = with_cards("red 8*", "red 12").uncrossed
    assert why is not None and why.rule == "lock-needs-five"
    refusal = with_cards("red 6*", "blue 6*").refusal
    assert refusal is not None and refusal.rule.startswith("cards")


def test_cards_tapped_in_another_turn_count_no_more() -> None:
    assert with_cards("red 6*", turn=2).chosen == ()
