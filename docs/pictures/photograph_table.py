"""The pictures of docs/table.md, taken anew from the page itself: `python docs/pictures/photograph_table.py`.

Needs Chromium, and Pillow (which ReportLab brings along) to make the files small.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "companion" / "web")]

from chromium import find
from PIL import Image
from playwright.sync_api import sync_playwright

from companion.table.events import Decided, GameBegun, RollTaken
from companion.web.app import close, create_app
from companion.web.camera.demo import PLAYERS, choose_mark
from companion.web.server.table_server import TableServer
from tests.running import served
from vision.frames.image import load

PLACE = ROOT / "docs" / "pictures"
LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
NAMES = ("Ann", "Ben", "Cleo", "Dora")


def play(server: TableServer, until: Callable[[Any], bool]) -> None:
    """Play on at random, as the demo's players would, until the table is as wanted."""
    chance = random.Random(5)
    room = server.first.room
    while room.table is not None and not until(room.table):
        table = room.table
        if table.position.phase == "roll":
            room.dispatch(
                RollTaken(" ".join(f"{s[0]}{chance.randint(1, 6)}" for s in table.dice_to_roll), "tapped")
            )
        else:
            player = table.game.waiting(table.position)[0]
            room.dispatch(Decided(player, str(choose_mark(table, player))))


def photograph(server: TableServer, name: str) -> None:
    """Let the real eyes look at one of the fixtures."""
    assert server.first.room.table is not None
    server.first.room.dispatch(
        server.first.watcher.look(load(ROOT / "fixtures" / "rolls" / name), server.first.room.table, "photo")
    )


def main() -> None:
    """Write the pictures of the table's page."""
    with ExitStack() as studio:
        folder = studio.enter_context(tempfile.TemporaryDirectory())
        playwright = studio.enter_context(sync_playwright())
        app = create_app({"DATA": Path(folder), "PORT": 8730})
        server: TableServer = app.extensions["table_server"]
        address = studio.enter_context(served(app))
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        studio.callback(close, app)
        studio.callback(browser.close)

        def take(
            name: str, path: str = "/", size: dict[str, int] = LAPTOP, scheme: str = "light", tap: str = ""
        ) -> None:
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            page.goto(address + path)
            page.wait_for_load_state("load")
            if tap:
                page.click(tap)
                page.wait_for_timeout(400)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            picture.quantize(160, dither=Image.Dither.NONE).save(PLACE / f"table-{name}.png", optimize=True)
            context.close()

        take("begin", "/new")
        server.first.room.dispatch(GameBegun("classic", PLAYERS, demo=True))
        play(server, lambda table: table.position.turn == 8 and table.position.phase == "roll")
        photograph(server, "wood.jpg")
        player = server.first.room.table.game.waiting(server.first.room.table.position)[0]  # type: ignore[union-attr]
        server.first.room.dispatch(Decided(player, str(choose_mark(server.first.room.table, player))))  # type: ignore[arg-type]
        take("demo")
        server.first.room.dispatch(GameBegun("classic", NAMES))
        play(server, lambda table: table.position.turn == 6 and table.position.phase == "roll")
        photograph(server, "cut.jpg")
        take("asked")
        server.first.room.dispatch(RollTaken("w6 w5 r5 y4 g3 b4", "tapped"))
        take("phone", size=PHONE)
        take("refused", size=PHONE, tap="#c0a9")
        take("dark", scheme="dark")
        take("correct", size=PHONE, tap=".die.green")
        play(server, lambda table: table.position.phase == "over")
        take("end")


if __name__ == "__main__":
    main()
