"""What many games at this table say: players, kinds of games, dice; and one game's results sheet."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template

from companion.analysis.fairness import MIN_THROWS, Fairness, fairness
from companion.analysis.replay import points_over_turns
from companion.analysis.statistics import (
    FinishedGame,
    faces_by_die,
    game_statistics,
    player_statistics,
)
from companion.web.presenters.charts import DieChart, die_chart
from companion.web.presenters.dice import COLOUR_NAMES
from companion.web.presenters.game_names import GAME_NAMES, game_name
from companion.web.presenters.summary import afterwards
from companion.web.presenters.words import unread_text
from companion.web.server.archive import Past, kept, numbers, past_game
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language, request_translator
from sheets.language import Translate, with_thousands_mark

if TYPE_CHECKING:
    from sheets.results import GameResult

blueprint = Blueprint("statistics", __name__)

MOST_GAMES = 300
"""Games that are counted, at most: the newest."""


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: its bars, and what they say in plain words."""

    name: str
    chart: DieChart
    text: str
    odd: bool


@dataclass(frozen=True, slots=True)
class DiceView:
    """The dice of one size. `note`: how to read what is said of all of them together."""

    sides: int
    dice: tuple[DieView, ...]
    note: str


@blueprint.get("/statistics")
def statistics() -> str:
    """Averages, misses and locks of every player; each die's fairness."""
    _ = request_translator()
    games, rolled = _played()
    return render_template(
        "statistics.html",
        count=len(games),
        players=player_statistics(games),
        kinds=game_statistics(games),
        names={name: game_name(name, _) for name in GAME_NAMES},
        dice=_dice(rolled, _),
    )


def _played() -> tuple[list[FinishedGame], list[FinishedGame]]:
    """The games of this table that are over with their marks known, and all in which dice were thrown."""
    over, rolled = [], []
    for number in numbers()[:MOST_GAMES]:
        timeline, _at = kept(number)
        if timeline is None or timeline.present.begun.demo:
            continue
        table = timeline.present
        turns = past_game(number).turns
        if not turns:
            continue
        game = FinishedGame(table.game.name, table.game.pad.sides, table.game.players, turns)
        rolled.append(game)
        if table.position.end is None or table.unread_players:
            continue
        if set(turns[-1].game.players) == set(table.game.players):
            over.append(game)
    return over, rolled


def _dice(rolled: list[FinishedGame], _: Translate) -> tuple[DiceView, ...]:
    found = []
    for sides in (6, 8):
        turns = [turn for game in rolled if game.sides == sides for turn in game.turns]
        judged = fairness(faces_by_die(turns), sides)
        if judged:
            dice = tuple(
                DieView(_die_name(fair.die, _), die_chart(fair), fairness_text(fair, _), fair.odd)
                for fair in judged
            )
            found.append(DiceView(sides, dice, _note(judged, _)))
    return tuple(found)


def _die_name(die: str, _: Translate) -> str:
    return (
        _("Both white dice") if die == "white" else _("The {colour} die").format(colour=_(COLOUR_NAMES[die]))
    )


def fairness_text(fair: Fairness, _: Translate) -> str:
    """What a die's throws say, in plain words."""
    if not fair.enough:
        return _("{throws} throws are too few to say anything; from {fewest} on it is tested.").format(
            throws=fair.throws, fewest=MIN_THROWS
        )
    if fair.odd:
        return _(
            "An even die strays this far {chance}. With so many dice tested that is still odd: look at it, "
            "and throw it a hundred times on its own before you believe it."
        ).format(chance=often(fair.p_value, _))
    if fair.p_value < 0.05:
        return _(
            "An even die strays this far {chance}; among so many dice one often does. Nothing to worry about "
            "yet."
        ).format(chance=often(fair.p_value, _))
    return _("An even die strays at least this far {chance}: nothing odd.").format(
        chance=often(fair.p_value, _)
    )


def often(chance: float, _: Translate) -> str:
    """A chance as a number of times: "37 times in 100", "once in 2,000 times"."""
    if chance >= 0.995:
        return _("nearly always")
    if chance >= 0.015:
        return _("{times} times in 100").format(times=round(100 * chance))
    return _("once in {times} times").format(
        times=with_thousands_mark(min(10**6, max(2, round(1 / max(chance, 1e-6)))), _)
    )


def _note(judged: tuple[Fairness, ...], _: Translate) -> str:
    return _(
        "Pearson's test against an even die, counted exactly up to 60 throws. {count} dice are tested "
        "together, so each must stray farther before it is called odd (Holm's correction): in 95 of 100 "
        "families whose dice are all even, none is. A test cannot prove that a die is even."
    ).format(count=len(judged))


@blueprint.get("/games/<int:number>/results.pdf")
def results(number: int) -> Response:
    """The results sheet of a game."""
    past, _ = past_game(number), request_translator()
    if missing := past.unread:
        raise RequestRefused("unread", unread_text(missing, _))
    from sheets.results import print_results  # the PDF library: loaded when the first sheet is wanted

    data = print_results(results_of(past, _, request_language()))
    return Response(
        data,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="qwixx-results-{number}.pdf"'},
    )


def results_of(past: Past, _: Translate, tongue: str) -> GameResult:
    """A game as its results sheet says it."""
    from sheets.results import GameResult, PlayerResult

    after = afterwards(past, _)
    lines = points_over_turns(past.turns)
    position = past.position
    found = []
    for row in after.scores:
        sheet = position.sheet(row.player)
        found.append(
            PlayerResult(
                row.player,
                sheet.rows,
                sheet.locks,
                sheet.misses,
                row.parts,
                row.bonus,
                row.misses,
                row.total,
                row.won,
                lines.get(row.player, (0,)),
            )
        )
    winners = [row.player for row in after.scores if row.won]
    name = game_name(past.game.name, _)
    if len(winners) == 1 and len(found) > 1:
        title = _("{player} wins").format(player=winners[0])
    elif len(winners) > 1:
        title = _("{players} share the win").format(players=" & ".join(winners))
    else:
        title = _("Results")
    day = time.strftime("%Y-%m-%d", time.localtime(past.at)) if past.at else ""
    count = len(past.turns)
    turns = _("{count} turns").format(count=count) if count != 1 else _("one turn")
    lead = " \u00b7 ".join(part for part in (name, day, turns) if part)
    notes = tuple(f"{_('Turn {turn}').format(turn=bend.turn)}: {bend.text}" for bend in after.bent)
    return GameResult(title, lead, past.game.pad, tuple(found), notes, tongue)


__all__ = ["blueprint", "fairness_text", "game_name", "often", "results_of"]
