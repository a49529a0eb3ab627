"""Events as JSON: read back as they were written, or refused."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import ALL_VARIANTS
from companion.table.events import EventError, from_json, to_json
from tests.companion.table.random_events import random_events


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(tuple(ALL_VARIANTS)), st.booleans())
def test_events_are_read_back_as_they_were_written(seed: int, game: str, paper: bool) -> None:
    events = random_events(seed, 60, game, paper=paper)
    assert [from_json(to_json(event)) for event in events] == events


def test_a_game_in_which_nobody_has_a_character_is_read() -> None:
    """Check that an event with an empty `characters`, as earlier versions wrote, is read."""
    begun = from_json('{"kind":"game-begun","game":"classic","players":["Ann"],"characters":{}}')
    assert from_json(to_json(begun)) == begun


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"kind":"decided"}',
        '{"kind":"decided","player":"Ann","mark":5}',
        '{"kind":"decided","player":"Ann","mark":"a5","extra":1}',
        '{"kind":"undone","steps":0}',
        '{"kind":"undone","steps":true}',
        '{"kind":"game-begun","game":"classic","players":[]}',
        '{"kind":"game-begun","game":"classic","players":["A","B","C","D","E","F","G","H","I","J","K"]}',
        '{"kind":"roll-taken","roll":"w1 w1","source":"oracle"}',
        '{"kind":"roll-taken","roll":"w1 w1","source":"photo","photo":{"name":"../../x","size":[1,1]}}',
        '{"kind":"something-else"}',
        '{"kind":"game-begun","game":"duel","players":["Ann","Ben"]}',
        '{"kind":"game-begun","game":"classic","players":["Ann"],"characters":{"Ann":"double-dutch"}}',
        b"\xff\xfe",
        '{"kind":"decided","more":' * 3000,
    ],
)
def test_bad_event_is_refused(text: str | bytes) -> None:
    with pytest.raises(EventError):
        from_json(text)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_whatever_the_bytes_only_an_event_error(text: str | bytes) -> None:
    with contextlib.suppress(EventError):
        from_json(text)
