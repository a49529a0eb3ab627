"""Requests from pages of other sites change nothing at the table, and give nobody a seat."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.access.server import Server

ELSEWHERE = (
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
)


@pytest.fixture
def app(build: Any) -> Flask:
    return build()


def addresses(app: Flask) -> list[str]:
    """Return the path of every page, with values for the variables of its URL rule."""
    server: Server = app.extensions["server"]
    rules = [rule.rule for rule in app.url_map.iter_rules()]
    assert len(rules) > 100
    return [re.sub(r"<[^>]*>", "1", rule.replace("<key>", server.key)) for rule in rules]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=lambda headers: " ".join(map(str, headers.values())))
def test_no_page_works_for_another_site(
    app: Flask, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a request from another site runs no view, whatever its address and method."""
    ran: list[str] = []
    for name in list(app.view_functions):
        monkeypatch.setitem(app.view_functions, name, lambda name=name, **_parts: ran.append(name) or "")
    client = app.test_client()
    for address in addresses(app):
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            answer = client.open(address, method=method, headers=headers)
            assert answer.status_code == 403 and "Set-Cookie" not in answer.headers, address
    assert ran == []


def test_a_link_elsewhere_leads_in_by_one_more_tap(app: Flask) -> None:
    """Check that an invitation opened from another site lets a device in only after a tap on our own page."""
    server: Server = app.extensions["server"]
    client: FlaskClient = app.test_client()
    link = f"/join/{server.key}"
    far = {"REMOTE_ADDR": "192.168.1.7"}
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    page = client.get(link, headers=headers, environ_base=far)
    assert page.status_code == 403 and f'href="{link}"' in page.text and not client.get_cookie("seat")
    opened = client.get(link, headers={"Sec-Fetch-Site": "same-origin"}, environ_base=far)
    assert opened.status_code in (200, 302, 303) and "Set-Cookie" in opened.headers


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/rules?x=%22onclick%3D1"])
def test_the_tap_never_leads_elsewhere(app: Flask, path: str) -> None:
    page = app.test_client().get(path, headers={"Sec-Fetch-Site": "cross-site"})
    for target in re.findall(r'href="(?!#)([^"]*)"', page.text):
        assert re.match(r"/(?![/\\])", target), target


def test_typed_addresses_and_own_pages_are_answered(app: Flask) -> None:
    for site in ("none", "same-origin"):
        assert app.test_client().get("/rules", headers={"Sec-Fetch-Site": site}).status_code == 200
