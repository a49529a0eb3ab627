"""Rate limits of devices: each kind of request has its own token bucket."""

import io
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, request

from companion.web.access import rates
from companion.web.server.refusal import RequestRefused

FAR = "192.0.2.77"


@pytest.fixture(autouse=True)
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that no token bucket refills while a test sends requests."""
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: 0.0))


def test_a_bucket_empties_and_fills_again() -> None:
    buckets, rate = rates.Rates(), rates.Rate(3, 2)
    assert [buckets.allows("a", rate, 0.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.allows("b", rate, 0.0), "another address has its own"
    assert [buckets.allows("a", rate, 0.5), buckets.allows("a", rate, 0.5)] == [True, False]
    assert [buckets.allows("a", rate, 99.0) for _ in range(4)] == [True, True, True, False], (
        "never above full"
    )


def asked(app: Flask, path: str, method: str, times: float, address: str = FAR, **sent: Any) -> int:
    """Send `times` requests one after the other, and return how many are allowed."""
    mine, allowed = rates.Rates(), 0
    with app.test_request_context(path, method=method, environ_base={"REMOTE_ADDR": address}, **sent):
        assert request.endpoint, f"nothing listens at {method} {path}"
        for _ in range(int(times)):
            try:
                mine.check()
            except RequestRefused as refused:
                assert refused.status == 429
            else:
                allowed += 1
    return allowed


@pytest.mark.parametrize(
    ("path", "method", "rate"),
    [
        ("/", "GET", rates.PAGES),
        ("/", "HEAD", rates.PAGES),
        ("/mark", "POST", rates.CHANGES),
        ("/lens", "POST", rates.PICTURES),
        ("/join", "POST", rates.GUESSES),
        ("/join/photo", "POST", rates.DOOR_PHOTOS),
        ("/join/some-key", "GET", rates.GUESSES),
    ],
)
def test_each_kind_of_request_has_its_bucket(app: Flask, path: str, method: str, rate: rates.Rate) -> None:
    assert asked(app, path, method, rate.burst + 1) == rate.burst


def test_every_upload_is_counted_as_a_photo(app: Flask) -> None:
    """Check that every page that takes files counts them towards the limit on photos."""
    paths = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and "<" not in rule.rule and not rule.rule.startswith("/join")
    }
    assert {"/photo", "/sheets", "/second-view", "/sit/photo"} <= paths
    for path in paths - {"/lens"}:
        form = {"photo": (io.BytesIO(b"x"), "a.jpg")}
        assert asked(app, path, "POST", 3 * rates.UPLOADS.burst, data=form) == rates.UPLOADS.burst, path


def test_the_tables_own_computer_is_held_back_at_the_door_alone(app: Flask) -> None:
    """Check that the table's own computer may ask as often as it likes, but not try codes."""
    most = rates.PAGES.burst
    for path, allowed in (("/mark", most), ("/photo", most), ("/join", rates.GUESSES.burst)):
        assert asked(app, path, "POST", most, "127.0.0.1") == allowed, path
