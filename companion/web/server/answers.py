"""Answers to requests that are refused or fail: JSON for programs, a page for people."""

from urllib.parse import quote

from flask import Flask, Response, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from companion.book import RULES
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.errors import FULL_DISK, UNWRITABLE_DISK, BadInput, reason, remedy
from sheets.language import message
from sheets.visible import visible

FORM_PAGES = {
    "/begin": "/new",
    "/join/photo": "/join",
    "/games/open": "/games",
    "/pads": "/new",
    "/seats/add": "/seats",
    "/seats/rename": "/seats",
    "/sit": "/join",
    "/sit/photo": "/join",
    "/dice-lessons/photo": "/dice-lessons",
    "/dice-lessons/confirm": "/dice-lessons",
}
"""The page that shows a form, by the address to which the form is sent.

A refused form is shown again at the address to which it was sent. If a browser then opens this address with
GET (to change the language, or from a bookmark), it is redirected to the page.
"""
_HTTP_ERRORS = {
    400: ("request", message("The page sent something that cannot be understood; reload it and try again.")),
    404: ("nothing-here", message("There is nothing at this address; the table is on the first page.")),
    405: ("method", message("That does not work at this address; go back to the table and try it there.")),
    413: ("too-large", message("That is more than 30 MB; send a smaller photo.")),
    500: ("fault", message("Something went wrong in this program, but the game is saved; reload the page.")),
}


ELSEWHERE = "elsewhere"
"""Code of the refusal if another site linked here. The page then offers the link again."""


def wants_json() -> bool:
    """Return True if the answer should be JSON, for a program or a script, instead of a page."""
    if request.path.startswith("/api/"):
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"


def sentence_on_page(problem: BadInput) -> str:
    """Return the translated text of `problem`, to show on a page. Raise `problem` instead if `wants_json`."""
    if wants_json():
        raise problem
    return problem.in_language(request_translator())


def _answer(refusal: RequestRefused) -> tuple[Response | str, int]:
    error = {"code": refusal.code, "text": visible(refusal.in_language(request_translator()))}
    if refusal.rule:
        error["rule"] = refusal.rule
        error["rule_name"] = request_translator()(
            RULES[refusal.rule].title if refusal.rule in RULES else refusal.rule
        )
    if wants_json():
        return jsonify({"error": error}), refusal.status
    path, query, again = quote(request.path, safe="/"), quote(request.query_string, safe="=&%+"), ""
    if refusal.code == ELSEWHERE and not path.startswith("//"):  # "//" would begin another site's address
        again = f"{path}?{query}" if query else path
    return render_template("layout/error.html", error=error, again=again), refusal.status


def _answer_http_error(error: HTTPException) -> Answer | tuple[Response | str, int]:
    status = error.code or 500
    if status == 405 and request.path in FORM_PAGES and not wants_json():
        return redirect(FORM_PAGES[request.path], 303)
    code, text = _HTTP_ERRORS.get(status, _HTTP_ERRORS[400])
    return _answer(RequestRefused(code, text, status=status))


def _answer_bad_input(problem: BadInput) -> tuple[Response | str, int]:
    if isinstance(problem, RequestRefused):
        return _answer(problem)
    return _answer(RequestRefused("input", "{reason}", status=422, reason=problem))


def _answer_disk(problem: OSError) -> tuple[Response | str, int]:
    if problem.errno not in FULL_DISK + UNWRITABLE_DISK:
        raise problem
    text = message("Nothing can be written on the disk ({why}), so nothing was changed; {remedy}.")
    return _answer(RequestRefused("disk", text, status=507, why=reason(problem), remedy=remedy(problem)))


def answer_errors(app: Flask) -> None:
    """Install the handlers in `app` that answer HTTP errors, wrong input, refusals and disk errors."""
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(BadInput, _answer_bad_input)
    app.register_error_handler(OSError, _answer_disk)
