"""Statistics of this table's games, and the results sheet of one game."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from companion.analysis.statistics import FinishedGame
from companion.web.presenters.names import unread_sheets
from companion.web.presenters.statistics import present_statistics
from companion.web.server.archive import archived_game, game_numbers, stored_game
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language

blueprint = Blueprint("statistics", __name__)

MAX_GAMES = 300
"""Games that are counted, at most: the newest."""


@blueprint.get("/statistics")
def statistics() -> str:
    """Averages, misses and locks of every player; each die's fairness."""
    finished, rolled = _played_games()
    return render_template("statistics.html", page=present_statistics(finished, rolled))


def _played_games() -> tuple[list[FinishedGame], list[FinishedGame]]:
    """The games of this table that are over with their marks known, and all in which dice were thrown."""
    finished, rolled = [], []
    for number in game_numbers()[:MAX_GAMES]:
        timeline, _at = stored_game(number)
        if timeline is None or timeline.present.begun.demo:
            continue
        table = timeline.present
        turns = archived_game(number).turns
        if not turns:
            continue
        game = FinishedGame(table.game.name, table.game.pad.sides, table.game.players, turns)
        rolled.append(game)
        if table.position.end is None or table.unread_players:
            continue
        if set(turns[-1].game.players) == set(table.game.players):
            finished.append(game)
    return finished, rolled


@blueprint.get("/games/<int:number>/results.pdf")
def results(number: int) -> Response:
    """The results sheet of a game."""
    archived = archived_game(number)
    if archived.unread:
        raise RequestRefused("unread", "{reason}", reason=unread_sheets(archived.unread))
    # the PDF library: loaded when the first sheet is wanted
    from companion.web.presenters.results_sheet import present_results
    from sheets.results import print_results

    return Response(
        print_results(present_results(archived, request_language())),
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="qwixx-results-{number}.pdf"'},
    )
