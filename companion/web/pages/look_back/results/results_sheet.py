"""The contents of a game's printed results sheet."""

from collections.abc import Sequence
from datetime import date

from companion.analysis.replay import points_over_turns
from companion.rules import Sheet
from companion.web.layout.game.names import game_name
from companion.web.layout.game.page_part import besides_of, new_places
from companion.web.pages.look_back.archive import ArchivedGame, turn_count
from companion.web.pages.look_back.summary import decisive_turns, gain, scores_of
from companion.web.pages.table.end.game_end import ScoreLine
from sheets.language import Translate, message, translator
from sheets.results import GameResult, PlayerResult


def present_results(archived: ArchivedGame, language: str) -> GameResult:
    """Return the contents of a game's results sheet in `language`."""
    _ = translator(language)
    lines, points = scores_of(archived).lines, points_over_turns(archived.turns)
    return GameResult(
        result_title(lines, _),
        result_lead(archived, _),
        archived.game.pad,
        tuple(_player(archived, line, points.get(line.player, (0,)), _) for line in lines),
        tuple(
            _("Turn {turn}").format(turn=effect.turn.number) + f": {gain(effect).in_language(_)}"
            for effect in decisive_turns(archived)
        ),
        language,
    )


def result_title(lines: Sequence[ScoreLine], _: Translate) -> str:
    """Return a heading that names the winners, or "Results" in a solo game or without winners."""
    winners = [line.player for line in lines if line.won]
    if len(winners) > 1:
        return _("{players} share the win").format(players=" & ".join(winners))
    if winners and len(lines) > 1:
        return _("{player} wins").format(player=winners[0])
    return _("Results")


def result_lead(archived: ArchivedGame, _: Translate) -> str:
    """Return a line with the game's name, date and number of turns."""
    day = written_date(date.fromtimestamp(archived.at), _) if archived.at else ""
    turns = turn_count(len(archived.turns)).in_language(_)
    return " \u00b7 ".join(part for part in (game_name(archived.game.kind, _), day, turns) if part)


MONTHS = (
    message("January"),
    message("February"),
    message("March"),
    message("April"),
    message("May"),
    message("June"),
    message("July"),
    message("August"),
    message("September"),
    message("October"),
    message("November"),
    message("December"),
)


def written_date(day: date, _: Translate) -> str:
    """Return a date in words, such as "23 November 2026"."""
    return _("{day} {month} {year}").format(day=day.day, month=_(MONTHS[day.month - 1]), year=day.year)


def crossed_besides(sheet: Sheet, _: Translate) -> str:
    """Return the crosses outside the plain cells of a sheet in words, row by row, or "" if there are none."""
    groups: dict[str, list[str]] = {}
    for place in new_places(Sheet.empty(sheet.pad), sheet):
        if (words := besides_of(sheet.pad, place)) is not None:
            name, what = words
            groups.setdefault(name.in_language(_), []).append(what)
    return "; ".join(f"{name} {' '.join(numbers)}" for name, numbers in groups.items())


def _player(archived: ArchivedGame, line: ScoreLine, points: tuple[int, ...], _: Translate) -> PlayerResult:
    sheet = archived.position.sheet(line.player)
    return PlayerResult(
        line.player,
        sheet.rows,
        sheet.locks,
        sheet.misses,
        line.score.rows,
        line.score.bonus,
        line.score.misses,
        line.score.total,
        line.won,
        points,
        crossed_besides(sheet, _),
    )
