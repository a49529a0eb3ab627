"""Serves pages below a path of a shared host, such as `https://home.example/qwixx/`, and the static files.

URLs in Python start at the page's own root ("/join"). The proxy sends the base path with each request, and
the base path is added on output: by `base` in templates, by `data-base` in scripts, and here in redirects and
cookies. Only public files are compressed: the length of a compressed secret would help to guess it.
"""

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_file
from werkzeug.wrappers import Response as Answer

SUFFIXES = (".css", ".js", ".svg", ".png", ".woff2", ".mp4", ".webm")
"""Suffixes of public files. No code or template has such a suffix."""
PACKED_TYPES = {".css": "text/css", ".js": "text/javascript"}
"""MIME types of the files that are compressed, by suffix. (`mimetypes` would ask the Windows registry.)"""
EVERY_PAGE = "every_page.css"
"""Name under which the style sheets STYLES_OF_EVERY_PAGE are served as one file."""
STYLES_OF_EVERY_PAGE = (
    "base.css", "sheets.css", "table.css", "playing.css", "special.css", "joining.css", "rolling.css",
    "phone.css", "people.css", "ask.css",
)  # fmt: skip
"""The style sheets that EVERY_PAGE joins, in the order of the cascade."""


@cache
def static_files(folder: Path) -> Mapping[str, Path]:
    """Return the static files below `folder`, by file name. Raise ValueError if two have the same name."""
    files: dict[str, Path] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in SUFFIXES and files.setdefault(file.name, file) != file:
            raise ValueError(f"Two static files are called {file.name}: {files[file.name]}, {file}.")
    return files


@cache
def static_version(folder: Path) -> str:
    """Return a hash of the static files below `folder`. URLs that contain it can be cached for good."""
    content = sha256()
    for name, file in sorted(static_files(folder).items()):
        content.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
    return content.hexdigest()[:12]


@cache
def _content(folder: Path, name: str, packs: bool) -> bytes:
    files = STYLES_OF_EVERY_PAGE if name == EVERY_PAGE else (name,)
    content = b"\n".join(static_files(folder)[file].read_bytes() for file in files)
    return gzip.compress(content, mtime=0) if packs else content


def wants_packed() -> bool:
    """Return True if the browser of the request accepts gzip."""
    return request.accept_encodings.quality("gzip") > 0


def below_base(address: str) -> str:
    """Return `address` with the base path in front if it starts with "/", else unchanged."""
    return f"{request.script_root}{address}" if address.startswith("/") else address


class PageResponse(Response):
    """A response whose cookies are limited to the base path."""

    def set_cookie(self, key: str, value: str = "", *positional: Any, **named: Any) -> None:
        super().set_cookie(key, value, *positional, **{**named, "path": request.script_root or "/"})


class PageApp(Flask):
    """A Flask application that keeps redirects and cookies below the base path."""

    response_class = PageResponse

    def redirect(self, location: str, code: int = 302) -> Answer:
        return super().redirect(below_base(location), code)

    def send_static_file(self, filename: str) -> Response:
        """Return a static file or abort with 404. Compress scripts and styles if the browser accepts gzip."""
        folder = Path(str(self.static_folder))
        files, mimetype = static_files(folder), PACKED_TYPES.get(Path(filename).suffix)
        if filename not in files and filename != EVERY_PAGE:
            abort(404)
        if mimetype is None:
            return send_file(files[filename], max_age=self.get_send_file_max_age(filename))
        packs = wants_packed()
        answer = Response(_content(folder, filename, packs), mimetype=mimetype)
        answer.vary.add("Accept-Encoding")
        if packs:
            answer.content_encoding = "gzip"
        return answer
