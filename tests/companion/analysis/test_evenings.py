"""Games are grouped by evening, and winners, streaks, best scores and head-to-head results are found."""

from datetime import date, datetime

from companion.analysis.evenings import (
    HeadToHead,
    Result,
    Streak,
    best_scores,
    evening_of,
    evenings,
    head_to_head,
    merged,
    streaks,
)


def at(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def result(number: int, when: str, game: str = "classic", **points: int) -> Result:
    return Result(number, game, at(when), points)


FRIDAY = [
    result(1, "2026-03-06T20:00", Ann=50, Ben=40),
    result(2, "2026-03-06T21:00", Ann=60, Ben=60, Cem=10),
    result(3, "2026-03-07T01:30", Ann=20, Ben=70),
]
SUNDAY = [result(4, "2026-03-08T16:00", "longo", Ben=90, Cem=30), result(5, "2026-03-08T17:00", Cem=99)]


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    assert evening_of(at("2026-03-07T04:59")) == date(2026, 3, 6)
    assert evening_of(at("2026-03-07T05:00")) == date(2026, 3, 7)


def test_evenings_come_newest_first_with_who_won_what() -> None:
    sunday, friday = evenings([*FRIDAY, *SUNDAY])
    assert (sunday.day, friday.day) == (date(2026, 3, 8), date(2026, 3, 6))
    assert [game.number for game in friday.games] == [1, 2, 3]
    assert friday.won == (("Ben", 1.5), ("Ann", 1.5), ("Cem", 0.0)), "level in wins: Ben has more points"
    assert friday.points == {"Ann": 130, "Ben": 170, "Cem": 10}
    assert dict(sunday.won)["Cem"] == 0.0, "a game alone is won by nobody"


def test_a_streak_ends_with_the_first_game_not_won() -> None:
    assert streaks([*SUNDAY, *FRIDAY]) == (Streak("Ben", 3, 3), Streak("Ann", 2, 0))


def test_the_best_scores_of_each_game_stand_apart() -> None:
    best = best_scores([*FRIDAY, *SUNDAY])
    assert list(best) == ["classic", "longo"]
    scores = [(line.player, line.points) for line in best["classic"][:3]]
    assert scores == [("Cem", 99), ("Ben", 70), ("Ann", 60)]
    assert [line.points for line in best["longo"]] == [90, 30]


def test_head_to_head_counts_only_games_of_both() -> None:
    pairs = {(pair.one, pair.other): pair for pair in head_to_head([*FRIDAY, *SUNDAY])}
    assert pairs["Ann", "Ben"] == HeadToHead("Ann", "Ben", 1, 1, 1)
    assert pairs["Ben", "Cem"] == HeadToHead("Ben", "Cem", 2, 0, 0)
    assert next(iter(pairs)) == ("Ann", "Ben")


def test_a_name_that_stands_for_another_is_counted_as_that() -> None:
    both = [merged(result(1, "2026-03-06T20:00", Anne=5, Ben=4), {"Anne": "Ann"}), FRIDAY[0]]
    assert head_to_head(both) == (HeadToHead("Ann", "Ben", 2, 0, 0),)
