"""`qwixx moves`: every legal move in an open turn."""

from __future__ import annotations

import click

from companion.cli.options import complete_files, json_option, language_option
from companion.cli.output import json_line
from companion.cli.records import read_bytes, shown
from companion.cli.verb import Verb
from companion.record import NotARecord, Record, read_record
from companion.referee import open_moves
from companion.rules import Card, NotAMark
from sheets.errors import BadInput
from sheets.language import message, translator

ACTIONS = {
    "white": message("white dice"),
    "colour": message("coloured die"),
    "number": message("number for everyone"),
    "play": message("play of cards"),
}
"""How a person calls each action in which there is something to decide."""

hand_option = click.option(
    "--hand", metavar="CARDS", help='In the card game, the hand: "green 11, red 4, joker 9".'
)


def read_cards(text: str, option: str) -> tuple[Card, ...]:
    """The cards written with commas ("green 11, joker 9") behind `option`; BadInput otherwise."""
    try:
        return tuple(Card.parse(" ".join(name.split())) for name in text.split(",") if name.strip())
    except NotAMark as problem:
        raise BadInput(f"{option}: {problem}") from None


def read_hand(text: str, jokers: bool) -> tuple[Card, ...]:
    """The cards of a hand, one to five different ones; BadInput otherwise."""
    hand = read_cards(text, "--hand")
    if not 1 <= len(hand) <= 5:
        raise BadInput(f"--hand: the active player holds up to five cards, but here are {len(hand)}.")
    if len(set(hand)) < len(hand):
        raise BadInput("--hand: every card is there once, but here one stands twice.")
    if not jokers and any(card.joker for card in hand):
        raise BadInput("--hand: this game is played without jokers, but here is one.")
    return hand


def open_game(record: str, hand: str | None) -> tuple[Record, tuple[Card, ...] | None]:
    """The record in the file `record` ("-": standard input), whose last turn is open, and the hand given
    with it; BadInput otherwise."""
    try:
        game = read_record(read_bytes(record))
    except NotARecord as problem:
        raise BadInput(f"{shown(record)}: {problem}") from None
    if not game.open:
        raise BadInput(
            f'{shown(record)}: expected a last turn with "open": true, but no turn is being played.'
        )
    if hand is None:
        return game, None
    if not game.game.kind.cards:
        raise BadInput("--hand: only the card game has hands.")
    return game, read_hand(hand, game.game.jokers)


@click.command(
    "moves",
    cls=Verb,
    examples=[
        ("moves game.json", "What everyone may do now"),
        ('moves --hand "green 11, red 4" cards.json', "With cards, the plays of a hand"),
    ],
    exits=["done"],
)
@click.argument("record", metavar="RECORD", shell_complete=complete_files)
@json_option("one array, an object for each player")
@hand_option
@language_option
def command(record: str, as_json: bool, hand: str | None, language: str) -> None:
    """List every legal move of each player who is still to decide in the open last turn of RECORD.

    RECORD is a file of one game whose last turn is open, or - for standard input.
    """
    game, cards = open_game(record, hand)
    found = open_moves(game, cards)
    if as_json:
        click.echo(json_line(found))
        return
    _ = translator(language)
    if not found:
        click.echo(_("Nobody is to decide."))
    for entry in found:
        moves = entry.get("moves")
        head = f"{entry['player']} ({_(ACTIONS[str(entry['action'])])}):"
        if not isinstance(moves, list):
            click.echo(f"{head} " + _("give --hand to see the plays."))
            continue
        texts = [
            m if isinstance(m, str) else f"{', '.join(m['play'])}: {' '.join(m['marks']) or '-'}"
            for m in moves
        ]
        gap = "\n  " if entry["action"] == "play" else "  "
        click.echo(f"{head}{gap}{gap.join(texts)}")
