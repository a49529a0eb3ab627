"""Serves the static files of all pages by name. Styles are sent as one file; styles and scripts are gzipped.

Only public files are compressed: the length of a compressed secret would help to guess it.
"""

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from flask import Response, request

SUFFIXES = (".css", ".js", ".svg", ".png", ".woff2", ".mp4", ".webm")
"""Suffixes of public files. No code or template has such a suffix."""
PACKED_TYPES = {".css": "text/css", ".js": "text/javascript"}
"""MIME types of the files that are compressed, by suffix. (`mimetypes` would ask the Windows registry.)"""
EVERY_PAGE = "every_page.css"
"""Name of the file that joins all styles. Browsers paint only after the last style file has arrived."""
STYLES_OF_EVERY_PAGE = (
    "base.css", "sheets.css", "table.css", "playing.css", "special.css", "joining.css", "rolling.css",
    "phone.css", "people.css", "ask.css",
)  # fmt: skip
"""The files that are joined, in the order of the cascade."""


@cache
def static_files(folder: Path) -> Mapping[str, Path]:
    """Return the static files below `folder`, by name. Raise ValueError if two have the same name."""
    files: dict[str, Path] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in SUFFIXES and files.setdefault(file.name, file) != file:
            raise ValueError(f"Two static files are called {file.name}: {files[file.name]}, {file}.")
    return MappingProxyType(dict(sorted(files.items())))


@cache
def static_version(folder: Path) -> str:
    """Return a hash of the static files below `folder`. As a part of their URLs it permits caching."""
    content = sha256()
    for name, file in static_files(folder).items():
        content.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
    return content.hexdigest()[:12]


@cache
def _content(folder: Path, name: str) -> bytes:
    files = STYLES_OF_EVERY_PAGE if name == EVERY_PAGE else (name,)
    return b"\n".join(static_files(folder)[file].read_bytes() for file in files)


@cache
def _packed(folder: Path, name: str) -> bytes:
    return gzip.compress(_content(folder, name), mtime=0)


def wants_packed() -> bool:
    """Return True if the browser of the request accepts gzip."""
    return request.accept_encodings.quality("gzip") > 0


def packed_file(folder: Path, name: str) -> Response:
    """Return a response with the file `name`, compressed if the browser accepts gzip."""
    answer = Response(_content(folder, name), mimetype=PACKED_TYPES[Path(name).suffix])
    answer.vary.add("Accept-Encoding")
    if wants_packed():
        answer.set_data(_packed(folder, name))
        answer.content_encoding = "gzip"
    return answer
