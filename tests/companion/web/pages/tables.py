"""Builds games from short texts, for tests of the page's content."""

import re

from companion.table.events import DecisionMade, Event, GameBegun, Photo, RollSeen, RollTaken, SeenDie
from companion.table.timeline import Timeline, fold
from companion.web.pages.table.sheets.sheet import PlayerSheet, SheetCell, SheetViewer, present_sheet
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.conftest import ROLL

TABLE, GUEST = Viewer(), Viewer("guest")
ANN, BEN = Viewer("player", "Ann"), Viewer("player", "Ben")


def event_of(text: str) -> Event:
    """Return a roll ("w4 w1 r3 y2 g6 b5", in the card game "5"), or a decision ("Ann a5")."""
    if re.match(r"w\d |\d+$", text):
        return RollTaken(text, "tapped")
    player, mark = text.split(" ", 1)
    return DecisionMade(player, mark)


def play(
    *events: str | Event, game: str = "classic", players: tuple[str, ...] = ("Ann", "Ben"), **agreed: object
) -> Timeline:
    """Return a game of Ann and Ben after these events. `agreed`: fields of GameBegun."""
    begun = GameBegun(game, players, **agreed)  # type: ignore[arg-type]
    timeline = fold([begun, *(event_of(each) if isinstance(each, str) else each for each in events)])
    assert timeline is not None
    return timeline


def photo_of(text: str) -> Photo:
    """Return a photo with dice in a row, for a text like "w4 w1 r3?", in which "?" marks a doubtful die."""
    names = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "pink"}
    dice = tuple(
        SeenDie(names[word[0]], int(word[1]), 0.9, (20 + 90 * i, 100, 60, 60), word.endswith("?"))
        for i, word in enumerate(text.split())
    )
    return Photo("0123456789abcdef", (640, 480), dice)


def seen(text: str) -> RollSeen:
    """Return the event for a photo that players must complete. `text`: as for `photo_of`."""
    return RollSeen(photo_of(text), "photo")


def photographed(roll: str) -> RollTaken:
    """Return a roll that was read from a photo."""
    return RollTaken(roll, "photo", photo_of(roll))


def pass_turn() -> tuple[str, ...]:
    """Return a turn of Ann's without a mark, so that Ann takes a penalty."""
    return ROLL, "Ann -", "Ben -", "Ann -"


def sheet_of(player: str, viewer: Viewer, *events: str | Event, **agreed: object) -> PlayerSheet:
    """Return a player's sheet as the device of `viewer` shows it after these events."""
    timeline = play(*events, **agreed)  # type: ignore[arg-type]
    table = timeline.present
    return present_sheet(timeline, table.game.players.index(player), SheetViewer.of(viewer, table, player))


def cell(sheet: PlayerSheet, name: str) -> SheetCell:
    return next(cell for row in sheet.rows for cell in row.cells if cell.name == name)


FIVE_RED = tuple(
    step
    for number, roll in enumerate(("w1 w1", "w1 w2", "w2 w2", "w2 w3", "w3 w3", "w3 w4"))
    for step in (
        f"{roll} r1 y1 g1 b1",
        f"Ann {'-' if number % 2 else 'b' + str(number + 2)}",
        f"Ben a{number + 2}",
        f"{('Ann', 'Ben')[number % 2]} -",
    )
)
"""Six turns of Ann and Ben, after which Ben has six red crosses and nobody has a miss."""
