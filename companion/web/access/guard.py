"""Checks every request (host, origin, rate, rights, size), and adds headers to every answer."""

from io import BytesIO
from typing import IO, Any

from flask import Flask, Request, Response, current_app, request

from companion.web.access.rates import Rates
from companion.web.access.request_context import this_server
from companion.web.access.rights import SAFE_METHODS, check_rights
from companion.web.server.answers import ELSEWHERE, answer_errors
from companion.web.server.client_address import LOOPBACK_HOSTS, host_of
from companion.web.server.refusal import RequestRefused
from sheets.language import message

MAX_UPLOAD_BYTES = 30_000_000
"""Largest body of a request, in bytes; a photo of 50 megapixels fits."""
MAX_FORM_BYTES = 100_000
MAX_FORM_FIELDS = 40

_CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; media-src 'self' data: blob:; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


def check_origin() -> None:
    """Raise RequestRefused if the request names an unknown host, or if a different site's page sent it."""
    # not by Flask's TRUSTED_HOSTS: the names change when phones are let in, and some are IPv6 addresses
    if host_of(request.environ.get("HTTP_HOST", "")) not in this_server().hosts:
        text = message(
            "This table does not answer to the name in the address; use the address that it printed."
        )
        raise RequestRefused("host", text, status=400)
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    own = (None, f"{request.scheme}://{request.host}")
    # a picture shared by a person, not by a page: browsers may send the origin "null"
    is_shared = request.endpoint == "sheet_photos.take_shared" and (site, origin) == ("none", "null")
    if not is_shared and (site not in (None, "same-origin", "none") or origin not in own):
        if request.method in SAFE_METHODS:
            text = message(
                "Another site sent you here, so nothing has been opened yet. Continue if you want to."
            )
            raise RequestRefused(ELSEWHERE, text, status=403)
        text = message("Another site asked for this, so it was not done; use the table's own page.")
        raise RequestRefused("origin", text, status=403)


def _add_headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = _CONTENT_SECURITY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    host = host_of(request.environ.get("HTTP_HOST", ""))
    if request.is_secure or host in LOOPBACK_HOSTS:
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"  # on plain HTTP browsers log a warning
    if request.path.startswith(f"{current_app.static_url_path}/") and response.status_code < 400:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"  # their address changes
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


class _Request(Request):
    """A request whose uploaded files are kept in memory, because the disk may be full."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.query_string = self.query_string.decode(errors="replace").encode()

    def _get_file_stream(self, *_lengths: object, **_names: object) -> IO[bytes]:
        return BytesIO()


def protect(app: Flask) -> None:
    """Make `app` check every request, and add headers to every answer."""
    app.request_class = _Request
    app.config["MAX_CONTENT_LENGTH"] = MAX_UPLOAD_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_FORM_BYTES
    app.config["MAX_FORM_PARTS"] = MAX_FORM_FIELDS
    app.before_request(check_origin)
    app.before_request(Rates().check)
    app.before_request(check_rights)
    app.after_request(_add_headers)
    answer_errors(app)
