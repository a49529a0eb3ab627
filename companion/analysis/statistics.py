"""Statistics of many games together: per player, per kind of game, and per die."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType

from companion.analysis.replay import ReplayedTurn
from companion.rules import Position, Roll
from companion.rules.score import crosses
from sheets.pad import COLOURS

NOBODY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that was played to its end."""

    name: str
    sides: int  # of its dice
    players: tuple[str, ...]
    turns: tuple[ReplayedTurn, ...]
    number: int = 0  # in the store
    at: float = 0.0  # begin, Unix seconds
    pretend: bool = False  # True if its dice were not real

    @property
    def points(self) -> dict[str, int]:
        """Return each player's final points."""
        return {player: score.total for player, score in self.turns[-1].game.scores(self.end).items()}

    @property
    def end(self) -> Position:
        """Return the final position."""
        return self.turns[-1].after


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """A player's statistics over all games of one kind."""

    player: str
    game: str
    games: int
    won: float  # games won; a shared win counts as a fraction
    average: float  # points per game
    best: int
    misses: float  # per game
    locks: float  # per game
    marks: float  # crosses per game, locks included


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics over all games of one kind."""

    game: str
    games: int
    turns: float  # per game
    winning: float  # the winner's average points
    by_misses: int  # number of games that ended by misses


def player_statistics(
    games: Iterable[FinishedGame], same_as: Mapping[str, str] = NOBODY
) -> tuple[PlayerStatistics, ...]:
    """Return the statistics per player and kind of game, most games first, then best average.

    `same_as` maps names of players to the names to use instead.
    """
    sheets: dict[tuple[str, str], list[tuple[int, float, int, int, int]]] = defaultdict(list)
    for played in games:
        position, game = played.end, played.turns[-1].game
        scores = game.scores(position)
        most = max(score.total for score in scores.values())
        winners = [player for player, score in scores.items() if score.total == most]
        for player, score in scores.items():
            sheet = position.sheet(player)
            won = 1 / len(winners) if player in winners and len(scores) > 1 else 0.0
            sheets[same_as.get(player, player), played.name].append(
                (score.total, won, sheet.misses, len(sheet.locks), sum(crosses(sheet)))
            )
    lines = [
        PlayerStatistics(player, name, len(ends), sum(won), fmean(totals), max(totals), *map(fmean, others))
        for (player, name), ends in sheets.items()
        for totals, won, *others in [zip(*ends, strict=True)]
    ]
    return tuple(sorted(lines, key=lambda line: (-line.games, -line.average, line.player)))


def game_statistics(games: Iterable[FinishedGame]) -> tuple[GameStatistics, ...]:
    """Return the statistics per kind of game; the kind played most comes first."""
    by_kind: dict[str, list[FinishedGame]] = defaultdict(list)
    for played in games:
        by_kind[played.name].append(played)
    lines = []
    for name, ends in by_kind.items():
        best = [max(s.total for s in p.turns[-1].game.scores(p.end).values()) for p in ends]
        misses = sum(p.end.end is not None and p.end.end.reason == "end-misses" for p in ends)
        lines.append(GameStatistics(name, len(ends), fmean(len(p.turns) for p in ends), fmean(best), misses))
    return tuple(sorted(lines, key=lambda line: (-line.games, line.game)))


def faces_by_die(turns: Iterable[ReplayedTurn]) -> dict[str, list[int]]:
    """Return the faces that each die has shown. The two white dice count as one die, "white"."""
    faces: dict[str, list[int]] = {die: [] for die in ("white", *COLOURS)}
    for turn in turns:
        if isinstance(turn.roll, Roll):
            faces["white"] += turn.roll.white
            for colour, value in zip(COLOURS, turn.roll.coloured, strict=True):
                if value is not None:
                    faces[colour].append(value)
    return faces
