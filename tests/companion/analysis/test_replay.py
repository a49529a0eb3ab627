"""Replays: a table's events give the same turns as its record."""

import pytest

from companion.analysis.replay import points_over_turns, replay_game, replay_record
from companion.records.record import Record, Turn
from companion.rules import Game, Mark, Play, Roll
from companion.table import events
from companion.table.timeline import apply
from companion.table.to_record import record_of
from tests.companion.analysis.games import random_game
from tests.companion.table.random_events import decided, played, turn

ROLL = "w4 w1 r3 y2 g6 b5"
BEGUN = events.GameBegun("classic", ("Ann", "Ben"))


@pytest.mark.parametrize("game", ["classic", "longo", "mixx-a", "bonus-a", "bonus-b", "cards"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_and_its_record_are_replayed_alike(game: str, seed: int) -> None:
    timeline = random_game(seed, game, 14)
    rules = timeline.present.game
    of_events, of_record = replay_game(timeline), replay_record(record_of(timeline.present))
    assert len(of_events) == len(of_record) == len(timeline.present.turns) > 3
    for one, other in zip(of_events, of_record, strict=True):
        assert (one.number, one.active, one.roll) == (other.number, other.active, other.roll)
        assert one.after.sheets == other.after.sheets and one.before.sheets == other.before.sheets
        assert one.missed == other.missed
        crossed = {(d.player, d.action, str(d.decision)) for d in one.decisions if d.crossed}
        assert crossed == {(d.player, d.action, str(d.decision)) for d in other.decisions if d.crossed}
        for made in (*one.decisions, *other.decisions):
            if isinstance(made.decision, Play):
                assert made.decision in rules.plays(made.position, made.player)
            else:
                assert made.decision in rules.moves(made.position, made.player), "judged as it was then"


def test_an_illegal_mark_of_a_record_has_its_refusal() -> None:
    game = Game("classic", "classic", ("Ann", "Ben"))
    written = Turn(Roll.parse(ROLL), {"Ann": Mark("a7"), "Ben": Mark("b5")}, Mark("c9"))
    (replayed,) = replay_record(Record(game, (written,)))
    rules = {(d.player, d.action): d.refusal.rule if d.refusal else None for d in replayed.decisions}
    assert rules == {("Ann", "white"): "white-sum", ("Ben", "white"): None, ("Ann", "colour"): "colour-sum"}
    assert replayed.missed == ("Ann",)


def test_corrections_retractions_and_amendments_are_replayed_as_they_stand() -> None:
    timeline = played(
        BEGUN,
        *turn(ROLL, "Ann a5"),
        events.RollCorrected("w4 w2 r3 y2 g6 b5"),
        *decided("Ben b6"),
        events.DecisionRetracted("Ben"),
        *decided("Ann a6", "Ben -", "Ann -"),
    )
    (replayed,) = replay_game(timeline)
    assert replayed.roll == Roll.parse("w4 w2 r3 y2 g6 b5")
    made = [(d.player, str(d.decision)) for d in replayed.decisions]
    assert made == [("Ann", "a6"), ("Ben", "-"), ("Ann", "-")]
    (replayed,) = replay_game(apply(timeline, events.TurnAmended(1, "white", "b6", "Ben")))
    assert [(d.action, str(d.decision)) for d in replayed.decisions if d.player == "Ben"] == [("white", "b6")]
    assert replayed.missed == ()


def test_a_sheet_from_paper_is_no_miss() -> None:
    (replayed,) = replay_game(
        played(
            events.GameBegun("classic", ("Ann", "Ben"), paper=True),
            *turn(ROLL),
            events.SheetTakenOver("Ann", "a5 / - / - / - misses 1"),
        )
    )
    assert replayed.sheets_taken_over == ("Ann",) and replayed.missed == ()
    assert points_over_turns((replayed,)) == {"Ann": (0, -4), "Ben": (0, 0)}


def test_points_begin_at_nothing_and_end_at_the_score() -> None:
    timeline = random_game(3, "classic")
    table, points = timeline.present, points_over_turns(replay_game(timeline))
    for player, score in table.game.scores(table.position).items():
        assert points[player][0] == 0 and points[player][-1] == score.total
        assert len(points[player]) == len(table.turns) + 1


def test_late_and_departed_players_keep_their_last_points() -> None:
    first, second = turn(ROLL, "Ann a5", "Ben -", "Ann -"), turn(ROLL, "Ben b5", "Cleo c5", "Ben -")
    timeline = played(BEGUN, *first, events.PlayerAdded("Cleo"), events.PlayerLeft("Ann"), *second)
    assert points_over_turns(replay_game(timeline)) == {"Ann": (0, 1, 1), "Ben": (0, 0, 1), "Cleo": (0, 0, 1)}


def test_a_choice_taken_back_is_replayed_as_it_was_made_in_the_end() -> None:
    ended = played(
        BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Ann d9"), events.DecisionTakenBack("Ben"), *decided("Ben c5")
    )
    (replayed,) = replay_game(ended)
    said = [(made.player, made.action, str(made.decision)) for made in replayed.decisions]
    assert said == [("Ann", "white", "a5"), ("Ben", "white", "c5"), ("Ann", "colour", "d9")]
    assert replayed.decisions[-1].position.phase == "colour"
    assert str(replayed.after.sheet("Ann")) == "a5 / - / - / d9"
    (half,) = replay_game(
        played(BEGUN, *turn(ROLL, "Ann a5", "Ben b5", "Ann d9"), events.DecisionTakenBack("Ben"))
    )
    assert [made.player for made in half.decisions] == ["Ann"]
