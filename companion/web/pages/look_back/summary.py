"""A game looked back on: its points, the points over the turns, and the turns that decided it."""

from companion.analysis.replay import points_over_turns
from companion.analysis.turning_points import TurnEffect, turn_effects, turning_points
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import decision_name
from companion.web.pages.look_back.archive import ArchivedGame
from companion.web.pages.table.end.game_end import ScoreTable, present_scores
from sheets.language import Phrase, message, phrase


def scores_of(archived: ArchivedGame) -> ScoreTable:
    """Return everyone's points, as far as their sheets are known; until all are, nobody has won."""
    game, position, unread = archived.game, archived.position, archived.unread
    winners = () if unread else game.winners(position) or ()
    return present_scores(game, position, winners, unread, archived.table.computers if archived.table else ())


def plot_of(archived: ArchivedGame) -> Plot | None:
    """Return the points over the turns, or None while they are unknown."""
    if archived.unread:
        return None
    return points_plot(
        points_over_turns(archived.turns),
        [turn.number for turn in archived.turns],
        [effect.turn.number for effect in decisive_turns(archived)],
    )


def decisive_turns(archived: ArchivedGame) -> tuple[TurnEffect, ...]:
    """Return the turns that decided a game that is over, largest change first.

    None did on paper, where nobody knows the turns, and none that the advice understands where a house rule
    ended the game: it weighs games that end by the book.
    """
    end = archived.position.end
    on_paper = archived.table is not None and archived.table.paper
    if end is None or on_paper or end.reason == "house-rounds":
        return ()
    effects = turn_effects(archived.turns)
    return turning_points([effect for effect in effects if len(effect.points) > 1])


def crosses(effect: TurnEffect) -> tuple[Phrase, ...]:
    """Return the crosses and the penalties of a turn, each with its player."""
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
    """Return what a turn brought who gained most by it, in points: a child understands these."""
    player = effect.gainer
    rivals = {name: points for name, points in effect.points.items() if name != player}
    other = max(rivals, key=lambda name: rivals[name][1])
    before, after = effect.points[player]
    text = message("{player} caught up: {points} to {others} against {other}.")
    if after > rivals[other][1]:
        led = before > max(points for points, _ in rivals.values())
        text = message("{player} took the lead: {points} to {others} against {other}.")
        if led:
            text = message("{player} pulled away: {points} to {others} against {other}.")
    return Phrase(text, {"player": player, "points": after, "others": rivals[other][1], "other": other})
