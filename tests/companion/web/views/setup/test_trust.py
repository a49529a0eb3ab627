"""The page on which a phone comes to trust the table once: for its own system first, with the same number."""

import re
from typing import Any

import pytest

from companion.lan import addresses
from companion.web.presenters.setup.trust import fingerprint

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, build: Any) -> Any:
    """A table whose phones come by HTTPS; without a network, loopback stands in for it."""
    if not addresses():
        monkeypatch.setattr("companion.web.http.lan_listeners.addresses", lambda: ("127.0.0.1",))
    return build(PORT=8730, HTTPS=True)


def asked(app: Any, system: str, **headers: str) -> str:
    """The page as a stranger's phone sees it."""
    listeners = app.extensions["server"].listeners
    host = listeners.addresses[0].removeprefix("https://")
    answer = app.test_client().get(
        "/trust",
        base_url=f"https://{host}",
        headers={"User-Agent": system, **headers},
        environ_base={"REMOTE_ADDR": "192.0.2.77"},
    )
    assert answer.status_code == 200
    return str(answer.text)


def test_there_is_nothing_to_trust_before_phones_are_let_in(app: Any) -> None:
    answer = app.test_client().get("/trust", headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.json["error"]["code"] == "no-authority"
    assert "/trust" not in app.test_client().get("/seats").text


@pytest.mark.parametrize(
    ("system", "name", "screen"),
    [(IPHONE, "iPhone and iPad", "Certificate Trust Settings"), (ANDROID, "Android phone", "CA certificate")],
)
def test_each_phone_sees_its_own_way_first(app: Any, system: str, name: str, screen: str) -> None:
    listeners = app.extensions["server"].listeners
    listeners.open()
    page = asked(app, system)
    first = re.search(r"<details open><summary><h2>(.*?)</h2>.*?</details>", page, re.S)
    assert first is not None and first[1] == name
    assert f'class="touched">{screen}<' in first[0] and "To stop trusting it:" in first[0]
    assert page.count("<details") == 5
    assert fingerprint(listeners.authority()) in page
    assert 'href="/trust/authority.crt"' in page


def test_the_table_says_where_phones_go_and_shows_the_same_number(app: Any) -> None:
    listeners, client = app.extensions["server"].listeners, app.test_client()
    listeners.open()
    assert 'href="/trust"' in client.get("/seats").text
    page = client.get("/trust").text
    assert f"{listeners.addresses[0]}/trust" in page
    assert fingerprint(listeners.authority()) in page and "<details open>" not in page


def test_the_names_on_the_drawn_screens_are_those_of_the_phones_language(app: Any) -> None:
    app.extensions["server"].listeners.open()
    page = asked(app, IPHONE, **{"Accept-Language": "de"})
    assert "Zertifikatsvertrauenseinstellungen" in page and "Certificate Trust" not in page
