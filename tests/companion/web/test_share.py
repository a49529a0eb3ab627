"""Sharing and keeping the table, in a real browser: a picture, text, a page for when nobody answers."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.companion.web.conftest import Actor
from tests.companion.web.pages.look_back.results.test_share import finish
from tests.running import served

pytestmark = pytest.mark.browser

PHONE = {"width": 320, "height": 640}


def test_a_result_is_saved_as_a_png_with_every_name_in_its_own_script(
    app: Any, serve: Callable[[Any], str], open_device: Callable[..., Any]
) -> None:
    address = serve(app)
    finish(Actor(app), "Ángela", "Öznur", "Юлия")
    page = open_device(PHONE, permissions=["clipboard-write"])
    page.goto(f"{address}/games/1/share")
    page.locator("canvas[data-drawn]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename == "qwixx-1.png"
    data = Path(download.value.path()).read_bytes()
    assert struct.unpack(">2I", data[16:24]) == (1080, 250 + 3 * 168 + 96)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    for line in range(3):  # dark ink where each name stands
        name = picture[250 + 168 * line + 20 : 250 + 168 * line + 76, 130:330]
        assert 0.02 < (name.max(2) < 120).mean() < 0.5
    page.get_by_role("button", name="Copy the text").click()
    page.get_by_role("button", name="Copied").wait_for()


def test_a_page_that_was_here_before_says_where_the_table_is_when_it_is_gone(
    app: Any, open_device: Callable[..., Any]
) -> None:
    page = open_device(service_workers="allow")
    with served(app) as address:
        page.goto(f"{address}/rules")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function(
            "() => caches.open('offline-1').then((kept) => kept.match('/offline')).then(Boolean)"
        )
        paths = (
            "caches.open('offline-1').then((kept) => kept.keys()).then((all) => all.map((each) => each.url))"
        )
        kept = {url.removeprefix(address) for url in page.evaluate(paths)}
        offline = app.test_client().get("/offline").text
        assert set(re.findall(r'href="(/static/[^"]+)"', offline)) <= kept, "with what it looks like"
        page.reload()
        assert page.get_by_role("heading", name="How to play, in two minutes").count() == 1, (
            "never from what is kept"
        )
    page.goto(f"{address}/")
    page.get_by_role("heading", name="The table does not answer").wait_for()
    assert address in page.locator("main").inner_text()
    font = page.locator("h1").evaluate("heading => getComputedStyle(heading).fontFamily")
    assert "Fredoka" in font, "its style is kept too"
