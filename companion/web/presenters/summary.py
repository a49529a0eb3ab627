"""What can be said of a game once it has gone some way: scores, points over the turns, what decided it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.analysis.replay import points_over_turns
from companion.analysis.turning_points import TurnEffect, turn_effects, turning_points
from companion.web.presenters.charts import Plot, points_plot
from companion.web.presenters.turn import mark_words
from companion.web.presenters.words import unread_text
from companion.web.server.archive import Past
from sheets.language import Translate


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's points as on the paper: the four rows, the bonus, misses (0 or less), their sum."""

    player: str
    parts: tuple[int, ...]
    bonus: int
    misses: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class Deciding:
    """A turn that decided the game. `text`: who gained how much. `what`: what was crossed in it."""

    turn: int
    text: str
    what: str
    href: str


@dataclass(frozen=True, slots=True)
class Afterwards:
    """All of it. `bonus`: the pad has bonuses that score. `bent`: the turns that decided the game.

    `missing`: whose sheets are not read yet, in a sentence; their points are not among `scores`.
    """

    scores: tuple[ScoreRow, ...]
    bonus: bool
    over: bool
    plot: Plot | None
    bent: tuple[Deciding, ...]
    missing: str = ""


def afterwards(past: Past, _: Translate) -> Afterwards:
    """What a game's page says beside its turns."""
    game, position = past.game, past.position
    missing = past.unread
    winners = () if missing else game.winners(position) or ()
    scores = tuple(
        sorted(
            (
                ScoreRow(player, score.rows, score.bonus, score.misses, score.total, player in winners)
                for player, score in game.scores(position).items()
                if player not in missing
            ),
            key=lambda row: -row.total,
        )
    )
    bent = (
        turning_points(turn_effects(past.turns)) if position.end is not None and not _on_paper(past) else ()
    )
    return Afterwards(
        scores,
        bool(game.pad.pairs),
        position.end is not None,
        None
        if missing
        else points_plot(
            points_over_turns(past.turns),
            [turn.number for turn in past.turns],
            [swing.turn.number for swing in bent],
        ),
        tuple(_deciding(swing, past, _) for swing in bent),
        unread_text(missing, _),
    )


def _on_paper(past: Past) -> bool:
    return past.table is not None and past.table.paper


def _deciding(swing: TurnEffect, past: Past, _: Translate) -> Deciding:
    player = swing.gainer
    before, after = swing.chances[player]
    text = _("{player}'s chance to win went from {before} % to {after} %.").format(
        player=player, before=round(100 * before), after=round(100 * after)
    )
    turn = swing.turn
    made = [
        f"{m.player}: {mark_words(turn.game, m.decision, _)}"
        for m in turn.decisions
        if m.crossed and not m.refusal
    ]
    made += [_("{player} takes a miss").format(player=name) for name in turn.missed]
    what = "; ".join(made)
    return Deciding(turn.number, text, what, f"{past.base}/turns/{turn.number}")
