"""Sharing of a game's result as a picture and as text, and of its address in the local network."""

from typing import Any

from flask import Blueprint, render_template

from companion.web.access.request_context import table_addresses, this_server
from companion.web.layout.game.names import points
from companion.web.layout.people.invitation import draw_qr_code
from companion.web.pages.look_back.archive import ArchivedGame, archived_game
from companion.web.pages.look_back.results.results_sheet import result_lead, result_title
from companion.web.pages.look_back.summary import scores_of
from companion.web.server.request_language import request_translator
from sheets.language import Translate, message

blueprint = Blueprint("share", __name__)


def shared_result(archived: ArchivedGame, _: Translate) -> dict[str, Any] | None:
    """Return the result of a game for `share.js`, or None if it isn't over or paper sheets are unread."""
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
    """Return a shared result as text, with a line per player."""
    places = (f"{player['place']}. {player['name']}: {player['total']}" for player in result["players"])
    return "\n".join((result["title"], result["lead"], *places))


@blueprint.get("/games/<int:number>/share")
def page(number: int) -> str:
    """Show a game's result, if it is over, and its address in the local network for sharing."""
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
