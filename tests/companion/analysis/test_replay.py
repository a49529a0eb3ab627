"""Looking back: the same course from the table's events as from its record; points, swings, statistics."""

from __future__ import annotations

import random

import pytest

from companion.analysis.replay import points_over_turns, replay_game, replay_record
from companion.analysis.statistics import (
    FinishedGame,
    faces_by_die,
    game_statistics,
    player_statistics,
    white_sums,
)
from companion.analysis.turning_points import turn_effects, turning_points
from companion.records.record import Record, Turn
from companion.rules import Game, Mark, Play, Roll
from companion.table.events import (
    Amended,
    Decided,
    Event,
    GameBegun,
    RollCorrected,
    RollTaken,
    SheetTakenOver,
)
from companion.table.state import Table, apply
from companion.table.to_record import record_of

LUCKY = {"Ann": (4, 9), "Ben": (6, 11)}


def apply_all(table: Table | None, *events: Event) -> Table:
    for event in events:
        table = apply(table, event)
    assert table is not None
    return table


def played(seed: int, game: str, most: int = 400) -> Table:
    chance = random.Random(seed)
    table = apply_all(None, GameBegun(game, ("Ann", "Ben"), lucky=LUCKY if game == "longo" else {}))
    while table.position.phase != "over" and len(table.turns) < most:
        if table.position.phase == "roll":
            sides = table.game.pad.sides
            text = " ".join(f"{slot[0]}{chance.randint(1, sides)}" for slot in table.dice_to_roll)
            table = apply_all(table, RollTaken(text or str(chance.randint(2, 12)), "tapped"))
            continue
        player = chance.choice(table.game.waiting(table.position))
        if table.position.phase == "play":
            plays = list(table.game.plays(table.position, player))
            choice: object = chance.choice(plays[: 1 + len(plays) // 4])
        else:
            moves = list(table.game.moves(table.position, player))
            choice = chance.choice(moves[:3])
        table = apply_all(table, Decided(player, str(choice)))
    return table


@pytest.mark.parametrize("game", ["classic", "longo", "mixx-a", "bonus-a", "bonus-b", "cards"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_table_and_its_record_tell_the_same_course(game: str, seed: int) -> None:
    table = played(seed, game, 14)
    told, judged = replay_game(table), replay_record(record_of(table))
    assert len(told) == len(judged) == len(table.turns) > 3
    for one, other in zip(told, judged, strict=True):
        assert (one.number, one.active, one.roll) == (other.number, other.active, other.roll)
        assert one.after.sheets == other.after.sheets and one.before.sheets == other.before.sheets
        assert one.missed == other.missed and one.closed == other.closed
        crossed = {(m.player, m.action, str(m.decision)) for m in one.decisions if m.crossed}
        assert crossed == {(m.player, m.action, str(m.decision)) for m in other.decisions if m.crossed}
        for made in (*one.decisions, *other.decisions):
            if isinstance(made.decision, Play):
                assert made.decision in table.game.plays(made.position, made.player)
            else:
                assert made.decision in table.game.moves(made.position, made.player), "judged as it was then"


def test_an_illegal_mark_of_a_record_has_its_refusal() -> None:
    game = Game("classic", "classic", ("Ann", "Ben"))
    turn = Turn(Roll.parse("w4 w1 r3 y2 g6 b5"), {"Ann": Mark("a7"), "Ben": Mark("b5")}, Mark("c9"))
    (told,) = replay_record(Record(game, (turn,)))
    found = {(m.player, m.action): m.refusal.rule if m.refusal else None for m in told.decisions}
    assert found == {("Ann", "white"): "white-sum", ("Ben", "white"): None, ("Ann", "colour"): "colour-sum"}
    assert told.missed == ("Ann",)


def test_corrections_and_amendments_are_in_the_course_as_they_stand() -> None:
    table = apply_all(
        None,
        GameBegun("classic", ("Ann", "Ben")),
        RollTaken("w4 w1 r3 y2 g6 b5", "tapped"), Decided("Ann", "a5"), RollCorrected("w4 w2 r3 y2 g6 b5"),
        Decided("Ann", "a6"), Decided("Ben", "-"), Decided("Ann", "-"),
    )  # fmt: skip
    (turn,) = replay_game(table)
    assert turn.roll == Roll.parse("w4 w2 r3 y2 g6 b5")
    assert [str(m.decision) for m in turn.decisions if m.player == "Ann"] == ["a6", "-"]
    (turn,) = replay_game(apply_all(table, Amended(1, "white", "b6", "Ben")))
    made = turn.decision_of("Ben", "white")
    assert made is not None and str(made.decision) == "b6" and turn.missed == ()


def test_a_sheet_from_paper_is_no_miss() -> None:
    table = apply_all(
        None,
        GameBegun("classic", ("Ann", "Ben"), paper=True),
        RollTaken("w4 w1 r3 y2 g6 b5", "tapped"),
        SheetTakenOver("Ann", "a5 / - / - / - misses 1"),
    )
    (turn,) = replay_game(table)
    assert turn.sheets_taken_over == ("Ann",) and turn.missed == ()
    assert points_over_turns((turn,)) == {"Ann": (0, -4), "Ben": (0, 0)}


def test_points_begin_at_nothing_and_end_at_the_score() -> None:
    table = played(3, "classic")
    lines = points_over_turns(replay_game(table))
    for player, score in table.game.scores(table.position).items():
        assert lines[player][0] == 0 and lines[player][-1] == score.total
        assert len(lines[player]) == len(table.turns) + 1


def test_swings_add_up_and_the_last_ends_with_the_winner() -> None:
    table = played(5, "classic")
    found = turn_effects(replay_game(table))
    assert len(found) == len(table.turns)
    for swing in found:
        assert sum(before for before, _ in swing.chances.values()) == pytest.approx(1)
        assert sum(after for _, after in swing.chances.values()) == pytest.approx(1)
    winners = table.game.winners(table.position) or ()
    assert all(found[-1].chances[winner][1] == pytest.approx(1 / len(winners)) for winner in winners)
    assert [s.largest_change for s in turning_points(found)] == sorted(
        (s.largest_change for s in turning_points(found)), reverse=True
    )


def test_a_player_alone_has_no_swings_but_points() -> None:
    table = apply_all(
        None, GameBegun("classic", ("Ann",)), RollTaken("w4 w1 r3 y2 g6 b5", "tapped"), Decided("Ann", "a5")
    )
    table = apply_all(table, Decided("Ann", "-"))
    assert turn_effects(replay_game(table)) == () and points_over_turns(replay_game(table)) == {"Ann": (0, 1)}


def test_statistics_count_what_was_played() -> None:
    tables = [played(seed, "classic") for seed in (1, 2, 3)]
    games = [FinishedGame("classic", 6, t.game.players, replay_game(t)) for t in tables]
    lines = {line.player: line for line in player_statistics(games)}
    totals = [t.game.scores(t.position)["Ann"].total for t in tables]
    assert lines["Ann"].games == 3 and lines["Ann"].average == pytest.approx(sum(totals) / 3)
    assert lines["Ann"].best == max(totals)
    assert sum(line.won for line in lines.values()) == pytest.approx(3)
    assert lines["Ben"].misses == pytest.approx(sum(t.position.sheet("Ben").misses for t in tables) / 3)
    (kind,) = game_statistics(games)
    assert kind.games == 3 and kind.turns == pytest.approx(sum(len(t.turns) for t in tables) / 3)
    thrown = faces_by_die(turn for game in games for turn in game.turns)
    assert len(thrown["white"]) == 2 * sum(len(t.turns) for t in tables)
    assert sum(white_sums(games[0].turns).values()) == len(tables[0].turns)
