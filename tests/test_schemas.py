"""The JSON Schemas accept all valid files that the program reads or writes, and refuse others."""

import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge
from companion.records.validation import NotARecord
from sheets.pad import pad_data, parse_pad
from sheets.pad_table import PadError
from tests.companion.records.random_records import random_mixed_record, random_record
from tests.running import ROOT
from tests.schemas import faults
from tests.scripts import load_script

RECORDS = [
    path
    for folder in ("records", "0.1/records", "1.0/records")
    for path in sorted((ROOT / "fixtures" / folder).glob("*.json"))
    if not path.name.endswith(".verdict.json")
]
PADS = [
    *sorted((ROOT / "sheets" / "pads").glob("*.toml")),
    *sorted((ROOT / "fixtures").glob("*/pads/*.toml")),
]


def test_schemas_are_those_of_the_types() -> None:
    for path, text in load_script(ROOT / "docs" / "write_schemas.py").schemas():
        assert path.read_text(encoding="utf-8") == text, "run docs/write_schemas.py"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_their_verdicts_and_what_is_written_again_are_valid(path: Path) -> None:
    data = path.read_text(encoding="utf-8")
    record = read_record(data)
    assert faults("record", json.loads(data)) == faults("record", write_record(record)) == []
    assert faults("verdict", judge(record).to_json()) == []


@pytest.mark.parametrize("seed", range(8))
def test_random_records_and_their_verdicts_are_valid(seed: int) -> None:
    rng = random.Random(f"schema {seed}")
    for data in (random_record(rng), random_mixed_record(rng)[0]):
        record = read_record(json.dumps(data))
        assert faults("record", data) == faults("record", write_record(record)) == []
        assert faults("verdict", judge(record).to_json()) == []


@pytest.mark.parametrize("path", PADS, ids=lambda path: path.stem)
def test_pads_are_valid(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert faults("pad", data) == faults("pad", json.loads(json.dumps(pad_data(parse_pad(data))))) == []


RECORD_FAULTS: list[Callable[[Any], object]] = [
    lambda record: record.pop("players"),
    lambda record: record.update(turn=[]),
    lambda record: record.update(game="chess"),
    lambda record: record.update(players=[]),
    lambda record: record.update(rulings={"weakest-closed": "never"}),
    lambda record: record.update(house={"rounds": 0}),
    lambda record: record.update(lucky={"Emma": [5, 17]}),
    lambda record: record["turns"][0].pop("dice"),
    lambda record: record["turns"][0]["dice"].pop("white"),
    lambda record: record["turns"][0]["dice"].update(red="3"),
    lambda record: record["turns"][0]["dice"].update(black=3),
    lambda record: record["turns"][0].update(white={record["players"][0]: 5}),
    lambda record: record["turns"][0].update(open="yes"),
]


@pytest.mark.parametrize("spoil", RECORD_FAULTS)
def test_schema_refuses_bad_records(spoil: Callable[[Any], object]) -> None:
    record = json.loads((ROOT / "fixtures" / "records" / "classic-disputed.json").read_text(encoding="utf-8"))
    spoil(record)
    with pytest.raises(NotARecord):
        read_record(json.dumps(record))
    assert faults("record", record)


@pytest.mark.parametrize(
    "spoiled", [{"sides": 7}, {"name": "Ours"}, {"title": ""}, {"lock-need": 5}, {"rows": {"a": "red 2 3"}}]
)
def test_schema_refuses_bad_pads(spoiled: dict[str, object]) -> None:
    pad = tomllib.loads((ROOT / "sheets" / "pads" / "classic.toml").read_text(encoding="utf-8")) | spoiled
    with pytest.raises(PadError):
        parse_pad(pad)
    assert faults("pad", pad)
