"""Evenings and statistics of this table's games, names that are one person, the results sheet of one game."""

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.evenings import Result, merged
from companion.analysis.statistics import FinishedGame
from companion.web.access.request_context import this_server
from companion.web.layout.game.names import unread_sheets
from companion.web.pages.look_back.archive import archived_game, stored_game
from companion.web.pages.look_back.statistics.evening_charts import present_evening_charts
from companion.web.pages.look_back.statistics.moments import present_moments
from companion.web.pages.look_back.statistics.statistics_values import present_statistics
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from sheets.language import message

blueprint = Blueprint("statistics", __name__)

MAX_GAMES = 300
"""Games that are counted, at most: the newest."""


@blueprint.get("/statistics")
def statistics() -> str:
    """Evenings, players, best scores, head to head; behind them averages and each die's fairness.

    `computers`: games against the computer count too.
    """
    with_computers = "computers" in request.args
    finished, rolled = _played_games(with_computers=with_computers)
    same_as = this_server().people.same_as()
    page = present_statistics(finished, rolled, same_as)
    charts = present_evening_charts(page.evenings)
    return render_template(
        "pages/look_back/statistics/statistics.html",
        page=page,
        charts=charts,
        with_computers=with_computers,
        machines=_computer_names() if with_computers else (),
    )


def _computer_names() -> set[str]:
    """What the players were called that the program played."""
    timelines = [stored_game(number)[0] for number in this_server().store.games()[:MAX_GAMES]]
    return {name for found in timelines if found is not None for name in found.present.computers}


@blueprint.get("/games/<int:number>/moments")
def moments(number: int) -> str:
    """A record, a comeback, the turn that decided it: a part of the page of a game that is over."""
    archived = archived_game(number)
    if archived.position.end is None or archived.unread or (archived.table and archived.table.demo):
        return ""
    results = {result.number: result for result in _results(number)}
    ended = results.pop(number, None)
    if ended is None:
        return ""
    against_computer = archived.table is not None and bool(archived.table.computers)
    earlier = [result for result in results.values() if result.number < number and not against_computer]
    return render_template(
        "pages/look_back/statistics/moments.html", moments=present_moments(archived, ended, earlier)
    )


def _results(but: int) -> list[Result]:
    """How the table's last games ended, of names that are one person the one by which that person counts.

    Games against the computer do not count; only the game `but` does anyway.
    """
    same_as, found = this_server().people.same_as(), []
    for number in this_server().store.games()[:MAX_GAMES]:
        timeline, at = stored_game(number)
        if timeline is None or timeline.present.demo or timeline.present.position.end is None:
            continue
        table = timeline.present
        if table.unread_players or (table.computers and number != but):
            continue
        points = {player: score.total for player, score in table.game.scores(table.position).items()}
        found.append(merged(Result(number, table.game.kind, at, points), same_as))
    return found


@blueprint.post("/statistics/merge")
def merge() -> Answer:
    """From now on `name` and `into` are one person, called `into`."""
    name, into = request.form.get("name", ""), request.form.get("into", "")
    people = this_server().people
    known = people.same_as()
    played = [game.players for game in _played_games()[1]]
    names = {player for players in played for player in players}
    if name not in names or into not in names | set(known.values()):
        raise RequestRefused("nobody", message("Nobody of that name has played here; choose from the list."))
    if known.get(name, name) == known.get(into, into):
        raise RequestRefused("nobody", message("These are one person already; choose two names."))
    met_now = {**known, name: known.get(into, into)}
    for players in played:
        met = [met_now.get(met_now.get(player, player), met_now.get(player, player)) for player in players]
        if len(set(met)) < len(met):
            raise RequestRefused(
                "two-people",
                message("{name} and {into} have played against each other, so they are two people."),
                name=name,
                into=into,
            )
    people.merge(name, into)
    return redirect("/statistics", 303)


@blueprint.post("/statistics/separate")
def separate() -> Answer:
    """`name` is a person of its own again."""
    this_server().people.separate(request.form.get("name", ""))
    return redirect("/statistics", 303)


def _played_games(*, with_computers: bool = False) -> tuple[list[FinishedGame], list[FinishedGame]]:
    """The games of this table that are over with their marks known, and all in which dice were thrown.

    Those against the computer count only if somebody asks for them.
    """
    finished, rolled = [], []
    for number in this_server().store.games()[:MAX_GAMES]:
        timeline, at = stored_game(number)
        if timeline is None or timeline.present.begun.demo:
            continue
        if timeline.present.begun.computers and not with_computers:
            continue
        table = timeline.present
        turns = archived_game(number).turns
        if not turns:
            continue
        kind, sides, players = table.game.kind, table.game.pad.sides, table.game.players
        game = FinishedGame(kind, sides, players, turns, number, at, table.pretends)
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
    from companion.web.pages.look_back.statistics.results_sheet import present_results
    from sheets.results import print_results

    return Response(
        print_results(present_results(archived, request_language())),
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="qwixx-results-{number}.pdf"'},
    )
