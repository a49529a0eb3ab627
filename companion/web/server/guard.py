"""Who may ask, and how much: hosts, origins, sizes, headers, and the one shape of every refusal."""

from __future__ import annotations

from flask import Flask, Response, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from companion.web.server.client_address import LOOPBACK_HOSTS, host_of
from companion.web.server.rates import Rates
from companion.web.server.refusal import NotJoined
from companion.web.server.refusal import RequestRefused as RequestRefused
from companion.web.server.request_context import at_least, current_seat, table_server
from companion.web.server.request_language import request_translator
from sheets.errors import BadInput
from sheets.language import message

UPLOAD = 30_000_000
"""The largest request body in bytes: a photo of 50 million pixels fits."""

_CONTENT = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "media-src 'self' data: blob:",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_HTTP = {
    400: ("request", message("The page sent something that cannot be understood; reload it and try again.")),
    404: ("nothing-here", message("There is nothing at this address; the table is on the first page.")),
    405: ("method", message("This address cannot be used in that way; go back to the table.")),
    413: ("too-large", message("That is more than 30 MB; send a smaller photo.")),
    500: ("fault", message("Something broke in this program, but the game is saved; reload the page.")),
}


STRANGERS = frozenset(
    {
        "static",
        "pages.font",
        "pages.rules",
        "pages.rule",
        "pages.choose_language",
        "joining.door",
        "joining.knock",
        "joining.enter",
        "joining.sit",
    }
)
"""What a device may ask for that has not joined."""
GUESTS = frozenset({"joining.sit", "joining.photo", "device.choose", "device.leave"})
"""What a device may change that only watches."""
PLAYERS = frozenset(
    {
        "actions.mark",
        "actions.card",
        "actions.play",
        "actions.roll",
        "actions.correct",
        "actions.number",
        "photos.photo",
        "photos.look",
        "locks.turned",
        "lens.picture",
        "device.say",
        "sheet_photos.read",
        "sheet_photos.take_over",
    }
)
"""What a player may change besides."""
TABLE_PAGES = frozenset(
    {
        "pages.new",
        "joining.seats",
        "check_up.page",
        "calibrating.page",
        "calibrating.picture",
        "calibrating.portrait",
    }
)
"""Pages that only the table sees."""
FORMS = {
    "/begin": "/new",
    "/sit": "/join",
    "/sit/photo": "/join",
    "/calibrate/look": "/calibrate",
    "/calibrate/keep": "/calibrate",
}
"""Where a form stands that is shown again with what is wrong in it: a new language, or an address kept, asks
for the page by the form's own address."""
JOIN_FIRST = message("This device has not joined the table; scan the code on its screen.")


def wants_json() -> bool:
    """Whether the answer goes to a program (our own script among them) and not onto a page."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"


def check() -> None:
    """Refuse a request for another host, and a change asked for by another site's page. Runs before each."""
    _ = request_translator()
    if host_of(request.environ.get("HTTP_HOST", "")) not in table_server().hosts:
        raise RequestRefused(
            "host",
            _("This table does not answer to the name in the address; use the one that it printed."),
            status=400,
        )
    if request.method in _SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    stranger = site is not None and site not in ("same-origin", "none")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        stranger = True
    if stranger:
        raise RequestRefused(
            "origin",
            _("A page of another site asked for this, so it was not done; use the table's own page."),
            status=403,
        )


def check_seat() -> None:
    """Refuse what the device that asks may not do. Runs before each request, after `check`.

    Strangers may join and read the rules; who watches may look; a player may besides do what PLAYERS lists,
    and marks only for themselves. Changes that no list names are the table's alone.
    """
    if request.endpoint is None or request.endpoint in STRANGERS:
        return
    _ = request_translator()
    rank = current_seat().role
    if rank == "stranger":
        if request.method == "GET" and not wants_json():
            raise NotJoined(_(JOIN_FIRST))
        raise RequestRefused("not-joined", _(JOIN_FIRST), status=403)
    if request.method in _SAFE and request.endpoint not in TABLE_PAGES:
        return
    if (
        at_least("table")
        or (at_least("player") and request.endpoint in PLAYERS)
        or request.endpoint in GUESTS
    ):
        return
    if rank == "guest":
        raise RequestRefused("guest", _("This device only watches; join as a player first."), status=403)
    raise RequestRefused("players", _("Only the table's own screen does that; ask there."), status=403)


def answer(refusal: RequestRefused) -> tuple[Response | str, int]:
    """The one shape of a refusal: JSON for programs, a page for people."""
    error = {"code": refusal.code, "text": refusal.in_language(request_translator())}
    if refusal.rule:
        error["rule"] = refusal.rule
    if wants_json():
        return jsonify({"error": error}), refusal.status
    return render_template("error.html", error=error), refusal.status


def _on_http(problem: HTTPException) -> Answer | tuple[Response | str, int]:
    status = problem.code or 500
    if status == 405 and request.path in FORMS and not wants_json():
        return redirect(FORMS[request.path], 303)
    code, text = _HTTP.get(status, _HTTP[400])
    return answer(RequestRefused(code, request_translator()(text), status=status))


def _on_bad_input(problem: BadInput) -> Answer | tuple[Response | str, int]:
    if isinstance(problem, NotJoined):
        return redirect("/join", 303)
    if isinstance(problem, RequestRefused):
        return answer(problem)
    return answer(RequestRefused("input", problem.in_language(request_translator()), status=422))


def _headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = _CONTENT
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    asked = host_of(request.environ.get("HTTP_HOST", ""))
    if request.is_secure or asked in LOOPBACK_HOSTS or asked.endswith(".localhost"):
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"  # elsewhere browsers ignore it, loudly
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def protect(app: Flask) -> None:
    """Put the guard before every request of `app`, and its headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD
    app.config["MAX_FORM_MEMORY_SIZE"] = 100_000
    app.config["MAX_FORM_PARTS"] = 40
    app.before_request(check)
    app.before_request(Rates().check)
    app.before_request(check_seat)
    app.after_request(_headers)
    app.register_error_handler(HTTPException, _on_http)
    app.register_error_handler(BadInput, _on_bad_input)
