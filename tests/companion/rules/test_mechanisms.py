"""Mechanisms are mixed on custom pads: exactly the listed marks are accepted, and files lose no data."""

import json
import os
import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.records.reading import read_record
from companion.records.record import Record, Turn, write_record
from companion.records.referee import judge
from companion.rules import RULING_OPTIONS, Game, Mark, NotAGame, NotAMark, Position, Roll, Rulings, Sheet
from companion.rules.speciality import specialities_of
from sheets.pad import ROW_LETTERS, Pad, load_pad, pad_data, parse_pad
from tests.companion.moment import throw

PLAYERS = ("Ann", "Bob")
MIXING = (
    *("second-crosses", "double-cells", "bonus-rows", "steps"),
    *("chains", "exchange", "track", "connections"),
)
"""Mechanisms (kinds of special cells) that may be combined on one pad."""


def own_pad(rng: random.Random) -> Pad:
    """Return a custom pad with the rows of a six-sided pad and random mechanisms in random order."""
    base = load_pad(rng.choice(("classic", "classic", "mixx-a", "mixx-b")))
    data = pad_data(base) | {"name": "ours", "lock-needs": rng.choice((5, 6, 7))}
    data["last-cells"] = rng.choice((1, 1, 2))
    if rng.random() < 0.3:
        data["most-marks"] = rng.randint(12, 20)
    inner = {row.letter: [cell.number for cell in row][: -int(str(data["last-cells"]))] for row in base.rows}
    keys = rng.sample(MIXING, rng.randint(1, len(MIXING)))
    double = {letter: rng.sample(numbers, 3) for letter, numbers in inner.items()}
    tables: dict[str, Any] = {
        "double-cells": {letter: _words(numbers) for letter, numbers in double.items()},
        "second-crosses": {
            letter: _words(n for n in numbers if n not in double[letter]) for letter, numbers in inner.items()
        },
        "bonus-rows": {
            pair: _words(rng.sample([cell.number for cell in base.row(pair[0])], rng.randint(1, 11)))
            for pair in rng.sample(("ab", "bc", "cd"), rng.randint(1, 3))
        },
        "steps": {"A": _words(map(str, rng.sample(base.cells, 8)))},
        "chains": {"A": _chains(inner, rng)},
        "exchange": {"fields": "8/5 9/7 12/3 7/4 10/2"},
        "track": {"fields": _words(rng.sample(range(1, 40), rng.randint(1, 6)))},
        "connections": {
            row.letter: _words(
                f"{row.cells[i].number}-{row.cells[i + 1].number}" for i in rng.sample(range(10), 3)
            )
            for row in base.rows
        },
    }
    return parse_pad(data | {key: tables[key] for key in keys})


def _words(words: Any) -> str:
    return " ".join(map(str, words))


def _chains(inner: dict[str, list[int]], rng: random.Random) -> str:
    cells = [f"{letter}{number}" for letter, numbers in inner.items() for number in numbers]
    chosen = rng.sample(cells, 12)
    return " ".join(f"{one}-{other}" for one, other in zip(chosen[::2], chosen[1::2], strict=True))


def own_game(rng: random.Random) -> Game:
    pad = own_pad(rng)
    rulings = {name: rng.choice(options) for name, options in RULING_OPTIONS.items() if rng.random() < 0.4}
    sheets = dict.fromkeys(PLAYERS, "A") if pad.letters else None
    return Game("classic", pad, PLAYERS, rulings=Rulings.of(rulings), sheets=sheets)


def played(game: Game, rng: random.Random, decisions: int) -> tuple[Position, list[Turn]]:
    """Return a position in which someone must decide, or the end, and the turns that led there."""
    position, turns = game.start(), []
    while position.end is None:
        if position.phase == "roll":
            roll = throw(game, position, rng)
            position = game.roll(position, roll)
            turns.append(Turn(roll, {}))
            continue
        if decisions == 0:
            break
        decisions -= 1
        player = game.waiting(position)[0]
        listed = list(game.moves(position, player))
        mark = rng.choice(listed[1:] or listed)
        turn = turns[-1]
        if position.phase == "white":
            turns[-1] = Turn(turn.roll, {**turn.first, player: mark})
        else:
            turns[-1] = Turn(turn.roll, turn.first, mark)
        position = game.decide(position, player, mark)
    return position, turns


def every_part(pad: Pad) -> list[Mark]:
    """Return all marks with one part, in any cells, but only in those fields between cells that `pad` has."""
    cells = [f"{letter}{number}" for letter in ROW_LETTERS for number in range(2, 13)]
    parts = [Mark(cell, sign=sign) for cell in cells for sign in ("", "+", "x")]
    parts += [Mark(f"{pair}{number}") for pair in ("ab", "bc", "cd") for number in range(2, 13)]
    return [*parts, Mark("15"), *(Mark(field.name) for field in pad.part("connections") or ())]


FULL = os.environ.get("QWIXX_COUNTS") == "full"
seeds = st.integers(0, 2**32)


@settings(max_examples=60 if FULL else 6, deadline=None)
@given(seeds, st.integers(0, 40))
def test_marks_listed_are_the_marks_accepted(seed: int, decisions: int) -> None:
    rng = random.Random(seed)
    game = own_game(rng)
    position, _ = played(game, rng, decisions)
    for player in game.waiting(position):
        moves = game.moves(position, player)
        listed = set(moves)
        assert len(listed) == len(list(moves))
        for part in every_part(game.pads[0]):
            try:
                accepted = part in moves
            except NotAMark:
                accepted = False
            assert accepted == (part in listed), part
            if not accepted:
                assert not game.has_cell(part) or moves.refusal(part) is not None
        for mark in listed - {Mark()}:
            assert mark in moves and moves.result(mark) != position.before[game.players.index(player)]
        cells = [mark for mark in every_part(game.pads[0]) if not mark.form and game.has_cell(mark)]
        for cell in cells if any(mark.then for mark in listed) else ():
            for field in game.pads[0].part("connections") or ():
                orders = permutations((Mark(cell.cell), Mark(field.name)))
                pair = [one.followed_by(other) for one, other in orders]
                assert any(mark in moves for mark in pair) == any(mark in listed for mark in pair)


@settings(max_examples=60 if FULL else 5, deadline=None)
@given(seeds)
def test_a_game_on_a_pad_of_the_tables_own_is_written_and_read(seed: int) -> None:
    rng = random.Random(seed)
    game = own_game(rng)
    position, turns = played(game, rng, 300)
    record = Record(game, tuple(turns))
    again = read_record(json.dumps(write_record(record)))
    assert again == record
    verdict = judge(again)
    assert verdict.ok and verdict.position.sheets == position.sheets
    assert verdict.to_json() == judge(record).to_json()
    for sheet in position.sheets:
        assert Sheet.parse(str(sheet), sheet.pad) == sheet
    for player, score in game.scores(position).items():
        entries: Any = verdict.to_json()["players"]
        assert entries[player]["scores"]["total"] == score.total


@settings(max_examples=60 if FULL else 12, deadline=None)
@given(seeds)
def test_a_pad_is_written_and_read_with_its_mechanisms_in_their_order(seed: int) -> None:
    pad = own_pad(random.Random(seed))
    assert parse_pad(pad_data(pad)) == pad
    assert [each.key for each in specialities_of(pad).all] == list(pad.mechanisms)


def test_the_most_marks_that_score_hold_on_a_pad_without_mechanisms_too() -> None:
    pad = parse_pad(pad_data(load_pad("classic")) | {"name": "ours", "most-marks": 12})
    game = Game("classic", pad, PLAYERS)
    whole = Sheet.parse("a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 / - / - / -", pad)
    assert game.score(whole).total == 78
    tight = parse_pad(pad_data(load_pad("longo")) | {"name": "ours", "lucky": False, "most-marks": 12})
    row = "a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 / - / - / -"
    assert Game("classic", tight, PLAYERS).score(Sheet.parse(row, tight)).total == 78


def test_sheets_at_one_table_have_the_same_rows() -> None:
    shuffled = parse_pad(
        pad_data(load_pad("mixx-b")) | {"name": "ours", "lock-needs": 7, "double-cells": {"a": "4"}}
    )
    with pytest.raises(NotAGame, match="At one table all sheets have the same rows"):
        Game("double-a", shuffled, PLAYERS, sheets={"Bob": "double-b"})
    with pytest.raises(NotAGame, match="Ann plays on one of the sheets A, B, C, D or E, not on -"):
        Game("connected-a", "", PLAYERS)


def test_a_forced_cross_of_this_turn_gives_no_colour_under_later_roll() -> None:
    tables = {"chains": {"A": "a5-b6"}, "bonus-rows": {"ab": "6 8"}}
    pad = parse_pad(pad_data(load_pad("classic")) | {"name": "ours"} | tables)
    for ruling, rule in (("later-action", None), ("later-roll", "bp-neighbour")):
        rulings = Rulings.of({"rolled-again": ruling})
        game = Game("classic", pad, PLAYERS, rulings=rulings, sheets=dict.fromkeys(PLAYERS, "A"))
        position = game.roll(game.start(), Roll((1, 4), 1, 5, 1, 1))
        position = game.decide(position, "Ann", Mark("a5"))
        position = game.decide(position, "Bob", Mark())
        refusal = game.moves(position, "Ann").refusal(Mark("ab6"))
        assert (refusal and refusal.rule) == rule
