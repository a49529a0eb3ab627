"""Requests to print pads as a PDF, to make random sheets, and to show pictures of pads."""

from contextlib import suppress

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.dealing.dealt_pad import PLAYERS, Deal, deal
from companion.rules import ALL_VARIANTS
from companion.storage.prints import record_print
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import file_response, whole_number
from companion.web.layout.game.names import GAME_NAMES
from companion.web.pages.new_game.new_game_form import NO_SUCH_GAME, own_pad, own_pad_value
from companion.web.server.answers import sentence_on_page
from companion.web.server.base_path import wants_packed
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from sheets.draw import print_pads
from sheets.errors import BadInput
from sheets.language import message
from sheets.order import INK_CHOICES, MAX_SHEETS, PrintOrder
from sheets.pad import ALL_PADS, FURTHER_PADS, PADS, Pad, load_pad
from sheets.page import USUAL_PER_PAGE, usual_layout
from sheets.paper import PAPERS, PER_PAGE, Layout
from sheets.secret import draw_seed
from sheets.svg import packed_picture, pad_picture

blueprint = Blueprint("printing", __name__)

USUAL_SHEETS = 6
"""Number of sheets that the form suggests."""
NO_SUCH_COUNT = message("A print has 1 to {most} sheets; choose a number in that range.")
NO_SUCH_PAPER = message("There is no such paper or size; choose one from the list.")


@blueprint.get("/print")
@allow("table")
def page(problem: str = "", dealt: Deal | None = None, not_dealt: str = "") -> str:
    """Show the form for printing, filled in with the address's parameters, such as `game` and `names`.

    `problem`: why nothing was printed; the form then shows what was sent. `dealt`: new random sheets.
    `not_dealt`: why there are none.
    """
    table, joined = this_server().session.table, this_server().players_with_device
    seated = () if table is None or table.demo else table.people
    names = (*seated, *(name for name in joined if name not in seated))
    usual = {"names": ", ".join(names), "count": str(USUAL_SHEETS)} | request.args.to_dict()
    if dealt is not None:
        usual["game"] = own_pad_value(dealt.pad)
    return render_template(
        "pages/print/print.html",
        problem=problem,
        sent=request.form if problem else usual,
        groups=((message("Games to begin with"), PADS), (message("More games"), FURTHER_PADS)),
        game_names=GAME_NAMES,
        own={own_pad_value(pad): pad for pad in this_server().own_pads.all()},
        papers=PAPERS,
        dealt=dealt,
        not_dealt=not_dealt,
        deal_players=PLAYERS,
        most=MAX_SHEETS,
    )


@blueprint.post("/print")
def pads() -> Response | tuple[str, int]:
    """Send a PDF with sheets of a pad.

    Fields: `game` (a pad, or "own:" and the name of a custom pad), `count`, `per-page`, `paper`, `names`
    (separated by commas), `language`, and optionally `back` (the pad on the back), `ink`, `colour-blind`.
    """
    try:
        order = _order()
    except BadInput as problem:
        return page(sentence_on_page(problem)), 422
    content = print_pads(order)
    with suppress(OSError):  # the table may then not recognise a sheet's owner, but the sheets are printed
        record_print(this_server().store.folder, order)
    return file_response(content, "application/pdf", f"{order.pad.name}.pdf", inline=True)


@blueprint.post("/print/deal")
def deal_sheets() -> str | tuple[str, int]:
    """Store random fair sheets of `game` for `players` people as a custom pad, and select it in the form."""
    players = whole_number(request.form.get("players", ""), max_digits=1) or 0
    try:
        dealt = deal(_pad(request.form.get("game", "classic")), players, draw_seed())
        this_server().own_pads.keep(dealt.file.encode(), f"{dealt.pad.name}.toml")
    except BadInput as problem:
        return page(not_dealt=sentence_on_page(problem)), 422
    return page(dealt=dealt)


def _order() -> PrintOrder:
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
    if value in ALL_PADS:
        return load_pad(value)
    pad = own_pad(value)
    if pad is None:
        raise RequestRefused("game", NO_SUCH_GAME, status=422)
    return pad


@blueprint.get("/pads/picture/<path:value>.svg")
def picture(value: str) -> Answer:
    """Send the picture of a pad as SVG. `value`: a game, or "own:" and the name of a custom pad."""
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
