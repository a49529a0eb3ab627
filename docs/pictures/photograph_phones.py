"""Pictures of joining and of phones for docs/table.md: `python docs/pictures/photograph_phones.py`.

Needs a Chromium (`make browser`) and a network, whose address is in the picture.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "companion" / "web")]

from chromium import find

from companion.web.app import close, create_app
from tests.running import served

PHONE = {"width": 360, "height": 780}
LAPTOP = {"width": 1280, "height": 760}
NAMES = ("Emma", "Max", "Laura")


class Scene:
    """A table with three players, and a way to look at it."""

    def __init__(self, browser: Browser, folder: Path, studio: ExitStack) -> None:
        self.browser = browser
        self.app = create_app({"DATA": folder, "PORT": 8730})
        self.server = self.app.extensions["table_server"]
        self.client = self.app.test_client()
        self.address = studio.enter_context(served(self.app))
        studio.callback(close, self.app)

    def post(self, address: str, **data: Any) -> None:
        answer = self.client.post(address, data=data, headers={"Accept": "application/json"})
        assert answer.status_code < 400, answer.text

    def begin(self, game: str, **agreed: Any) -> None:
        self.post("/begin", player=list(NAMES), first="1", game=game, **agreed)

    def page(self, size: Any, player: str = "", scheme: Any = "light", hints: str = "cells") -> Any:
        context = self.browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        cookies = {"hints": hints}
        if player:
            cookies["seat"] = self.server.seats.give(self.server.first.code, "player", player)
        context.add_cookies([{"name": n, "value": v, "url": self.address} for n, v in cookies.items()])
        page = context.new_page()
        page.goto(f"{self.address}/")
        return page


def phones(scene: Scene) -> np.ndarray:
    """Four phones side by side: Longo, coached and dark; Bonus A; the number for everyone; cards."""
    shots = []
    scene.begin("longo", lucky=["5", "10", "4", "9", "6", "11"])
    scene.post("/roll", w1=5, w2=1, red=3, yellow=2, green=7, blue=8)
    shots.append(scene.page(PHONE, "Laura").screenshot())
    scene.begin("classic")
    scene.post("/roll", w1=4, w2=1, red=3, yellow=2, green=6, blue=5)
    shots.append(scene.page(PHONE, "Max", "dark", "suggestions").screenshot())
    scene.begin("bonus-a")
    scene.post("/roll", w1=5, w2=6, red=3, yellow=2, green=6, blue=5)
    scene.post("/mark", player="Emma", mark="c11")
    shots.append(scene.page(PHONE, "Emma").screenshot())
    scene.begin("cards")
    scene.post("/roll", turned="4")
    for player, mark in (("Max", "a4"), ("Laura", "-"), ("Emma", "b4")):
        scene.post("/mark", player=player, mark=mark)
    page = scene.page(PHONE, "Emma")
    for card, state in (("green11", "crossed"), ("green9", "crossed"), ("green2", "played")):
        page.click(f"#k{card}")
        page.locator(f"#k{card}.{state}").wait_for()
    shots.append(page.screenshot())
    images = [cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR) for shot in shots]
    gap = np.full((images[0].shape[0], 14, 3), 255, np.uint8)
    parts = [part for image in images for part in (gap, image)]
    return np.hstack(parts[1:])


def main() -> None:
    """Write the pictures of the phones' page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as studio:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        scene = Scene(browser, Path(folder), studio)
        try:
            scene.server.listeners.open()
            page = scene.page(LAPTOP)
            page.goto(f"{scene.address}/seats")
            page.screenshot(path=HERE / "table-join.png")
            cv2.imwrite(str(HERE / "table-phones.png"), phones(scene))
        finally:
            browser.close()


if __name__ == "__main__":
    main()
