"""Search: the win probabilities of two players add up to one, and both get the same advice."""

import random
from dataclasses import replace

import pytest

from companion.advisor import advise, search
from companion.advisor.evaluation import evaluate
from companion.advisor.search import evaluate_marks
from companion.rules import Game, Position, Roll, Sheet
from sheets.pad import FURTHER_PADS, PADS
from tests.companion.advisor.positions import late_position
from tests.companion.moment import game_of, moment

CLASSIC = game_of("classic")


def both_can_lock() -> Position:
    """Return a position in which each of two players can lock red or yellow, and Ann has more points."""
    return moment(
        CLASSIC,
        "white",
        "w6 w6 r5 y2 g5 b2",
        "a2 a5 a7 a8 a11 / b2 b3 b4 b5 b11 / c8 c7 c5 / d6 d5",
        "a2 a3 a4 a7 a8 a10 / b6 b8 b9 b11 / c8 c6 / d9 d7 d5 misses 3",
        seat=1,
    )


def test_the_chances_of_two_who_may_lock_or_end_add_up_to_one(full_counts: bool) -> None:
    rng = random.Random(1)
    for _ in range(2000 if full_counts else 60):
        position = late_position(CLASSIC, rng)
        ann, bob = advise(CLASSIC, position)
        assert ann.best.win is not None and bob.best.win is not None
        assert ann.best.win + bob.best.win == pytest.approx(1, abs=0.02), str(position)


@pytest.mark.parametrize("name", [*PADS, *FURTHER_PADS])
def test_the_first_chances_of_a_game_add_up_to_one_on_every_pad(name: str) -> None:
    game = game_of(name)
    position = moment(game, "white", "w2 w3 r1 y5 g4 b6")
    ann, bob = advise(game, position)
    assert ann.best.win + bob.best.win == pytest.approx(1, abs=0.002)


def test_a_choice_that_nobody_can_foresee_is_called_a_guess() -> None:
    ann, bob = advise(CLASSIC, both_can_lock())
    assert {str(option.move) for option in ann.options[:2]} == {"a12", "b12"}
    assert ann.options[0].win == ann.options[1].win, "Ann may toss a coin"
    assert "Bob decides at the same time, so this is only a guess" in str(ann.best.why)
    assert "Ann decides at the same time, so this is only a guess" in str(bob.best.why)


def test_independent_advice_is_no_guess() -> None:
    position = moment(CLASSIC, "white", "w2 w3 r1 y5 g4 b6", "a2 / - / - / -", "- / b3 / - / -")
    assert not any(
        "guess" in str(option.why) for advice in advise(CLASSIC, position) for option in advice.options
    )


@pytest.mark.parametrize("players", [2, 3, 5])
def test_advice_is_the_same_whoever_asks(players: int) -> None:
    game = game_of("classic", players=("Ann", "Bob", "Cem", "Dora", "Eve")[:players])
    rng = random.Random(players)
    for _ in range(6):
        position = late_position(game, rng)
        together = advise(game, position)
        assert [advise(game, position, [advice.player])[0] for advice in together] == list(together)


def test_search_keeps_the_best_of_many_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("connect-15", "", ("Ann", "Bob"))
    sheets = tuple(Sheet.parse(text, game.pad) for text in ("a3 / b2 b4 / - / -", "- / - / c11 / d12 d9"))
    roll = Roll((1, 5), 2, 3, 4, 6)
    position = replace(game.start(), sheets=sheets, before=sheets, phase="white", roll=roll)
    assert len(list(game.moves(position, "Ann"))) > 40

    def searched() -> tuple[dict[str, float], int]:
        asked = 0

        def judge(game, positions, seats):
            nonlocal asked
            asked += len(positions)
            return evaluate(game, positions, seats)

        evaluated = evaluate_marks(game, position, ("Ann", "Bob"), judge)["Ann"]
        return {str(option.mark): option.evaluation.win for option in evaluated}, asked

    few, looked_at = searched()
    monkeypatch.setattr(search, "MAX_PAIRS_OF_MARKS", 10**6)
    every, all_ = searched()
    assert set(few) == set(every) and looked_at < all_ / 3
    assert every[max(few, key=few.__getitem__)] > max(every.values()) - 0.005
