"""Sharing a game: its result as a picture and as text, and its address in the local network."""

from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.web.access.request_context import table_addresses, this_server
from companion.web.layout.game.names import points
from companion.web.layout.people.invitation import draw_qr_code
from companion.web.pages.look_back.archive import ArchivedGame, archived_game
from companion.web.pages.look_back.statistics.results_sheet import result_lead, result_title
from companion.web.pages.look_back.summary import present_summary
from companion.web.pages.table.end.scores import ScoreTable
from companion.web.server.request_language import request_translator
from sheets.language import Translate, message

blueprint = Blueprint("share", __name__)


@dataclass(frozen=True, slots=True)
class SharedResult:
    """`picture`: what the page draws, for JSON. `text`: the same in a few lines."""

    picture: dict[str, object]
    text: str


def present_shared_result(archived: ArchivedGame, translate: Translate) -> SharedResult | None:
    """Return the result of a game, or None while it continues, or while sheets on paper are unknown."""
    summary = present_summary(archived)
    if archived.position.end is None or summary.unread:
        return None
    table = summary.scores
    winners = [line.player for line in table.lines if line.won]
    title = result_title(winners, len(table.lines), translate)
    lead = result_lead(archived, translate)
    lines = [
        f"{place}. {line.player}: {points(line.total)}"
        for place, line in zip(_places(table), table.lines, strict=True)
    ]
    picture: dict[str, object] = {
        "title": title,
        "lead": lead,
        "foot": translate(message("At the table: a companion for Qwixx. Unofficial.")),
        "players": [
            {
                "place": place,
                "name": line.player,
                "total": points(line.total),
                "won": line.won,
                "parts": [
                    {"colour": row.colour or "white", "points": points(part)}
                    for row, part in zip(table.rows, line.rows, strict=True)
                ]
                + ([{"colour": "bonus", "points": points(line.bonus)}] if table.has_bonus else [])
                + [{"colour": "miss", "points": points(line.misses)}],
            }
            for place, line in zip(_places(table), table.lines, strict=True)
        ],
    }
    return SharedResult(picture, "\n".join((title, lead, *lines)))


def _places(table: ScoreTable) -> list[int]:
    """Return the place of each line, best first; equal points share a place."""
    totals = [line.total for line in table.lines]
    return [1 + totals.index(total) for total in totals]


@blueprint.get("/games/<int:number>/share")
def page(number: int) -> str:
    """Show what can be shared of a game: the result if it is over, and its address for this network."""
    archived = archived_game(number)
    links = [f"{address}{archived.base}" for address in table_addresses(this_server()) or ()]
    return render_template(
        "pages/look_back/share/share.html",
        archived=archived,
        number=number,
        shared=present_shared_result(archived, request_translator()),
        links=links,
        qr_code=draw_qr_code(links[0]) if links else "",
    )
