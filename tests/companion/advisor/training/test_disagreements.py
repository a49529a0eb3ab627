"""Decisions in another's turn that are played on: which ones, how the turn ends, and which come out worst."""

from __future__ import annotations

import numpy as np
import pytest

from companion.advisor.evaluation import evaluate
from companion.advisor.grid import grid
from companion.advisor.search import evaluate_marks
from companion.advisor.training import disagreements
from companion.advisor.training.disagreements import (
    PassiveDecision,
    batch_between_turns,
    by_greedy_players,
    by_learned_players,
    passive_decision,
    passive_decisions,
    regret_lines,
    worst,
)
from companion.advisor.training.tournament import PLAYERS
from companion.rules import PASS, Mark, Position
from sheets.pad import load_pad
from tests.companion.moment import game_of, moment

CLASSIC = game_of("classic")
READY = "a2 a3 a4 a5 a6 / b2 b3 b4 b5 b6 / - / -"


def decided(position: Position, *marks: Mark) -> PassiveDecision:
    """What Bob may do while Ann passes twice, which is a miss."""
    passed = CLASSIC.decide(position, "Ann", PASS)
    ends = []
    for mark in marks:
        end = CLASSIC.decide(passed, "Bob", mark)
        ends.append((CLASSIC.decide(end, "Ann", PASS) if end.phase == "colour" else end,))
    return PassiveDecision(CLASSIC, position, "Bob", marks, (1.0,), tuple(ends), (0.5,) * len(marks))


def lock_to_win() -> PassiveDecision:
    """Bob is told to pass; with yellow 12 he closes the second row, and wins."""
    ann = "- / - / c12 c11 c10 c9 c8 c7 / d12 d11 d10 d9 d8"
    position = moment(CLASSIC, "white", "w6 w6 y1 g1 b1", ann, READY, closed="a")
    return decided(position, PASS, Mark("b12"))


def test_what_ends_the_game_is_what_it_ends_in() -> None:
    decision = lock_to_win()
    played = decision.played_on()
    assert (played.batch.closed.tolist(), played.seat, played.turn) == ([0b1, 0b11], 1, 7)
    assert played.batch.sheets[0].misses.tolist() == [1, 0], "Ann's miss counts only if her turn goes on"
    learned = [PLAYERS["learned"](grid(load_pad("classic")))] * 2
    won = by_learned_players(decision, learned, 6, 1)
    assert won.shape == (2, 6)
    assert won[1].tolist() == [1] * 6
    assert by_greedy_players(decision, 3, 1)[1] > 1, "won, and a little for the lead"


def test_the_advised_mark_comes_first_and_every_turn_ends() -> None:
    position = moment(
        CLASSIC, "white", "w2 w3 r1 y1 g6 b6", "a2 a3 / b4 / - / -", "a2 a3 a4 / b2 / c9 / d9", seat=1
    )
    said = evaluate_marks(CLASSIC, position, CLASSIC.waiting(position), evaluate)
    found = passive_decision(CLASSIC, position, "Ann", said)
    assert found is not None
    best = max(said["Ann"], key=lambda mark: mark.evaluation)
    assert found.marks[0] == best.mark
    assert list(found.judged) == sorted(found.judged, reverse=True)
    assert found.judged[0] - found.judged[-1] <= disagreements.MAX_WORSE
    for mark, ends in zip(found.marks, found.ends, strict=True):
        for end in ends:
            assert (end.phase, end.seat) == ("roll", 0), "the turn has ended, and Ann throws next"
            assert (end.sheets[0].rows == position.sheets[0].rows) == (mark == PASS)


def test_a_guess_is_held_against_all_that_the_other_may_do() -> None:
    # Ann can lock yellow by 11 and 12. Bob does well to mark his 11 before that, and badly if she does not.
    position = moment(
        CLASSIC,
        "white",
        "w5 w6 r5 y6 g2 b2",
        "a4 / b2 b3 b4 b5 / c10 / d10 d8 d7 d5",
        "a2 a4 a5 a7 / b4 b5 b6 / c10 / d10 d8 d7",
    )
    said = evaluate_marks(CLASSIC, position, CLASSIC.waiting(position), evaluate)
    found = passive_decision(CLASSIC, position, "Bob", said)
    assert found is not None
    assert {PASS, Mark("b11")} <= set(found.marks)
    assert sum(found.replies) == pytest.approx(1)
    assert min(found.replies) > 0.05, "a mixture"
    locking = [end for ends in found.ends for end in ends if end.closed == ("b",)]
    assert 0 < len(locking) < sum(map(len, found.ends))
    won = found.over_replies(np.repeat(np.arange(2.0), len(found.marks) * len(found.replies) // 2))
    assert won.shape == (len(found.marks),)
    by_reply = np.tile([1.0, 0.0], len(found.marks))
    assert found.over_replies(by_reply) == pytest.approx(found.replies[0])


def test_one_mark_is_no_decision() -> None:
    position = moment(CLASSIC, "white", "w1 w1 r1 y1 g6 b6", "a3 / b3 / c9 c8 / d9 d8", READY, seat=1)
    said = evaluate_marks(CLASSIC, position, CLASSIC.waiting(position), evaluate)
    assert passive_decision(CLASSIC, position, "Ann", said) is None


def test_only_players_who_do_not_throw_are_looked_at() -> None:
    for decision in passive_decisions("classic", 1, seed=5):
        assert decision.player != decision.position.active
        assert len(decision.marks) == len(decision.ends) > 1


def test_tables_of_the_simulator_are_those_of_the_rules() -> None:
    ends = [end for ends in lock_to_win().ends for end in ends]
    batch = batch_between_turns(CLASSIC, ends, 0)
    for seat, sheets in enumerate(batch.sheets):
        assert sheets.rows.T.tolist() == [list(end.sheets[seat].rows) for end in ends]
        assert sheets.misses.tolist() == [end.sheets[seat].misses for end in ends]


def test_the_worst_decision_comes_first_and_says_what_was_better(monkeypatch: pytest.MonkeyPatch) -> None:
    fine = lock_to_win().only(1, 0)
    monkeypatch.setattr(disagreements, "passive_decisions", lambda *_: iter([fine, lock_to_win(), fine]))
    number, found = worst("classic", 1, keep=2, listed=2, counts=(4, 4, 12), seed=1)
    assert number == 3
    assert [one.decision.marks for one in found] == [(PASS, Mark("b12")), (Mark("b12"), PASS)]
    assert found[0].gain > 0.2
    assert found[1].gain < 0
    assert found[0].half > 0
    assert "Bob is told -, not b12" in str(found[0].decision)
    assert "closed: a" in str(found[0].decision)


def test_marks_are_played_on_with_the_same_dice() -> None:
    position = moment(CLASSIC, "white", "w6 w6 y1 g1 b1", "a2 / - / - / -", READY)
    learned = [PLAYERS["learned"](grid(load_pad("classic")))] * 2
    won = by_learned_players(decided(position, PASS, PASS), learned, 20, 3)
    assert np.array_equal(won[0], won[1])
    assert 0 < won.mean() < 1


def test_what_no_error_would_win_is_told_of_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = lock_to_win()
    monkeypatch.setattr(disagreements, "passive_decisions", lambda *_: iter([wrong] * 6))
    lines = regret_lines("classic", games=2, sampled=4, times=8, seed=1)
    assert lines[0] == "classic: 4 of 3.0 passive decisions a game"
    assert lines[1].startswith("turns 1 to 400: 4 differences, off by ")
    assert [line.split(":")[0] for line in lines[2:]] == ["turns 1 to 8"], "all are of turn 7"
    assert float(lines[1].split("off by ")[1].split(" ")[0]) > 20
