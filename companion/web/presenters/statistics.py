"""What many games at a table say: players, kinds of games, and whether the dice are fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.analysis.fairness import MIN_THROWS, Fairness, fairness
from companion.analysis.statistics import (
    FinishedGame,
    GameStatistics,
    PlayerStatistics,
    faces_by_die,
    game_statistics,
    player_statistics,
)
from companion.web.presenters.charts import DieChart, die_chart
from companion.web.presenters.names import GroupedNumber
from sheets.language import Phrase, message, phrase

DIE_SIZES = (6, 8)
"""How many sides dice can have."""


@dataclass(frozen=True, slots=True)
class DieFairness:
    """One die: how often each face fell, and what that says."""

    chart: DieChart
    text: Phrase
    odd: bool


@dataclass(frozen=True, slots=True)
class DiceFairness:
    """The dice with so many sides, which are tested together."""

    sides: int
    dice: tuple[DieFairness, ...]


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """`count`: the finished games that `players` and `games` are taken from."""

    count: int
    players: tuple[PlayerStatistics, ...]
    games: tuple[GameStatistics, ...]
    dice: tuple[DiceFairness, ...]


def present_statistics(finished: Sequence[FinishedGame], rolled: Sequence[FinishedGame]) -> StatisticsPage:
    """The page. `finished`: games that are over; `rolled`: all games in which dice were thrown."""
    return StatisticsPage(
        len(finished), player_statistics(finished), game_statistics(finished), _dice(rolled)
    )


def _dice(rolled: Sequence[FinishedGame]) -> tuple[DiceFairness, ...]:
    found = []
    for sides in DIE_SIZES:
        turns = [turn for game in rolled if game.sides == sides for turn in game.turns]
        tested = fairness(faces_by_die(turns), sides)
        if tested:
            dice = tuple(DieFairness(die_chart(fair), fairness_text(fair), fair.odd) for fair in tested)
            found.append(DiceFairness(sides, dice))
    return tuple(found)


def fairness_text(fair: Fairness) -> Phrase:
    """What a die's throws say, in plain words."""
    if not fair.enough:
        text = message("{throws} throws are too few to say anything; the test begins at {fewest}.")
        return Phrase(text, {"throws": fair.throws, "fewest": MIN_THROWS})
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
