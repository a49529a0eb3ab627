"""Summaries of many games: results by evening, winning streaks, best scores and head-to-head results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import combinations

DAY_BEGINS_HOURS = 5
"""A game that begins before this hour (local time) belongs to the evening before."""
MAX_BEST_SCORES = 10
"""Largest number of best scores per kind of game."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    number: int  # in the store
    game: str
    at: float  # begin, Unix seconds
    points: Mapping[str, int]

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the players with the most points, or () if only one player took part."""
        if len(self.points) < 2:
            return ()
        most = max(self.points.values())
        return tuple(player for player, points in self.points.items() if points == most)


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of an evening, in the order in which they began."""

    day: date
    games: tuple[Result, ...]
    won: tuple[tuple[str, float], ...]  # players with their wins (fractions if shared), best first
    points: Mapping[str, int]  # each player's sum of points


@dataclass(frozen=True, slots=True)
class Streak:
    """A player's longest and current winning streak, among games with other players."""

    player: str
    longest: int
    now: int  # up to the last game


@dataclass(frozen=True, slots=True)
class BestScore:
    """One of the best scores in a kind of game."""

    player: str
    points: int
    result: Result


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The results of two players in games that both played."""

    one: str
    other: str
    one_ahead: int  # number of games in which `one` had more points
    other_ahead: int
    level: int  # number of games in which both had the same points


def evening_of(at: float) -> date:
    """Return the local date of the evening to which the time `at` (Unix seconds) belongs."""
    return (datetime.fromtimestamp(at) - timedelta(hours=DAY_BEGINS_HOURS)).date()


def merged(result: Result, same_as: Mapping[str, str]) -> Result:
    """Return the result with players renamed. `same_as` maps old names to new names."""
    points = {same_as.get(player, player): points for player, points in result.points.items()}
    return Result(result.number, result.game, result.at, points)


def evenings(results: Iterable[Result]) -> tuple[Evening, ...]:
    """Return the results grouped by evening, newest first."""
    by_day: dict[date, list[Result]] = defaultdict(list)
    for result in sorted(results, key=lambda result: (result.at, result.number)):
        by_day[evening_of(result.at)].append(result)
    return tuple(_evening(day, tuple(by_day[day])) for day in sorted(by_day, reverse=True))


def _evening(day: date, games: tuple[Result, ...]) -> Evening:
    won: dict[str, float] = {}
    points: Counter[str] = Counter()
    for result in games:
        for player, score in result.points.items():
            share = 1 / len(result.winners) if player in result.winners else 0.0
            won[player] = won.get(player, 0.0) + share
            points[player] += score
    order = sorted(won.items(), key=lambda line: (-line[1], -points[line[0]], line[0]))
    return Evening(day, games, tuple(order), dict(points))


def streaks(results: Iterable[Result]) -> tuple[Streak, ...]:
    """Return a Streak for each player who has won against other players, the longest streak first."""
    now: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    for result in sorted(results, key=lambda result: (result.at, result.number)):
        if len(result.points) < 2:
            continue
        for player in result.points:
            now[player] = now[player] + 1 if player in result.winners else 0
            longest[player] = max(longest[player], now[player])
    streaks_of_all = (Streak(player, most, now[player]) for player, most in longest.items() if most)
    return tuple(sorted(streaks_of_all, key=lambda streak: (-streak.longest, -streak.now, streak.player)))


def best_scores(results: Iterable[Result]) -> dict[str, tuple[BestScore, ...]]:
    """Return the best scores (up to MAX_BEST_SCORES) of each kind of game, the most played kind first."""
    by_game: dict[str, list[BestScore]] = defaultdict(list)
    played: Counter[str] = Counter()
    for result in results:
        played[result.game] += 1
        by_game[result.game] += [BestScore(player, score, result) for player, score in result.points.items()]
    for scores in by_game.values():
        scores.sort(key=lambda best: (-best.points, best.result.at, best.player))
    games = sorted(played, key=lambda game: (-played[game], game))
    return {game: tuple(by_game[game][:MAX_BEST_SCORES]) for game in games}


def head_to_head(results: Sequence[Result]) -> tuple[HeadToHead, ...]:
    """Return the results of every pair of players who have played together, most games first."""
    ahead: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in results:
        for one, other in combinations(sorted(result.points), 2):
            difference = result.points[one] - result.points[other]
            ahead[one, other][0 if difference > 0 else 1 if difference < 0 else 2] += 1
    most_first = sorted(ahead.items(), key=lambda line: (-sum(line[1]), line[0]))
    return tuple(HeadToHead(one, other, *counts) for (one, other), counts in most_first)
