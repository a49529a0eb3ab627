"""`qwixx print`: score pads as a PDF."""

from __future__ import annotations

import contextlib
import secrets
import sys
from pathlib import Path

import click

from companion.cli.files import write_file
from companion.cli.options import complete_files, complete_pads, json_option, language_option_of
from companion.cli.output import json_line
from companion.cli.progress import Progress
from companion.cli.verb import Verb


@click.command(
    "print",
    cls=Verb,
    examples=[
        ("print classic --count 8", "Eight sheets for the classic game, as classic.pdf"),
        (
            'print longo --names "Emma, Max" --out longo.pdf',
            "Longo, with names and lucky numbers on the sheets",
        ),
        ("print mixx-a --back mixx-b --paper letter --large", "Large, both sides, for American paper"),
    ],
)
@click.argument("game", shell_complete=complete_pads)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.pdf",
    shell_complete=complete_files,
    help="The PDF to write, - for standard output; GAME.pdf here if left out.",
)
@click.option(
    "--count", type=int, metavar="N", help="Sheets of paper; one page of them, or one a name, if left out."
)
@click.option("--per-page", type=int, metavar="N", help="Sheets on a page, 1 to 4; 3 if left out.")
@click.option("--large", is_flag=True, help="One sheet a page, across, for weak eyes; as --per-page 1.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    help="The size of the paper; a4 if left out.",
)
@click.option(
    "--double-sided", is_flag=True, help="Print the other side too: the same game, or that of --back."
)
@click.option(
    "--back",
    metavar="GAME",
    shell_complete=complete_pads,
    help="The game on the other side; means --double-sided.",
)
@click.option(
    "--names", metavar="NAMES", help="Players' names with commas between; they go round over the sheets."
)
@click.option(
    "--lucky",
    default="fair",
    metavar="PAIR",
    help="Longo: numbers like 5,10 for all, or any; fair pairs if left out.",
)
@language_option_of("the sheets, and of what is said")
@click.option(
    "--ink",
    type=click.Choice(["full", "save"]),
    default="full",
    help="full, or save: outlines in place of fills.",
)
@click.option("--colour-blind", is_flag=True, help="A clear sign for the colour in every cell.")
@click.option("--cut-lines/--no-cut-lines", default=True, help="Dashed lines to cut along; on if left out.")
@click.option(
    "--check-bar/--no-check-bar", default=True, help="A bar of 50 mm to lay a ruler on; on if left out."
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="A whole number: the same one prints the same sheets; drawn if left out.",
)
@json_option("one object: the file, its sheets, pages and seed")
def command(
    game: str,
    out: Path | None,
    count: int | None,
    per_page: int | None,
    large: bool,
    paper: str,
    double_sided: bool,
    back: str | None,
    names: str | None,
    lucky: str,
    language: str,
    ink: str,
    colour_blind: bool,
    cut_lines: bool,
    check_bar: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Print score pads for GAME as a PDF.

    GAME is classic, longo, mixx-a, mixx-b, bonus-a or bonus-b, or a pad file of your own (FILE.toml).
    """
    from companion.storage.prints import ledger_folder, record_print
    from sheets.draw import print_pads
    from sheets.language import message, translator
    from sheets.order import PrintError, PrintOrder, find_pad
    from sheets.paper import PAPERS, Layout
    from sheets.serial import Serial

    if large and per_page not in (None, 1):
        raise PrintError(
            "Large sheets come one to a page, but {per_page} a page were asked for; leave out one.",
            per_page=per_page,
        )
    piped = out == Path("-")
    if piped and as_json:
        raise PrintError("With --json the PDF needs a file, for standard output holds the JSON; name one.")
    layout = Layout(PAPERS[paper], 1 if large else 3 if per_page is None else per_page)
    pad = find_pad(game)
    other = find_pad(back) if back else pad if double_sided else None
    people = tuple(name.strip() for name in names.split(",")) if names is not None else ()
    order = PrintOrder(
        pad=pad,
        count=count if count is not None else len(people) or layout.per_page,
        seed=secrets.randbelow(1_000_000) if seed is None else seed,
        back=other,
        layout=layout,
        language=language,
        names=people,
        lucky=lucky,
        ink=ink,
        colour_blind=colour_blind,
        cut_lines=cut_lines,
        check_bar=check_bar,
    )
    target = Path(f"{pad.name}.pdf") if out is None or piped else out
    _ = translator(language)
    with Progress(_("Drawing pages"), order.pages) as progress:
        content = print_pads(order, progress.reach)
    if piped:
        sys.stdout.buffer.write(content)
    else:
        write_file(target, content, "PDF")
    # printed they are in any case; but a table here may then not know whose number is whose
    with contextlib.suppress(OSError):
        record_print(ledger_folder(), order)

    last = order.count * len(order.sides)
    edge = None if other is None else message("short") if layout.across else message("long")
    if as_json:
        sheets = [str(Serial(order.batch, 1)), str(Serial(order.batch, last))]
        out_line = {
            "file": str(target),
            "sheets": sheets,
            "pages": order.pages,
            "seed": order.seed,
            "flip": edge,
        }
        click.echo(json_line(out_line))
        return
    if order.pages == 1:
        said = _("{file}: sheets {first} to {last} on one page; --seed {seed} prints the same again.")
    else:
        said = _("{file}: sheets {first} to {last} on {pages} pages; --seed {seed} prints the same again.")
    click.echo(
        said.format(
            file=target,
            first=Serial(order.batch, 1),
            last=Serial(order.batch, last),
            pages=order.pages,
            seed=order.seed,
        ),
        err=piped,
    )
    if edge is not None:
        click.echo(_("Print on both sides and flip on the {edge} edge.").format(edge=_(edge)), err=piped)
