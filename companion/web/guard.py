"""Who may ask, and how much: hosts, origins, sizes, headers, and the one shape of every refusal."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.web.words import translate
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


class Refused(BadInput):
    """A request that is not carried out.

    `code`: stable name of the reason. `text`: the sentence for people, already in their language.
    `rule`: the id of the rule that forbids it, if one does. `status`: the HTTP status.
    """

    def __init__(self, code: str, text: str, *, rule: str | None = None, status: int = 409) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.status = status


def at_this_machine() -> bool:
    """Whether the one who asks sits at this computer: only here a camera may be switched on."""
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def host_of(netloc: str) -> str:
    """The host in `host:port`, lower case, without port and brackets; "" where there is none.

    >>> host_of("[::1]:8730"), host_of("LocalHost:80"), host_of("a:b:c")
    ('::1', 'localhost', '')
    """
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "") if parts.port is None or parts.port >= 0 else ""
    except ValueError:
        return ""


def wants_json() -> bool:
    """Whether the answer goes to a program (our own script among them) and not onto a page."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"


def check() -> None:
    """Refuse a request for another host, and a change asked for by another site's page. Runs before each."""
    _ = translate()
    allowed: frozenset[str] = current_app.config["HOSTS"]
    if host_of(request.host) not in allowed:
        raise Refused(
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
        raise Refused(
            "origin",
            _("A page of another site asked for this, so it was not done; use the table's own page."),
            status=403,
        )


def answer(refusal: Refused) -> tuple[Response | str, int]:
    """The one shape of a refusal: JSON for programs, a page for people."""
    error = {"code": refusal.code, "text": refusal.text}
    if refusal.rule:
        error["rule"] = refusal.rule
    if wants_json():
        return jsonify({"error": error}), refusal.status
    return render_template("error.html", error=error), refusal.status


def _on_http(problem: HTTPException) -> tuple[Response | str, int]:
    status = problem.code or 500
    code, text = _HTTP.get(status, _HTTP[400])
    return answer(Refused(code, translate()(text), status=status))


def _on_bad_input(problem: BadInput) -> tuple[Response | str, int]:
    if isinstance(problem, Refused):
        return answer(problem)
    return answer(Refused("input", str(problem), status=422))


def _headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = _CONTENT
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def protect(app: Flask) -> None:
    """Put the guard before every request of `app`, and its headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD
    app.config["MAX_FORM_MEMORY_SIZE"] = 100_000
    app.config["MAX_FORM_PARTS"] = 40
    app.before_request(check)
    app.after_request(_headers)
    app.register_error_handler(HTTPException, _on_http)
    app.register_error_handler(BadInput, _on_bad_input)
