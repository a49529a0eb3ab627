"""`qwixx judge`: may I mark this, on this sheet, with this roll?"""

from __future__ import annotations

import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import click

from companion.cli.open_turn import read_cards
from companion.cli.options import (
    GAMES,
    complete_files,
    complete_rulings,
    json_option,
    language_option,
)  # fmt: skip
from companion.cli.output import json_line
from companion.cli.verb import Verb
from companion.rules import Card, Game, Mark, Moves, NotAMark, Play, Plays, Roll, Rulings, Sheet
from companion.rules.book import RULES
from companion.rules.position import Phase, Position
from sheets.errors import BadInput
from sheets.language import Translate, translator
from sheets.pad import COLOURS, Pad, read_pad

YOU = "you"
OTHER = "another player"


def numbers(text: str) -> tuple[int, int]:
    """Two lucky numbers written "6,11"; BadInput otherwise."""
    words = text.replace(",", " ").split()
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise BadInput("--lucky: expected two numbers like 6,11, but found {text!r}.", text=text[:40])
    return int(words[0]), int(words[1])


def rulings(texts: tuple[str, ...]) -> Rulings:
    """The rulings written "weakest-closed=lost"; BadInput otherwise."""
    pairs = [text.partition("=") for text in texts]
    for text, (_, sign, option) in zip(texts, pairs, strict=True):
        if not sign or not option:
            raise BadInput("--ruling: expected NAME=OPTION, but found {text!r}.", text=text[:40])
    return Rulings.of({name: option for name, _, option in pairs})


def rows_closed(texts: tuple[str, ...], pad: Pad) -> int:
    """The rows named by letter or by colour, one bit each; BadInput otherwise."""
    closed_mask = 0
    for text in texts:
        found = [i for i, row in enumerate(pad.rows) if text in (row.letter, row.colour)]
        if not found:
            raise BadInput(
                "--closed: expected a row (a, b, c, d or its colour), but found {text!r}.", text=text[:40]
            )
        closed_mask |= 1 << found[0]
    return closed_mask


def your_sheet(text: str, pad: Pad) -> Sheet:
    """The sheet asked about; BadInput where it does not say which boxes of a bonus bar are crossed.

    Bonus types are taken as earned where both their cells are marked and nothing else is said.
    """
    sheet = Sheet.parse(text, pad)
    words = text.split()
    if pad.bar and "boxes" not in words and any(cell.bonus and str(cell) in sheet for cell in pad.cells):
        raise BadInput("--sheet: expected the boxes crossed on the bonus bar too, like boxes 1 2 at its end.")
    if pad.pairs and "earned" not in words:
        earned = tuple(kind for kind, cells in pad.pairs if all(str(cell) in sheet for cell in cells))
        sheet = replace(sheet, earned=earned)
    return sheet


def thrown(game: Game, action: str, roll: str | None, number: int | None) -> Roll | int:
    """The dice, or the number for everyone, that the action needs; BadInput where they are missing."""
    if action in ("white", "colour"):
        if roll is None:
            raise BadInput('--roll: expected the dice, like "w4 w1 r3 y2 g6 b5", but none are given.')
        dice = Roll.parse(roll)
        dice.check(game.pad.sides)
        return dice
    if number is None and action == "number":
        raise BadInput("--number: expected the number for everyone, 2 to 12, but none is given.")
    return number or 2


def marks(game: Game, text: str) -> tuple[Mark, ...]:
    """The marks in `text`, each of a cell of the pad; BadInput otherwise."""
    try:
        found = tuple(Mark.parse(word) for word in text.replace(",", " ").split())
        for mark in found:
            if mark.cell:
                game.board.spot(mark.cell)
    except NotAMark as problem:
        raise BadInput("{place}: {problem}", place="--mark", problem=problem) from None
    return found


def cards(text: str | None) -> tuple[Card, ...]:
    """The cards played; BadInput where there are none or a joker has no colour."""
    found = read_cards(text or "", "--play")
    if any(not card.colour for card in found):
        raise BadInput("--play: expected the colour of the joker, like joker 5 as red.")
    return found


def moment(
    game: Game,
    action: Phase,
    sheet: Sheet,
    roll: Roll | int,
    closed: tuple[str, ...],
    removed: tuple[str, ...],
) -> Position:
    """The position that the question is about; with dice, what the sheet has locked is closed."""
    closed_mask = rows_closed(closed, game.pad)
    removed_mask = sum(1 << COLOURS.index(colour) for colour in set(removed))
    if not game.variant.cards:
        closed_mask |= game.board.locked(sheet.rows)
        for number, row in enumerate(game.board.rows):
            if closed_mask >> number & 1:
                removed_mask |= 1 << row[-1].colour
    sheets = (sheet, Sheet(game.pad))
    return Position(
        game.players, sheets, sheets, closed_mask, removed_mask, 0, 1, action, roll, (None, None), False, None
    )


def answer(found: Moves | Plays, wanted: Mark | Play, as_json: bool, _: Translate) -> None:
    """Print the verdict and, where it is illegal, the rule and what would be legal; exits with 0 or 1."""
    refusal = found.refusal(wanted)
    instead = [str(move) for move in found]
    if as_json:
        out: dict[str, object] = {"legal": refusal is None, "rule": None, "why": None, "instead": []}
        if refusal:
            out |= {"rule": refusal.rule, "why": refusal.in_language(_), "instead": instead}
        click.echo(json_line(out))
    elif refusal is None:
        click.echo(_("Legal: {mark}.").format(mark=wanted))
        after = found.result(wanted)  # type: ignore[arg-type]
        click.echo(_("The sheet then: {sheet}").format(sheet=after))
    else:
        click.echo(_("Illegal: {mark}.").format(mark=wanted) + f" {refusal.in_language(_)} [{refusal.rule}]")
        click.echo(
            textwrap.fill(_(RULES[refusal.rule].statement), 78, initial_indent="  ", subsequent_indent="  ")
        )
        gap = "\n  " if isinstance(found, Plays) else "  "
        click.echo(_("Legal instead:") + gap + gap.join(instead))
    sys.exit(0 if refusal is None else 1)


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
@click.option(
    "--game", type=click.Choice(GAMES), default="classic", show_default=True, help="The game played."
)
@click.option(
    "--action",
    type=click.Choice(["white", "colour", "number", "play"]),
    required=True,
    help="What is being decided: the white dice, a coloured one, the number for everyone, a play of cards.",
)
@click.option("--sheet", required=True, metavar="SHEET", help='Your sheet: "a2 a3 a5 / b7 / - / d12 d11".')
@click.option("--roll", metavar="DICE", help='The dice: "w4 w1 r3 y2 g6 b5".')
@click.option("--mark", required=True, metavar="MARK", help='The mark: "d5"; of a play of cards "c11 c9".')
@click.option(
    "--number", type=click.IntRange(2, 12), metavar="N", help="With cards: the number for everyone."
)
@click.option("--play", metavar="CARDS", help='With cards: the cards played: "green 11, green 9".')
@click.option(
    "--closed",
    multiple=True,
    metavar="ROW",
    help="A row closed for all, by letter or colour. May be repeated.",
)
@click.option(
    "--removed", multiple=True, type=click.Choice(COLOURS), help="A die gone besides. May be repeated."
)
@click.option("--lucky", metavar="PAIR", help='On Longo: your two lucky numbers, "6,11".')
@click.option(
    "--ruling",
    multiple=True,
    metavar="NAME=OPTION",
    shell_complete=complete_rulings,
    help="A ruling agreed on. May be repeated; `qwixx rule` lists them.",
)
@click.option("--pad", default="", metavar="PAD", help="With cards: the pad (classic, mixx-a, mixx-b).")
@click.option(
    "--layout",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    shell_complete=complete_files,
    help="A pad file of your own.",
)
@click.option("--jokers", is_flag=True, help="With cards: the game has jokers.")
@json_option("one object: legal, rule, why, instead")
@language_option
def command(
    game: str,
    action: str,
    sheet: str,
    roll: str | None,
    mark: str,
    number: int | None,
    play: str | None,
    closed: tuple[str, ...],
    removed: tuple[str, ...],
    lucky: str | None,
    ruling: tuple[str, ...],
    pad: str,
    layout: Path | None,
    jokers: bool,
    as_json: bool,
    language: str,
) -> None:
    """Say whether one mark is legal, by which rule it is not, and what would be legal instead.

    A sheet is its four rows with / between and - for an empty one: "a2 a3 a5 / b7 / - / d12 d11". After them:
    misses 1; boxes 1 2 (Bonus A); earned 13 (Bonus B).
    """
    pairs = {YOU: numbers(lucky), OTHER: (5, 10)} if lucky else None
    agreed = Game(game, read_pad(layout) if layout else pad, (YOU, OTHER), pairs, rulings(ruling), jokers)
    phase: Phase = action  # type: ignore[assignment]
    if agreed.variant.cards != (phase in ("number", "play")):
        raise BadInput("--action: in the game {game} there is no action {action}.", game=game, action=action)
    dice = thrown(agreed, action, roll, number)
    now = moment(agreed, phase, your_sheet(sheet, agreed.pad), dice, closed, removed)
    wanted = marks(agreed, mark)
    if phase == "play":
        played = cards(play)
        made = tuple(m for m in wanted if m.cell)
        answer(agreed.plays(now, YOU, played), Play(played, made), as_json, translator(language))
    elif len(wanted) == 1:
        answer(agreed.moves(now, YOU), wanted[0], as_json, translator(language))
    else:
        raise BadInput("--mark: expected one mark, but found {count}.", count=len(wanted))
