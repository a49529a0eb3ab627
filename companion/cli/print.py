"""`qwixx print`: prints score pads as a PDF."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from companion.cli.files import write_file
from companion.cli.options import json_option, language_option_of, option, options_value, parameter
from companion.cli.output import json_line, output_is_closed, say
from companion.cli.progress import Progress
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate, message, translator
from sheets.visible import visible

if TYPE_CHECKING:
    from companion.dealing.dealt_pad import Deal
    from sheets.order import PrintOrder
    from sheets.pad import Pad

STANDARD_OUTPUT = Path("-")
EDGES = {"short": message("short"), "long": message("long")}
"""Edges of the paper along which double-sided prints are flipped."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The arguments of `qwixx print`."""

    game: str = parameter(click.argument("game", default=""))
    out: Path | None = option(
        type=click.Path(path_type=Path),
        metavar="FILE.pdf",
        help="The PDF to write, or - for standard output. Default: GAME.pdf.",
    )
    count: int | None = option(
        type=int, metavar="N", help="Sheets of paper. Default: one page, or one sheet per name."
    )
    per_page: int | None = option(
        type=int, metavar="N", help="Sheets per page, 1 to 4. Default: 3, or as many as fit."
    )
    large: bool = option(is_flag=True, help="One large sheet per page, for weak eyes; same as --per-page 1.")
    paper: str = option(
        type=click.Choice(["a4", "letter"]), default="a4", help="The size of the paper. Default: a4."
    )
    double_sided: bool = option(is_flag=True, help="Print on both sides: the same game, or that of --back.")
    back: str | None = option(metavar="GAME", help="The game on the other side; implies --double-sided.")
    names: str | None = option(
        metavar="NAMES", help="Players' names, separated by commas; the sheets get them in turn."
    )
    lucky: str = option(
        default="fair", metavar="PAIR", help="Longo: numbers like 5,10 for all, or any. Default: fair pairs."
    )
    language: str = parameter(language_option_of("the sheets and the output"))
    ink: str = option(
        type=click.Choice(["full", "save"]), default="full", help="full, or save: outlines instead of fills."
    )
    pastel: bool = option(is_flag=True, help="Pale rows, as version 0.1 printed them.")
    colour_blind: bool = option(is_flag=True, help="A clear sign for the colour in every cell.")
    cut_lines: bool = option(
        "--cut-lines/--no-cut-lines", default=True, help="Dashed lines to cut along. Default: on."
    )
    check_bar: bool = option(
        "--check-bar/--no-check-bar", default=True, help="A bar of 50 mm to check with a ruler. Default: on."
    )
    seed: int | None = option(
        type=int, metavar="N", help="A whole number; the same one prints the same sheets. Default: random."
    )
    deal: int | None = option(
        type=int, metavar="PLAYERS", help="A different sheet for each of 2 to 5 players, all worth the same."
    )
    as_json: bool = parameter(json_option("an object with the file, its sheets, pages and seed"))

    @property
    def piped(self) -> bool:
        """Return True if the PDF goes to standard output."""
        return self.out == STANDARD_OUTPUT

    def check(self) -> None:
        """Raise PrintError if options contradict each other, or the PDF can't go to standard output."""
        from sheets.order import PrintError

        if self.large and self.per_page not in (None, 1):
            raise PrintError(
                "Large sheets come one to a page, but you asked for {per_page}; leave out --large or "
                "--per-page.",
                per_page=self.per_page,
            )
        if self.piped and output_is_closed():
            raise PrintError("Standard output is closed, so no PDF can go there; name a file with --out.")
        if self.piped and self.as_json:
            raise PrintError(
                "With --json the PDF needs a file, because standard output holds the JSON; name one with "
                "--out."
            )

    def pad(self, seed: int) -> tuple[Pad, Deal | None]:
        """Return the pad to print, and its deal (None without --deal).

        Raise PrintError for an unknown pad, PadError for an invalid file, NotDealt if a deal is impossible.
        """
        from sheets.order import find_pad

        if self.deal is None:
            return find_pad(self.game), None
        from companion.dealing.dealt_pad import deal

        dealt = deal(find_pad(self.game), self.deal, seed)
        return dealt.pad, dealt

    def order(self, pad: Pad, seed: int) -> PrintOrder:
        from sheets.order import PrintOrder, find_pad
        from sheets.page import usual_layout
        from sheets.paper import PAPERS, Layout

        paper = PAPERS[self.paper]
        per_page = 1 if self.large else self.per_page
        layout = usual_layout(pad, paper) if per_page is None else Layout(paper, per_page)
        names = tuple(name.strip() for name in self.names.split(",")) if self.names is not None else ()
        return PrintOrder(
            pad=pad,
            count=self.count if self.count is not None else len(names) or self.deal or layout.per_page,
            seed=seed,
            back=find_pad(self.back) if self.back else pad if self.double_sided else None,
            layout=layout,
            language=self.language,
            names=names,
            lucky=self.lucky,
            ink=self.ink,
            pastel=self.pastel,
            colour_blind=self.colour_blind,
            cut_lines=self.cut_lines,
            check_bar=self.check_bar,
        )


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
        ("print --deal 4", "Four different sheets that are worth the same"),
    ],
)
@options_value(PrintOptions)
def command(options: PrintOptions) -> None:
    """Print score pads for GAME as a PDF.

    GAME is classic, longo, mixx-a, mixx-b, bonus-a, bonus-b, big-points, double-a, double-b, connected-a,
    connected-b, x-change, lucky-15 or connect-15, or a pad file of your own (FILE.toml). With --deal it may
    be left out: then numbers of the classic pad are dealt. A deal is also written as a pad file beside the
    PDF, and kept for the table and for `qwixx scan`.
    """
    from companion.storage.prints import ledger_folder, record_print
    from sheets.draw import print_pads
    from sheets.secret import draw_seed

    if not options.game and options.deal is None:
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    options = replace(options, game=options.game or "classic")
    options.check()
    seed = draw_seed() if options.seed is None else options.seed
    pad, dealt = options.pad(seed)
    order = options.order(pad, seed)
    _ = translator(options.language)
    target = Path(f"{order.pad.name}.pdf") if options.out is None or options.piped else options.out
    with Progress(_("Drawing pages"), order.pages) as progress:
        content = print_pads(order, progress.reach)
    if not options.piped and sys.stdin.isatty() and sys.stdout.isatty() and target.is_file():
        question = _("{file} already exists. Overwrite it?").format(file=target)
        if not click.confirm(visible(question), default=False):
            say(_("Nothing was written. Name another file with --out."))
            return
    if options.piped:
        sys.stdout.buffer.write(content)
    else:
        write_file(target, content, "PDF")
    if dealt is not None:
        keep_deal(dealt, None if options.piped else target.with_suffix(".toml"))
    # if this fails, a table may not know a sheet's owner
    with contextlib.suppress(OSError):
        record_print(ledger_folder(), order)
    if options.as_json:
        say(_json(order, target, dealt))
    else:
        if dealt is not None:
            say(" ".join(each.in_language(_) for each in dealt.sentences()), err=options.piped)
        for line in _lines(order, target, _):
            say(line, err=options.piped)


def _serials(order: PrintOrder) -> tuple[str, str]:
    """Return the serial numbers of the first and the last sheet."""
    from sheets.serial import Serial

    return str(Serial(order.batch, 1)), str(Serial(order.batch, order.count * len(order.sides)))


def _flip_edge(order: PrintOrder) -> Literal["short", "long"] | None:
    """Return the edge along which the paper is flipped, or None for a single-sided print."""
    if order.back is None:
        return None
    return "short" if order.layout.across else "long"


def keep_deal(dealt: Deal, beside: Path | None) -> None:
    """Save the pad of a deal for tables and scans. If `beside` is given, write the pad to that file too."""
    from companion.storage.own_pads import OwnPads
    from companion.storage.prints import ledger_folder

    content = dealt.file.encode()
    if beside is not None:
        write_file(beside, content)
    # if this fails, a scan asks for the file next to the PDF
    with contextlib.suppress(BadInput):
        OwnPads(ledger_folder()).keep(content, f"{dealt.pad.name}.toml")


def _json(order: PrintOrder, target: Path, dealt: Deal | None) -> str:
    answer = {
        "file": str(target),
        "sheets": _serials(order),
        "pages": order.pages,
        "seed": order.seed,
        "flip": _flip_edge(order),
    }
    if dealt is not None:
        answer["deal"] = {"pad": dealt.pad.name, "round": dealt.is_round}
    return json_line(answer)


def _lines(order: PrintOrder, target: Path, _: Translate) -> Iterator[str]:
    """Yield lines about the print, how to flip the paper, and names that can't be printed."""
    first, last = _serials(order)
    if first == last:
        line = _("{file}: sheet {first}.")
    elif order.pages == 1:
        line = _("{file}: sheets {first} to {last} on one page.")
    else:
        line = _("{file}: sheets {first} to {last} on {pages} pages.")
    yield line.format(file=target, first=first, last=last, pages=order.pages)
    if edge := _flip_edge(order):
        yield _("Print on both sides and flip on the {edge} edge.").format(edge=_(EDGES[edge]))
    for name in order.unprintable_names:
        line = _(
            "{name}: not written in Latin, Greek or Cyrillic letters, so the line for the name is empty."
        )
        yield line.format(name=name)
