"""A second, naive referee confirms verdicts and lists of moves, on random records of every game."""

import json
import random
from typing import Any

import pytest

from companion.book import RULES
from companion.records.reading import read_record
from companion.records.referee import judge, open_moves
from companion.rules import ALL_VARIANTS, FURTHER_VARIANTS, VARIANTS
from tests.companion.records.naive_cards import CardReferee
from tests.companion.records.naive_referee import Referee
from tests.companion.records.random_records import random_mixed_record, random_record
from tests.companion.records.verdicts import Json, agreed_verdict, illegal_in

COUNT, FULL_COUNT = 50, 10_000
"""Number of random records per game, in an ordinary run (card game: six times COUNT) and in a full run."""


@pytest.mark.parametrize("name", ALL_VARIANTS)
def test_both_referees_agree(name: str, full_counts: bool) -> None:
    """Check random records, which include illegal marks, and games that are unfinished or have ended."""
    count = FULL_COUNT if full_counts else 6 * COUNT if name == "cards" else COUNT
    broken: set[str] = set()
    ended: set[str | None] = set()
    for seed in range(count):
        record = random_record(random.Random(f"{name} {seed}"), name)
        agreed = agree(record)
        broken |= {rule for *_, rule in illegal_in(agreed)}
        ended.add(agreed["ended"] and agreed["ended"]["reason"])
    expected = {"left-to-right", "game-over", "end-misses", None}
    expected |= {"cards-play"} if name == "cards" else {"colour-sum"}
    if count == FULL_COUNT:
        expected |= {"end-two-rows"} | ({"row-closed"} if name != "cards" else set())
    assert expected <= broken | ended
    played = {name, *ALL_VARIANTS[name].sheets}
    assert all(played & set(RULES[rule].games) for rule in broken)


def agree(record: Json) -> Json:
    """Return the verdict; assert that both referees agree on it and, in games of VARIANTS, on moves."""
    naive = CardReferee(record) if record["game"] == "cards" else Referee(record)
    agreed = agreed_verdict(record, naive)
    read = read_record(json.dumps(record))
    if read.open and record["game"] in VARIANTS:
        assert open_moves(read) == naive.moves(), json.dumps(record)
    return agreed


def test_both_referees_agree_on_pads_that_mix_mechanisms(full_counts: bool) -> None:
    broken: set[str] = set()
    for seed in range(FULL_COUNT if full_counts else COUNT):
        record, games = random_mixed_record(random.Random(f"mixed {seed}"))
        broken |= {rule for *_, rule in illegal_in(agreed_verdict(record, Referee(record, games)))}
    assert {"left-to-right", "exchange", "bp-neighbour", "connect-one-five", "lucky15-fifteen"} <= broken


@pytest.mark.parametrize("name", FURTHER_VARIANTS)
def test_listed_marks_are_those_that_the_naive_referee_allows(name: str, full_counts: bool) -> None:
    asked, chance = 0, random.Random(name)
    for seed in range(400):
        record = random_record(random.Random(f"open {name} {seed}"), name)
        read = read_record(json.dumps(record))
        if not read.open or judge(read).violations:
            continue
        entries: list[dict[str, Any]] = open_moves(read)
        for entry in entries:
            moves = entry["moves"]
            for mark in moves if full_counts else chance.sample(moves, min(8, len(moves))):
                tried = json.loads(json.dumps(record))
                last = tried["turns"][-1]
                if entry["action"] == "white":
                    last.setdefault("white", {})[entry["player"]] = mark
                else:
                    last["colour"] = mark
                assert not Referee(tried).play().illegal, (mark, json.dumps(last))
            asked += 1
        if asked > (12 if full_counts else 6):
            break
    assert asked > 6
