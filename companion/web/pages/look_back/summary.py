"""Summary of a game: scores, the chart of points over the turns, and the turns that decided it."""

from collections.abc import Collection

from companion.analysis.replay import points_over_turns
from companion.analysis.turning_points import TurnEffect, turn_effects, turning_points
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import decision_name
from companion.web.pages.look_back.archive import ArchivedGame
from companion.web.pages.table.end.game_end import ScoreTable, present_scores
from sheets.language import Phrase, message, phrase


def scores_of(archived: ArchivedGame) -> ScoreTable:
    """Return the scores of all players whose sheets are known.

    The scores name the winners once the game is over and all sheets are known.
    """
    game, position, unread = archived.game, archived.position, archived.unread
    winners = () if unread else game.winners(position) or ()
    return present_scores(game, position, winners, unread, archived.table.computers if archived.table else ())


def plot_of(archived: ArchivedGame, decisive: Collection[TurnEffect]) -> Plot | None:
    """Return the chart of points, in which the `decisive` turns are emphasised.

    Return None if the game has no turns, or while a paper sheet is unread.
    """
    if archived.unread:
        return None
    marked = [effect.turn.number for effect in decisive]
    return points_plot(points_over_turns(archived.turns), [turn.number for turn in archived.turns], marked)


def decisive_turns(archived: ArchivedGame) -> tuple[TurnEffect, ...]:
    """Return the turns that decided a game, sorted by the change in the chance of winning, largest first.

    Return () for an unfinished or solo game, a game on paper, and a game over an agreed number of rounds.
    """
    end = archived.position.end
    on_paper = archived.table is not None and archived.table.paper  # marks in each turn are unknown
    if end is None or on_paper or end.reason == "house-rounds":  # the advisor assumes the book's end
        return ()
    return turning_points([effect for effect in turn_effects(archived.turns) if len(effect.points) > 1])


def crosses(effect: TurnEffect) -> tuple[Phrase, ...]:
    """Return a turn's crosses and penalties in words, each with its player."""
    turn = effect.turn
    made = (
        phrase(
            "{player}: {what}", player=each.player, what=decision_name(turn.game, each.player, each.decision)
        )
        for each in turn.decisions
        if each.crossed and not each.refusal
    )
    return (*made, *(phrase("{player} takes a penalty", player=name) for name in turn.missed))


def gain(effect: TurnEffect) -> Phrase:
    """Return a sentence about the player whose chance of winning rose most in a turn.

    The sentence says that this player gained on the leader, took the lead or pulled away.
    """
    player = effect.gainer
    rivals = {name: points for name, points in effect.points.items() if name != player}
    other = max(rivals, key=lambda name: rivals[name][1])
    before, after = effect.points[player]
    text = message("{player} gained on {other}: {points} to {others}.")
    if after > rivals[other][1]:
        led = before > max(points for points, _ in rivals.values())
        text = message("{player} took the lead: {points} to {others} against {other}.")
        if led:
            text = message("{player} pulled away: {points} to {others} against {other}.")
    return Phrase(text, {"player": player, "points": after, "others": rivals[other][1], "other": other})
