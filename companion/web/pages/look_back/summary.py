"""A game looked back on: its points, the points over the turns, and the turns that decided it."""

from dataclasses import dataclass

from companion.analysis.replay import points_over_turns
from companion.analysis.turning_points import TurnEffect, turn_effects, turning_points
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import decision_name
from companion.web.pages.look_back.archive import ArchivedGame
from companion.web.pages.table.end.scores import ScoreTable, present_scores
from sheets.language import Phrase, phrase


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that decided the game. `text`: who gained how much. `decisions`: what was crossed in it."""

    turn: int
    text: Phrase
    decisions: tuple[Phrase, ...]
    href: str


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What there is to say of a game beside its turns. `unread`: players whose sheets on paper are not known
    yet, so that nobody has won."""

    scores: ScoreTable
    over: bool
    plot: Plot | None
    turning_points: tuple[TurningPoint, ...]
    unread: tuple[str, ...]


def present_summary(archived: ArchivedGame) -> GameSummary:
    """The summary of a game that is over, or as it stands."""
    game, position, unread = archived.game, archived.position, archived.unread
    winners = () if unread else game.winners(position) or ()
    on_paper = archived.table is not None and archived.table.paper
    decisive = () if position.end is None or on_paper else turning_points(turn_effects(archived.turns))
    plot = points_plot(
        points_over_turns(archived.turns),
        [turn.number for turn in archived.turns],
        [effect.turn.number for effect in decisive],
    )
    return GameSummary(
        present_scores(game, position, winners, unread),
        position.end is not None,
        None if unread else plot,
        tuple(present_turning_point(effect, archived.base) for effect in decisive),
        unread,
    )


def present_turning_point(effect: TurnEffect, base: str) -> TurningPoint:
    """A turn that decided a game. `base`: the address of the game."""
    turn, player = effect.turn, effect.gainer
    before, after = effect.chances[player]
    text = phrase(
        "{player}'s chance to win went from {before} % to {after} %.",
        player=player,
        before=round(100 * before),
        after=round(100 * after),
    )
    crossed = (each for each in turn.decisions if each.crossed and not each.refusal)
    decisions = [
        Phrase(
            "{player}: {what}",
            {"player": each.player, "what": decision_name(turn.game, each.player, each.decision)},
        )
        for each in crossed
    ]
    decisions += [phrase("{player} takes a miss", player=name) for name in turn.missed]
    return TurningPoint(turn.number, text, tuple(decisions), f"{base}/turns/{turn.number}")
