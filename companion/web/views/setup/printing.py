"""Printing pads from the page: which, how many, on what paper; the PDF comes as the answer."""

import contextlib

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rulebook.characters import character_cards
from companion.storage.prints import record_print
from companion.web.http.answers import sentence_on_page
from companion.web.http.refusal import RequestRefused
from companion.web.http.request_language import request_language, request_translator
from companion.web.presenters.names import GAME_NAMES
from companion.web.tables.request_context import hosted_table, table_server
from companion.web.views.form_values import whole_number
from companion.web.views.play.table_requests import go_to
from companion.web.views.setup.new_game_form import NO_SUCH_GAME, own_pad, own_pad_value
from sheets.errors import BadInput
from sheets.language import message
from sheets.order import INK_CHOICES, MAX_SHEETS, PrintOrder
from sheets.pad import ALL_PADS, BOARDS, FURTHER_PADS, PADS, SHEET_LETTERS, Pad, load_pad
from sheets.page import USUAL_PER_PAGE, usual_layout
from sheets.paper import PAPERS, PER_PAGE, Layout
from sheets.secret import draw_seed

blueprint = Blueprint("printing", __name__)

USUAL_SHEETS = 6
"""Number of sheets that the form has at first: two pages."""
NO_SUCH_COUNT = message("A print has 1 to {most} sheets; choose a number in that range.")
DEAL_PLAYERS = range(2, len(SHEET_LETTERS) + 1)
"""Possible numbers of players of a deal."""
NO_SUCH_DEAL = message("Sheets are dealt for 2 to 5 players.")
DEAL_GOES_ON = message("Another deal is being made; wait until it is there.")
NO_SUCH_PAPER = message("There is no such paper or size; choose one from the list.")


@blueprint.get("/print")
def page() -> str:
    """What can be printed. `game`: the pad that is chosen at first; `names`: what stands in their field."""
    return _page()


@blueprint.get("/print/characters.pdf")
def characters() -> Response:
    """The cards of the five characters as a PDF, in the language of the page."""
    from sheets.character_cards import print_cards

    content = print_cards(character_cards(request_translator()), request_language())
    return Response(content, mimetype="application/pdf")


@blueprint.post("/print")
def pads() -> Response | tuple[str, int]:
    """The pads as a PDF: `game` (or "own:" and the name of a kept pad), `count`, `per-page`, `paper`, `names`
    (with commas between), `language`, and, if wanted, `back` (the pad on the other side), `ink`,
    `colour-blind`. Every print gets numbers of its own, which are noted beside the games.
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
        record_print(table_server().store.folder, order)
    return Response(
        content,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{order.pad.name}.pdf"'},
    )


@blueprint.post("/print/deal")
def deal() -> Answer:
    """Deal fair sheets of `game` to `players`; the page says how far it is and offers them when they are
    found. One deal is made at a time."""
    players = whole_number(request.form.get("players", ""), max_digits=1)
    if players is None or players not in DEAL_PLAYERS:
        raise RequestRefused("players", NO_SUCH_DEAL, status=422)
    if not table_server().deals.begin(_pad(request.form.get("game", "classic")), players):
        raise RequestRefused("busy", DEAL_GOES_ON, status=409)
    return go_to("/print")


def _order() -> PrintOrder:
    """The order in the form. Raises BadInput."""
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
    """The pad that a field of the form names. Raises RequestRefused."""
    if value in ALL_PADS:
        return load_pad(value)
    found = own_pad(value)
    if found is None:
        raise RequestRefused("game", NO_SUCH_GAME, status=422)
    return found


def _page(problem: str = "") -> str:
    """The page; `problem`: the reason why nothing was printed; the form keeps what was sent."""
    table, guests = hosted_table().session.table, hosted_table().guests
    seated = () if table is None or table.demo else table.people
    names = (*seated, *(name for name in guests if name not in seated))
    dealt = table_server().deals.last
    game = own_pad_value(dealt.deal.pad) if dealt is not None and dealt.deal is not None else ""
    usual = {"game": game, "names": ", ".join(names), "count": str(USUAL_SHEETS)}
    return render_template(
        "setup/print.html",
        problem=problem,
        sent=request.form or usual | request.args.to_dict(),
        groups=(
            (message("Games to begin with"), PADS),
            (message("More games"), FURTHER_PADS),
            (message("On a board"), BOARDS),
        ),
        game_names=GAME_NAMES,
        own={own_pad_value(pad): pad for pad in table_server().own_pads.all()},
        papers=PAPERS,
        deal=dealt,
        deal_players=DEAL_PLAYERS,
        most=MAX_SHEETS,
    )
