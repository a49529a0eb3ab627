"""What a phone needs to keep the table on its home screen."""

import struct
from typing import Any

from tests.companion.web.conftest import Phone


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">2I", png[16:24])
    return width, height


def static(table: Any, address: str) -> bytes:
    with table.client.get(address) as answer:
        assert answer.mimetype == "image/png"
        return bytes(answer.data)


def test_the_manifest_names_the_table_and_icons_of_the_sizes_it_says(table: Any) -> None:
    answer = table.client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        side = int(icon["sizes"].split("x")[0])
        assert size(static(table, icon["src"])) == (side, side)
    table.client.post("/language", data={"language": "de"})
    assert table.client.get("/manifest.webmanifest").get_json()["short_name"] == "Am Tisch"


def test_every_page_names_manifest_and_icons(table: Any) -> None:
    page = table.client.get("/new").text
    assert 'rel="manifest"' in page and 'rel="apple-touch-icon"' in page and "icon-192.png" in page
    assert size(static(table, "/static/apple-touch-icon.png")) == (180, 180)


def test_a_stranger_may_keep_the_page_that_says_where_the_table_is(table: Any) -> None:
    phone = Phone(table.app)
    for address in ("/manifest.webmanifest", "/offline", "/service-worker.js"):
        assert phone.get(address).status_code == 200, address
    assert "Is its computer awake" in phone.get("/offline").text
    assert "qwixx table" in table.client.get("/offline").text
    assert table.server.key not in phone.get("/offline").text
