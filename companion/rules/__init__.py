"""The rules, as pure code: no files, no clock, no network, no randomness.

    game = Game("classic", "classic", ("Ann", "Bob"))
    position = game.start()                                  the whole state, immutable
    position = game.roll(position, Roll.parse("w4 w1 r3 y2 g6 b6"))
    game.waiting(position)                                   the players still to decide: ("Ann", "Bob")
    moves = game.moves(position, "Ann")                      `mark in moves`, `for mark in moves`
    moves.refusal(Mark.parse("a7"))                          Refusal(rule, text, values) | None
    position = game.decide(position, "Ann", Mark.parse("a5"))   raises Illegal with .refusal

An action is a step of a turn. It ends when everyone who must decide has decided. The phases of a turn are
"roll", "white" (action 1) and "colour" (action 2), or in the card game "roll", "number" and "play".
In "play", the active player decides on a Play from game.plays(position, player, hand).
"""

from companion.rulebook.rulings import RULING_OPTIONS, NotARuling, Rulings
from companion.rules.game import Game
from companion.rules.house import House
from companion.rules.mark import PASS, Card, Mark, NotAMark, Play, parse_decision
from companion.rules.moves import Moves
from companion.rules.plays import JudgedPlay, Plays, full_deck
from companion.rules.position import Decision, End, Position
from companion.rules.refusal import Illegal, Refusal, Term
from companion.rules.roll import NotARoll, Roll
from companion.rules.score import Score
from companion.rules.sheet import NotASheet, Sheet
from companion.rules.variants import ALL_VARIANTS, FURTHER_VARIANTS, VARIANTS, NotAGame
from sheets.score_table import row_points

__all__ = [
    "ALL_VARIANTS",
    "FURTHER_VARIANTS",
    "PASS",
    "RULING_OPTIONS",
    "VARIANTS",
    "Card",
    "Decision",
    "End",
    "Game",
    "House",
    "Illegal",
    "JudgedPlay",
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
    "parse_decision",
    "row_points",
]
