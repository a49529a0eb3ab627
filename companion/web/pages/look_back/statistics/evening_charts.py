"""Charts of the evenings: games won by each player after each game, and the shares of wins of each
evening."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.analysis.evenings import Evening
from companion.web.layout.game.charts import Plot, points_plot

MOST_PLAYERS = 6
"""Number of players in the chart, those who have won most; as many lines can be told apart."""
BAR_WIDTH = 100.0
"""Width of an evening's bar, in units of its view box."""
MIN_GAMES = 2
"""Number of games among several players from which a chart says something; chosen."""


@dataclass(frozen=True, slots=True)
class WinShare:
    """A player's part of an evening's bar, in units of its view box. `line`: of the player in the chart."""

    player: str
    line: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class EveningCharts:
    """`wins`: the games won up to each game. `bars`: of each evening, the newest first, in its order."""

    wins: Plot
    bars: tuple[tuple[WinShare, ...], ...]


def present_evening_charts(evenings: Sequence[Evening]) -> EveningCharts | None:
    """The charts of all evenings, the newest of which comes first; None while there is too little to show."""
    games = [game for evening in reversed(evenings) for game in evening.games if len(game.points) > 1]
    if len(games) < MIN_GAMES:
        return None
    won: dict[str, int] = {}
    for game in games:
        for winner in game.winners:
            won[winner] = won.get(winner, 0) + 1
    players = sorted(won, key=lambda player: (-won[player], player))[:MOST_PLAYERS]
    lines = {player: [0] for player in players}
    for game in games:
        for player, line in lines.items():
            line.append(line[-1] + (player in game.winners))
    plot = points_plot(lines, range(1, len(games) + 1))
    if plot is None:
        return None
    return EveningCharts(plot, tuple(_bar(evening, players) for evening in evenings))


def _bar(evening: Evening, players: Sequence[str]) -> tuple[WinShare, ...]:
    whole = sum(won for _player, won in evening.won)
    shares, x = [], 0.0
    for player, won in evening.won:
        if won and whole:
            width = round(BAR_WIDTH * won / whole, 2)
            line = players.index(player) if player in players else MOST_PLAYERS
            shares.append(WinShare(player, line, round(x, 2), width))
            x += width
    return tuple(shares)
