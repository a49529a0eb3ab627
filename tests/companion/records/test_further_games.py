"""Texts that are no record of the further official games."""

import json

import pytest

from companion.records.reading import read_record
from companion.records.validation import NotARecord


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
        (top("x-change", turns=turn("a2x")), "/turns/1/white/E"),
        (top("x-change", turns=turn("a12x")), "/turns/1/white/E"),
        (top("x-change", turns=turn("a5+")), "/turns/1/white/E"),
        (top("classic", turns=turn("a5x")), "/turns/1/white/E"),
        (top("classic", turns=turn("15")), "/turns/1/white/E"),
        (top("big-points", turns=turn("bc5")), "/turns/1/white/E"),
        (top("connect-15", turns=turn("a3-4 a6 b6")), "/turns/1/white/E"),
        (top("connect-15", turns=turn("a4-5")), "/turns/1/white/E"),
        (top("connect-15", turns=turn("a5*")), "/turns/1/white/E"),
    ],
)
def test_bad_record_of_these_games_gets_one_sentence(record: str, said: str) -> None:
    with pytest.raises(NotARecord) as problem:
        read_record(record)
    assert said in str(problem.value)
