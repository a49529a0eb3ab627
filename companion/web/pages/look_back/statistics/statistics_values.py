"""Statistics of many games at a table: players, kinds of games, and the fairness of the dice."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.analysis.evenings import (
    BestScore,
    Evening,
    HeadToHead,
    Result,
    best_scores,
    evenings,
    head_to_head,
    merged,
    streaks,
)
from companion.analysis.fairness import MIN_THROWS, Fairness, fairness
from companion.analysis.statistics import (
    FinishedGame,
    GameStatistics,
    PlayerStatistics,
    faces_by_die,
    game_statistics,
    player_statistics,
)
from companion.web.layout.game.charts import DieChart, die_chart
from companion.web.layout.game.names import GroupedNumber
from sheets.language import Phrase, message, phrase

DIE_SIZES = (6, 8, 4, 10, 12, 20)
"""Numbers of sides that dice can have."""


@dataclass(frozen=True, slots=True)
class DieFairness:
    """One die: how often each face fell, and a sentence about its fairness."""

    chart: DieChart
    text: Phrase
    odd: bool


@dataclass(frozen=True, slots=True)
class DiceFairness:
    """The dice with this number of sides, which are tested together."""

    sides: int
    dice: tuple[DieFairness, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player over all games: how many, how many won, in a row at most and up to now."""

    player: str
    games: int
    won: float
    longest: int
    now: int


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """`count`: the finished games that everything but `dice` is taken from.

    `names`: everyone who ever played, as they were written; `same_as`: those that stand for another name.
    `players`, `games`: the finer figures; `dice`: those thrown often enough to say anything.
    """

    count: int
    evenings: tuple[Evening, ...]
    lines: tuple[PlayerLine, ...]
    best: Mapping[str, tuple[BestScore, ...]]
    pairs: tuple[HeadToHead, ...]
    names: tuple[str, ...]
    same_as: Mapping[str, str]
    players: tuple[PlayerStatistics, ...]
    games: tuple[GameStatistics, ...]
    dice: tuple[DiceFairness, ...]


def present_statistics(
    finished: Sequence[FinishedGame], rolled: Sequence[FinishedGame], same_as: Mapping[str, str]
) -> StatisticsPage:
    """The page. `finished`: games that are over; `rolled`: all games in which dice were thrown.

    `same_as`: names that stand for another name.
    """
    results = [merged(Result(game.number, game.name, game.at, game.points), same_as) for game in finished]
    written = sorted({same_as.get(name, name) for game in rolled for name in game.players}, key=str.casefold)
    return StatisticsPage(
        len(finished),
        evenings(results),
        _player_lines(results),
        best_scores(results),
        head_to_head(results),
        tuple(written),
        same_as,
        player_statistics(finished, same_as),
        game_statistics(finished),
        _dice(rolled),
    )


def _player_lines(results: Sequence[Result]) -> tuple[PlayerLine, ...]:
    played = Counter(player for result in results for player in result.points)
    won: dict[str, float] = defaultdict(float)
    for result in results:
        for player in result.winners:
            won[player] += 1 / len(result.winners)
    streak = {each.player: each for each in streaks(results)}
    lines = (
        PlayerLine(
            player,
            games,
            won[player],
            streak[player].longest if player in streak else 0,
            streak[player].now if player in streak else 0,
        )
        for player, games in played.items()
    )
    return tuple(sorted(lines, key=lambda line: (-line.won, -line.games, line.player)))


def _dice(rolled: Sequence[FinishedGame]) -> tuple[DiceFairness, ...]:
    """The dice that were thrown MIN_THROWS times or more."""
    found = []
    for sides in DIE_SIZES:
        thrown = [game for game in rolled if game.sides == sides and not game.pretend]
        turns = [turn for game in thrown for turn in game.turns]
        faces = {die: shown for die, shown in faces_by_die(turns).items() if len(shown) >= MIN_THROWS}
        tested = fairness(faces, sides)
        if tested:
            dice = tuple(DieFairness(die_chart(fair), fairness_text(fair), fair.odd) for fair in tested)
            found.append(DiceFairness(sides, dice))
    return tuple(found)


def fairness_text(fair: Fairness) -> Phrase:
    """The result for a die's throws in plain words; there are enough of them."""
    if fair.odd:
        text = message(
            "A fair die strays this far {chance}. That is odd even with so many dice tested: look at the "
            "die, and throw it a hundred times on its own before you believe it."
        )
    elif fair.p_value < 0.05:
        text = message(
            "A fair die strays this far {chance}; among so many dice one often does. Nothing to worry "
            "about yet."
        )
    else:
        text = message("A fair die strays at least this far {chance}: nothing odd.")
    return Phrase(text, {"chance": how_often(fair.p_value)})


def how_often(chance: float) -> Phrase:
    """A chance as a number of times: "37 times in 100", "once in 2,000 times"."""
    if chance >= 0.995:
        return phrase("nearly always")
    if chance >= 0.015:
        return phrase("{times} times in 100", times=round(100 * chance))
    times = min(10**6, max(2, round(1 / max(chance, 1e-6))))
    return phrase("once in {times} times", times=GroupedNumber(times))
