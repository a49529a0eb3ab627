"""The page below a base path: no address, redirect or cookie leads out of it."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from flask import Flask

import companion.web
from sheets.registry import folders
from tests.companion.web.conftest import FAR, JSON, Actor

BASE = "/games/qwixx"
WEB = Path(companion.web.__file__).parent
ADDRESS = re.compile(r'\s([a-z-]+)="(/[^"]*)"')
"""Matches an attribute of a page that holds an absolute path, which is an address without a host."""
IN_SCRIPT = re.compile(r"""["'`(]/[A-Za-z][^"'`)\s]*""")
"""Matches the beginning of an absolute path in a script or a style sheet."""


@pytest.fixture
def below(build: Any) -> Flask:
    """Return an app that is served below BASE."""
    return build(APPLICATION_ROOT=BASE)


def addresses(text: str) -> set[str]:
    """Return the absolute paths in HTML, without queries and without values of the form field `back`."""
    sent = text.replace(f'data-base="{BASE}"', "")
    sent = re.sub(r'name="back" value="[^"]*"', "", sent)
    return {re.split("[?#]", unescape(value))[0] for _, value in ADDRESS.findall(sent)}


def test_a_whole_game_leads_nowhere_else(below: Flask) -> None:
    table = Actor(below).begin("Ann", "Ben").roll("w1 w2 r3 y4 g5 b6")
    table.join("Ann").marks("a3")
    seen, waiting = set[str](), {f"{BASE}/"}
    while waiting:
        address = waiting.pop()
        seen.add(address)
        answer = table.client.get(address.removeprefix(BASE), buffered=True)
        assert answer.status_code < 500, (address, answer.status_code)
        assert (answer.location or f"{BASE}/").startswith(f"{BASE}/"), address
        if answer.mimetype != "text/html":
            continue
        links = addresses(answer.text)
        assert links or "/join/" in address, address
        assert [each for each in links if not each.startswith(f"{BASE}/")] == [], address
        waiting |= {each for each in links if not re.search(r"\.(pdf|jpg|sqlite)$", each)} - seen
    pages = {each.removeprefix(BASE) for each in seen}
    assert {"/", "/rules", "/seats", "/new", "/games", "/games/1", "/games/1/turns/1", "/print"} <= pages


def test_each_redirect_and_cookie_stays_below_it(below: Flask) -> None:
    client = below.test_client()
    key = below.extensions["server"].key
    entered = client.get(f"/join/{key}", environ_overrides=FAR)
    assert f"Path={BASE}" in entered.headers["Set-Cookie"].split("; ")
    assert client.get(f"/join/{key}", environ_overrides=FAR).location == f"{BASE}/join"
    for path, sent, place in (("/device", {"hints": "off"}, "/"), ("/leave", {}, "/join")):
        answer = client.post(path, data=sent, environ_overrides=FAR)
        assert answer.location == BASE + place and f"Path={BASE}" in answer.headers["Set-Cookie"], path
    assert client.get("/", environ_overrides=FAR).location == f"{BASE}/join"


def test_scripts_learn_the_path_from_the_page(below: Flask) -> None:
    client = below.test_client()
    assert f'data-base="{BASE}"' in client.get("/new").text
    begun = client.post("/begin", data={"player": ["Ann", "Ben"], "first": "1"}, headers=JSON)
    assert begun.get_json()["go"] == f"{BASE}/"
    manifest = client.get("/manifest.webmanifest").get_json()
    assert {manifest[key] for key in ("id", "start_url", "scope")} == {f"{BASE}/"}
    assert all(icon["src"].startswith(f"{BASE}/static/") for icon in manifest["icons"])
    part = Actor(below).ok("/roll", w1="1", w2="2", red="3", yellow="4", green="5", blue="6").get_json()
    links = addresses(part["html"])  # the stream sends the same
    assert {f"{BASE}/mark", f"{BASE}/correct"} <= links
    assert all(each.startswith(f"{BASE}/") for each in links)


@pytest.mark.parametrize(
    "file",
    [file for folder in (WEB, *map(Path, folders())) for file in sorted(folder.rglob("*.html"))],
    ids=lambda file: file.name,
)
def test_every_address_in_a_template_has_the_path_before_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert ADDRESS.findall(text) == []
    made = re.findall(r'\s(?:href|src|action|formaction)="(?!\{\{ (?:base|url_for)|#|\?|data:)([^"]*)', text)
    beginnings = ("{{ address }}", "{{ request.scheme }}://", "{{ link", "{{ crop }}")
    beginnings += ("{{ href }}",) if "set href = base ~" in text else ()
    whole = [each for each in made if each.startswith(beginnings)]
    assert [each for each in made if each not in whole] == []


@pytest.mark.parametrize("file", [*WEB.rglob("*.js"), *WEB.rglob("*.css")], ids=lambda file: file.name)
def test_no_script_or_style_sheet_has_an_address_of_its_own(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    code = [line.partition("// ")[0] for line in lines if ".map((part) => BASE + part)" not in line]
    assert [written for line in code for written in IN_SCRIPT.findall(line)] == []


def test_style_sheet_refers_to_existing_files(below: Flask) -> None:
    client, sheet = below.test_client(), f"{below.static_url_path}/base.css"
    addresses = re.findall(r'url\("([^"]*)"\)', client.get(sheet, buffered=True).text)
    assert addresses
    for address in addresses:
        assert client.get(urljoin(sheet, address), buffered=True).status_code == 200, address
