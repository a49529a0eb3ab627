"""`qwixx judge`: judges a single mark or play, given the sheet and the roll."""

import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

from companion.book import RULES
from companion.cli.open_turn import read_cards
from companion.cli.options import (
    game_option,
    json_option,
    language_option,
    option,
    options_value,
    parameter,
    removed_option,
)
from companion.cli.output import json_line, say
from companion.cli.verb import Verb
from companion.rules import Card, Game, Mark, NotAMark, Play, Roll, Rulings, Sheet
from companion.rules.position import Position
from companion.rules.refusal import Refusal
from companion.rules.sheet_part import notes_on
from companion.rules.variants import variant_of
from sheets.errors import BadInput
from sheets.language import Translate, translator
from sheets.pad import COLOURS, SHEET_LETTERS, Pad, load_pad, read_pad

ACTIONS = ("white", "colour", "number", "play")
CARD_ACTIONS = ("number", "play")
YOU = "you"
OTHER = "another player"


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """The options of `qwixx judge`."""

    game: str = parameter(game_option("The game played."))
    action: Literal["white", "colour", "number", "play"] = option(
        type=click.Choice(ACTIONS),
        required=True,
        help="The decision: the white dice, a coloured die, the number for everyone, or a play of cards.",
    )
    sheet: str = option(required=True, metavar="SHEET", help='Your sheet: "a2 a3 a5 / b7 / - / d12 d11".')
    roll: str | None = option(metavar="DICE", help='The dice: "w4 w1 r3 y2 g6 b5".')
    mark: str = option(required=True, metavar="MARK", help='The mark: "d5"; for a play of cards "c11 c9".')
    number: int | None = option(
        type=click.IntRange(2, 12), metavar="N", help="With cards: the number for everyone."
    )
    play: str | None = option(metavar="CARDS", help='With cards: the cards played: "green 11, green 9".')
    closed: tuple[str, ...] = option(
        multiple=True, metavar="ROW", help="A row closed for all, by letter or colour. May be repeated."
    )
    removed: tuple[str, ...] = parameter(
        removed_option("A die that has left, besides those of closed rows. May be repeated.")
    )
    lucky: str | None = option(metavar="PAIR", help='On Longo: your two lucky numbers, "6,11".')
    rulings: tuple[str, ...] = option(
        "--ruling",
        multiple=True,
        metavar="NAME=OPTION",
        help="A ruling agreed on. May be repeated; `qwixx rule` lists them.",
    )
    pad: str = option(default="", metavar="PAD", help="With cards: the pad (classic, mixx-a, mixx-b).")
    layout: Path | None = option(
        type=click.Path(path_type=Path), metavar="FILE.toml", help="A pad file of your own."
    )
    jokers: bool = option(is_flag=True, help="With cards: the game has jokers.")
    letter: str | None = option(
        type=click.Choice(SHEET_LETTERS), help="In a connected game: the letter of your sheet."
    )
    first: str = option(default="-", metavar="MARK", help="In action colour: what you marked in action 1.")
    as_json: bool = parameter(json_option("an object with legal, rule, why, instead"))
    language: str = parameter(language_option)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a mark or play."""

    wanted: Mark | Play
    sheet: Sheet | None  # after a legal mark
    refusal: Refusal | None
    instead: tuple[str, ...] = ()  # the legal moves, if the mark is illegal


@click.command(
    "judge",
    cls=Verb,
    examples=[
        (
            'judge --action colour --sheet "a2 a3 / b7 / - / d12" --roll "w4 w1 r3 y2 g6 b5" --mark d5',
            "May I mark the blue 5 with my coloured die",
        ),
        (
            'judge --game cards --action number --number 4 --sheet "a2 / - / - / -" --mark a4',
            "With cards, the number for everyone",
        ),
    ],
    exits=["the mark is legal", "it is illegal"],
)
@options_value(JudgeOptions)
def command(options: JudgeOptions) -> None:
    """Say whether a mark or play is legal and, if not, which rule forbids it and what would be legal instead.

    Write a sheet as its four rows separated by /, with - for an empty row: "a2 a3 a5 / b7 / - / d12 d11".
    Then add what applies: misses 1; boxes 1 2 (Bonus A); earned 13 (Bonus B); cells ab5 (Big Points); seconds
    a5 (Double A); forced b6 (Connected B); exchanged 1 6 (X-Change); track 2 (Lucky 15); fields a3-4 (Connect
    15).
    """
    game = _game(options)
    position = _position(options, game)
    if options.action == "play":
        marks = tuple(_mark(game, word) for word in options.mark.replace(",", " ").split())
        play = Play(_cards(options.play), tuple(m for m in marks if m.cell))
        verdict = _judge(game.plays(position, YOU, play.cards), play)
    else:
        mark = _mark(game, " ".join(options.mark.split()))
        if not mark.names_one_cell:
            raise BadInput("--mark: expected one cell, with or without a field between two numbers.")
        verdict = _judge(game.moves(position, YOU), mark)
    _ = translator(options.language)
    if options.as_json:
        say(_json(verdict, _))
    else:
        for line in _lines(verdict, _):
            say(line)
    sys.exit(0 if verdict.refusal is None else 1)


# -- the question ---------------------------------------------------------------------------------------


def _game(options: JudgeOptions) -> Game:
    """Return a game of two players, or raise BadInput if the options don't fit the game."""
    lucky = {YOU: _lucky(options.lucky), OTHER: (5, 10)} if options.lucky else None
    pad = read_pad(options.layout) if options.layout else options.pad
    known = pad if isinstance(pad, Pad) else load_pad(pad or variant_of(options.game).pads[0])
    if bool(known.letters) != bool(options.letter):
        raise BadInput("--letter: expected the letter of your sheet in a connected game, and only there.")
    sheets = {YOU: options.letter, OTHER: options.letter} if options.letter else None
    rulings = _rulings(options.rulings)
    game = Game(options.game, pad, (YOU, OTHER), lucky, rulings, options.jokers, sheets=sheets)
    if (game.phases == CARD_ACTIONS) != (options.action in CARD_ACTIONS):
        raise BadInput(
            "--action: the game {game} has no action {action}.",
            game=options.game,
            action=options.action,
        )
    return game


def _position(options: JudgeOptions, game: Game) -> Position:
    roll = _roll(options, game)
    sheet, other = _sheet(options.sheet, game.pads[0]), Sheet.empty(game.pads[1])
    closed_mask = _closed_rows(options.closed, game.pad) | game.closed_by((sheet, other))
    removed_mask = sum(1 << COLOURS.index(colour) for colour in COLOURS if colour in options.removed)
    for number, row in enumerate(game.board.rows):
        if closed_mask >> number & 1:
            removed_mask |= 1 << row[-1].colour
    return Position(
        players=game.players,
        sheets=(sheet, other),
        before=(sheet, other),
        closed_mask=closed_mask,
        removed_mask=removed_mask,
        seat=0,
        turn=1,
        phase=options.action,
        roll=roll,
        decided=(None, None),
        active_marked=False,
        end=None,
        first=_mark(game, options.first, "--first") if options.action == "colour" else None,
    )


def _lucky(text: str) -> tuple[int, int]:
    """Return two lucky numbers from a text like "6,11", or raise BadInput."""
    words = text.replace(",", " ").split()
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise BadInput("--lucky: expected two numbers like 6,11, but found {text!r}.", text=text[:40])
    return int(words[0]), int(words[1])


def _rulings(texts: tuple[str, ...]) -> Rulings:
    """Return rulings from texts like "weakest-closed=lost", or raise BadInput."""
    pairs = {}
    for text in texts:
        name, _equals, option = text.partition("=")
        if not option:
            raise BadInput("--ruling: expected NAME=OPTION, but found {text!r}.", text=text[:40])
        pairs[name] = option
    return Rulings.of(pairs)


def _closed_rows(texts: tuple[str, ...], pad: Pad) -> int:
    """Return the rows that `texts` name by letter or colour, as bits, or raise BadInput."""
    closed_mask = 0
    for text in texts:
        rows = [i for i, row in enumerate(pad.rows) if text in (row.letter, row.colour)]
        if not rows:
            raise BadInput(
                "--closed: expected a row (a, b, c, d or its colour), but found {text!r}.", text=text[:40]
            )
        closed_mask |= 1 << rows[0]
    return closed_mask


def _sheet(text: str, pad: Pad) -> Sheet:
    """Return the sheet in `text`, or raise BadInput.

    Parts that the text leaves out are derived from the rows, where possible.
    """
    sheet = Sheet.parse(text, pad)
    words = text.split()
    for key, notes in notes_on(pad).items():
        if notes.from_rows and notes.word not in words:
            sheet = sheet.put(key, notes.from_rows(sheet.rows))
    return sheet


def _roll(options: JudgeOptions, game: Game) -> Roll | int:
    """Return the dice or, in the card game, the number that all players may mark.

    Raise BadInput if dice or number are missing. A play of cards needs no number: it defaults to 2.
    """
    if options.action in CARD_ACTIONS:
        if options.number is None and options.action == "number":
            raise BadInput("--number: expected the number for everyone, 2 to 12, but none is given.")
        return options.number or 2
    if options.roll is None:
        raise BadInput('--roll: expected the dice, like "w4 w1 r3 y2 g6 b5", but none are given.')
    dice = Roll.parse(options.roll)
    dice.check(game.pad.sides)
    return dice


def _mark(game: Game, text: str, option: str = "--mark") -> Mark:
    """Return the mark in `text`. Raise BadInput if it is invalid or the pad lacks its cell."""
    try:
        mark = Mark.parse(text)
        if not game.has_cell(mark):
            raise NotAMark("There is no cell {name} on the pad {pad}.", name=text[:40], pad=game.pad.name)
    except NotAMark as problem:
        raise BadInput("{place}: {problem}", place=option, problem=problem) from None
    return mark


def _cards(text: str | None) -> tuple[Card, ...]:
    """Return the cards in `text`. Raise BadInput if one is invalid, or a joker has no colour."""
    cards = read_cards(text or "", "--play")
    if any(not card.colour for card in cards):
        raise BadInput("--play: expected the colour of the joker, like joker 5 as red.")
    return cards


# -- the answer ----------------------------------------------------------------------------------------


def _judge(moves: Any, wanted: Mark | Play) -> Verdict:
    """Return the verdict on `wanted`. `moves`: the result of `Game.moves` or, for a play, of `Game.plays`."""
    if refusal := moves.refusal(wanted):
        return Verdict(wanted, None, refusal, tuple(map(str, moves)))
    return Verdict(wanted, moves.result(wanted), None)


def _json(verdict: Verdict, _: Translate) -> str:
    refusal = verdict.refusal
    rule, why = (refusal.rule, refusal.in_language(_)) if refusal else (None, None)
    return json_line({"legal": not refusal, "rule": rule, "why": why, "instead": verdict.instead})


def _lines(verdict: Verdict, _: Translate) -> Iterator[str]:
    refusal = verdict.refusal
    if refusal is None:
        yield _("Legal: {mark}.").format(mark=verdict.wanted)
        yield _("The sheet after that: {sheet}").format(sheet=verdict.sheet)
        return
    yield _("Illegal: {mark}.").format(mark=verdict.wanted) + f" {refusal.in_language(_)} [{refusal.rule}]"
    statement = _(RULES[refusal.rule].statement)
    yield from textwrap.wrap(statement, 78, initial_indent="  ", subsequent_indent="  ")
    if isinstance(verdict.wanted, Play):
        yield _("Legal instead:")
        yield from (f"  {play}" for play in verdict.instead)
    else:
        yield "  ".join((_("Legal instead:"), *verdict.instead))
