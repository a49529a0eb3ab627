"""Records of the further official games: read, written, judged as the naive referee judges them."""

import json
import random
from typing import Any

import pytest

from companion.records.record import NotARecord, read_record, write_record
from companion.records.referee import judge, open_moves
from companion.rules import FURTHER_VARIANTS
from tests.companion.records.naive_further import Referee
from tests.companion.records.random_further import random_further_record, random_mixed_record
from tests.companion.records.verdicts import agreed_verdict, illegal_in

GAMES = (*FURTHER_VARIANTS, "on-board")
COUNT, FULL_COUNT = 30, 10_000


@pytest.mark.parametrize("name", GAMES)
def test_the_naive_referee_agrees(name: str, full_counts: bool) -> None:
    rules: set[str] = set()
    ended: set[str] = set()
    for seed in range(FULL_COUNT if full_counts else COUNT):
        record = random_further_record(random.Random(f"{name} {seed}"), name)
        found = agreed_verdict(record, Referee(record))
        rules |= {rule for *_, rule in illegal_in(found)}
        ended.add(found["ended"] and found["ended"]["reason"])
    assert {"end-two-rows", "end-misses", None} <= ended
    assert {"left-to-right", "colour-sum", "game-over"} <= rules
    if name == "on-board":
        assert {"board-third-action", "board-cross", "action-order"} <= rules
        assert ("end-figures" in ended and "board-free-fields" in rules) or not full_counts
    assert "row-closed" in rules or not full_counts


def test_the_naive_referee_agrees_on_pads_that_mix_mechanisms(full_counts: bool) -> None:
    rules: set[str] = set()
    for seed in range(FULL_COUNT if full_counts else 2 * COUNT):
        record, games = random_mixed_record(random.Random(f"mixed {seed}"))
        rules |= {rule for *_, rule in illegal_in(agreed_verdict(record, Referee(record, games)))}
    assert {"left-to-right", "exchange", "bp-neighbour", "connect-one-five", "lucky15-fifteen"} <= rules


@pytest.mark.parametrize("name", GAMES)
def test_listed_marks_are_those_that_the_naive_referee_allows(name: str, full_counts: bool) -> None:
    asked, chance = 0, random.Random(name)
    for seed in range(400):
        record = random_further_record(random.Random(f"open {name} {seed}"), name)
        if (
            not record["turns"]
            or not record["turns"][-1].get("open")
            or judge(read_record(json.dumps(record))).violations
        ):
            continue
        entries: list[dict[str, Any]] = open_moves(read_record(json.dumps(record)))
        for entry in entries:
            action = "white" if entry["action"] == "white" else "colour"
            turn = record["turns"][-1]
            moves = (
                entry["moves"] if full_counts else chance.sample(entry["moves"], min(8, len(entry["moves"])))
            )
            for mark in moves:
                tried = json.loads(json.dumps(record))
                last = tried["turns"][-1]
                if action == "white":
                    last.setdefault("white", {})[entry["player"]] = mark
                else:
                    last["colour"] = mark
                assert not Referee(tried).play().illegal, (mark, json.dumps(turn))
            asked += 1
        if asked > (12 if full_counts else 6):
            break
    assert asked > 6


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    for seed in range(15):
        record = random_further_record(random.Random(f"write {name} {seed}"), name)
        once = read_record(json.dumps(record))
        assert read_record(json.dumps(write_record(once))) == once


def top(name: str, **more: object) -> str:
    return json.dumps({"format": "qwixx-record/1", "game": name, "players": ["E", "M"], "turns": []} | more)


def turn(mark: str) -> list[dict]:
    return [{"dice": {"white": [1, 1]}, "white": {"E": mark}}]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (top("connected-a"), 'expected the key "sheets"'),
        (top("connected-a", sheets={"E": "A"}), "M has none"),
        (top("connected-a", sheets={"E": "A", "M": "F"}), "/sheets/M: expected one of A, B, C, D, E"),
        (top("connected-a", sheets={"E": "A", "M": "B", "X": "C"}), "/sheets/X"),
        (top("double-a", sheets={"E": "x-change"}), "/sheets/E: expected one of double-a, double-b"),
        (top("classic", sheets={"E": "A"}), "/sheets: expected only in games whose sheets differ"),
        (top("x-change", turns=turn("a2x")), "/turns/0/white/E"),
        (top("x-change", turns=turn("a12x")), "/turns/0/white/E"),
        (top("x-change", turns=turn("a5+")), "/turns/0/white/E"),
        (top("classic", turns=turn("a5x")), "/turns/0/white/E"),
        (top("classic", turns=turn("15")), "/turns/0/white/E"),
        (top("big-points", turns=turn("bc5")), "/turns/0/white/E"),
        (top("connect-15", turns=turn("a3-4 a6 b6")), "/turns/0/white/E"),
        (top("connect-15", turns=turn("a4-5")), "/turns/0/white/E"),
        (top("connect-15", turns=turn("a5*")), "/turns/0/white/E"),
    ],
)
def test_what_is_no_record_of_these_games_gets_one_sentence(record: str, said: str) -> None:
    with pytest.raises(NotARecord) as problem:
        read_record(record)
    assert said in str(problem.value)
