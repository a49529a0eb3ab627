"""The page on which a phone comes to trust the table once: with the same number as on the table's screen."""

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


def test_there_is_nothing_to_trust_before_phones_are_let_in(app: Any) -> None:
    answer = app.test_client().get("/trust", headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.json["error"]["code"] == "no-authority"
    assert "/trust" not in app.test_client().get("/seats").text


def test_the_phone_and_the_table_show_the_same_number(app: Any) -> None:
    listeners, client = app.extensions["server"].listeners, app.test_client()
    listeners.open()
    host = listeners.addresses[0].removeprefix("https://")
    phone = client.get("/trust", base_url=f"https://{host}", environ_base={"REMOTE_ADDR": "192.0.2.77"}).text
    assert f"{listeners.addresses[0]}/trust" in phone and 'href="/trust/authority.crt"' in phone
    for page in (phone, client.get("/trust").text):
        assert fingerprint(listeners.authority()) in page
    assert 'href="/trust"' in client.get("/seats").text
