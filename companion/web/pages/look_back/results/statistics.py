"""Requests for statistics of this table's games, and for counting two names as one person."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from flask import Blueprint, redirect, render_template, request
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
from companion.analysis.feats import best_results, comeback
from companion.analysis.replay import points_over_turns, replay_game
from companion.analysis.statistics import FinishedGame, faces_by_die, game_statistics, player_statistics
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.access.request_context import this_server
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import GroupedNumber
from companion.web.pages.look_back.archive import ArchivedGame, archived_game, stored_game
from companion.web.pages.look_back.summary import decisive_turns
from companion.web.server.refusal import RequestRefused
from sheets.language import Phrase, message, phrase

blueprint = Blueprint("statistics", __name__)

MOST_PLAYERS = 6
"""Maximum number of players in the chart of wins; it shows the players with the most wins."""
DIE_SIZES = (6, 8, 4, 10, 12, 20)
"""Possible numbers of sides of dice, in the order in which the page shows them."""
MAX_GAMES = 300
"""Maximum number of games in the statistics; the newest games count."""


def wins_plot(evenings: Sequence[Evening]) -> Plot | None:
    """Return a chart of players' wins, game by game, or None if fewer than two games had several players.

    `evenings`: newest first.
    """
    games = [game for evening in reversed(evenings) for game in evening.games if len(game.points) > 1]
    won = Counter(winner for game in games for winner in game.winners)
    if len(games) < 2:
        return None
    lines = {player: [0] for player in sorted(won, key=lambda player: (-won[player], player))[:MOST_PLAYERS]}
    for game in games:
        for player, line in lines.items():
            line.append(line[-1] + (player in game.winners))
    return points_plot(lines, range(1, len(games) + 1))


def wins_bar(evening: Evening, plot: Plot) -> Iterator[tuple[int, float, float]]:
    """Yield (index, start, width) of each winner's segment in an evening's bar. The last two are in percent.

    The index is the index of the winner's line in `plot`, or MOST_PLAYERS if the winner has no line.
    """
    lines = [line.player for line in plot.lines]
    whole, x = sum(won for _player, won in evening.won), 0.0
    for player, won in evening.won:
        if won:
            width = round(100 * won / whole, 2)
            yield lines.index(player) if player in lines else MOST_PLAYERS, round(x, 2), width
            x += width


def feats_of(archived: ArchivedGame, result: Result, earlier: Sequence[Result]) -> Iterator[Phrase]:
    """Yield sentences about a game's new best results and comeback, given the results of `earlier` games."""
    for best in best_results(result, earlier):
        text = (
            message("A new best at this table: {points} points for {player}; the previous best was {before}.")
            if best.of_table
            else message("{player}'s best game so far: {points} points, up from {before}.")
        )
        yield Phrase(text, {"player": best.player, "points": best.points, "before": best.before})
    back = comeback(points_over_turns(archived.turns), archived.game.winners(archived.position) or ())
    if back is not None:
        yield phrase(
            "A comeback: {player} was {behind} points behind after turn {turn}.",
            player=back.player,
            behind=back.behind,
            turn=back.turn,
        )


def people_of(results: Sequence[Result]) -> list[tuple[str, int, float, Streak | None]]:
    """Return (player, games, wins, streak), most wins first. If n players win a game, each gets 1/n."""
    played = Counter(player for result in results for player in result.points)
    won: dict[str, float] = defaultdict(float)
    for result in results:
        for player in result.winners:
            won[player] += 1 / len(result.winners)
    streak = {each.player: each for each in streaks(results)}
    lines = [(player, games, won[player], streak.get(player)) for player, games in played.items()]
    return sorted(lines, key=lambda line: (-line[2], -line[1], line[0]))


def dice_by_sides(rolled: Sequence[FinishedGame]) -> Iterator[tuple[int, tuple[Fairness, ...]]]:
    """Yield (sides, fairness tests) for the real dice that were thrown at least MIN_THROWS times."""
    for sides in DIE_SIZES:
        turns = [turn for game in rolled if game.sides == sides and not game.pretend for turn in game.turns]
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
    """Return a probability (0 to 1) in words: "nearly always", "37 times in 100", "one time in 2,000"."""
    if chance >= 0.995:
        return phrase("nearly always")
    if chance >= 0.015:
        return phrase("{times} times in 100", times=round(100 * chance))
    times = min(10**6, max(2, round(1 / max(chance, 1e-6))))
    return phrase("one time in {times}", times=GroupedNumber(times))


@blueprint.get("/statistics")
def statistics() -> str:
    """Show the statistics. With the parameter `computers`, games against the computer count too."""
    with_computers = "computers" in request.args
    played = list(_played_games(with_computers=with_computers))
    rolled = [game for game, _ in played]
    finished = [game for game, table in played if _is_finished(game, table)]
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
        machines={name for _, table in played for name in table.computers} if with_computers else (),
    )


def _stored_games() -> Iterator[tuple[int, Timeline, float]]:
    """Yield (number, timeline, start time) of the newest games. Leave out demos and unreadable games."""
    for number in this_server().store.games()[:MAX_GAMES]:
        timeline, at = stored_game(number)
        if timeline is not None and not timeline.present.demo:
            yield number, timeline, at


@blueprint.get("/games/<int:number>/moments")
def moments(number: int) -> str:
    """Show a finished game's new best results, comeback and deciding turn. Show nothing for other games."""
    archived = archived_game(number)
    results = {result.number: result for result in _results(number)}
    if number not in results:
        return ""
    against_computer = archived.table is not None and archived.table.computers
    earlier = [result for result in results.values() if result.number < number and not against_computer]
    winners = archived.game.winners(archived.position) or ()
    return render_template(
        "pages/look_back/results/moments.html",
        archived=archived,
        feats=feats_of(archived, results[number], earlier),
        decisive=next((effect for effect in decisive_turns(archived) if effect.gainer in winners), None),
    )


def _results(kept_game: int) -> list[Result]:
    """Return finished games' results, newest first, with each person under one name.

    Leave out games against the computer, except the game with number `kept_game`.
    """
    same_as, ended = this_server().people.same_as(), []
    for number, timeline, at in _stored_games():
        table = timeline.present
        if table.position.end is None or table.unread_players or (table.computers and number != kept_game):
            continue
        points = {player: score.total for player, score in table.game.scores(table.position).items()}
        ended.append(merged(Result(number, table.game.kind, at, points), same_as))
    return ended


@blueprint.post("/statistics/merge")
def merge() -> Answer:
    """Count the games of `name` as games of `into`. Raise RequestRefused if they can't be one person."""
    name, into = request.form.get("name", ""), request.form.get("into", "")
    people = this_server().people
    known = people.same_as()
    played = [game.players for game, _ in _played_games()]
    names = {player for players in played for player in players}
    if name not in names or into not in names | set(known.values()):
        raise RequestRefused("nobody", message("Nobody by that name has played here; choose from the list."))
    if known.get(name, name) == known.get(into, into):
        raise RequestRefused("nobody", message("These already count as one person; choose two names."))
    met_now = {**known, name: known.get(into, into)}
    for players in played:
        met = [met_now.get(met_now.get(player, player), met_now.get(player, player)) for player in players]
        if len(set(met)) < len(met):
            text = message("{name} and {into} have played against each other, so they are two people.")
            raise RequestRefused("two-people", text, name=name, into=into)
    people.merge(name, into)
    return redirect("/statistics", 303)


@blueprint.post("/statistics/separate")
def separate() -> Answer:
    """Undo a merge: count the games of `name` separately again."""
    this_server().people.separate(request.form.get("name", ""))
    return redirect("/statistics", 303)


def _played_games(*, with_computers: bool = False) -> Iterator[tuple[FinishedGame, Table]]:
    """Yield the games that have turns, each with the table's last state.

    Leave out demos and, unless `with_computers` is True, games against the computer.
    """
    for number, timeline, at in _stored_games():
        table = timeline.present
        if table.begun.demo or (table.begun.computers and not with_computers):
            continue
        if turns := replay_game(timeline):
            kind, sides, players = table.game.kind, table.game.pad.sides, table.game.players
            yield FinishedGame(kind, sides, players, turns, number, at, table.throws_virtual_dice), table


def _is_finished(game: FinishedGame, table: Table) -> bool:
    """Return True if a game is over, paper sheets are read, and nobody joined or left after the last turn."""
    same_players = set(game.turns[-1].game.players) == set(table.game.players)
    return table.position.end is not None and not table.unread_players and same_players


for function in (fairness_text, wins_bar):
    blueprint.add_app_template_filter(function)
