"""Serves the page below a path of a shared host, such as `https://home.example/qwixx/`.

Addresses in Python begin at the page's own root ("/join"). The base path, which the proxy names with each
request, is added on output: by `base` in templates, `data-base` in scripts, and here for redirects and
cookies.
"""

from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_file
from werkzeug.wrappers import Response as Answer

from companion.web.server.static_files import EVERY_PAGE, PACKED_SUFFIXES, packed_file, static_files


def below_base(address: str) -> str:
    """Return an address of the page as devices ask for it, with the base path before it."""
    return f"{request.script_root}{address}" if address.startswith("/") else address


class PageResponse(Response):
    """A response whose cookies are limited to the page."""

    def set_cookie(self, key: str, value: str = "", *positional: Any, **named: Any) -> None:
        """Set a cookie for the addresses below the base path."""
        super().set_cookie(key, value, *positional, **{**named, "path": request.script_root or "/"})


class PageApp(Flask):
    """A Flask application whose redirects and cookies stay below the base path."""

    response_class = PageResponse

    def redirect(self, location: str, code: int = 302) -> Answer:
        """Redirect to an address of the page."""
        return super().redirect(below_base(location), code)

    def send_static_file(self, filename: str) -> Response:
        """Send a static file, packed where that helps."""
        folder = Path(str(self.static_folder))
        files = static_files(folder)
        if filename == EVERY_PAGE or (filename in files and filename.endswith(PACKED_SUFFIXES)):
            return packed_file(folder, filename)
        if filename not in files:
            abort(404)
        return send_file(files[filename], max_age=self.get_send_file_max_age(filename))
