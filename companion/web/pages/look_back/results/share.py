"""A game's results to share: as a PDF, a picture, a text, and a link for the local network."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from flask import Blueprint, Response, render_template

from companion.analysis.replay import points_over_turns
from companion.rules import Sheet
from companion.web.access.request_context import table_addresses, this_server
from companion.web.layout.forms import file_response
from companion.web.layout.game.names import game_name, points, unread_sheets
from companion.web.layout.game.page_part import new_places, shown_on
from companion.web.layout.people.invitation import draw_qr_code
from companion.web.pages.look_back.archive import ArchivedGame, archived_game, turn_count
from companion.web.pages.look_back.summary import decisive_turns, gain, scores_of
from companion.web.pages.table.end.game_end import ScoreLine
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language, request_translator
from sheets.language import Translate, message, translator
from sheets.results import GameResult, PlayerResult, print_results

blueprint = Blueprint("share", __name__)


def present_results(archived: ArchivedGame, language: str) -> GameResult:
    """Return the contents of a game's printed results sheet in `language`."""
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
    """Return a heading: who wins, or "Results" in a solo game or if no winners are known."""
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
    *(message("January"), message("February"), message("March"), message("April")),
    *(message("May"), message("June"), message("July"), message("August")),
    *(message("September"), message("October"), message("November"), message("December")),
)


def written_date(day: date, _: Translate) -> str:
    """Return a date in words, such as "23 November 2026"."""
    return _("{day} {month} {year}").format(day=day.day, month=_(MONTHS[day.month - 1]), year=day.year)


def crossed_besides(sheet: Sheet, _: Translate) -> str:
    """Return the crosses in special fields as text, such as "red twice 5 7; exchanged 3/9", or ""."""
    groups: dict[str, list[str]] = {}
    for place in new_places(Sheet.empty(sheet.pad), sheet):
        for part in shown_on(sheet.pad):
            if part.result_label and (words := part.result_label(sheet.pad, place)):
                groups.setdefault(words[0].in_language(_), []).append(words[1])
    return "; ".join(f"{name} {' '.join(numbers)}" for name, numbers in groups.items())


def _player(archived: ArchivedGame, line: ScoreLine, points: tuple[int, ...], _: Translate) -> PlayerResult:
    sheet, score = archived.position.sheet(line.player), line.score
    return PlayerResult(
        line.player,
        sheet.rows,
        sheet.locks,
        sheet.misses,
        score.rows,
        score.bonus,
        score.misses,
        score.total,
        line.won,
        points,
        crossed_besides(sheet, _),
    )


@blueprint.get("/games/<int:number>/results.pdf")
def results(number: int) -> Response:
    """Send the results sheet of a game as a PDF. Raise RequestRefused while paper sheets are unread."""
    archived = archived_game(number)
    if archived.unread:
        raise RequestRefused("unread", "{reason}", reason=unread_sheets(archived.unread))
    content = print_results(present_results(archived, request_language()))
    return file_response(content, "application/pdf", f"qwixx-results-{number}.pdf", inline=True)


def shared_result(archived: ArchivedGame, _: Translate) -> dict[str, Any] | None:
    """Return a game's result for `share.js`, or None while the game is running or a paper sheet is unread."""
    if not archived.over or archived.unread:
        return None
    table = scores_of(archived)
    totals = [line.score.total for line in table.lines]  # highest first; equal totals share a place
    return {
        "title": result_title(table.lines, _),
        "lead": result_lead(archived, _),
        "foot": _(message("At the table: a companion for Qwixx. Unofficial.")),
        "players": [
            {
                "place": 1 + totals.index(line.score.total),
                "name": line.player,
                "total": points(line.score.total),
                "won": line.won,
                "parts": [
                    {"colour": row.colour or "white", "points": points(part)}
                    for row, part in zip(table.rows, line.score.rows, strict=True)
                ]
                + ([{"colour": "bonus", "points": points(line.score.bonus)}] if table.has_bonus else [])
                + [{"colour": "miss", "points": points(line.score.misses)}],
            }
            for line in table.lines
        ],
    }


def text_of(result: dict[str, Any]) -> str:
    """Return a result from `shared_result` as text, with one line per player below the heading."""
    places = (f"{player['place']}. {player['name']}: {player['total']}" for player in result["players"])
    return "\n".join((result["title"], result["lead"], *places))


@blueprint.get("/games/<int:number>/share")
def page(number: int) -> str:
    """Show a game's result to share once it is known, and the game's address on the local network."""
    archived = archived_game(number)
    result = shared_result(archived, request_translator())
    links = [f"{address}{archived.base}" for address in table_addresses(this_server()) or ()]
    return render_template(
        "pages/look_back/results/share.html",
        archived=archived,
        number=number,
        result=result,
        text=text_of(result) if result else "",
        links=links,
        qr_code=draw_qr_code(links[0]) if links else "",
    )
