"""The files that a phone needs to keep the table on its home screen and to trust the table."""

import io
import struct
from typing import Any

import pytest

from companion.lan import addresses
from companion.sheet_scan.reading import SheetReading
from companion.web.pages.devices.install import fingerprint
from companion.web.pages.paper import sheet_photos
from tests.companion.web.conftest import FAR, JSON, ROLL, Phone, jpeg


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


def test_the_page_that_a_stranger_may_keep_does_not_hold_the_key(table: Any) -> None:
    page = Phone(table.app).get("/offline").text
    assert "Is its computer awake" in page and table.server.key not in page
    assert "qwixx table" in table.client.get("/offline").text


HTTPS = {"wsgi.url_scheme": "https"}


def test_only_a_table_with_https_offers_what_an_application_can(table: Any) -> None:
    offers = {"shortcuts", "share_target", "screenshots"}
    assert offers.isdisjoint(table.client.get("/manifest.webmanifest").get_json())
    manifest = table.client.get("/manifest.webmanifest", environ_overrides=HTTPS).get_json()
    assert offers <= set(manifest)
    (picture,) = manifest["screenshots"]
    assert "x".join(map(str, size(static(table, picture["src"])))) == picture["sizes"]
    table.begin("Ann", "Ben")
    page = table.client.get("/").text
    for shortcut in manifest["shortcuts"]:
        path, _, place = shortcut["url"].partition("#")
        assert path == "/" and f'id="{place}"' in page, shortcut


def shared(table: Any, **headers: str) -> Any:
    """Send a picture to the table as a phone's share menu does, and return the response."""
    target = table.client.get("/manifest.webmanifest", environ_overrides=HTTPS).get_json()["share_target"]
    assert (target["method"], target["enctype"]) == ("POST", "multipart/form-data")
    (field,) = target["params"]["files"]
    sent = {field["name"]: (io.BytesIO(jpeg()), "picture.jpg")}
    return table.client.post(target["action"], data=sent, headers={"Sec-Fetch-Site": "none", **headers})


def test_a_shared_picture_of_dice_is_the_roll(table: Any, reader: Any) -> None:
    table.begin("Ann", "Ben")
    reader.says = ROLL
    answer = shared(table, Origin="null")
    assert (answer.status_code, answer.location) == (303, "/")
    assert str(table.table.position.roll) == ROLL
    assert "on the table already" in shared(table).text


def test_a_shared_picture_of_sheets_is_compared_with_the_table(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_photos, "read_sheets", lambda _image, _pads: [SheetReading("no-sheet")])
    table.begin("Ann", "Ben").roll(ROLL)
    assert shared(table).location.startswith("/sheets/")


def test_no_other_site_shares_a_picture(table: Any) -> None:
    table.begin("Ann", "Ben")
    for site in ("cross-site", ""):
        assert shared(table, Origin="null", **{"Sec-Fetch-Site": site}).status_code == 403
    answer = table.client.post("/undo", headers={"Sec-Fetch-Site": "none", "Origin": "null"})
    assert answer.status_code == 403, "only sharing comes without a page"


@pytest.fixture
def https_app(monkeypatch: pytest.MonkeyPatch, build: Any) -> Any:
    """Build a table whose phones use HTTPS. Without a network, use the loopback address."""
    if not addresses():
        monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: ("127.0.0.1",))
    return build(PORT=8730, HTTPS=True)


def test_there_is_nothing_to_trust_before_phones_are_let_in(https_app: Any) -> None:
    answer = https_app.test_client().get("/trust", headers=JSON)
    assert answer.status_code == 404 and answer.json["error"]["code"] == "no-authority"
    assert "/trust" not in https_app.test_client().get("/seats").text


def test_the_phone_and_the_table_show_the_same_number(https_app: Any) -> None:
    listeners, client = https_app.extensions["server"].listeners, https_app.test_client()
    listeners.open()
    host = listeners.addresses[0].removeprefix("https://")
    phone = client.get("/trust", base_url=f"https://{host}", environ_overrides=FAR).text
    assert f"{listeners.addresses[0]}/trust" in phone and 'href="/trust/authority.crt"' in phone
    for page in (phone, client.get("/trust").text):
        assert fingerprint(listeners.authority()) in page
    assert 'href="/trust"' in client.get("/seats").text
