"""Styles and scripts are sent compressed. Pages never are: their length could reveal a secret in them."""

import gzip
import re
from pathlib import Path
from typing import Any

import companion.web
from companion.web.server.base_path import EVERY_PAGE, STYLES_OF_EVERY_PAGE, static_files

STATIC = static_files(Path(companion.web.__file__).parent)
PACKS = {"Accept-Encoding": "gzip, br"}


def get(table: Any, address: str, **headers: str) -> Any:
    return table.app.test_client().get(address, headers=headers, buffered=True)


def test_styles_and_scripts_travel_packed_to_those_who_unpack(table: Any) -> None:
    sent = {name: STATIC[name].read_bytes() for name in ("base.css", "main.js")}
    sent[EVERY_PAGE] = b"\n".join(STATIC[name].read_bytes() for name in STYLES_OF_EVERY_PAGE)
    for name, content in sent.items():
        address = f"{table.app.static_url_path}/{name}"
        packed, plain = get(table, address, **PACKS), get(table, address, **{"Accept-Encoding": "identity"})
        assert (packed.content_encoding, plain.content_encoding) == ("gzip", None)
        assert gzip.decompress(packed.data) == plain.data == content
        assert 3 * len(packed.data) < 2 * len(plain.data)
        assert packed.content_length == len(packed.data)
        assert "Accept-Encoding" in packed.vary and "Accept-Encoding" in plain.vary
        assert "immutable" in packed.headers["Cache-Control"]
        assert packed.mimetype == ("text/css" if name.endswith(".css") else "text/javascript")


def test_styles_of_every_page_are_one_file(table: Any) -> None:
    linked = re.findall(r'rel="stylesheet" href="([^"]+)"', table.begin("Ann", "Ben").page())
    assert linked[0] == f"{table.app.static_url_path}/{EVERY_PAGE}"
    assert not {Path(each).name for each in linked} & set(STYLES_OF_EVERY_PAGE)


def test_nothing_else_is_packed(table: Any) -> None:
    fonts = [name for name, path in STATIC.items() if path.suffix in (".woff2", ".png", ".svg")]
    addresses = ["/", "/new", "/rules", *(f"{table.app.static_url_path}/{name}" for name in fonts)]
    assert len(addresses) > 3
    for address in addresses:
        assert get(table, address, **PACKS).content_encoding is None, address
