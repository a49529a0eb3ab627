"""`qwixx advise`: ranks every legal move in an open turn by the chance to win, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from companion.cli.open_turn import Hand, PendingDecision, open_turn_verb
from companion.cli.verb import Verb
from companion.records.record import Record
from companion.records.referee import judge
from sheets.language import Translate, with_decimal_mark

if TYPE_CHECKING:
    from companion.advisor import Advice


@click.command(
    "advise",
    cls=Verb,
    examples=[
        ("advise game.json", "What is best for everyone who must decide now"),
        ('advise --hand "green 11, red 4" cards.json', "With cards, which play of a hand"),
    ],
    exits=["done"],
)
@open_turn_verb
def command(record: Record, hand: Hand | None, _: Translate) -> list[PendingDecision]:
    """Rank the moves of each player who has not decided yet in the open last turn of RECORD, best first.

    RECORD is a file of one game whose last turn is open, or - for standard input.
    """
    from companion.advisor import advise

    advice = advise(record.game, judge(record).position, hand=hand)
    return [
        PendingDecision(entry.player, entry.action, entry.to_json(_), advice_lines(entry, _))
        for entry in advice
    ]


def advice_lines(advice: Advice, _: Translate) -> list[str] | None:
    """Return an empty line, a line per option and, for rough advice, a note; None if there are no options."""
    from companion.advisor import ROUGH

    if advice.options is None:
        return None
    lines = [""]
    for option in advice.options:
        chance = "" if option.win is None else f"{100 * option.win:5.1f} %"
        margin = round(option.margin, 1) + 0.0  # no -0.0
        figures = with_decimal_mark(f"{chance} {margin:+7.1f}", _)
        lines.append(f"  {option.move!s:8} {figures}  {option.why.in_language(_)}")
    if advice.is_rough:
        lines.append(f"  {_(ROUGH)}")
    return lines
