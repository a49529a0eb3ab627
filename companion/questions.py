"""Turns the worked examples of the frequent questions into sentences."""

import re
from collections.abc import Iterator

from companion.rulebook.questions import PLAYERS, Example
from companion.rules.variants import ALL_VARIANTS
from sheets.language import Phrase, Term, phrase
from sheets.pad import Pad, load_pad
from sheets.place_names import cell_phrase, mark_phrase


def example_sentences(example: Example) -> Iterator[Phrase]:
    """Yield sentences about the sheets, the dice, each player's mark, and the result of the turn."""
    pad = load_pad(ALL_VARIANTS[example.game].pads[0])
    players = PLAYERS[: len(example.sheets)]
    for player, sheet in zip(players, example.sheets, strict=True):
        yield from _sheet_sentences(pad, player, sheet)
    if example.closed:
        rows = tuple(Term(pad.row(letter).colour or letter) for letter in example.closed)
        yield phrase("Closed before: {rows}.", rows=rows)
    yield from _dice_sentences(example)
    for player, mark in zip(players, example.white, strict=True):
        yield from _mark_sentence(pad, player, mark, example.refusal(player, mark))
    if example.colour not in ("", "-"):
        colour = pad.cell(re.sub(r"[^a-d0-9]", "", example.colour)).colour
        for value in re.findall(rf"{colour[0]}(\d)", example.roll):
            yield phrase("The {colour} die shows {value}.", colour=Term(colour), value=value)
        refused = example.refusal(PLAYERS[0], example.colour, "colour")
        yield from _mark_sentence(pad, PLAYERS[0], example.colour, refused)
    if example.miss:
        yield phrase("{player} takes a penalty.", player=PLAYERS[0])
    if example.end:
        yield phrase("The game ends.")
    if example.winners:
        yield phrase("{players} win.", players=", ".join(players[: example.winners]))


def _sheet_sentences(pad: Pad, player: str, sheet: str) -> Iterator[Phrase]:
    cells = tuple(cell_phrase(pad, name) for name in re.findall(r"[a-d]\d+", sheet))
    if cells:
        yield phrase("{player} has {cells}.", player=player, cells=cells)
    if misses := sheet.partition("misses ")[2]:
        yield phrase("{player} has {misses} penalties.", player=player, misses=misses)


def _dice_sentences(example: Example) -> Iterator[Phrase]:
    if example.roll.isdigit():
        yield phrase("The number for everyone is {number}.", number=example.roll)
        return
    first, second = re.findall(r"w(\d)", example.roll)
    yield phrase("The white dice show {first} and {second}.", first=first, second=second)


def _mark_sentence(pad: Pad, player: str, mark: str, refused: str) -> Iterator[Phrase]:
    if mark == "-":
        return
    cell = mark_phrase(pad, mark.rstrip("*"))
    if refused:
        yield phrase("{player} may not cross {cell}.", player=player, cell=cell)
    else:
        yield phrase("{player} may cross {cell}.", player=player, cell=cell)
