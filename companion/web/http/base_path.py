"""Serves the page below a path of a shared host, such as `https://home.example/qwixx/`.

Addresses in Python begin at the page's own root ("/join"). The base path is added on output: by `base` in
templates, `data-base` in scripts, and here for redirects and cookies.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from werkzeug.wrappers import Response as Answer

from companion.web.http.static_files import EVERY_PAGE, pack_static, styles_of_every_page
from sheets.errors import BadInput

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_OUTSIDE = "/outside-of-the-base-path"
"""The path that stands for every address outside of the base path; no page has it."""

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class NotABasePath(BadInput):
    """The given text is not a base path."""


def base_path(text: str) -> str:
    """The path before every address of the page, without a slash at its end; "" for none.

    >>> base_path("/games/qwixx/"), base_path("/")
    ('/games/qwixx', '')

    Raises NotABasePath.
    """
    path = text.rstrip("/")
    if not _PATH.fullmatch(path) or any(part.strip(".") == "" for part in path.split("/")[1:]):
        raise NotABasePath(
            "“{path}” is no path at which a proxy can show the table; write one like /qwixx.", path=text
        )
    return path


def below_base(address: str) -> str:
    """An address of the page as devices ask for it, with the base path before it."""
    return f"{request.script_root}{address}" if address.startswith("/") else address


class BelowBase:
    """Serves an application below a base path, and nothing elsewhere."""

    def __init__(self, application: Application, base: str) -> None:
        self._application, self._base = application, base

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        path = environ.get("SCRIPT_NAME", "") + environ["PATH_INFO"]
        is_inside = path == self._base or path.startswith(f"{self._base}/")
        environ["SCRIPT_NAME"] = self._base
        environ["PATH_INFO"] = (path[len(self._base) :] or "/") if is_inside else _OUTSIDE
        return self._application(environ, start_response)


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
        if filename == EVERY_PAGE:
            answer = styles_of_every_page(folder)
        else:
            answer = super().send_static_file(filename)
        pack_static(answer, folder, filename)
        return answer
