"""Whether the judge is right about one table: what it says of it, and what playing on gives.

    python -m companion.advisor.training.position_check "a10 / b3 / - / d9" "a5 a6 a7 a8 a9 / - / c9 / -"

Sheets as the rules write them, that of the player who throws next first. Learned players play on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import click
import numpy as np

from companion.advisor.evaluation import evaluate
from companion.advisor.grid import grid
from companion.advisor.training.decision_regret import Decision, play_on
from companion.advisor.training.disagreements import PADS, batch_between_turns
from companion.advisor.training.tournament import PLAYERS
from companion.rules import Game, Position, Sheet
from sheets.errors import BadInput
from sheets.pad import COLOURS, ROW_LETTERS, load_pad

NAMES = "ABCDE"


class Checked(NamedTuple):
    """Chances to win of one player: by the judge, and by playing on, give or take `half` (95 %)."""

    judged: float
    won: float
    half: float


def table_of(pad: str, sheets: Sequence[str], closed: str = "") -> tuple[Game, Position]:
    """The table before the first player throws. `closed`: letters of rows closed beside those that are locked
    on a sheet. Raises BadInput for a sheet that cannot be read."""
    game = Game(pad, pad, tuple(NAMES[: len(sheets)]))
    made = tuple(Sheet.parse(text, game.pad) for text in sheets)
    rows = {*closed, *(letter for sheet in made for letter in sheet.locks)}
    removed = {game.pad.row(letter).cells[-1].colour for letter in rows}
    position = replace(
        game.start(),
        sheets=made,
        before=made,
        closed_mask=sum(1 << ROW_LETTERS.index(letter) for letter in rows),
        removed_mask=sum(1 << COLOURS.index(colour) for colour in removed),
    )
    return game, position


def check(game: Game, position: Position, times: int, seed: int) -> list[Checked]:
    """What the judge says to each player, and what they win in `times` games, all on the same dice."""
    seats = range(len(game.players))
    players = [PLAYERS["learned"](grid(game.pad))] * len(seats)
    judged = evaluate(game, [position] * len(seats), seats)
    found = []
    for seat in seats:
        batch = batch_between_turns(game, [position], seats[-1])
        won = play_on(Decision(batch, seat, np.zeros(1), position.turn), players, times, seed)[0]
        half = 1.96 * float(won.std()) / len(won) ** 0.5
        found.append(Checked(judged[seat].win, float(won.mean()), half))
    return found


@click.command(context_settings={"ignore_unknown_options": True})  # an empty row begins with a dash
@click.argument("sheets", nargs=-1, required=True)
@click.option("--pad", default="classic", show_default=True, type=click.Choice(PADS))
@click.option("--closed", default="", help="Letters of closed rows, beside those locked on a sheet.")
@click.option("--times", default=1000, show_default=True, help="Games that are played on.")
@click.option("--seed", default=1, show_default=True)
def main(sheets: tuple[str, ...], pad: str, closed: str, times: int, seed: int) -> None:
    """Print what the judge says of the table with these SHEETS, and what playing on gives."""
    if not 2 <= len(sheets) <= len(NAMES):
        raise click.UsageError(f"A table has two to five sheets, not {len(sheets)}.")
    letters = {row.letter for row in load_pad(pad).rows}
    if not set(closed) <= letters:
        raise click.UsageError(f"Closed rows are letters of {''.join(sorted(letters))}, not {closed}.")
    try:
        game, position = table_of(pad, sheets, closed)
    except BadInput as error:
        raise click.UsageError(str(error)) from error
    for name, one in zip(game.players, check(game, position, times, seed), strict=True):
        judged, won, half = (100 * part for part in one)
        click.echo(f"{name}: judged {judged:.1f} %, wins {won:.1f} ± {half:.1f} %")


if __name__ == "__main__":
    main()
