"""The rules: pure. No files, no clock, no network, no randomness of their own.

    game = Game("classic", "classic", ("Ann", "Bob"))        what is agreed before play
    position = game.start()                                  a whole state, frozen
    position = game.roll(position, Roll.parse("w4 w1 r3 y2 g6 b6"))
    game.waiting(position)                                   who must still decide: ("Ann", "Bob")
    moves = game.moves(position, "Ann")                      `mark in moves`, `for mark in moves`
    moves.refusal(Mark.parse("a7"))                          Refusal(rule, text, values) | None; .why,
    .tell(_) position = game.decide(position, "Ann", Mark.parse("a5"))   raises Illegal with .refusal
    position = game.retract(position, "Ann")                 while the action is open
    game.scores(position), game.winners(position), position.end, game.dice_left(position)

When the last player has decided, the action ends by itself: rows close, dice leave, the end is checked, the
next action or turn begins. In the card game `roll` takes the number for everyone, and in the phase "play" the
active player decides on a Play of game.plays(position, player, hand). A turn's phases are "roll", then
"white" and "colour" (cards: "number" and "play"); at the end "over".
"""

from companion.rules.game import Game
from companion.rules.kinds import KINDS, NotAGame
from companion.rules.mark import PASS, Card, Mark, NotAMark, Play
from companion.rules.moves import Moves
from companion.rules.plays import Judged, Plays, full_deck
from companion.rules.position import Decision, End, Position
from companion.rules.refusal import Illegal, Refusal, Term
from companion.rules.roll import NotARoll, Roll
from companion.rules.rulings import OPTIONS, NotARuling, Rulings
from companion.rules.score import Score, points
from companion.rules.sheet import NotASheet, Sheet

__all__ = [
    "KINDS",
    "OPTIONS",
    "PASS",
    "Card",
    "Decision",
    "End",
    "Game",
    "Illegal",
    "Judged",
    "Mark",
    "Moves",
    "NotAGame",
    "NotAMark",
    "NotARoll",
    "NotARuling",
    "NotASheet",
    "Play",
    "Plays",
    "Position",
    "Refusal",
    "Roll",
    "Rulings",
    "Score",
    "Sheet",
    "Term",
    "full_deck",
    "points",
]
