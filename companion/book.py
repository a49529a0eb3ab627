"""Every rule with its id, statement, sources and an example, in our own words. Verdicts cite rules by id.

A *mechanism* is a special feature of pads that has rules of its own, such as bonus cells.
"""

from collections.abc import Collection

from companion.rulebook.rule import ALL, DICE, Rule, quoted, retold
from companion.rules.speciality import specialities
from companion.rules.variants import ALL_VARIANTS, dice_game_on
from sheets.language import message
from sheets.pad import Pad, load_pad
from sheets.pad_part import pad_parts

_NUMBERS = "classic-es: Tachando números; classic-us: Set-up; longo: Tachar números; cards-es: Marcar números"
_PLAY = "classic-es: Desarrollo del juego; classic-us: How to play"
_LOCK = "classic-es: Cerrando una fila; classic-us: Locking a row"
_END = "classic-es: Fin del juego; classic-us: Ending the game"
_SCORE = "classic-es: Puntuación; classic-us: Scoring"

_ALL_RULES = (
    quoted(
        "players",
        message("How many play"),
        ALL,
        message(
            "The classic game is for 2 to 5 players. For Longo, Mixx and Bonus the English leaflets "
            "say 2 to 5 and the Spanish book 2 to 4; the card game and the further games are for 2 to "
            "5. The rules also work with more players or with one, which the books do not provide for."
        ),
        "classic-us: 2-5 players; classic-es: Qwixx; leaflets-en: 2-5 players",
        message(
            "Six people play the classic game: the book does not provide for it, but all the rules "
            "still apply."
        ),
    ),
    quoted(
        "first-player",
        message("Who begins"),
        ALL,
        message(
            "The player who is active first is drawn by lot. The US book of the classic game lets "
            "everyone roll: whoever rolls the first six begins. In the US card game the player whose "
            "birthday is furthest from today begins. Then play continues to the left."
        ),
        "classic-es: Desarrollo del juego; longo: Desarrollo del juego; classic-us: How to play; "
        "cards-us: How to play",
        message("Max is the first to roll a six: he throws all six dice and is active."),
    ),
    quoted(
        "simultaneous",
        message("Action 1 is simultaneous"),
        DICE,
        message(
            "In action 1 all players decide at the same time. Nobody has to say first what they "
            "cross, and nobody may wait on purpose to see what others do. All crosses of one action "
            "count, even if a row is locked in it."
        ),
        "classic-es: Cerrando una fila; classic-us: Locking a row; longo: Bloquear una fila",
        message("Emma and Max both look at the white six; both cross, and neither waits for the other."),
    ),
    quoted(
        "at-once",
        message("What “at once” means"),
        ALL,
        message(
            "“At once” means: as soon as the current action is over. First, all crosses of that action "
            "are made, including those that bonuses bring. Then rows close and their dice leave. Last, "
            "you check whether the game is over. Only for the player who locks a row does that row "
            "close immediately."
        ),
        "classic-es: Fin del juego; classic-us: Ending the game; longo: Fin del juego",
        message(
            "Emma locks a second row in action 1: Max still crosses the white sum, then the game is over."
        ),
    ),
    quoted(
        "left-to-right",
        message("Only to the right"),
        ALL,
        message(
            "In each row crosses go from left to right. A cell may be marked only if it is to the "
            "right of every cell already marked in its row; cells that were skipped are lost. Right "
            "means the printed position, even if numbers are shuffled."
        ),
        _NUMBERS,
        message("Red 5 and then red 7 are marked: red 2, 3, 4 and 6 can no longer be marked."),
    ),
    quoted(
        "white-sum",
        message("The white sum, for everyone"),
        DICE,
        message(
            "In action 1 everyone, active or not, may mark at most one cell: the sum of the two white "
            "dice, in a row of their choice."
        ),
        _PLAY,
        message("White 4 and 1 make five: Gloria marks yellow 5, Juan red 5, the others nothing."),
    ),
    quoted(
        "colour-sum",
        message("One coloured die, for the active player"),
        DICE,
        message(
            "In action 2 the active player alone may mark one cell at most: its number is one of the "
            "white dice plus one coloured die, and its colour is the colour of that die."
        ),
        _PLAY,
        message("White 4 and blue 6 make ten: Juan, who is active, marks blue 10."),
    ),
    quoted(
        "action-order",
        message("White first, then colour"),
        ALL,
        message(
            "Action 1 is finished for everyone before action 2 begins. The active player may use "
            "both, one or neither; both marks may be in the same row, in that order."
        ),
        _PLAY,
        message("Max has not said whether he marks the white sum, so Emma's coloured die has to wait."),
    ),
    quoted(
        "miss",
        message("Nothing crossed: a penalty"),
        DICE,
        message(
            "If the active player marks nothing in either action, that player crosses one penalty. "
            "The other players take no penalty, whatever they do."
        ),
        "classic-es: Desarrollo del juego; classic-us: Penalties",
        message(
            "Emma passes in both actions of her turn: one penalty. Max passes on Emma's turn: no penalty."
        ),
    ),
    quoted(
        "lock-needs-five",
        message("Five crosses before the last cell"),
        tuple(game for game in ALL if game not in ("longo", "double-a", "double-b")),
        message(
            "The last cell of a row may be marked only by a player who has at least five marks in that row "
            "already, so that it is the sixth or a later one."
        ),
        _LOCK,
        message("With four crosses in green, green 2 cannot be marked; with five it can."),
    ),
    quoted(
        "lock",
        message("The lock"),
        ALL,
        message(
            "A player who marks a last cell crosses the lock beside it at once; that cross counts as "
            "a mark. There is no other way to cross a lock."
        ),
        _LOCK,
        message("Myriam marks green 2 and with it the lock: two more marks in green."),
    ),
    quoted(
        "row-closed",
        message("A closed row"),
        DICE,
        message(
            "A row that anyone has locked takes no more marks from anyone. It closes at the end of the "
            "action in which it was locked; for the player who locked it, at once."
        ),
        _LOCK,
        message("Myriam has locked green: from the next action on nobody marks green."),
    ),
    quoted(
        "shared-lock",
        message("Several players lock the same row"),
        DICE,
        message(
            "Several players may lock the same row in the same action 1; each of them needs the marks "
            "that a lock asks for."
        ),
        _LOCK,
        message("Double six: Juan and Gloria both mark red 12 and the lock, each with five marks in red."),
    ),
    quoted(
        "die-removed",
        message("The die of a closed row"),
        DICE,
        message(
            "When a row closes, the die of its closing cell's colour leaves the game. If the row "
            "closes in action 1, the die is of no use in action 2 of the same turn, and it is not "
            "rolled again."
        ),
        _LOCK,
        message("Green closes in action 1: the green die cannot be used in action 2."),
    ),
    quoted(
        "end-misses",
        message("The end by penalties"),
        DICE,
        message("The game ends at once when a player crosses a fourth penalty."),
        _END,
        message("Emma's fourth penalty ends the game; nobody marks anything more."),
    ),
    quoted(
        "end-two-rows",
        message("The end by closed rows"),
        DICE,
        message(
            "The game ends at once when a second row is closed, no matter who closed them. More than two "
            "may close in the same action."
        ),
        _END,
        message(
            "Green is closed. Double six: Juan marks red 12 and Vicente yellow 12 in the same action. "
            "Three rows are closed and the game is over."
        ),
    ),
    quoted(
        "game-over",
        message("After the end"),
        ALL,
        message("Once the game is over, there are no more marks and no penalties."),
        _END,
        message("Two rows closed in action 1: there is no action 2, so nobody takes a penalty either."),
    ),
    quoted(
        "score-table",
        message("Points for a row"),
        ALL,
        message(
            "A row with n marks, a crossed lock included, scores 1 + 2 + … + n points: 1, 3, 6, 10, "
            "15, 21, 28, 36, 45, 55, 66, 78, and then, on Longo, 91, 105, 120."
        ),
        _SCORE,
        message("4, 3, 7 and 8 marks and two penalties: 10 + 6 + 28 + 36 - 10 = 70."),
    ),
    quoted(
        "score-miss",
        message("Points for penalties"),
        ALL,
        message("Each penalty takes five points away."),
        _SCORE,
        message("Two penalties cost ten points."),
    ),
    quoted(
        "winner",
        message("Who wins"),
        ALL,
        message(
            "The highest total wins. The books break no ties: players with the same total share the win."
        ),
        _SCORE,
        message("70, 70 and 64 points: the first two share the win."),
    ),
    quoted(
        "lock-needs-six",
        message("Six crosses before a last cell"),
        ("longo",),
        message(
            "On Longo one of the two last cells of a row may be marked only with at least six marks in "
            "that row already. Marking either crosses the lock and closes the row; the other is then out "
            "of reach."
        ),
        "longo: Bloquear una fila",
        message("Emma has six crosses in green and marks green 3 and, with it, the lock; green 2 is lost."),
    ),
    quoted(
        "mixx-a-colours",
        message("Several colours in a row"),
        ("mixx-a",),
        message(
            "On pad A the cells of a row have several colours. In action 2 a cell takes the die of "
            "its own colour, whichever row it is in; in action 1 any cell with the number will do."
        ),
        "mixx: Variante A",
        message("Red 3 is in the second row and red 8 in the fourth; both go with the red die."),
    ),
    quoted(
        "mixx-a-close",
        message("Closing a row of several colours"),
        ("mixx-a",),
        message(
            "Closing a row removes the die of its last cell's colour, and closes that row only. Cells of "
            "that colour in other rows can still be marked with the white sum. Rows are scored row by row."
        ),
        "mixx: Variante A",
        message("Red 12 closes the top row and the red die leaves; red 8 in row d waits for a white eight."),
    ),
    quoted(
        "mixx-b-order",
        message("Shuffled numbers"),
        ("mixx-b",),
        message(
            "On pad B each row has one colour and its numbers in a shuffled order, which is the order "
            "from left to right. The rows close with red 11, yellow 10, green 3 and blue 4."
        ),
        "mixx: Variante B",
        message("Red 6 is marked: red 10, printed to its left, is lost; red 2, to its right, is not."),
    ),
    retold(
        "double-lock-seven",
        message("Seven crosses before the last cell"),
        ("double-a", "double-b"),
        message(
            "The last cell of a row may be marked only with at least seven crosses in that row already; "
            "a cell crossed twice counts as two, and so does a double cell."
        ),
        message("Red 2, 3 and 4 crossed twice each are six crosses: red 12 needs one more."),
    ),
    retold(
        "double-cap",
        message("Sixteen crosses at most"),
        ("double-a", "double-b"),
        message("A row scores sixteen crosses at most, 136 points. A closed row takes no second cross."),
        message("Ten cells crossed twice, the last one and the lock are 22 crosses: 136 points."),
    ),
)


def rules_of(keys: Collection[str]) -> list[Rule]:
    """Return the rules of the mechanisms (special features) `keys`, in their order on a sheet."""
    ordered = [*pad_parts(), *(key for key in specialities() if key not in pad_parts())]
    return [entry for key in ordered if key in keys for entry in specialities()[key].book]


RULES = {entry.id: entry for entry in (*_ALL_RULES, *rules_of(specialities()))}
"""Every rule by its id: the common rules in the order of the rulebooks, then those of special features."""


def games_like(pad: Pad) -> tuple[str, ...]:
    """Return the game played on a custom pad, and the games whose pads share a special feature with it."""
    played, printed = dice_game_on(pad), _special_features(pad)
    alike = (
        name
        for name, variant in ALL_VARIANTS.items()
        if name != played and _special_features(load_pad(variant.pads[0])) & printed
    )
    return (played, *alike)


def _special_features(pad: Pad) -> set[str]:
    """Return the features of a pad that have rules of their own: mechanisms, "mixed" and "shuffled"."""
    sheets = [pad.on_sheet(letter) for letter in pad.letters] or [pad]
    mixed = ["mixed"] if any(sheet.mixed for sheet in sheets) else []
    shuffled = ["shuffled"] if any(sheet.shuffled for sheet in sheets) else []
    return {*pad.mechanisms, *mixed, *shuffled}
