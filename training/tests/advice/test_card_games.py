"""Card games that computer players play for training, and the value function learnt from them."""

import random

import numpy as np

from companion.advisor.card_value import card_value
from companion.rules import Card, full_deck
from tests.companion.moment import moment
from training.advice import card_games, learn_card_value
from training.advice.card_games import ByValue, Cards, decisions, greedy
from training.advice.learn_card_value import duel


def test_a_game_keeps_every_card() -> None:
    cards = Cards(random.Random(4))
    for turn in range(40):
        seat = turn % 2
        number = cards.turn_up(seat)
        assert len(cards.hands[seat]) == 5 and len(cards.middle) == 4 and cards.pile[-1].number == number
        position = moment(card_games.GAME, "play", number, seat=seat)
        cards.played(
            seat,
            next(iter(card_games.GAME.plays(position, card_games.GAME.players[seat], cards.hands[seat]))),
        )
        every = [*cards.hands[0], *cards.hands[1], *cards.middle, *cards.pile, *cards.discards]
        assert sorted(map(str, every)) == sorted(map(str, full_deck(False)))


def test_a_decision_looks_on_to_the_cards_and_a_greedy_one_takes_the_points() -> None:
    position = moment(card_games.GAME, "number", 5, "a2 a3 / - / - / -")
    hand = [Card(6, "red"), Card(12, "blue")]
    ways = decisions(position, 0, hand)
    assert {str(way.play) for way in ways if str(way.mark) == "a5"} == {
        "red 6: a6", "red 6: -", "blue 12: d12", "blue 12: -",
    }  # fmt: skip
    best = ways[int(greedy(ways).argmax())]
    assert (str(best.mark), str(best.play), best.hand) == ("a5", "red 6: a6", (Card(12, "blue"),))
    assert [way.play for way in decisions(position, 1, None)] == [None] * 5, "the other plays no cards"


def test_the_value_beats_greedy_by_a_clear_margin() -> None:
    share, _ = duel(ByValue(card_value()), greedy, 10, 5)
    assert share > 0.52  # 0.68 in long runs


def test_learning_that_was_stopped_goes_on_with_what_was_seen(tmp_path, monkeypatch, capsys) -> None:
    def learn(folder: str, rounds: int) -> list[str]:
        words = ["--out", f"{tmp_path}/{folder}.npz", "--seen", f"{tmp_path}/{folder}", "--games", "4"]
        monkeypatch.setattr("sys.argv", ["learn_card_value", *words, "--rounds", str(rounds)])
        learn_card_value.main()
        return [line.split("s: ")[1] for line in capsys.readouterr().out.splitlines()]

    whole = learn("whole", 2)
    learn("parts", 1)
    kept = (tmp_path / "parts" / "0.npz").read_bytes()
    assert learn("parts", 2) == whole
    assert (tmp_path / "parts" / "0.npz").read_bytes() == kept
    with np.load(tmp_path / "whole.npz") as one, np.load(tmp_path / "parts.npz") as two:
        assert np.array_equal(one["weights"], two["weights"])
