"""What the program says of a record, and whether a naive referee says the same."""

import json
from typing import Any

from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge, open_moves

Json = dict[str, Any]
KEYS = ("turn", "action", "player", "mark", "rule")


def verdict(record: Json) -> Json:
    return judge(read_record(json.dumps(record))).to_json()


def illegal_in(found: Json) -> list[tuple[Any, ...]]:
    """Return the illegal marks of a verdict, without the sentences."""
    return [tuple(each[key] for key in KEYS) for each in found["illegal"]]


def moves(record: Json) -> dict[str, list[str]]:
    """Return the moves of everyone who is to decide."""
    entries: list[Any] = open_moves(read_record(json.dumps(record)))
    return {entry["player"]: entry["moves"] for entry in entries}


def agreed_verdict(record: Json, naive: Any) -> Json:
    """Return the verdict that the naive referee shares; both wait for the same players.

    The record is the same after it was written and read.
    """
    text = json.dumps(record)
    read, found, expected = read_record(text), verdict(record), naive.play().verdict()
    assert {key: without_words(found)[key] for key in expected} == expected, text
    if read.open and found["ended"] is None:
        entries: list[Any] = open_moves(read)
        assert [(each["player"], each["action"]) for each in entries] == naive.to_decide, text
    assert read_record(json.dumps(write_record(read))) == read, text
    return found


def without_words(found: Json) -> Json:
    """Return a verdict as a naive referee gives it."""
    assert all(each["why"].endswith(".") for each in found["illegal"])
    illegal = [{key: each[key] for key in KEYS} for each in found["illegal"]]
    warnings = [(each["code"], each.get("turn"), each.get("player")) for each in found["warnings"]]
    return found | {"illegal": illegal, "warnings": sorted(warnings, key=str)}
