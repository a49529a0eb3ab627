"""A renamed player has the new name everywhere: in past and undone events, and in the record."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.analysis.replay import replay_game
from companion.rules import ALL_VARIANTS
from companion.table.events import (
    DecisionMade,
    DecisionTakenBack,
    EventsRedone,
    EventsUndone,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    PlayerRenamed,
    TurnAmended,
    from_json,
    to_json,
)
from companion.table.timeline import apply
from companion.table.to_record import record_of
from tests.companion.table.random_events import go_on, played, random_events, refused, turn

ROLL, SECOND = "w4 w1 r3 y2 g6 b5", "w1 w1 r3 y2 g6 b5"
BEGUN = GameBegun("classic", ("Ann", "Ben"), no_miss=("Ann",), teams=(("Ann",), ("Ben",)))
PLAYED = (BEGUN, *turn(ROLL, "Ann a5", "Ben -", "Ann -"), *turn(SECOND, "Ann b2"))
EVA = PlayerRenamed("Ann", "Eva")
AS_EVA = (
    GameBegun("classic", ("Eva", "Ben"), no_miss=("Eva",), teams=(("Eva",), ("Ben",))),
    *turn(ROLL, "Eva a5", "Ben -", "Eva -"),
    *turn(SECOND, "Eva b2"),
)


def test_a_game_with_a_new_name_is_the_game_that_was_played_under_it() -> None:
    renamed, always = played(*PLAYED, EVA), played(*AS_EVA)
    assert renamed.present == always.present
    assert list(renamed.moments()) == list(always.moments())
    assert record_of(renamed.present) == record_of(always.present)
    assert replay_game(renamed) == replay_game(always)


def test_renaming_reaches_undone_and_amended_events() -> None:
    amended = TurnAmended(1, "white", "b5", "Ann")
    for events in ((EventsUndone(2),), (amended,), (amended, EventsUndone(1)), (amended, EventsUndone(3))):
        renamed = played(*PLAYED, *events, EVA)
        other = [TurnAmended(1, "white", "b5", "Eva") if each is amended else each for each in events]
        always = played(*AS_EVA, *other)
        assert renamed.present == always.present
        while renamed.future is not None:
            renamed, always = apply(renamed, EventsRedone()), apply(always, EventsRedone())
            assert renamed.present == always.present
        while renamed.past is not None:
            renamed, always = apply(renamed, EventsUndone()), apply(always, EventsUndone())
            assert renamed.present == always.present


def test_the_game_goes_on_and_is_amended_under_the_new_name() -> None:
    renamed = go_on(
        played(*PLAYED, EVA), DecisionMade("Ben", "-"), DecisionMade("Ben", "-"), DecisionTakenBack("Eva")
    )
    assert renamed.present.game.waiting(renamed.present.position) == ("Eva",)
    amended = go_on(renamed, TurnAmended(1, "white", "c5", "Eva"))
    assert str(amended.present.position.sheet("Eva")) == "- / - / c5 / -"


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(tuple(ALL_VARIANTS)))
def test_a_renamed_game_is_stored_and_renamed_back(seed: int, game: str) -> None:
    events = random_events(seed, 50, game)
    before = played(*events)
    player = before.present.game.players[0]
    there = PlayerRenamed(player, "Somebody else")
    timeline = played(*(from_json(to_json(event)) for event in (*events, there)))
    assert timeline.present.game.players[0] == "Somebody else"
    back = apply(timeline, PlayerRenamed("Somebody else", player))
    assert list(back.moments()) == list(before.moments())


@pytest.mark.parametrize(
    ("player", "name", "code"),
    [("Zoe", "Eva", "player"), ("Ann", "Ben", "players"), ("Ann", "ben", "players"), ("Ann", " ", "players")],
)
def test_a_name_that_cannot_be_given(player: str, name: str, code: str) -> None:
    assert refused(PlayerRenamed(player, name), *PLAYED) == code


def test_nobody_is_called_as_somebody_who_left() -> None:
    assert refused(PlayerRenamed("Ann", "Cleo"), BEGUN, PlayerAdded("Cleo"), PlayerLeft("Cleo")) == "players"


def test_a_renamed_player_keeps_the_letter_of_the_sheet() -> None:
    begun = GameBegun("connected-b", ("Ann", "Ben"), sheets={"Ann": "D", "Ben": "A"})
    table = played(begun, PlayerRenamed("Ann", "Eva")).present
    assert table.game.sheets == table.begun.sheets == {"Eva": "D", "Ben": "A"}
    assert table.position.sheet("Eva").pad.letter == "D"
