"""The rules: pure. No files, no clock, no network, no randomness of their own.

    game = Game("classic", "classic", ("Ann", "Bob"))        what is agreed before play
    position = game.start()                                  a whole state, frozen
    position = game.roll(position, Roll.parse("w4 w1 r3 y2 g6 b6"))
    game.waiting(position)                                   who must still decide: ("Ann", "Bob")
    moves = game.moves(position, "Ann")                      `mark in moves`, `for mark in moves`
    moves.refusal(Mark.parse("a7"))                          Refusal(rule, text, values) | None; .why
    position = game.decide(position, "Ann", Mark.parse("a5"))   raises Illegal with .refusal
    position = game.retract(position, "Ann")                 while the action is open
    game.scores(position), game.winners(position), position.end, game.dice_left(position)

When the last player has decided, the action ends by itself: rows close, dice leave, the end is checked, the
next action or turn begins. In the card game `roll` takes the number for everyone, and in the phase "play" the
active player decides on a Play of game.plays(position, player, hand). A turn's phases are "roll", then
"white" and "colour" (cards: "number" and "play"); at the end "over".
"""

# ruff: noqa: I001 - each name "as" itself, by which type checkers know that it is meant for others

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.game import Game as Game
    from companion.rules.variants import VARIANTS as VARIANTS, NotAGame as NotAGame
    from companion.rules.mark import (
        PASS as PASS,
        Card as Card,
        Mark as Mark,
        NotAMark as NotAMark,
        Play as Play,
    )
    from companion.rules.moves import Moves as Moves
    from companion.rules.plays import Judged as Judged, Plays as Plays, full_deck as full_deck
    from companion.rules.position import Decision as Decision, End as End, Position as Position
    from companion.rules.refusal import Illegal as Illegal, Refusal as Refusal, Term as Term
    from companion.rules.roll import NotARoll as NotARoll, Roll as Roll
    from companion.rules.rulings import (
        RULING_OPTIONS as RULING_OPTIONS,
        NotARuling as NotARuling,
        Rulings as Rulings,
    )
    from companion.rules.score import Score as Score, points as points
    from companion.rules.sheet import NotASheet as NotASheet, Sheet as Sheet
else:
    _HOMES = {
        "game": ("Game",),
        "variants": ("VARIANTS", "NotAGame"),
        "mark": ("PASS", "Card", "Mark", "NotAMark", "Play"),
        "moves": ("Moves",),
        "plays": ("Judged", "Plays", "full_deck"),
        "position": ("Decision", "End", "Position"),
        "refusal": ("Illegal", "Refusal", "Term"),
        "roll": ("NotARoll", "Roll"),
        "rulings": ("RULING_OPTIONS", "NotARuling", "Rulings"),
        "score": ("Score", "points"),
        "sheet": ("NotASheet", "Sheet"),
    }

    def __getattr__(name):
        """A name's module is imported when it is first asked for: to look a rule up takes no game."""
        from importlib import import_module

        for module, names in _HOMES.items():
            if name in names:
                globals()[name] = found = getattr(import_module(f"companion.rules.{module}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
