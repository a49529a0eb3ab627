"""Random bytes and texts: invalid images, records, pads and events are refused in one sentence."""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.records.reading import read_record
from companion.records.validation import NotARecord
from companion.rules import Card, Mark, Play, Roll, Sheet
from companion.table.events import EventError, from_json, to_json
from companion.web.access.rates import MAX_BUCKETS, Rate, Rates
from companion.web.server.client_address import host_of
from sheets.errors import BadInput
from sheets.pad import load_pad
from sheets.person_name import clean_name
from sheets.serial import Serial, SheetCode
from tests.robustness.fuzz_targets import TARGETS, outcome
from tests.robustness.hostile import ROOT, images, json_like, record_bytes, spoilt, texts

FULL = os.environ.get("QWIXX_COUNTS") == "full"
MANY = 6000 if FULL else 60
QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
few = settings(max_examples=MANY, deadline=None, suppress_health_check=QUIET)
minutes = settings(max_examples=40_000 if FULL else 4_000, deadline=None, suppress_health_check=QUIET)


PADS = sorted((ROOT / "sheets" / "pads").glob("*.toml"))
SPOILT = {
    "images": images,
    "records": record_bytes,
    "pads": st.sampled_from(PADS).flatmap(lambda path: spoilt(path.read_bytes())),
}
"""Strategies for slightly damaged files, by kind."""


@pytest.mark.parametrize("kind", SPOILT)
@few
@given(st.data())
def test_spoilt_files(kind: str, data: st.DataObject) -> None:
    TARGETS[kind].attempt(data.draw(SPOILT[kind]))


@pytest.mark.long
@pytest.mark.parametrize("kind", SPOILT)
@minutes
@given(st.data())
def test_spoilt_files_for_minutes(kind: str, data: st.DataObject) -> None:
    TARGETS[kind].attempt(data.draw(SPOILT[kind]))


@few
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_anything_is_a_record_or_outcome(data: bytes | str) -> None:
    with pytest.raises(NotARecord) as caught:
        read_record(data)
    outcome(caught.value)


WRITTEN: dict[str, Callable[[str], object]] = {
    "mark": Mark.parse,
    "card": Card.parse,
    "play": Play.parse,
    "roll": Roll.parse,
    "serial": Serial.parse,
    "code": SheetCode.parse,
}


@pytest.mark.parametrize("kind", WRITTEN)
@few
@given(texts)
def test_written_text_is_read_or_refused(kind: str, text: str) -> None:
    try:
        value = WRITTEN[kind](text)
    except BadInput as problem:
        outcome(problem)
        return
    assert WRITTEN[kind](str(value)) == value


PAD, SHEET = load_pad("bonus-a"), "a2 a3 / b5* / - / d12 d11 lock misses 1 bar 3"


@few
@given(st.one_of(texts, spoilt(SHEET.encode()).map(lambda b: b.decode("utf-8", "replace"))))
def test_sheets(text: str) -> None:
    try:
        sheet = Sheet.parse(text, PAD)
    except BadInput as problem:
        outcome(problem)
        return
    assert Sheet.parse(str(sheet), PAD) == sheet


STORED = (
    b'{"kind":"decided","player":"Ann","mark":"a5"}',
    b'{"kind":"roll-taken","roll":"w4 w1 r3 y2 g6 b5","source":"photo","photo":{"name":"0123456789abcdef",'
    b'"size":[640,480],"dice":[{"colour":"red","value":3,"confidence":0.9,"box":[1,2,3,4],"doubtful":true}]}}',
    b'{"kind":"game-begun","game":"longo","players":["Ann","Ben"],"lucky":{"Ann":[5,10],"Ben":[6,11]}}',
)


@few
@given(st.sampled_from(STORED).flatmap(json_like))
def test_events(data: bytes) -> None:
    try:
        event = from_json(data)
    except EventError as problem:
        assert str(problem)
        return
    assert from_json(to_json(event)) == event


@few
@given(texts)
def test_names_and_hosts(text: str) -> None:
    assert "\n" not in clean_name(text) and clean_name(clean_name(text)) == clean_name(text)
    assert host_of(text) == host_of(text).lower()


@few
@given(st.lists(st.tuples(texts, st.floats(0, 1e6)), max_size=50))
def test_addresses_are_forgotten_and_buckets_never_overflow(asked: list[tuple[str, float]]) -> None:
    rates, rate = Rates(), Rate(3, 1)
    for address, now in asked:
        rates.allows(address, rate, now)
    assert len(rates._buckets) <= MAX_BUCKETS
    assert all(left <= rate.burst for left, _ in rates._buckets.values())
