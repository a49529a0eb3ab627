"""The program's verdict on a record, compared with the verdict of a naive referee."""

import json
from typing import Any

from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge, open_moves

Json = dict[str, Any]
KEYS = ("turn", "action", "player", "mark", "rule")


def verdict(record: Json) -> Json:
    return judge(read_record(json.dumps(record))).to_json()


def illegal_in(judged: Json) -> list[tuple[Any, ...]]:
    """Return the illegal marks of a verdict, each as the values of KEYS."""
    return [tuple(each[key] for key in KEYS) for each in judged["illegal"]]


def moves(record: Json) -> dict[str, list[str]]:
    """Return the legal moves of each player who has to decide."""
    entries: list[Any] = open_moves(read_record(json.dumps(record)))
    return {entry["player"]: entry["moves"] for entry in entries}


def agreed_verdict(record: Json, naive: Any) -> Json:
    """Return the program's verdict; assert that the naive referee agrees, including on who must still decide.

    Also assert that writing and reading the record do not change it.
    """
    text = json.dumps(record)
    read, judged, expected = read_record(text), verdict(record), naive.play().verdict()
    assert {key: without_words(judged)[key] for key in expected} == expected, text
    if read.open and judged["ended"] is None:
        entries: list[Any] = open_moves(read)
        assert [(each["player"], each["action"]) for each in entries] == naive.to_decide, text
    assert read_record(json.dumps(write_record(read))) == read, text
    return judged


def without_words(judged: Json) -> Json:
    """Return a verdict without its sentences; a warning becomes (code, turn, player)."""
    assert all(each["why"].endswith(".") for each in judged["illegal"])
    illegal = [{key: each[key] for key in KEYS} for each in judged["illegal"]]
    warnings = [(each["code"], each.get("turn"), each.get("player")) for each in judged["warnings"]]
    return judged | {"illegal": illegal, "warnings": sorted(warnings, key=str)}
