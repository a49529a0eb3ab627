"""Serves the page below a path of a shared host, such as `https://home.example/qwixx/`.

URLs in Python start at the page's own root ("/join"). The proxy sends the base path with each request. It is
added on output: by `base` in templates, by `data-base` in scripts, and here in redirects and cookies.
"""

from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_file
from werkzeug.wrappers import Response as Answer

from companion.web.server.static_files import EVERY_PAGE, PACKED_TYPES, packed_file, static_files


def below_base(address: str) -> str:
    """Return `address` with the base path in front if it starts with "/", else unchanged."""
    return f"{request.script_root}{address}" if address.startswith("/") else address


class PageResponse(Response):
    """A response with cookies that are limited to the base path."""

    def set_cookie(self, key: str, value: str = "", *positional: Any, **named: Any) -> None:
        super().set_cookie(key, value, *positional, **{**named, "path": request.script_root or "/"})


class PageApp(Flask):
    """A Flask application that keeps redirects and cookies below the base path."""

    response_class = PageResponse

    def redirect(self, location: str, code: int = 302) -> Answer:
        return super().redirect(below_base(location), code)

    def send_static_file(self, filename: str) -> Response:
        """Return a static file, compressed if that makes it smaller. Abort with 404 if it is missing."""
        folder = Path(str(self.static_folder))
        files = static_files(folder)
        if filename == EVERY_PAGE or (filename in files and filename.endswith(tuple(PACKED_TYPES))):
            return packed_file(folder, filename)
        if filename not in files:
            abort(404)
        return send_file(files[filename], max_age=self.get_send_file_max_age(filename))
