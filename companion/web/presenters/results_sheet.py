"""A game as its printed results sheet says it."""

from __future__ import annotations

import time

from companion.analysis.replay import points_over_turns
from companion.web.presenters.names import game_name
from companion.web.presenters.scores import ScoreLine
from companion.web.presenters.summary import present_summary
from companion.web.server.archive import ArchivedGame
from sheets.language import Translate, translator
from sheets.results import GameResult, PlayerResult


def present_results(archived: ArchivedGame, language: str) -> GameResult:
    """The results sheet of a game, in `language`."""
    _ = translator(language)
    summary = present_summary(archived)
    points = points_over_turns(archived.turns)
    return GameResult(
        result_title(
            [line.player for line in summary.scores.lines if line.won], len(summary.scores.lines), _
        ),
        result_lead(archived, _),
        archived.game.pad,
        tuple(_player(archived, line, points.get(line.player, (0,))) for line in summary.scores.lines),
        tuple(
            f"{_('Turn {turn}').format(turn=point.turn)}: {point.text.in_language(_)}"
            for point in summary.turning_points
        ),
        language,
    )


def result_title(winners: list[str], players: int, _: Translate) -> str:
    """Who won."""
    if len(winners) > 1:
        return _("{players} share the win").format(players=" & ".join(winners))
    if winners and players > 1:
        return _("{player} wins").format(player=winners[0])
    return _("Results")


def result_lead(archived: ArchivedGame, _: Translate) -> str:
    """Which game, when, how many turns."""
    day = time.strftime("%Y-%m-%d", time.localtime(archived.at)) if archived.at else ""
    count = len(archived.turns)
    turns = _("{count} turns").format(count=count) if count != 1 else _("one turn")
    return " \u00b7 ".join(part for part in (game_name(archived.game.name, _), day, turns) if part)


def _player(archived: ArchivedGame, line: ScoreLine, points: tuple[int, ...]) -> PlayerResult:
    sheet = archived.position.sheet(line.player)
    return PlayerResult(
        line.player,
        sheet.rows,
        sheet.locks,
        sheet.misses,
        line.rows,
        line.bonus,
        line.misses,
        line.total,
        line.won,
        points,
    )
