"""The page on which a phone comes to trust the table once: with the same number as on the table's screen."""

import re
from typing import Any

import pytest

from companion.lan import addresses
from companion.web.pages.devices.install import fingerprint


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, build: Any) -> Any:
    """Build a table whose phones use HTTPS; without a network, loopback replaces it."""
    if not addresses():
        monkeypatch.setattr("companion.web.server.lan_listeners.addresses", lambda: ("127.0.0.1",))
    return build(PORT=8730, HTTPS=True)


def asked(app: Any) -> str:
    """Return the page as a stranger's phone sees it."""
    listeners = app.extensions["server"].listeners
    host = listeners.addresses[0].removeprefix("https://")
    answer = app.test_client().get(
        "/trust",
        base_url=f"https://{host}",
        environ_base={"REMOTE_ADDR": "192.0.2.77"},
    )
    assert answer.status_code == 200
    return str(answer.text)


def test_there_is_nothing_to_trust_before_phones_are_let_in(app: Any) -> None:
    answer = app.test_client().get("/trust", headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.json["error"]["code"] == "no-authority"
    assert "/trust" not in app.test_client().get("/seats").text


def test_the_page_is_three_sentences_a_number_and_a_button(app: Any) -> None:
    listeners = app.extensions["server"].listeners
    listeners.open()
    page = asked(app)
    assert f"{listeners.addresses[0]}/trust" in page
    assert fingerprint(listeners.authority()) in page
    assert 'href="/trust/authority.crt"' in page and "<details" not in page
    main = re.search(r"<main.*?</main>", page, re.S)
    assert main is not None and main[0].count("<p") == 5


def test_the_table_shows_the_same_number(app: Any) -> None:
    listeners, client = app.extensions["server"].listeners, app.test_client()
    listeners.open()
    assert 'href="/trust"' in client.get("/seats").text
    assert fingerprint(listeners.authority()) in client.get("/trust").text
