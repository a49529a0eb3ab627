"""Valid records are written back unchanged. Errors name the place of the fault in an invalid record."""

import copy
import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records.reading import read_record
from companion.records.record import FORMAT, Record, Turn, write_record
from companion.records.referee import judge
from companion.records.validation import NotARecord, abbreviated, pointer
from companion.rules import PASS, Game, House, Mark, Play, Roll
from sheets.pad import load_pad, pad_data
from tests.companion.records.examples import Json
from tests.companion.records.random_records import random_record

CLASSIC: Json = {
    "format": "qwixx-record/1",
    "game": "classic",
    "players": ["Ann", "Bob"],
    "rulings": {"end-in-action-1": "finish-turn"},
    "turns": [
        {"dice": {"white": [4, 1], "red": 3}, "white": {"Ann": "a5", "Bob": "-"}, "colour": "a7>b"},
        {"dice": {"white": [4, 1]}, "open": True},
    ],
    "claims": {"Ann": {"misses": 0, "total": 3}},
}
LONGO: Json = {
    "format": "qwixx-record/1",
    "game": "longo",
    "players": ["Ann", "Bob"],
    "lucky": {"Ann": [5, 10], "Bob": [5, 10]},
    "turns": [{"dice": {"white": [4, 1], "red": 8}, "white": {"Ann": "a2*"}}],
}
CARDS: Json = {
    "format": "qwixx-record/1",
    "game": "cards",
    "pad": "mixx-a",
    "jokers": True,
    "players": ["Ann", "Bob"],
    "turns": [
        {"number": 4, "number_marks": {"Bob": "a4"}, "play": ["red 5", "joker 6 as red"], "marks": ["c5"]}
    ],
}
LAYOUT = pad_data(load_pad("classic"))
BASES: dict[str, Any] = {"classic": CLASSIC, "longo": LONGO, "cards": CARDS}
GONE = object()


def changed(base: str, place_of: str, value: object) -> str:
    """Return record `base` as JSON, with the value at pointer `place_of` replaced, or removed by GONE."""
    record: Any = copy.deepcopy(BASES[base])
    steps: list[Any] = [int(p) if p.isdigit() else p for p in place_of.split("/")[1:]]
    if steps[0] == "turns" and len(steps) > 1:
        steps[1] -= 1  # turns count from 1
    *path, last = steps
    place: Any = record
    for step in path:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return json.dumps(record)


def problem(data: bytes | str) -> str:
    """Return the sentence with which `read_record` rejects `data`. Check its form."""
    with pytest.raises(NotARecord) as caught:
        read_record(data)
    text = str(caught.value)
    assert re.match(r"/.*: expected .*\.$", text), text
    assert text.isprintable()
    assert len(text) < 400
    return text


@pytest.mark.parametrize("base", BASES)
def test_the_bases_are_records_and_are_written_back(base: str) -> None:
    record = read_record(json.dumps(BASES[base]))
    assert read_record(json.dumps(write_record(record))) == record
    assert write_record(read_record(json.dumps(write_record(record)))) == write_record(record)


@pytest.mark.parametrize(
    ("base", "pointer", "value"),
    [
        ("classic", "/format", "qwixx-record/2"),
        ("classic", "/format", GONE),
        ("classic", "/game", "chess"),
        ("classic", "/game", GONE),
        ("classic", "/players", []),
        ("classic", "/players", "Ann"),
        ("classic", "/players", GONE),
        ("classic", "/players/1", "Ann"),
        ("classic", "/players/1", ""),
        ("classic", "/players/1", " "),
        ("classic", "/players/1", "\u200b\u2060"),
        ("classic", "/players/1", "Ann\u200b"),
        ("classic", "/players/1", 7),
        ("classic", "/players/1", "\ud800"),
        ("classic", "/turns", {}),
        ("classic", "/turns", GONE),
        ("classic", "/turns/1", []),
        ("classic", "/turns/1/open", True),
        ("classic", "/turns/2/open", 1),
        ("classic", "/turns/1/dice", GONE),
        ("classic", "/turns/1/dice/white", [4]),
        ("classic", "/turns/1/dice/white", 5),
        ("classic", "/turns/1/dice/white", GONE),
        ("classic", "/turns/1/dice/white/0", 0),
        ("classic", "/turns/1/dice/white/0", 7),
        ("classic", "/turns/1/dice/white/0", 4.0),
        ("classic", "/turns/1/dice/white/0", True),
        ("classic", "/turns/1/dice/white/0", 10**30),
        ("classic", "/turns/1/dice/red", None),
        ("classic", "/turns/1/dice/pink", 3),
        ("classic", "/turns/1/white", []),
        ("classic", "/turns/1/white/Cem", "a5"),
        ("classic", "/turns/1/white/Ann", None),
        ("classic", "/turns/1/white/Ann", "A5"),
        ("classic", "/turns/1/white/Ann", "a5 "),
        ("classic", "/turns/1/white/Ann", "a5\n"),
        ("classic", "/turns/1/white/Ann", "a05"),
        ("classic", "/turns/1/white/Ann", "a\u0665"),
        ("classic", "/turns/1/white/Ann", "a13"),
        ("classic", "/turns/1/white/Ann", "a5>"),
        ("classic", "/turns/1/white/Ann", "a5*"),
        ("classic", "/turns/1/colour", None),
        ("classic", "/turns/1/number", 4),
        ("classic", "/turns/1/misses", 0),
        ("classic", "/pad", "classic"),
        ("classic", "/jokers", False),
        ("classic", "/lucky", {}),
        ("classic", "/rulings", []),
        ("classic", "/rulings/house", "x"),
        ("classic", "/rulings/end-in-action-1", "later"),
        ("classic", "/claims/Cem", {}),
        ("classic", "/claims/Ann/misses", "one"),
        ("classic", "/claims/Ann/points", 1),
        ("classic", "/comment", "x"),
        ("classic", "/a~b", "x"),
        ("classic", "/layout", {}),
        ("classic", "/layout", "classic"),
        ("classic", "/layout", None),
        ("classic", "/layout", {**LAYOUT, "rows": None}),
        ("classic", "/layout", {**LAYOUT, "lucky": 1}),
        ("classic", "/layout", {**LAYOUT, "sides": True}),
        ("classic", "/house", []),
        ("classic", "/house", {"sofa": 1}),
        ("classic", "/house", {"rounds": 0}),
        ("classic", "/house", {"rounds": True}),
        ("classic", "/house", {"rounds": "2"}),
        ("classic", "/house", {"no-miss": "Bob"}),
        ("classic", "/house", {"no-miss": ["Zoe"]}),
        ("classic", "/house", {"no-miss": ["Bob", "Bob"]}),
        ("longo", "/lucky", GONE),
        ("longo", "/lucky/Bob", GONE),
        ("longo", "/lucky/Cem", [5, 10]),
        ("longo", "/lucky/Ann", [5]),
        ("longo", "/lucky/Ann", [5, 5]),
        ("longo", "/lucky/Ann/0", 1),
        ("longo", "/lucky/Ann/0", 17),
        ("longo", "/turns/1/dice/red", 9),
        ("longo", "/turns/1/white/Ann", "a2>b*"),
        ("longo", "/turns/1/white/Ann", "a17"),
        ("cards", "/pad", "longo"),
        ("cards", "/jokers", "yes"),
        ("cards", "/turns/1/number", 13),
        ("cards", "/turns/1/number", GONE),
        ("cards", "/turns/1/play", "red 5"),
        ("cards", "/turns/1/play/0", "red 13"),
        ("cards", "/turns/1/play/0", "red  5"),
        ("cards", "/turns/1/play/0", "joker 5"),
        ("cards", "/turns/1/play/0", "joker 5 as white"),
        ("cards", "/turns/1/marks/0", "c5*"),
        ("cards", "/turns/1/marks/0", 5),
        ("cards", "/turns/1/dice", {"white": [1, 1]}),
    ],
)
def test_faults_of_a_record_are_named_by_their_place(base: str, pointer: str, value: object) -> None:
    text = problem(changed(base, pointer, value))
    named = text.split(":")[0].replace("~0", "~")
    parent = pointer.rpartition("/")[0]
    assert named in (pointer, parent or "/", "/lucky") or named.startswith(pointer), text


@pytest.mark.parametrize("data", [b"[]", b"null", b'"x"', b"[" * 100_000, b'{"a":' * 100_000, b"{}"])
def test_json_that_is_no_record(data: bytes) -> None:
    problem(data)


def test_a_key_that_stands_twice_is_named() -> None:
    text = json.dumps(CLASSIC).replace('"red": 3', '"red": 3, "red": 4')
    assert problem(text).startswith("/turns/1/dice/red: expected each key once")


def test_some_sentences_word_for_word() -> None:
    assert problem(changed("classic", "/turns/1/dice/white/0", 7)) == (
        "/turns/1/dice/white/0: expected a whole number from 1 to 6, but found 7."
    )
    assert problem(changed("classic", "/turns/1/white/Ann", "a13")) == (
        '/turns/1/white/Ann: expected a cell of the pad classic, but found "a13".'
    )
    assert problem(changed("classic", "/layout", None)) == "/layout: expected a table, but found null."
    assert problem(changed("classic", "/turns/1/open", True)) == (
        "/turns/1/open: expected only the last turn to be open, but this is an earlier one."
    )


def test_one_name_in_two_forms_of_unicode_is_not_two_names() -> None:
    plain: Any = {"format": "qwixx-record/1", "game": "classic", "turns": []}
    two = json.dumps(plain | {"players": ["Zo\u00eb", "Zoe\u0308"]})
    assert problem(two).startswith("/players/1: expected names that look different")
    alone = json.dumps(plain | {"players": ["Zoe\u0308"]})
    assert read_record(alone).game.players == ("Zoe\u0308",), "a name stays as the record writes it"


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["a5", "-"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)


Path = tuple[str | int, ...]


def places(value: object, paths: list[Path], path: Path = ()) -> list[Path]:
    """Append the path of every value inside a JSON value to `paths`, and return `paths`."""
    paths.append(path)
    if isinstance(value, dict):
        for key in value:
            places(value[key], paths, (*path, key))
    if isinstance(value, list):
        for index in range(len(value)):
            places(value[index], paths, (*path, index))
    return paths


@given(st.integers(0, 10**6), VALUES)
def test_any_value_at_any_place_is_a_record_or_one_sentence(seed: int, value: object) -> None:
    rng = random.Random(seed)
    record: Any = copy.deepcopy(rng.choice(list(BASES.values())))
    path = rng.choice(places(record, []))
    if path:
        place = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    else:
        record = value
    data = json.dumps(record)
    try:
        judge(read_record(data)).to_json()
    except NotARecord:
        problem(data)


@given(st.binary(max_size=60), st.integers(0, 400))
def test_any_bytes_anywhere(noise: bytes, position: int) -> None:
    data = json.dumps(CLASSIC).encode()
    data = data[:position] + noise + data[position + len(noise) // 2 :]
    try:
        read_record(data)
    except NotARecord:
        problem(data)


def test_a_turn_with_every_kind_of_mark_is_written_back() -> None:
    game = Game("cards", "mixx-b", ("Ann",), jokers=True)
    record = Record(game, (Turn(4, {"Ann": PASS}, Play.parse("joker 6 as red: a6")),))
    assert read_record(json.dumps(write_record(record))) == record
    game = Game("classic", "classic", ("Ann", "Bob"))
    turn = Turn(Roll.parse("w4 w1 r3"), {"Bob": Mark("a5"), "Ann": Mark("b5")}, Mark("c10"), open=True)
    record = Record(game, (turn,))
    assert read_record(json.dumps(write_record(record))) == record and record.open


@given(st.integers(0, 10**6))
def test_a_record_cut_anywhere_is_its_beginning(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(rng)
    whole = judge(read_record(json.dumps(record)))
    cut = rng.randint(0, len(record["turns"]))
    part = judge(read_record(json.dumps(record | {"turns": record["turns"][:cut]})))
    assert part.steps == whole.steps[:cut]
    if cut:
        assert part.position == whole.steps[cut - 1].after


HOUSE = {"no-miss": ["Ben"], "rounds": 2}


def test_house_rules_are_read_and_written_again() -> None:
    data = {"format": FORMAT, "game": "classic", "players": ["Ann", "Ben"], "house": HOUSE, "turns": []}
    record = read_record(json.dumps(data))
    assert record.game.house == House(("Ben",), 2)
    assert write_record(record)["house"] == HOUSE
    plain = read_record(json.dumps({**data, "house": {}}))
    assert "house" not in write_record(plain)


def test_a_pointer_escapes_slashes_and_is_never_long() -> None:
    assert pointer("/players", "a/b~c") == "/players/a~1b~0c"
    assert len(pointer("", "x" * 500)) < 50
    assert abbreviated("a\nb") == "a\\nb"


def test_characters_of_nobody_are_read_and_any_other_refused() -> None:
    """Check that an empty `characters`, as earlier versions wrote, is read, and any other refused."""
    assert read_record(changed("classic", "/characters", {})).turns
    assert problem(changed("classic", "/characters", {"Ann": "double-dutch"})) == (
        "/characters: expected none, because the Duel, On Board and Characters are not part of this program "
        "any more."
    )
