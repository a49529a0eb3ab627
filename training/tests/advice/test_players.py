"""Greedy and learned players play whole games. They are evolved and measured."""

import numpy as np
import pytest
from click.testing import CliRunner

from companion.advisor.encoder import EncodedStates
from companion.advisor.tables import PLACES, sheet_numbers
from companion.rules import Sheet
from sheets.pad import FURTHER_PADS, PADS, load_pad
from training.advice import evolve, tournament
from training.advice.play import LUCKY_PAIRS, Afterstates, Branches, Games, match, play
from training.advice.players import (
    LINEAR,
    WEIGHTS,
    GameData,
    GreedyPlayer,
    LearnedPlayer,
    evolved,
    game_data,
)

CLASSIC = game_data("classic")
EMPTY = "- / - / - / -"
SHY = (0.5, 0.5, 0.1, 3.0)
"""Weights of a greedy player that prefers a miss to skipped cells."""
ALL = (*PADS, *FURTHER_PADS)


def numbers(text: str, pad: str = "classic") -> list[int]:
    return sheet_numbers(Sheet.parse(text, load_pad(pad)))


def view(own: list[str], other: str, closed: int = 0, data: GameData = CLASSIC) -> Afterstates:
    """Return `own` as the sheets that the first of two players can reach. `other`: the other's sheet."""
    pad, count = data.name, len(own)
    sheets = np.array([[numbers(EMPTY, pad), numbers(other, pad)]] * count)
    shut, first = np.full((2, count), closed)
    games = Games(sheets, sheets.copy(), shut, np.zeros((count, 6), np.int64), first, np.zeros((count, 1)))
    made = np.array([numbers(text, pad) for text in own])
    locked = sum((made[:, row] >> data.tables.first_closing != 0).astype(np.int64) << row for row in range(4))
    branches = Branches(made, shut | locked, np.zeros(count, np.int64), np.arange(count))
    return Afterstates(games, 0, 0, branches)


def even(seen: EncodedStates):
    """Return a logit and a lead of zero for each table, like a network that knows nothing."""
    return np.zeros(len(seen), np.float32), np.zeros(len(seen), np.float32)


def test_linear_counts_marks_gaps_and_misses() -> None:
    own = ["a2 / - / - / -", "a4 / - / - / -", "- / - / - / - misses 1", "a2 a4 / b2 / c11 / -"]
    worth = GreedyPlayer(CLASSIC, LINEAR).evaluate(view(own, EMPTY))
    assert worth.tolist() == [1, 1 - 2 * 0.5, -2.5, 4 - 2 * 0.5]
    locked = "a2 a3 a4 a5 a6 a12 / - / - / -"
    worth = GreedyPlayer(CLASSIC, LINEAR).evaluate(view([locked], EMPTY))
    assert worth.tolist() == [7], "what a closed row skipped cannot be marked any more, and costs nothing"


def test_expected_progress_is_the_chance_of_what_is_right_of_the_last_mark() -> None:
    white = {number: (6 - abs(7 - number)) / 36 for number in range(2, 13)}
    faces = range(1, 7)
    coloured = {
        n: sum(n in (a + c, b + c) for a in faces for b in faces for c in faces) / 216 for n in range(2, 13)
    }
    for number in (2, 7, 11):
        expected = sum(white[n] + coloured[n] / 2 for n in range(number + 1, 13))
        assert CLASSIC.progress[0, number - 1] == pytest.approx(expected, abs=1e-5)
    own = ["a2 a3 a4 a5 a6 / - / - / -", "a2 a3 a4 a5 a6 a12 / - / - / -"]
    one, other = (
        GreedyPlayer(CLASSIC, (progress, 0, 0, 0)).evaluate(view(own, EMPTY)) for progress in (0, 1)
    )
    gained = other - one
    assert gained[0] - gained[1] == pytest.approx(CLASSIC.progress[0, 5], abs=1e-5), "a locked row has none"


@pytest.mark.parametrize("name", ALL)
def test_greedy_prefers_near_cells_and_no_misses(name: str) -> None:
    data = game_data(name)
    cells = [str(cell) for cell in load_pad(name).rows[0].cells]
    own = [f"{cells[0]} / - / - / -", f"{cells[4]} / - / - / -", EMPTY, EMPTY + " misses 1"]
    worth = GreedyPlayer(data).evaluate(view(own, EMPTY, 0, data))
    assert worth[0] > worth[1]
    assert worth[2] > worth[3]
    assert len(evolved(name)) == len(WEIGHTS)


def test_evolution_finds_out_who_plays_badly() -> None:
    rivals = ((1.7, 6.0, 0.05, 0.1), (-1.0, -5.0, 0.0, 0.0), (1.7, 6.0, -1.0, 0.1))
    good, shy, spread = (evolve.fitness(CLASSIC, weights, LINEAR, 16, 3) for weights in rivals)
    assert good > shy + 0.1
    assert good > spread + 0.1


def test_evolution_finds_weights_that_beat_a_bad_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolve, "CANDIDATES", 6)
    weights = evolve.evolve("connected-a", 1, 12, 1)
    assert weights == evolve.evolve("connected-a", 1, 12, 1) != evolve.evolve("connected-a", 1, 12, 2)
    data = game_data("connected-a")
    own, other = GreedyPlayer(data, weights), GreedyPlayer(data, SHY)
    assert match(data.tables, own, other, 2, 20, 9).mean() > 0.5


def test_the_same_seed_throws_the_same_dice_whoever_plays() -> None:
    data = game_data("connected-b")
    own = GreedyPlayer(data)
    first, again, other = (play(data.tables, [own, own], 4, seed).points for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()
    alone = play(data.tables, [own, own], 2, 7).points
    assert (alone == first[:2]).all(), "the dice of a game do not hang on how many are played"


@pytest.mark.parametrize("name", ALL)
def test_games_end_and_are_seen_turn_by_turn(name: str) -> None:
    data = game_data(name)
    seen: list[tuple[int, int]] = []

    def observe(games, unfinished, thrower) -> None:
        seen.append((len(unfinished), thrower))
        assert games.sheets.shape == (3, 3, PLACES)

    outcome = play(data.tables, [GreedyPlayer(data)] * 3, 3, 1, observe)
    assert (outcome.turns > 8).all() and (outcome.points > 0).any()
    assert sum(count for count, _ in seen) == (outcome.turns - 1).sum(), "nobody sees the end of a game"
    assert [thrower for _, thrower in seen] == [(turn + 1) % 3 for turn in range(len(seen))]
    assert outcome.shares.sum(1) == pytest.approx(np.ones(3))


def test_longo_deals_lucky_numbers_that_are_printed() -> None:
    data, numbers = game_data("longo"), set()

    def observe(games, unfinished, thrower) -> None:
        numbers.update(map(tuple, games.sheets[..., -2:].reshape(-1, 2).tolist()))

    play(data.tables, [GreedyPlayer(data)] * 2, 20, 1, observe)
    assert numbers == set(LUCKY_PAIRS)


def test_sheets_of_connected_games_differ() -> None:
    data = game_data("connected-a")

    def observe(games, unfinished, thrower) -> None:
        assert all(len(set(table)) == 5 for table in games.sheets[..., 15].tolist())

    play(data.tables, [GreedyPlayer(data)] * 5, 3, 3, observe)


def test_the_learned_player_counts_games_that_end() -> None:
    nine = "- / b2 b3 b4 b5 b6 b7 b8 b9 b10 / - / -"
    locks = "a2 a3 a4 a5 a6 a12 / - / - / -"
    waits = "a2 a3 a4 a5 a6 / - / - / -"
    player = LearnedPlayer(CLASSIC, even)
    ahead = player.evaluate(view([locks, waits], "- / b2 / - / -", closed=0b1000))
    assert ahead[0] > 1 > ahead[1]
    behind = player.evaluate(view([locks, waits], nine, closed=0b1000))
    assert behind[0] < 0 < behind[1]
    misses = player.evaluate(view([EMPTY + " misses 4", EMPTY + " misses 3"], nine))
    assert misses[0] < 0 < misses[1]
    tied = player.evaluate(view(["a2 / - / - / - misses 4"], "- / b2 / - / - misses 4"))
    assert tied[0] == 0.5


def test_hopeless_moves_are_not_judged() -> None:
    asked = []

    def judge(seen):
        asked.append(len(seen))
        return even(seen)

    worth = LearnedPlayer(CLASSIC, judge, reach=1.0).evaluate(
        view(["a2 / - / - / -", "a11 / - / - / -"], EMPTY)
    )
    assert asked == [1, 1], "the near one, from both seats"
    assert worth[0] > worth[1]


def test_judge_of_two_players_is_asked_from_both_seats() -> None:
    def sure(seen):
        return np.full(len(seen), 9.0, np.float32), np.full(len(seen), 3.0, np.float32)

    worth = LearnedPlayer(CLASSIC, sure).evaluate(view(["a2 / - / - / -"], EMPTY))
    assert worth == pytest.approx([0.5]), "both cannot win"


def test_the_table_of_a_game_has_a_line_for_each_pairing(monkeypatch) -> None:
    monkeypatch.setattr(tournament, "speed", lambda _: (1.0, 1.0))
    words = ["bonus-a", "--games", "8", "--more", "6", "--workers", "1"]
    told = CliRunner().invoke(tournament.main, words, catch_exceptions=False).output.splitlines()[1:-1]
    assert told[0].split()[:4] == ["game", "player", "against", "players"]
    lines = [line.split() for line in told[1:]]
    asked = [(line[1], line[2], int(line[3])) for line in lines]
    assert asked == [(player, rival, seats) for player, rival, seats, _ in tournament.lines(8, 6)]
    assert {("learned", "greedy", seats) for seats in (2, 3, 4, 5)} <= set(asked)
    for (player, rival, seats), line in zip(asked, lines, strict=True):
        assert ("±" in line) == (rival != player), line
        if "±" in line:
            share, times = float(line[5]), float(line[8])
            assert 0 <= share <= 100 and times == pytest.approx(share * seats / 100, abs=0.006 * seats)
