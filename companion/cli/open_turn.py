"""Common code of `moves` and `advise`: reads a record and a hand of cards, and prints the answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps

import click

from companion.cli.options import NAMED_FILE, json_option, language_option
from companion.cli.output import json_line, say
from companion.cli.records import file_label, read_bytes
from companion.records.reading import read_record
from companion.records.record import Record
from companion.records.validation import NotARecord
from companion.rules import Card, NotAMark
from companion.table.actions import ACTIONS
from sheets.errors import BadInput
from sheets.language import Translate, translator

Hand = tuple[Card, ...]
"""The active player's cards."""


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """The output of `moves` or `advise` about one player who has not decided yet."""

    player: str
    action: str
    answer: object  # the answer as --json prints it
    lines: Sequence[str] | None  # the text after the player's name; None if the answer needs the hand


def open_turn_verb(
    verb: Callable[[Record, Hand | None, Translate], Sequence[PendingDecision]],
) -> Callable[..., None]:
    """Return a command with RECORD, --json, --hand and --language that prints what `verb` returns."""

    @click.argument("record", metavar="RECORD", type=NAMED_FILE)
    @json_option("one array with an object per player")
    @click.option("--hand", metavar="CARDS", help='In the card game, the hand: "green 11, red 4, joker 9".')
    @language_option
    @wraps(verb)
    def command(record: str, as_json: bool, hand: str | None, language: str) -> None:
        _ = translator(language)
        pending = verb(*open_game(record, hand), _)
        if as_json:
            say(json_line([due.answer for due in pending]))
            return
        if not pending:
            say(_("Nobody has a decision to make."))
        for due in pending:
            lines = [" " + _("give --hand to see the plays.")] if due.lines is None else due.lines
            say(f"{due.player} ({_(ACTIONS[due.action].source)}):{lines[0]}", *lines[1:])

    return command


def open_game(record: str, hand: str | None) -> tuple[Record, Hand | None]:
    """Return the record in the file `record` ("-": standard input), and the hand, or raise BadInput."""
    try:
        game = read_record(read_bytes(record))
    except NotARecord as problem:
        raise BadInput("{place}: {problem}", place=file_label(record), problem=problem) from None
    if not game.open:
        raise BadInput(
            '{file}: expected a last turn with "open": true, but no turn is being played.',
            file=file_label(record),
        )
    if hand is None:
        return game, None
    if game.game.deck is None:
        raise BadInput("--hand: only the card game has hands.")
    return game, read_hand(hand, game.game.jokers)


def read_hand(text: str, jokers: bool) -> Hand:
    """Return the hand in `text`: one to five different cards. Raise BadInput if it is anything else."""
    hand = read_cards(text, "--hand")
    if not 1 <= len(hand) <= 5:
        raise BadInput(
            "--hand: the active player holds up to five cards, but this hand has {count}.", count=len(hand)
        )
    if len(set(hand)) < len(hand):
        raise BadInput("--hand: each card exists once, but one is listed twice.")
    if not jokers and any(card.joker for card in hand):
        raise BadInput("--hand: this game is played without jokers, but one is listed.")
    return hand


def read_cards(text: str, option: str) -> Hand:
    """Return the cards in a text like "green 11, joker 9". Raise BadInput, naming `option`, on failure."""
    try:
        return tuple(Card.parse(" ".join(name.split())) for name in text.split(",") if name.strip())
    except NotAMark as problem:
        raise BadInput("{place}: {problem}", place=option, problem=problem) from None
