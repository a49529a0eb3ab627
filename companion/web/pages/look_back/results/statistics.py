"""Requests for statistics of this table's games, the merging of names, and a game's results sheet."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.evenings import (
    Evening,
    Result,
    Streak,
    best_scores,
    evenings,
    head_to_head,
    merged,
    streaks,
)
from companion.analysis.fairness import MIN_THROWS, Fairness, fairness
from companion.analysis.feats import BestResult, best_results, comeback
from companion.analysis.replay import points_over_turns
from companion.analysis.statistics import (
    FinishedGame,
    faces_by_die,
    game_statistics,
    player_statistics,
)
from companion.table.state import Table
from companion.web.access.request_context import this_server
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import GroupedNumber, unread_sheets
from companion.web.pages.look_back.archive import ArchivedGame, archived_game, stored_game
from companion.web.pages.look_back.summary import decisive_turns
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from sheets.language import Phrase, message, phrase

blueprint = Blueprint("statistics", __name__)

MOST_PLAYERS = 6
"""The chart shows this many players with the most wins; more lines could not be told apart."""
BAR_WIDTH = 100.0
"""Width of an evening's bar, in units of the SVG view box."""
MIN_GAMES = 2
"""With fewer games of several players than this there is no chart."""


def wins_plot(evenings: Sequence[Evening]) -> Plot | None:
    """Return a chart of wins up to each game by the players with the most wins, or None with too few games.

    `evenings`: newest first.
    """
    games = [game for evening in reversed(evenings) for game in evening.games if len(game.points) > 1]
    won = Counter(winner for game in games for winner in game.winners)
    if len(games) < MIN_GAMES or not won:
        return None
    lines = {player: [0] for player in sorted(won, key=lambda player: (-won[player], player))[:MOST_PLAYERS]}
    for game in games:
        for player, line in lines.items():
            line.append(line[-1] + (player in game.winners))
    return points_plot(lines, range(1, len(games) + 1))


def wins_bar(evening: Evening, plot: Plot) -> Iterator[tuple[int, float, float]]:
    """Yield each winner's part of an evening's bar: the index of the player's line in the plot, start, width.

    The index is MOST_PLAYERS for players without a line.
    """
    lines = [line.player for line in plot.lines]
    whole, x = sum(won for _player, won in evening.won), 0.0
    for player, won in evening.won:
        if won:
            width = round(BAR_WIDTH * won / whole, 2)
            yield lines.index(player) if player in lines else MOST_PLAYERS, round(x, 2), width
            x += width


def feats_of(archived: ArchivedGame, result: Result, earlier: Sequence[Result]) -> Iterator[Phrase]:
    """Yield sentences about new best results and a comeback in a finished game.

    `result` is the game's result, `earlier` those of the table's games before.
    """
    yield from (_best(best) for best in best_results(result, earlier))
    back = comeback(points_over_turns(archived.turns), archived.game.winners(archived.position) or ())
    if back is not None:
        yield phrase(
            "A comeback: {player} was {behind} points behind after turn {turn}.",
            player=back.player,
            behind=back.behind,
            turn=back.turn,
        )


def _best(best: BestResult) -> Phrase:
    text = (
        message("A new best at this table: {points} points for {player}; the previous best was {before}.")
        if best.of_table
        else message("{player}'s best game so far: {points} points, up from {before}.")
    )
    return Phrase(text, {"player": best.player, "points": best.points, "before": best.before})


DIE_SIZES = (6, 8, 4, 10, 12, 20)
"""Numbers of sides of dice, in the order in which their fairness is shown."""


def people_of(results: Sequence[Result]) -> list[tuple[str, int, float, Streak | None]]:
    """Return tuples of player, games, wins and streak, most wins first; the streak is None without one.

    A shared win counts as a fraction.
    """
    played = Counter(player for result in results for player in result.points)
    won: dict[str, float] = defaultdict(float)
    for result in results:
        for player in result.winners:
            won[player] += 1 / len(result.winners)
    streak = {each.player: each for each in streaks(results)}
    lines = [(player, games, won[player], streak.get(player)) for player, games in played.items()]
    return sorted(lines, key=lambda line: (-line[2], -line[1], line[0]))


def dice_by_sides(rolled: Sequence[FinishedGame]) -> Iterator[tuple[int, tuple[Fairness, ...]]]:
    """Yield each number of sides with the fairness of all dice thrown at least MIN_THROWS times.

    Pretend dice don't count.
    """
    for sides in DIE_SIZES:
        thrown = [game for game in rolled if game.sides == sides and not game.pretend]
        turns = [turn for game in thrown for turn in game.turns]
        faces = {die: shown for die, shown in faces_by_die(turns).items() if len(shown) >= MIN_THROWS}
        if tested := fairness(faces, sides):
            yield sides, tuple(tested)


def fairness_text(fair: Fairness) -> Phrase:
    """Return the result of a die's fairness test in plain words."""
    if fair.odd:
        text = message(
            "A fair die would be off by this much {chance}. That is unusual even with so many dice "
            "tested: look at the die, and throw it a hundred times on its own before you believe it."
        )
    elif fair.p_value < 0.05:
        text = message(
            "A fair die would be off by this much {chance}; among so many dice, one often is. Nothing "
            "to worry about yet."
        )
    else:
        text = message("A fair die would be off by at least this much {chance}: nothing unusual.")
    return Phrase(text, {"chance": how_often(fair.p_value)})


def how_often(chance: float) -> Phrase:
    """Return a probability as a frequency: "37 times in 100", "one time in 2,000"."""
    if chance >= 0.995:
        return phrase("nearly always")
    if chance >= 0.015:
        return phrase("{times} times in 100", times=round(100 * chance))
    times = min(10**6, max(2, round(1 / max(chance, 1e-6))))
    return phrase("one time in {times}", times=GroupedNumber(times))


MAX_GAMES = 300
"""Statistics count at most this many games, the newest ones."""


@blueprint.get("/statistics")
def statistics() -> str:
    """Show evenings, players, best scores, head-to-head results, averages and each die's fairness.

    With `computers`, include games against the computer.
    """
    with_computers = "computers" in request.args
    finished, rolled = _played_games(with_computers=with_computers)
    same_as = this_server().people.same_as()
    results = [merged(Result(game.number, game.name, game.at, game.points), same_as) for game in finished]
    shown = evenings(results)
    return render_template(
        "pages/look_back/results/statistics.html",
        count=len(finished),
        evenings=shown,
        plot=wins_plot(shown),
        people=people_of(results),
        best=best_scores(results),
        pairs=head_to_head(results),
        names=sorted({same_as.get(name, name) for game in rolled for name in game.players}, key=str.casefold),
        same_as=same_as,
        players=player_statistics(finished, same_as),
        games=game_statistics(finished),
        dice=list(dice_by_sides(rolled)),
        with_computers=with_computers,
        machines={name for _, table, _ in _stored_tables() for name in table.computers}
        if with_computers
        else (),
    )


def _stored_tables() -> Iterator[tuple[int, Table, float]]:
    """Yield the number, table and start time of the last readable games, newest first, without demos."""
    for number in this_server().store.games()[:MAX_GAMES]:
        timeline, at = stored_game(number)
        if timeline is not None and not timeline.present.demo:
            yield number, timeline.present, at


@blueprint.get("/games/<int:number>/moments")
def moments(number: int) -> str:
    """Show new best results, a comeback and the deciding turn, as a part of a finished game's page.

    "" if there is nothing to show.
    """
    archived = archived_game(number)
    if archived.position.end is None or archived.unread or (archived.table and archived.table.demo):
        return ""
    results = {result.number: result for result in _results(number)}
    ended = results.pop(number, None)
    if ended is None:
        return ""
    against_computer = archived.table is not None and bool(archived.table.computers)
    earlier = [result for result in results.values() if result.number < number and not against_computer]
    winners = archived.game.winners(archived.position) or ()
    decisive = [effect for effect in decisive_turns(archived) if effect.gainer in winners]
    return render_template(
        "pages/look_back/results/moments.html",
        archived=archived,
        feats=feats_of(archived, ended, earlier),
        decisive=decisive[0] if decisive else None,
    )


def _results(but: int) -> list[Result]:
    """Return the results of the table's last games, by each person's main name.

    Games against the computer are left out, except the game `but`.
    """
    same_as, ended = this_server().people.same_as(), []
    for number, table, at in _stored_tables():
        if table.position.end is None or table.unread_players or (table.computers and number != but):
            continue
        points = {player: score.total for player, score in table.game.scores(table.position).items()}
        ended.append(merged(Result(number, table.game.kind, at, points), same_as))
    return ended


@blueprint.post("/statistics/merge")
def merge() -> Answer:
    """Merge the statistics of `name` into those of `into`.

    Raise RequestRefused if they have played against each other, or are unknown or already merged.
    """
    name, into = request.form.get("name", ""), request.form.get("into", "")
    people = this_server().people
    known = people.same_as()
    played = [game.players for game in _played_games()[1]]
    names = {player for players in played for player in players}
    if name not in names or into not in names | set(known.values()):
        raise RequestRefused("nobody", message("Nobody by that name has played here; choose from the list."))
    if known.get(name, name) == known.get(into, into):
        raise RequestRefused("nobody", message("These already count as one person; choose two names."))
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
    """Undo the merging of `name`."""
    this_server().people.separate(request.form.get("name", ""))
    return redirect("/statistics", 303)


def _played_games(*, with_computers: bool = False) -> tuple[list[FinishedGame], list[FinishedGame]]:
    """Return the finished games of this table with known marks, and all games with turns.

    Games against the computer are left out unless `with_computers`.
    """
    finished, rolled = [], []
    for number, table, at in _stored_tables():
        if table.begun.demo or (table.begun.computers and not with_computers):
            continue
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
    """Send the results sheet of a game as a PDF. Raise RequestRefused while paper sheets are unread."""
    archived = archived_game(number)
    if archived.unread:
        raise RequestRefused("unread", "{reason}", reason=unread_sheets(archived.unread))
    # loads the PDF library only when needed
    from companion.web.pages.look_back.results.results_sheet import present_results
    from sheets.results import print_results

    return Response(
        print_results(present_results(archived, request_language())),
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="qwixx-results-{number}.pdf"'},
    )


for function in (fairness_text, wins_bar):
    blueprint.add_app_template_filter(function)
