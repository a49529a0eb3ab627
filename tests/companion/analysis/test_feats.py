"""Comebacks of a sole winner are found, and new records of the table and of each player."""

from companion.analysis.evenings import Result
from companion.analysis.feats import BestResult, Comeback, best_results, comeback

POINTS = {"Ann": (0, 3, 10, 30, 60), "Ben": (0, 9, 40, 52, 55)}


def result(number: int, **points: int) -> Result:
    return Result(number, "classic", 1e9 + number, points)


def test_a_comeback_is_told_where_it_was_farthest() -> None:
    assert comeback(POINTS, ["Ann"]) == Comeback("Ann", 30, 2)


def test_a_win_from_close_behind_is_no_comeback() -> None:
    assert comeback({"Ann": (0, 3, 60), "Ben": (0, 17, 55)}, ["Ann"]) is None
    assert comeback({"Ann": (0, 3, 60), "Ben": (0, 18, 55)}, ["Ann"]) == Comeback("Ann", 15, 1)


def test_lone_and_shared_wins_are_not_comebacks() -> None:
    assert comeback({"Ann": (0, -5, 60)}, ["Ann"]) is None
    assert comeback(POINTS, ["Ann", "Ben"]) is None
    assert comeback(POINTS, []) is None


def test_the_record_of_the_table_falls() -> None:
    earlier = [result(1, Ann=80, Ben=70), result(2, Ann=60, Ben=90)]
    assert best_results(result(3, Ann=91, Ben=20), earlier) == (BestResult("Ann", 91, 90, of_table=True),)
    assert best_results(result(3, Ann=90, Ben=20), earlier) == (), "as many as before is no record"


def test_two_results_are_too_few_for_a_record() -> None:
    assert best_results(result(2, Ann=91, Ben=20), [result(1, Ann=80, Ben=70)]) == ()


def test_players_have_records_of_their_own() -> None:
    earlier = [result(n, Ann=80, Ben=50 + n) for n in range(3)]
    assert best_results(result(4, Ann=10, Ben=60), earlier) == (BestResult("Ben", 60, 52, of_table=False),)


def test_only_games_of_the_same_kind_count() -> None:
    other = [Result(n, "longo", 1e9, {"Ann": 20, "Ben": 30}) for n in range(5)]
    assert best_results(result(9, Ann=91, Ben=20), other) == ()
