"""The search for a browser in which to run tests."""

import pytest

from tests.companion.web import chromium


def test_ci_does_not_go_on_without_a_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that `make browser`, if it gets no browser, fails only with ARGS=--newest, as in CI."""
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "install", lambda newest: None)
    assert chromium.main(newest=False) == 0 and chromium.main(newest=True) == 1
    assert capsys.readouterr().out.count("Chromium: none; the browser tests will be skipped.") == 2
