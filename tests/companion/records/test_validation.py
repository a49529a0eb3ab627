"""JSON from strangers: whatever the bytes, a value or one sentence that names the place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records.validation import (
    MAX_RECORD_BYTES,
    NotARecord,
    abbreviated,
    boolean_at,
    integer_at,
    list_at,
    mapping_at,
    object_at,
    parse_json,
    pointer,
    text_at,
)
from sheets.language import Phrase


def problem(check: object, *arguments: object) -> str:
    """Return the one sentence with which a check refuses."""
    assert callable(check)
    with pytest.raises(NotARecord) as caught:
        check(*arguments)
    text = str(caught.value)
    assert text.startswith("/") and text.endswith(".") and text.isprintable() and len(text) < 400
    return text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"  \n",
        b"{",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"\x00",
        '{"format": "é'.encode("latin-1"),
        b'{"format": NaN}',
        b'{"a": Infinity}',
        b"{}{}",
    ],
)
def test_bytes_that_are_no_json(data: bytes) -> None:
    assert problem(parse_json, data).startswith("/: expected ")


def test_a_file_that_is_too_large_is_not_read() -> None:
    assert str(MAX_RECORD_BYTES + 1) in problem(parse_json, b" " * (MAX_RECORD_BYTES + 1))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(1 - 10**9, 10**9 - 1) | st.text(max_size=9), st.lists
    )
)
def test_json_is_read_as_it_was_written(value: object) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value).encode()) == value


def test_a_key_that_stands_twice_is_refused_by_its_name() -> None:
    data = parse_json('{"a": {"b": 1, "b": 2}}')
    inner = mapping_at(data, "")["a"]
    assert problem(mapping_at, inner, "/a").startswith("/a/b: ")


def test_an_object_has_the_keys_it_may_have_and_those_it_must() -> None:
    assert object_at({"a": 1}, "/x", ("a", "b"), ("a",)) == {"a": 1}
    assert problem(object_at, {"c": 1}, "/x", ("a", "b")) == "/x/c: expected only the keys a, b here."
    assert problem(object_at, {}, "/x", ("a",), ("a",)).startswith("/x: ")
    assert problem(object_at, [], "/x", ("a",)).startswith("/x: ")


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [], 0, 7, 10**30])
def test_a_whole_number_is_neither_true_nor_one_point_zero_nor_out_of_range(value: object) -> None:
    assert problem(integer_at, value, "/n", 1, 6).startswith("/n: expected a whole number from 1 to 6")
    assert integer_at(6, "/n", 1, 6) == 6


def test_each_kind_of_value_is_refused_for_another() -> None:
    assert list_at([1], "/a") == [1] and boolean_at(False, "/a") is False
    assert text_at("x", "/a", Phrase("a name")) == "x"
    for check in (list_at, boolean_at, mapping_at):
        assert problem(check, "x", "/a").startswith("/a: expected ")
    assert problem(text_at, 3, "/a", Phrase("a name")) == "/a: expected a name, but found 3."


def test_a_pointer_escapes_what_would_mislead_and_is_never_long() -> None:
    assert pointer("/players", "a/b~c") == "/players/a~1b~0c"
    assert len(pointer("", "x" * 500)) < 50
    assert abbreviated("a\nb") == "a\\nb"
