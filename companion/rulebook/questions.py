"""Frequent questions about the rules, each with an answer, the id of a rule and an example turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheets.language import message

PLAYERS = ("Ann", "Max", "Lea", "Tom", "Eva", "Ben")
"""Names of the players in examples, in order; the first player is active."""
EMPTY = "- / - / - / -"
FIVE_RED = "a2 a3 a4 a5 a6 / - / - / -"
DOUBLE_SIX = "w6 w6 r1 y2 g3 b4"
WHITE_FIVE = "w4 w1 r1 y2 g3 b4"


@dataclass(frozen=True, slots=True)
class Example:
    """One turn of a game, which illustrates an answer. Tests replay it."""

    sheets: tuple[str, ...]
    """Each player's sheet before the roll."""
    roll: str
    """The dice, or in the card game the number for everyone."""
    white: tuple[str, ...]
    """The mark that each player tries in action 1; "-" for a pass."""
    colour: str = ""
    """The mark that the active player tries in action 2, or "" if the example ends before action 2."""
    refused: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The id of the rule that forbids each illegal mark. The key is the mark: "a12" if it is
    illegal for everyone, "Max a12" if only for Max, "a12 colour" if only in action 2."""
    closed: str = ""
    """Letters of the rows that were closed in earlier turns."""
    miss: bool = False
    """True if the active player takes a penalty."""
    end: str = ""
    """The id of the rule that ends the game in this turn, or "" if the game goes on."""
    winners: int = 0
    """Number of players who share the win, or 0 if the example isn't about that."""
    game: str = "classic"

    def refusal(self, player: str, mark: str, action: str = "white") -> str:
        """Return the id of the rule that forbids a player's mark in an action, or "" if the mark is legal."""
        own, at = f"{player} {mark}", f"{mark} {action}"
        if f"{mark} colour" in self.refused or any(f"{other} {mark}" in self.refused for other in PLAYERS):
            return self.refused.get(own) or self.refused.get(at, "")
        return self.refused.get(mark, "")


@dataclass(frozen=True, slots=True)
class Question:
    """A frequent question and its answer."""

    rule: str
    """The id of the rule or ruling that answers the question."""
    text: str
    answer: str
    example: Example


QUESTIONS = (
    Question(
        "shared-lock",
        message("Two of us lock the same row in the same roll. Who gets it?"),
        message("Both of you, if each has five crosses there; both cross the lock."),
        Example((FIVE_RED, FIVE_RED), DOUBLE_SIX, ("a12", "a12")),
    ),
    Question(
        "lock",
        message("I have five crosses and somebody else locks the row. Do I cross the lock too?"),
        message("Only if you cross the last cell yourself in the same action."),
        Example((FIVE_RED, FIVE_RED), DOUBLE_SIX, ("a12", "-")),
    ),
    Question(
        "lock-needs-five",
        message("I have only four crosses. May I cross the last number?"),
        message("No. You need five crosses in that row first."),
        Example(("a2 a3 a4 a5 / - / - / -",), DOUBLE_SIX, ("a12",), refused={"a12": "lock-needs-five"}),
    ),
    Question(
        "lock-needs-five",
        message("May I cross the last number as a plain cross, without the lock?"),
        message("No. Without five crosses it cannot be crossed at all."),
        Example(("- / b2 b3 / - / -",), DOUBLE_SIX, ("b12",), refused={"b12": "lock-needs-five"}),
    ),
    Question(
        "lock-needs-five",
        message("Do crosses of other rows count towards the five?"),
        message("No. The five must be in the row that you close."),
        Example(("a2 a3 a4 / b2 b3 b4 / - / -",), DOUBLE_SIX, ("a12",), refused={"a12": "lock-needs-five"}),
    ),
    Question(
        "lock",
        message("Does the lock count as a cross?"),
        message("Yes, as one more cross in its row."),
        Example((FIVE_RED,), DOUBLE_SIX, ("a12",)),
    ),
    Question(
        "die-removed",
        message("I locked red with the white dice. May I use the red die in action 2?"),
        message("No. It left the game as soon as the row closed."),
        Example((FIVE_RED, EMPTY), DOUBLE_SIX, ("a12", "-"), colour="a7", refused={"a7": "die-removed"}),
    ),
    Question(
        "die-removed",
        message("Somebody locks a row in action 1. May I cross its last number in action 2?"),
        message("No. The row is closed by then, and its die has gone."),
        Example(
            (FIVE_RED, FIVE_RED),
            "w6 w6 r6 y2 g3 b4",
            ("-", "a12"),
            colour="a12",
            refused={"a12 colour": "die-removed"},
            miss=True,
        ),
    ),
    Question(
        "row-closed",
        message("A row was locked in an earlier turn. May I still cross in it?"),
        message("No. A closed row takes no more crosses from anyone."),
        Example((EMPTY,), "w4 w1 y2 g3 b4", ("a5",), closed="a", refused={"a5": "row-closed"}),
    ),
    Question(
        "shared-lock",
        message("Somebody locks the row with this sum. May I still cross in it?"),
        message("Yes, in the same action; you too need five crosses for the last cell."),
        Example(
            (FIVE_RED, "a2 a3 / - / - / -"),
            DOUBLE_SIX,
            ("a12", "a12"),
            refused={"Max a12": "lock-needs-five"},
        ),
    ),
    Question(
        "miss",
        message("I crossed nothing in my turn. Do I take a penalty?"),
        message("Yes, one: the active player who crosses nothing in either action takes a penalty."),
        Example((EMPTY,), WHITE_FIVE, ("-",), colour="-", miss=True),
    ),
    Question(
        "miss",
        message("I used only the white dice. Do I take a penalty?"),
        message("No. One cross in either action is enough."),
        Example((EMPTY,), WHITE_FIVE, ("a5",), colour="-"),
    ),
    Question(
        "miss",
        message("It is not my turn and I cross nothing. Do I take a penalty?"),
        message("No, never. Only the active player can take one."),
        Example((EMPTY, EMPTY), WHITE_FIVE, ("a5", "-"), colour="-"),
    ),
    Question(
        "miss",
        message("May I pass although I could cross something?"),
        message("Yes. But if you are active and cross nothing at all, you take a penalty."),
        Example((EMPTY,), "w3 w3 r1 y2 g3 b4", ("-",), colour="-", miss=True),
    ),
    Question(
        "end-misses",
        message("Does the fourth penalty end the game at once?"),
        message("Yes. What was crossed in that roll still counts."),
        Example(
            ("- / - / - / - misses 3", EMPTY),
            WHITE_FIVE,
            ("-", "a5"),
            colour="-",
            miss=True,
            end="end-misses",
        ),
    ),
    Question(
        "score-miss",
        message("How much does a penalty cost?"),
        message("Five points each."),
        Example((EMPTY,), "w2 w3 r1 y2 g3 b4", ("-",), colour="-", miss=True),
    ),
    Question(
        "action-order",
        message("Can both my crosses be in the same row?"),
        message("Yes: the white sum first, then the coloured one further right."),
        Example((EMPTY,), "w4 w1 r3 y2 g3 b4", ("a5",), colour="a7"),
    ),
    Question(
        "action-order",
        message("May I use the coloured die before the white ones?"),
        message("No. White comes first; after that, a number to its left is lost."),
        Example((EMPTY,), "w4 w3 r1 y2 g3 b4", ("a7",), colour="a5", refused={"a5": "left-to-right"}),
    ),
    Question(
        "simultaneous",
        message("May I wait and see what the others cross?"),
        message("No. In action 1 everyone decides at the same time, and nobody waits on purpose."),
        Example((EMPTY, EMPTY), WHITE_FIVE, ("a5", "a5")),
    ),
    Question(
        "at-once",
        message("The game ends “at once”. Does my cross of the same action still count?"),
        message("Yes. All crosses of one action count; only then is the game over."),
        Example((FIVE_RED, EMPTY), "w6 w6 r1 y2 b4", ("a12", "d12"), closed="c", end="end-two-rows"),
    ),
    Question(
        "end-in-action-1",
        message("Two rows close in action 1. Do I still have action 2, or take a penalty?"),
        message("Neither. The game is over, unless your table agreed to finish the turn."),
        Example((EMPTY, FIVE_RED), "w6 w6 r1 y2 b4", ("-", "a12"), closed="c", end="end-two-rows"),
    ),
    Question(
        "end-two-rows",
        message("Can a third row close in the same action?"),
        message("Yes, and all of it counts."),
        Example(
            (FIVE_RED, "- / b2 b3 b4 b5 b6 / - / -"),
            "w6 w6 r1 y2 b4",
            ("a12", "b12"),
            closed="c",
            end="end-two-rows",
        ),
    ),
    Question(
        "end-two-rows",
        message("When does the game end?"),
        message("When two rows are closed, or when somebody has four penalties."),
        Example((FIVE_RED, EMPTY), "w6 w6 r1 y2 g3", ("a12", "-"), closed="d", end="end-two-rows"),
    ),
    Question(
        "game-over",
        message("Do we finish the round when the game ends?"),
        message("No. Once the game is over, nobody crosses anything more."),
        Example(
            (EMPTY, FIVE_RED),
            "w6 w6 r1 y2 g3",
            ("b5", "a12"),
            closed="d",
            refused={"b5": "white-sum"},
            end="end-two-rows",
        ),
    ),
    Question(
        "white-sum",
        message("May I cross the white sum in two rows?"),
        message("No. One cell, in a row that you choose."),
        Example((EMPTY,), WHITE_FIVE, ("b5",)),
    ),
    Question(
        "white-sum",
        message("It is not my turn. May I use a coloured die?"),
        message("No. You have the white sum only."),
        Example((EMPTY, EMPTY), "w4 w1 r4 y2 g3 b4", ("-", "a8"), refused={"a8": "white-sum"}),
    ),
    Question(
        "colour-sum",
        message("May I add both white dice and a coloured one?"),
        message("No. One white die and one coloured die."),
        Example((EMPTY,), "w4 w1 r4 y2 g3 b4", ("-",), colour="a9", refused={"a9": "colour-sum"}, miss=True),
    ),
    Question(
        "colour-sum",
        message("Which white die do I add to the coloured one?"),
        message("Whichever of the two you like."),
        Example((EMPTY,), "w4 w1 r3 y2 g3 b4", ("-",), colour="a4"),
    ),
    Question(
        "left-to-right",
        message("May I skip numbers?"),
        message("Yes. What you skip is lost for the rest of the game."),
        Example(("a2 / - / - / -",), "w4 w3 r3 y2 g3 b4", ("a7",)),
    ),
    Question(
        "left-to-right",
        message("May I go back to a number that I skipped?"),
        message("No. Crosses go from left to right only."),
        Example(("a7 / - / - / -",), "w4 w1 r3 y2 g3 b4", ("a5",), refused={"a5": "left-to-right"}),
    ),
    Question(
        "winner",
        message("What if two players have the same points at the end?"),
        message("They share the win; the books break no ties."),
        Example(
            (FIVE_RED, FIVE_RED), "w6 w6 r1 y2 b4", ("a12", "a12"), closed="c", end="end-two-rows", winners=2
        ),
    ),
    Question(
        "score-table",
        message("How many points is a row worth?"),
        message("1, 3, 6, 10 and so on: each further cross is worth one more, 78 points for twelve."),
        Example(("a2 a3 / - / - / -",), "w2 w2 r3 y2 g3 b4", ("a4",)),
    ),
    Question(
        "players",
        message("How many can play?"),
        message("Two to five. The rules also work with more players or one, but no book provides for it."),
        Example((EMPTY,) * 6, "w4 w1 r3 y2 g3 b4", ("a5",) * 6),
    ),
    Question(
        "first-player",
        message("Who begins?"),
        message("Draw lots, or everyone rolls and the first to get a six begins."),
        Example((EMPTY, EMPTY), "w6 w1 r3 y2 g3 b4", ("a7", "-")),
    ),
    Question(
        "mixx-a-close",
        message("Mixx A: the red die has left. May I still cross red cells in other rows?"),
        message("Yes, with the white sum. Only the row that was locked is closed."),
        Example((EMPTY,), "w4 w4 y2 g3 b4", ("d8",), game="mixx-a", closed="a"),
    ),
    Question(
        "lock-needs-six",
        message("Longo: do I close a row with the 15 or with the 16?"),
        message("With either, once you have six crosses in the row."),
        Example(("a2 a3 a4 a5 a6 a7 / - / - / -",), "w7 w8 r3 y2 g3 b4", ("a15",), game="longo"),
    ),
    Question(
        "lucky",
        message("Longo: when may I use a lucky number?"),
        message("In action 1, if the white sum is one of your two lucky numbers."),
        Example((EMPTY,), "w4 w1 r3 y2 g3 b4", ("c16*",), game="longo"),
    ),
    Question(
        "bonus-bar",
        message("Bonus A: may I decline a bonus?"),
        message("No. A bonus cell crosses the first free box at once, and the next cell of its colour."),
        Example((EMPTY,), "w5 w6 r3 y2 g3 b4", ("c11",), game="bonus-a"),
    ),
    Question(
        "bonus-closed-colour",
        message("Bonus A: what happens to the boxes of a colour that closes?"),
        message("Everyone crosses those still free, without using them."),
        Example(("- / b2 b3 b4 b5 b6 / - / -",), "w6 w6 r3 y2 g3 b4", ("b12",), game="bonus-a"),
    ),
    Question(
        "cards-lock-own",
        message("Card game: does a lock close the row for everybody?"),
        message("No, only for the player who crossed it."),
        Example((FIVE_RED, FIVE_RED), "12", ("a12", "-"), game="cards"),
    ),
    Question(
        "rolled-again",
        message("Double A: may I cross the same number twice in one turn?"),
        message("No, it must come up in a later roll, unless your table agreed otherwise."),
        Example(
            (EMPTY,), WHITE_FIVE, ("a5",), game="double-a", colour="a5+", refused={"a5+": "double-again"}
        ),
    ),
    Question(
        "bp-neighbour",
        message("Big Points: when may I cross a round cell?"),
        message("When its number was crossed in a row beside it in an earlier action, and is rolled now."),
        Example(("a5 / - / - / -",), WHITE_FIVE, ("ab5",), game="big-points"),
    ),
    Question(
        "exchange",
        message("X-Change: may I exchange a number in action 2?"),
        message("No, only the white sum in action 1."),
        Example(
            (EMPTY,),
            "w4 w1 r4 y2 g3 b4",
            ("-",),
            game="x-change",
            colour="a5x",
            refused={"a5x": "exchange"},
            miss=True,
        ),
    ),
)
"""All questions, grouped by subject."""
