"""Events are applied to a timeline, undone, redone and amended. Timelines share their past."""

import os
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import ALL_VARIANTS, Mark
from companion.table.events import (
    Change,
    DecisionMade,
    DemoTakenOver,
    EventsRedone,
    EventsUndone,
    GameBegun,
    RollTaken,
    TableError,
    TurnAmended,
    from_json,
    to_json,
)
from companion.table.reducer import begin, reduce
from companion.table.timeline import Timeline, apply, fold
from tests.companion.table.random_events import go_on, played, random_events, refused

FULL = os.environ.get("QWIXX_COUNTS") == "full"
BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")

games = st.sampled_from(tuple(ALL_VARIANTS))
seeds = st.integers(0, 2**32)


def random_game(seed: int, game: str, paper: bool, steps: int = 60) -> Timeline:
    return played(*random_events(seed, steps, game, paper=paper))


# -- what has to be so for every game -------------------------------------------------------------------


@settings(max_examples=50 if FULL else 10, deadline=None)
@given(seeds, games, st.booleans())
def test_folding_is_applying_one_by_one_and_survives_being_stored(seed: int, game: str, paper: bool) -> None:
    events = random_events(seed, 80, game, paper=paper)
    timeline: Timeline | None = None
    for event in events:
        timeline = apply(timeline, event)
    folded, stored = fold(events), fold(from_json(to_json(event)) for event in events)
    assert timeline is not None and folded is not None and stored is not None
    assert timeline.present == folded.present == stored.present
    assert list(timeline.moments()) == list(stored.moments())


@settings(max_examples=50 if FULL else 10, deadline=None)
@given(seeds, games, st.booleans(), st.integers(1, 20))
def test_undo_leads_to_the_table_of_before_and_redo_back_again(
    seed: int, game: str, paper: bool, steps: int
) -> None:
    timeline = random_game(seed, game, paper)
    history = list(timeline.history())
    steps = min(steps, len(history) - 1)
    if steps == 0 or timeline.present.begun.demo:
        return
    back = apply(timeline, EventsUndone(steps))
    assert back.present == history[steps].present
    assert list(back.moments()) == list(history[steps].moments())
    assert back.redo_steps == timeline.redo_steps + steps
    again = apply(back, EventsRedone(steps))
    assert again.present == timeline.present and again.redo_steps == timeline.redo_steps
    assert list(again.moments()) == list(timeline.moments())
    one_by_one = go_on(timeline, *[EventsUndone()] * steps)
    assert one_by_one.present == back.present
    assert go_on(one_by_one, *[EventsRedone()] * steps).present == timeline.present


@settings(max_examples=50 if FULL else 10, deadline=None)
@given(seeds, games, st.booleans())
def test_an_event_never_changes_the_timeline_it_meets(seed: int, game: str, paper: bool) -> None:
    kept = []
    timeline: Timeline | None = None
    for event in random_events(seed, 40, game, paper=paper):
        timeline = apply(timeline, event)
        kept.append((timeline, timeline.present, len(list(timeline.moments())), timeline.redo_steps))
    for earlier, present, moments, redo_steps in kept:
        assert earlier.present is present and earlier.redo_steps == redo_steps
        assert len(list(earlier.moments())) == moments


@settings(max_examples=50 if FULL else 10, deadline=None)
@given(seeds, games)
def test_the_moments_of_a_game_are_its_events_reduced(seed: int, game: str) -> None:
    """Check that each state in `moments` is the previous state after applying the new `last_event`."""
    table, *others = list(random_game(seed, game, paper=False).moments())[::-1]
    begun = begin(table.begun)
    assert table == replace(begun, demo=begun.demo and table.demo), "a demo taken over stays so by an undo"
    for other in others:
        assert isinstance(other.last_event, Change)
        assert reduce(table, other.last_event).position == other.position
        table = other


# -- begin ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event", [ROLL, EventsUndone(), EventsRedone(), TurnAmended(1, "white", "a5", "Ann")]
)
def test_nothing_happens_before_a_game_has_begun(
    event: RollTaken | EventsUndone | EventsRedone | TurnAmended,
) -> None:
    with pytest.raises(TableError, match="There is no game yet"):
        apply(None, event)
    assert fold([]) is None


def test_a_game_begins_once() -> None:
    assert refused(BEGUN, BEGUN, ROLL) == "begun"


# -- undo and redo --------------------------------------------------------------------------------------


def test_undo_goes_back_past_turns_but_not_before_the_begin() -> None:
    events = (BEGUN, ROLL, DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"), DecisionMade("Ann", "d9"))
    assert go_on(played(*events), EventsUndone(2)).present == played(*events[:3]).present
    assert go_on(played(*events), EventsUndone(4)).present == played(BEGUN).present
    assert refused(EventsUndone(5), *events) == "nothing-to-undo"


def test_undone_steps_are_redone_in_order_until_something_else_happens() -> None:
    timeline = played(BEGUN, ROLL, DecisionMade("Ann", "a5"), DecisionMade("Ben", "b5"))
    back = apply(timeline, EventsUndone(2))
    assert back.present.position.decisions == {"Ann": None, "Ben": None} and back.redo_steps == 2
    assert apply(back, EventsRedone()).present.decision("Ann") == Mark.parse("a5")
    for events in (
        [EventsRedone(), EventsRedone()],
        [EventsRedone(2)],
        [EventsRedone(), EventsUndone(), EventsRedone(2)],
    ):
        assert go_on(back, *events).present == timeline.present
    for later in ([EventsRedone(3)], [DecisionMade("Ann", "c5"), EventsRedone()]):
        with pytest.raises(TableError, match="nothing to redo"):
            go_on(back, *later)


def test_a_demo_that_was_taken_over_does_not_come_back_by_undo() -> None:
    demo = played(GameBegun("classic", ("Ada",), demo=True), ROLL)
    assert demo.present.demo
    assert not go_on(demo, DemoTakenOver(), EventsUndone()).present.demo


# -- history and moments --------------------------------------------------------------------------------


def test_the_history_has_what_happened_and_the_moments_what_stands() -> None:
    events = (BEGUN, ROLL, DecisionMade("Ann", "a5"), DecisionMade("Ben", "b5"), DecisionMade("Ann", "-"))
    timeline = played(*events)
    amended = apply(timeline, TurnAmended(1, "white", "c5", "Ann"))
    assert [each.present.last_event for each in amended.history()] == [
        TurnAmended(1, "white", "c5", "Ann"),
        *events[::-1],
    ]
    assert [table.last_event for table in amended.moments()] == [
        DecisionMade("Ann", "-"),
        DecisionMade("Ben", "b5"),
        DecisionMade("Ann", "c5"),
        *events[1::-1],
    ]
    assert apply(amended, EventsUndone()).present == timeline.present


# -- length ---------------------------------------------------------------------------------------------


def test_an_event_of_a_long_game_costs_what_one_of_a_short_game_costs() -> None:
    """Check that 20,000 events are applied in seconds, and undone in one step: timelines share their past."""
    timeline = played(BEGUN, ROLL)
    began = time.perf_counter()
    for number in range(20_000):
        timeline = apply(timeline, DecisionMade("Ann", "ac"[number % 2] + "5"))
    assert time.perf_counter() - began < 60
    back = apply(timeline, EventsUndone(20_000))
    assert back.present == played(BEGUN, ROLL).present and back.redo_steps == 20_000
    assert apply(back, EventsRedone(20_000)).present == timeline.present
