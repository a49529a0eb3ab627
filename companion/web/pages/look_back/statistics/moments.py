"""The moments of a game that has just ended: its record or comeback, and the turn that decided it."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.analysis.evenings import Result
from companion.analysis.feats import BestResult, Comeback, best_results, comeback
from companion.analysis.replay import points_over_turns
from companion.analysis.turning_points import turn_effects, turning_points
from companion.web.pages.look_back.archive import ArchivedGame
from companion.web.pages.look_back.summary import TurningPoint, present_turning_point
from sheets.language import Phrase, message, phrase


@dataclass(frozen=True, slots=True)
class GameMoments:
    """`feats`: a record, a comeback. `turning_point`: the turn that changed most; None if none stands out."""

    feats: tuple[Phrase, ...]
    turning_point: TurningPoint | None


def present_moments(archived: ArchivedGame, result: Result, earlier: Sequence[Result]) -> GameMoments:
    """The moments of a game that is over. `result`: how it ended; `earlier`: how the table's others did."""
    winners = () if archived.unread else archived.game.winners(archived.position) or ()
    feats = [_best(best) for best in best_results(result, earlier)]
    back = comeback(points_over_turns(archived.turns), winners)
    if back is not None:
        feats.append(_comeback(back))
    on_paper = archived.table is not None and archived.table.paper
    decisive = () if on_paper else turning_points(turn_effects(archived.turns))
    return GameMoments(tuple(feats), present_turning_point(decisive[0], archived.base) if decisive else None)


def _best(best: BestResult) -> Phrase:
    text = (
        message("A new best at this table: {points} points for {player}; the best before was {before}.")
        if best.of_table
        else message("{player}'s best game so far: {points} points, {before} before.")
    )
    return Phrase(text, {"player": best.player, "points": best.points, "before": best.before})


def _comeback(back: Comeback) -> Phrase:
    return phrase(
        "A comeback: {player} was {behind} points behind after turn {turn}.",
        player=back.player,
        behind=back.behind,
        turn=back.turn,
    )
