"""The rules about players: their number, the first player, and the order of decisions."""

from companion.rulebook.rule import ALL, DICE, quoted
from sheets.language import message

ORDER_RULES = (
    quoted(
        "players",
        message("How many play"),
        ALL,
        message(
            "The classic game is for 2 to 5 players. For Longo, Mixx and Bonus the English leaflets "
            "say 2 to 5 and the Spanish book 2 to 4; the card game and the further games are for 2 to "
            "5. The rules also work with more players, or for one alone; the books do not provide for "
            "it."
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
            "everyone roll: whoever rolls the first six begins. In the US card game it is the player "
            "whose birthday is furthest away. Then play continues to the left."
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
            "“At once” means: as soon as the action is over in which it happened. All crosses of that "
            "action are made, including those that bonuses bring; then rows close, their dice leave, "
            "and then it is checked whether the game is over. Only the player who locked a row may "
            "mark nothing more in it straight away."
        ),
        "classic-es: Fin del juego; classic-us: Ending the game; longo: Fin del juego",
        message(
            "Emma locks a second row in action 1: Max still crosses the white sum, then the game is over."
        ),
    ),
)
