"""A turn of the past as the pages show it: its dice, who decided what, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.analysis.replay import ReplayedDecision, ReplayedTurn
from companion.rules import Decision, Game, Play, Roll
from companion.table.photo_match import colour_of, dice_of, values_of
from companion.web.presenters.dice import COLOUR_NAMES
from companion.web.presenters.paper import cell_words
from sheets.language import Translate, message

ACTIONS = {
    "white": message("Action 1"),
    "colour": message("Action 2"),
    "number": message("Number for everyone"),
    "play": message("Cards"),
}
"""What a decision belongs to, in words."""
BONUS_WORDS = {
    "two-weakest": message("two in the weakest row"),
    "each-row": message("one in each row"),
    "double-weakest": message("weakest row twice"),
    "13": message("13 points"),
    "no-misses": message("misses are free"),
}
"""What the five bonuses of Bonus B do, in a few words."""


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die of a roll: its colour, what it shows, and both in words."""

    colour: str
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision. `href`: where it can be challenged. `crossed`: more than a pass."""

    player: str
    action: str
    text: str
    href: str
    crossed: bool
    illegal: bool
    colour: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn. `number_now`: in the card game. `notes`: what came of it, a sentence each."""

    number: int
    active: str
    title: str
    dice: tuple[DieShown, ...]
    number_now: int | None
    photo: str
    decisions: tuple[DecisionLine, ...]
    notes: tuple[str, ...]
    href: str


def mark_words(game: Game, decision: Decision, _: Translate) -> str:
    """A decision in words: "red 5", "passes", "green 11, green 9: green 11"."""
    if isinstance(decision, Play):
        cards = ", ".join(str(card) for card in decision.cards)
        cells = ", ".join(cell_words(game, mark.cell, _) for mark in decision.marks) or _("nothing")
        return _("played {cards}; crossed {cells}").format(cards=cards, cells=cells)
    if not decision.cell:
        return _("passes")
    words = cell_words(game, decision.cell, _)
    if decision.lucky:
        words = _("{cell}, by a lucky number").format(cell=words)
    if decision.choices:
        words = f"{words} → {', '.join(decision.choices)}"
    return words


def dice_shown(turn: ReplayedTurn, _: Translate) -> tuple[DieShown, ...]:
    """The dice of a turn, white ones first; none in the card game."""
    if not isinstance(turn.roll, Roll):
        return ()
    values = values_of(turn.roll)
    return tuple(
        DieShown(colour_of(slot), values[slot], f"{_(COLOUR_NAMES[colour_of(slot)])} {values[slot]}")
        for slot in dice_of(turn.roll)
    )


def turn_view(turn: ReplayedTurn, base: str, _: Translate) -> TurnView:
    """A turn. `base`: the address of its game; decisions lead to their challenge below it."""
    here = f"{base}/turns/{turn.number}"
    notes = [_("{player} takes a miss.").format(player=player) for player in turn.missed]
    for row in turn.closed:
        index = "abcd".index(row)
        name = _(turn.game.board.row_term(index))
        notes.append(_("Closed: {row}.").format(row=name))
    notes += [
        _("{player}'s sheet was taken over from paper.").format(player=p) for p in turn.sheets_taken_over
    ]
    if turn.after.end is not None and turn.after.phase == "over":
        notes.append(_("The game ended."))
    title = _("Turn {turn} · {player} throws").format(turn=turn.number, player=turn.active)
    if isinstance(turn.roll, int):
        title = _("Turn {turn} · {player} plays cards").format(turn=turn.number, player=turn.active)
    return TurnView(
        number=turn.number,
        active=turn.active,
        title=title,
        dice=dice_shown(turn, _),
        number_now=turn.roll if isinstance(turn.roll, int) else None,
        photo=turn.photo.name if turn.photo else "",
        decisions=tuple(_decision(turn, made, here, _) for made in turn.decisions),
        notes=tuple(notes),
        href=here,
    )


def _decision(turn: ReplayedTurn, made: ReplayedDecision, here: str, _: Translate) -> DecisionLine:
    seat = turn.game.players.index(made.player) if made.player in turn.game.players else 0
    colour = ""
    if not isinstance(made.decision, Play) and made.decision.cell:
        colour = turn.game.pad.cell(made.decision.cell).colour
    return DecisionLine(
        made.player,
        made.action,
        mark_words(turn.game, made.decision, _),
        f"{here}/{made.action}/{seat}",
        made.crossed,
        made.refusal is not None,
        colour,
    )
