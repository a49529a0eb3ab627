"""Printing pads from the page: which, how many, on what paper; the answer is the PDF."""

import contextlib

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.dealing.dealt_pad import PLAYERS, Deal, deal
from companion.rules import ALL_VARIANTS
from companion.storage.prints import record_print
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import whole_number
from companion.web.layout.game.names import GAME_NAMES
from companion.web.pages.new_game.new_game_form import NO_SUCH_GAME, own_pad, own_pad_value
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from companion.web.server.static_files import wants_packed
from sheets.errors import BadInput
from sheets.language import message
from sheets.order import INK_CHOICES, MAX_SHEETS, PrintOrder
from sheets.pad import ALL_PADS, FURTHER_PADS, PADS, Pad, load_pad
from sheets.page import USUAL_PER_PAGE, usual_layout
from sheets.paper import PAPERS, PER_PAGE, Layout
from sheets.secret import draw_seed

blueprint = Blueprint("printing", __name__)

USUAL_SHEETS = 6
"""Number of sheets that the form has at first: two pages."""
NO_SUCH_COUNT = message("A print has 1 to {most} sheets; choose a number in that range.")
NO_SUCH_PAPER = message("There is no such paper or size; choose one from the list.")


@blueprint.get("/print")
@allow("table")
def page() -> str:
    """Show what can be printed. `game`: the initial pad; `names`: the content of their field."""
    return _page()


@blueprint.post("/print")
def pads() -> Response | tuple[str, int]:
    """Send the pads as a PDF.

    Fields: `game` (or "own:" and the name of a kept pad), `count`, `per-page`, `paper`, `names` (separated by
    commas), `language`, and, if wanted, `back` (the pad on the other side), `ink`, `colour-blind`. Every
    print gets numbers of its own, which are noted with the games.
    """
    try:
        order = _order()
    except BadInput as problem:
        return _page(sentence_on_page(problem)), 422
    # the PDF library: loaded when the first sheet is wanted
    from sheets.draw import print_pads

    content = print_pads(order)
    # without this note the table may not know whose sheet it is, but the sheets are printed
    with contextlib.suppress(OSError):
        record_print(this_server().store.folder, order)
    return Response(
        content,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{order.pad.name}.pdf"'},
    )


@blueprint.post("/print/deal")
def deal_sheets() -> str | tuple[str, int]:
    """Deal fair sheets of `game` to `players`, keep them among the table's own pads, and offer them."""
    players = whole_number(request.form.get("players", ""), max_digits=1) or 0
    try:
        dealt = deal(_pad(request.form.get("game", "classic")), players, draw_seed())
        this_server().own_pads.keep(dealt.file.encode(), f"{dealt.pad.name}.toml")
    except BadInput as problem:
        return _page(not_dealt=sentence_on_page(problem)), 422
    return _page(dealt=dealt)


def _order() -> PrintOrder:
    """Return the order in the form. Raise BadInput."""
    form = request.form
    count = whole_number(form.get("count", str(USUAL_SHEETS)), max_digits=3)
    if count is None or not 1 <= count <= MAX_SHEETS:
        raise RequestRefused("count", NO_SUCH_COUNT, status=422, most=MAX_SHEETS)
    per_page = whole_number(form.get("per-page", str(USUAL_PER_PAGE)), max_digits=1)
    paper = form.get("paper", "a4")
    if paper not in PAPERS or per_page not in PER_PAGE:
        raise RequestRefused("paper", NO_SUCH_PAPER, status=422)
    names = (name.strip() for name in form.get("names", "").split(","))
    pad = _pad(form.get("game", "classic"))
    usual = per_page == USUAL_PER_PAGE
    return PrintOrder(
        pad=pad,
        count=count,
        seed=draw_seed(),
        back=_pad(form["back"]) if form.get("back") else None,
        layout=usual_layout(pad, PAPERS[paper]) if usual else Layout(PAPERS[paper], per_page),
        language=form.get("language", request_language()),
        names=tuple(name for name in names if name),
        ink=form.get("ink", INK_CHOICES[0]),
        colour_blind="colour-blind" in form,
    )


def _pad(value: str) -> Pad:
    """Return the pad that a field of the form names. Raise RequestRefused."""
    if value in ALL_PADS:
        return load_pad(value)
    found = own_pad(value)
    if found is None:
        raise RequestRefused("game", NO_SUCH_GAME, status=422)
    return found


def _page(problem: str = "", dealt: Deal | None = None, not_dealt: str = "") -> str:
    """Return the page. `problem`: the reason why nothing was printed; the form keeps what was sent. `dealt`:
    the sheets that are chosen at first. `not_dealt`: the reason why none were dealt."""
    table, guests = this_server().session.table, this_server().guests
    seated = () if table is None or table.demo else table.people
    names = (*seated, *(name for name in guests if name not in seated))
    usual = {"names": ", ".join(names), "count": str(USUAL_SHEETS)} | request.args.to_dict()
    if dealt is not None:
        usual["game"] = own_pad_value(dealt.pad)
    return render_template(
        "pages/print/print.html",
        problem=problem,
        sent=request.form if problem else usual,
        groups=(
            (message("Games to begin with"), PADS),
            (message("More games"), FURTHER_PADS),
        ),
        game_names=GAME_NAMES,
        own={own_pad_value(pad): pad for pad in this_server().own_pads.all()},
        papers=PAPERS,
        dealt=dealt,
        not_dealt=not_dealt,
        deal_players=PLAYERS,
        most=MAX_SHEETS,
    )


@blueprint.get("/pads/picture/<path:value>.svg")
def picture(value: str) -> Answer:
    """Send the picture of the pad of a game; `value`: as the form for a new game calls the game."""
    # the PDF library, which draws the sheets: loaded when the first picture is wanted
    from sheets.sheet_svg import packed_picture, pad_picture

    pad = own_pad(value)
    if pad is None:
        if value not in ALL_VARIANTS:
            raise RequestRefused("game", NO_SUCH_GAME, status=404)
        pad = load_pad(ALL_VARIANTS[value].pads[0])
    language, packed = request_language(), wants_packed()
    svg = packed_picture(pad, language) if packed else pad_picture(pad, language)
    answer = Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "private, max-age=600"})
    if packed:
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.add_etag()
    return answer.make_conditional(request)
