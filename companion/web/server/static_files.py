"""Static files as they are sent: by name, from the folders of all pages; styles of every page as one, styles
and scripts packed by gzip.

Only files that everybody may read are packed: packed secrets could be guessed by length.
"""

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from types import MappingProxyType

from flask import Response, request

SUFFIXES = (".css", ".js", ".svg", ".png", ".woff2", ".mp4", ".webm")
"""Endings of the files that are sent to everybody: no code and no template has one."""
PACKED_SUFFIXES = (".css", ".js")
"""Endings of the static files that are packed; pictures and typefaces are packed already."""
EVERY_PAGE = "every_page.css"
"""The name under which the styles of every page are sent as one: a browser paints after the last of them."""
STYLES_OF_EVERY_PAGE = (
    "base.css", "sheets.css", "table.css", "playing.css", "special.css", "joining.css", "rolling.css",
    "phone.css", "people.css", "ask.css",
)  # fmt: skip
"""The files that are sent as EVERY_PAGE, in the order of the cascade."""


@cache
def static_files(folder: Path) -> Mapping[str, Path]:
    """Return the static files in `folder` and the folders below it, by name.

    ValueError if two have the same name: each is asked for by its name alone.
    """
    found: dict[str, Path] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in SUFFIXES and found.setdefault(file.name, file) != file:
            raise ValueError(f"Two static files are called {file.name}: {found[file.name]}, {file}.")
    return MappingProxyType(dict(sorted(found.items())))


@cache
def static_version(folder: Path) -> str:
    """Return a hash of the static files in `folder` for their addresses.

    Browsers may thus keep such a file forever (`guard`), and request another address after an upgrade.
    """
    content = sha256()
    for name, file in static_files(folder).items():
        content.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
    return content.hexdigest()[:12]


@cache
def _content(folder: Path, name: str) -> bytes:
    """Return the content of a static file, which does not change while the program runs."""
    files = STYLES_OF_EVERY_PAGE if name == EVERY_PAGE else (name,)
    return b"\n".join(static_files(folder)[file].read_bytes() for file in files)


@cache
def _packed(folder: Path, name: str) -> bytes:
    return gzip.compress(_content(folder, name), mtime=0)


def wants_packed() -> bool:
    """Return True if the browser that asks unpacks gzip."""
    return request.accept_encodings.quality("gzip") > 0


def packed_file(folder: Path, name: str) -> Response:
    """Return the styles or the script `name` of `folder`, packed if the browser that asks unpacks it."""
    answer = Response(_content(folder, name), mimetype=guess_type(name)[0])
    answer.vary.add("Accept-Encoding")
    if wants_packed():
        answer.set_data(_packed(folder, name))
        answer.content_encoding = "gzip"
    return answer
