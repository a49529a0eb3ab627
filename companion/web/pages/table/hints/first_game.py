"""Explains the present step, for a table that plays its first game."""

from companion.rules import Roll
from companion.table.state import Table
from companion.web.layout.game.lesson_parts import Explanation
from companion.web.layout.game.page_part import explanations_of, shown_on
from companion.web.pages.table.viewer import Viewer
from sheets.language import message, phrase

AIM = phrase(
    "The aim: many crosses in a row. The first is worth 1 point, six in one row are worth 21 together, and "
    "eleven 66."
)
"""What everybody plays for, said once."""


def present_explanation(table: Table, viewer: Viewer) -> Explanation | None:
    """The explanation that `viewer` gets now; None on a device that wants none, and in a demo."""
    if not viewer.explains or table.demo:
        return None
    position = table.position
    if position.end is not None:
        return _end()
    for part in shown_on(table.game.pad, table.game.variant.joining):
        if part.phases and (explanation := part.phases(position)):
            return explanation
    if position.phase == "roll":
        return _before_the_roll(table, viewer)
    assert isinstance(position.roll, Roll)
    return _white(table, position.roll, viewer) if position.phase == "white" else _colour(table, viewer)


def _before_the_roll(table: Table, viewer: Viewer) -> Explanation:
    if table.active in table.computers:
        texts = [phrase("{player} throws. The white dice are for you too.", player=table.active)]
    elif table.position.turn > len(table.game.players):
        texts = [phrase("The same again: first the white dice for everyone, then one coloured die.")]
    elif viewer.owns(table.active):
        texts = [
            phrase("You throw all dice. The white ones are for everyone, the coloured ones for you alone.")
        ]
    elif viewer.sole:
        texts = [phrase("Now {player} throws. The white dice are for you too.", player=table.active)]
    else:
        texts = [
            phrase(
                "It is {player}'s turn: {player} throws all dice. The white ones are for everyone, the "
                "coloured ones for {player} alone.",
                player=table.active,
            )
        ]
    if table.position.turn == 1:
        texts.append(AIM)
    closed = [row.letter for row in table.game.pad.rows if row.letter in table.position.closed]
    if closed:
        texts.append(
            phrase("A row is closed: nobody crosses anything there any more, and its die stays aside.")
        )
    title = message("Now: throw the dice")
    if table.active in table.computers:
        title = message("Now: the computer throws")
    return Explanation(title, tuple(texts), "white-sum")


def _white(table: Table, roll: Roll, viewer: Viewer) -> Explanation:
    own = viewer.own_player
    if own and own in table.game.waiting(table.position) and own == table.active:
        text = phrase(
            "The white dice make {sum}. Tap one {sum} that stands out on your sheet to cross it, or skip to "
            "the colours; nobody has to.",
            sum=roll.sum,
        )
    elif own and own in table.game.waiting(table.position):
        text = phrase(
            "The white dice make {sum}. Tap one {sum} that stands out on your sheet to cross it, or pass; "
            "nobody has to.",
            sum=roll.sum,
        )
    else:
        text = phrase(
            "The white dice make {sum}. Everyone may cross one {sum}, in any row where it stands "
            "out; nobody has to.",
            sum=roll.sum,
        )
    texts = [
        text,
        phrase("Mind the gaps: everything to the left of a cross is lost in that row."),
    ]
    game, position = table.game, table.position
    found = (
        text for player in game.players for text in explanations_of(game, player, position.sheet(player))
    )
    texts += {str(text): text for text in found}.values()
    return Explanation(message("Now: the white dice, for everyone"), tuple(texts), "white-sum")


def _colour(table: Table, viewer: Viewer) -> Explanation:
    if viewer.owns(table.active):
        return _own_colour(table)
    if viewer.own_player:
        text = phrase(
            "Now {player} alone may cross the sum of one white die and one coloured die. You wait; the "
            "next throw is for everyone again.",
            player=table.active,
        )
        return Explanation(message("Now: one coloured die"), (text,), "colour-sum")
    texts = [
        phrase(
            "{player} may add one white die to one coloured die, and cross that sum in that colour.",
            player=table.active,
        )
    ]
    texts.append(
        phrase("{player} has crossed something already, so passing costs nothing.", player=table.active)
        if table.position.active_marked
        else phrase(
            "{player} has crossed nothing yet: crossing nothing here either costs a miss, five points.",
            player=table.active,
        )
    )
    return Explanation(message("Now: one coloured die"), tuple(texts), "colour-sum")


def _own_colour(table: Table) -> Explanation:
    texts = (
        phrase(
            "Add one white die to one coloured die, and tap that sum in that colour: each one that stands "
            "out is such a sum."
        ),
        phrase("You have crossed something already, so you may stop here without harm.")
        if table.position.active_marked
        else phrase("You have crossed nothing yet: crossing nothing here either costs a miss, five points."),
    )
    return Explanation(message("Now: one coloured die"), texts, "colour-sum")


def _end() -> Explanation:
    texts = (
        phrase("That was it: a second row was closed, or somebody has four misses."),
        phrase("The more crosses a row has, the more each one is worth; each miss takes five points away."),
    )
    return Explanation(message("The end"), texts, "score-table")
