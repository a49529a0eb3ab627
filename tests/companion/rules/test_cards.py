"""The rules of the card game, each by its id."""

import pytest

from tests.companion.moment import after, game_of, moment, why

FIVE_RED = "a2 a3 a4 a5 a6 / - / - / -"


@pytest.mark.parametrize(
    "play", ["green 2, green 3, green 4, green 5: -", "green 2, red 3: -", ": -", "green 2, green 2: -"]
)
def test_cards_play_as_a_whole(play: str) -> None:
    game = game_of("cards")
    assert why(game, moment(game, "play", 2), "Ann", play) == "cards-play"
    assert why(game, moment(game, "play", 2), "Ann", "green 2: -") is None


def test_cards_play_each_mark_takes_a_card() -> None:
    game = game_of("cards")
    position = moment(game, "play", 2)
    assert why(game, position, "Ann", "green 5: c6") == "cards-play"
    assert why(game, position, "Ann", "green 5: a5") == "cards-play"
    assert why(game, position, "Ann", "green 5: c5 c5") == "cards-play"
    assert why(game, position, "Ann", "green 5, green 6: c5 c6") == "left-to-right"
    assert why(game, position, "Ann", "green 5, green 6: c6 c5") is None
    assert why(game, position, "Bob", "green 5: c5") == "cards-play"


def test_cards_jokers() -> None:
    without, with_ = game_of("cards"), game_of("cards", jokers=True)
    play = "joker 9 as green, green 9, green 10: c10 c9"
    assert why(without, moment(without, "play", 2), "Ann", play) == "cards-play"
    assert why(with_, moment(with_, "play", 2), "Ann", play) is None


@pytest.mark.parametrize(("ruling", "rule"), [("printed", "cards-gap"), ("waived", None)])
def test_ruling_cards_gap_mixx_b(ruling: str, rule: str | None) -> None:
    game = game_of("cards", pad="mixx-b", cards_gap_mixx_b=ruling)
    position = moment(game, "play", 2)
    assert why(game, position, "Ann", "red 10, red 8: a10 a8") == rule  # 6 and 2 are printed between
    assert why(game, position, "Ann", "red 10, red 2: a10 a2") is None


@pytest.mark.parametrize(("ruling", "rule"), [("counts", None), ("before", "lock-needs-five")])
def test_ruling_cards_lock_in_play(ruling: str, rule: str | None) -> None:
    game = game_of("cards", cards_lock_in_play=ruling)
    position = moment(game, "play", 2, "a2 a3 a4 a5 / - / - / -")
    assert why(game, position, "Ann", "red 11, red 12: a11 a12") == rule


def test_cards_lock_own_and_end() -> None:
    game = game_of("cards")
    one = "a2 a3 a4 a5 a6 a12 / b2 b3 b4 b5 b6 / - / -"
    position = after(game, moment(game, "number", 12, one, FIVE_RED), Bob="a12")
    assert position.closed == ()
    assert position.removed == ()
    assert position.end is None  # one row each
    position = after(game, moment(game, "number", 12, one, FIVE_RED, seat=1), Ann="b12")
    assert position.end is not None
    assert position.end.reason == "end-two-rows"


def test_cards_own_lock_closes_within_the_play() -> None:
    game = game_of("cards")
    position = moment(game, "play", 2, "- / - / c12 c11 c10 c9 c8 / -")
    assert why(game, position, "Ann", "green 2, green 3: c2 c3") == "cards-lock-own"


@pytest.mark.parametrize(
    ("active_marked", "play", "misses"), [(False, "-", 1), (True, "-", 0), (False, "c11", 0)]
)
def test_cards_miss(active_marked: bool, play: str, misses: int) -> None:
    game = game_of("cards")
    position = after(game, moment(game, "play", 2, active_marked=active_marked), Ann=f"green 11: {play}")
    assert position.sheet("Ann").misses == misses
