"""Advice ranks the moves that `qwixx moves` lists, best first. The coach says what a choice gave away."""

import json
import random
from itertools import islice

import numpy as np
import pytest
from click.testing import CliRunner

from companion.advisor import advise, coach
from companion.advisor.advice import Advice, Option, Reason
from companion.cli.advise import advice_lines
from companion.cli.advise import command as advise_command
from companion.cli.moves import command as moves_command
from companion.rules import PASS, Card, Game, Mark, Play
from sheets.pad import load_pad, pad_data, parse_pad
from tests.companion.advisor.positions import checked_advice, random_positions
from tests.companion.moment import GAMES_AND_PADS, game_of, moment
from tests.companion.records.random_records import random_record

HAND = "green 11, green 9, red 4, blue 2, yellow 8"


def test_a_shared_win_counts_half() -> None:
    game = game_of("classic")
    sheet = "- / b2 b3 b4 b5 b6 / - / -"
    position = moment(game, "colour", "w6 w1 y6", sheet, "- / b2 b3 b4 b5 b6 b7 b8 / - / -", closed="a")
    lock = next(o for o in advise(game, position)[0].options if str(o.move) == "b12")
    assert lock.win == 0.5 and lock.margin == 0.0
    assert "level with Bob" in str(lock.why)


def test_alone_there_is_no_chance_to_win_and_the_margin_is_the_score() -> None:
    game = game_of("classic", players=("Ann",))
    position = moment(game, "colour", "w6 w1 y6", "- / b2 b3 b4 b5 b6 / - / -", closed="a")
    options = advise(game, position)[0].options
    assert all(option.win is None for option in options)
    lock = next(option for option in options if str(option.move) == "b12")
    assert lock.margin == 28.0 and "ends the game with 28 points" in str(lock.why)
    assert str(options[0].move) == "b7", "the row is worth more than its end"


@pytest.mark.parametrize(("name", "pad"), GAMES_AND_PADS)
@pytest.mark.parametrize("players", [1, 2, 3, 5, 7])
def test_advice_has_exactly_the_legal_moves_best_first(name: str, pad: str, players: int) -> None:
    rng = random.Random(f"{name}{pad}{players}")
    game = game_of(name, players=tuple("ABCDEFG"[:players]), pad=pad)
    for position in islice(random_positions(game, rng), 2 * players):
        checked_advice(game, position, rng)


def run(verb, record: dict, *words: str):
    return CliRunner().invoke(verb, ["-", "--json", *words], input=json.dumps(record))


def test_the_command_lists_what_moves_lists() -> None:
    asked = 0
    for seed in range(4000):
        if asked >= 25:
            break
        record = random_record(random.Random(seed))
        if not record["turns"] or not record["turns"][-1].get("open"):
            continue
        words = ("--hand", HAND) if record["game"] == "cards" else ()
        moves, advice = run(moves_command, record, *words), run(advise_command, record, *words)
        assert advice.exit_code == moves.exit_code == 0, advice.output
        assert len(advice.output.splitlines()) == 1
        listed, weighed = json.loads(moves.output), json.loads(advice.output)
        assert [(e["player"], e["action"]) for e in listed] == [(e["player"], e["action"]) for e in weighed]
        for entry, rated in zip(listed, weighed, strict=True):
            assert set(rated) == set(entry)
            assert all(set(option) == {"move", "win", "margin", "why"} for option in rated["moves"])
            dumped = sorted(json.dumps(option["move"]) for option in rated["moves"])
            assert dumped == sorted(json.dumps(move) for move in entry["moves"])
            assert all(option["why"].endswith(".") for option in rated["moves"])
        asked += bool(listed)
    assert asked >= 25


def test_without_the_hand_there_is_no_advice_on_a_play() -> None:
    record = {"format": "qwixx-record/1", "game": "cards", "players": ["Ann", "Bob"]}
    turn = {"number": 5, "number_marks": {"Ann": "-", "Bob": "-"}, "open": True}
    answer = json.loads(run(advise_command, {**record, "turns": [turn]}).output)
    assert answer == [{"player": "Ann", "action": "play"}]
    answer = json.loads(run(advise_command, {**record, "turns": [turn]}, "--hand", "red 2, red 3").output)
    best = answer[0]["moves"][0]
    assert best["move"] == {"play": ["red 2", "red 3"], "marks": ["a2", "a3"]}


def test_the_coach_counts_what_a_choice_gave_away() -> None:
    game = game_of("classic")
    position = moment(
        game, "colour", "w6 w1 y6", "- / b2 b3 b4 b5 b6 b7 / - / -", "a2 / - / - / -", closed="a"
    )
    best = coach(game, position, "Ann", Mark("b12"))
    assert best.fine and best.win == 0 and best.points == 0
    given = coach(game, position, "Ann", Mark())
    assert not given.fine
    assert given.win == pytest.approx(1 - given.chosen.win)
    assert given.points == pytest.approx(given.best.margin - given.chosen.margin)
    assert str(given.best.move) == "b12" and "locks the yellow row" in str(given.why)
    assert coach(game, position, "Ann", Mark("a5")) is None, "not a legal move: nothing to say"


def test_the_coach_knows_a_mark_by_its_result() -> None:
    game = game_of("bonus-b")
    position = moment(game, "white", "w5 w6", "a2 / b2 / - / -")
    # Letters that nothing asks for are passed over, in a record and here.
    assert str(coach(game, position, "Ann", Mark("a11", choices="b")).chosen.move) == "a11"


def test_a_play_is_coached_with_the_hand() -> None:
    game = game_of("cards")
    position = moment(game, "play", 5)
    hand = [Card.parse(text) for text in ("red 2", "red 3", "blue 4")]
    given = coach(game, position, "Ann", Play.parse("blue 4: -"), hand)
    assert str(given.best.move) == "red 2, red 3: a2 a3"
    assert given.win > 0
    assert coach(game, position, "Ann", Play.parse("blue 4: -")) is None


def test_a_network_is_asked_for_its_own_pad_only_and_never_of_a_game_that_is_over(monkeypatch) -> None:
    from companion.advisor import evaluation, value

    asked: list[str] = []

    def judge(game, positions, seats):
        # Sure of the player who does not throw next, from either seat.
        asked.extend(str(position.end) for position in positions)
        waits = np.array([-1.0 if p.seat == seat else 2.0 for p, seat in zip(positions, seats, strict=True)])
        return waits, 7 * waits

    real_network = value.value_network
    monkeypatch.setattr(evaluation, "value_network", lambda game: real_network(game) and judge)
    game = game_of("mixx-a")
    position = moment(game, "colour", "w1 w1 r1 y1 g1 b1")
    best = advise(game, position)[0].best
    assert set(asked) == {"None"}
    assert (best.win, best.margin) == (0.999, 10.5), "what is still being played is never sure"
    asked.clear()
    data = pad_data(load_pad("mixx-a"))
    rows = dict(data["rows"]) | {"a": "red 2 3 4 5 6 7 8 9 10 11 12"}
    own = Game("mixx-a", parse_pad({**data, "rows": rows}), ("Ann", "Bob"))
    advise(own, moment(own, "colour", "w1 w1 r1 y1 g1 b1"))
    cards = game_of("cards")
    advise(cards, moment(cards, "number", 5))
    assert asked == []


def test_a_lead_that_is_nearly_none_has_no_minus() -> None:
    options = tuple(Option(PASS, 0.5, margin, Reason(())) for margin in (0.04, -0.04, -0.06))
    told = advice_lines(Advice("Ann", "white", options), str)
    assert told is not None
    assert [line.split()[3] for line in told[1:]] == ["+0.0", "+0.0", "-0.1"]
