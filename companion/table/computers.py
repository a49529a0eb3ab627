"""Computer players: where they may sit, and which events are theirs."""

from companion.rules import ALL_VARIANTS
from companion.table.events import Decided, Event, GameBegun, RollTaken, TableError
from companion.table.state import Table
from sheets.language import message

NO_CARDS = message("In the card game the computer cannot play: it holds no cards. Choose another game.")
NO_PAPER = message(
    "The computer has no paper; have the crosses tapped in, or leave the computer's seat empty."
)
NO_PEOPLE = message("Only computers are at the table; enter at least one name.")


def check_computers(event: GameBegun) -> None:
    """Raise TableError if the computer can't play for the players that `event` assigns to it."""
    if not event.computers:
        return
    if not set(event.computers) <= set(event.players):
        raise TableError("computers", message("The computer is in a seat that nobody plays in."))
    if ALL_VARIANTS[event.game].cards:
        raise TableError("computers", NO_CARDS)
    if event.paper:
        raise TableError("computers", NO_PAPER)
    if set(event.players) <= set(event.computers):
        raise TableError("computers", NO_PEOPLE)


def is_by_computer(before: Table, event: Event) -> bool:
    """Return True if `event` was made by the computer. `before`: the table before it."""
    if isinstance(event, Decided):
        return event.player in before.computers
    return isinstance(event, RollTaken) and event.source == "thrown" and before.active in before.computers
