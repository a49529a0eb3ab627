"""The pictures of play on paper and of looking back: `python docs/pictures/photograph_afterwards.py`.

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

from companion.analysis.replay import replay_game
from companion.table.events import (
    Amended,
    Decided,
    GameBegun,
    Photo,
    RollSeen,
    RollTaken,
    SeenDie,
)
from companion.table.timeline import Timeline, amend
from companion.web.app import close, create_app
from companion.web.camera.demo import choose_mark
from tests.running import served
from vision.frames.image import load

PLACE = ROOT / "docs" / "pictures"
LAPTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
NAMES = ("Ann", "Ben", "Cleo")


def play(room: Any, until: Callable[[Any], bool], seed: int = 5) -> None:
    """Play on at random, as the demo's players would, until the table is as wanted."""
    chance = random.Random(seed)
    while not until(room.table):
        table = room.table
        if table.position.phase == "roll":
            room.dispatch(
                RollTaken(" ".join(f"{s[0]}{chance.randint(1, 6)}" for s in table.dice_to_roll), "tapped")
            )
        else:
            player = table.game.waiting(table.position)[0]
            room.dispatch(Decided(player, str(choose_mark(table, player))))


def without_red(photo: Photo) -> RollSeen:
    """The same photo as if the red die were not there."""
    dice: tuple[SeenDie, ...] = tuple(die for die in photo.dice if die.colour != "red")
    return RollSeen(Photo(photo.name, photo.size, dice), "camera")


def with_consequences(timeline: Timeline) -> str:
    """An amendment in this game that makes something later illegal, as the page's address has it."""
    for turn in replay_game(timeline):
        for made in turn.decisions:
            for mark in turn.game.moves(made.position, made.player) if made.action == "white" else ():
                event = Amended(turn.number, "white", str(mark), made.player)
                if len(amend(timeline, event)[1]) > 1:
                    return f"turn={turn.number}&action=white&player={made.player}&mark={mark}"
    raise LookupError("nothing in this game can be amended with consequences")


def main(place: Path = PLACE) -> None:
    """Write the pictures into `place`."""
    with ExitStack() as studio:
        folder = studio.enter_context(tempfile.TemporaryDirectory())
        playwright = studio.enter_context(sync_playwright())
        app = create_app({"DATA": Path(folder)})
        server = app.extensions["table_server"]
        room = server.first.room
        address = studio.enter_context(served(app))
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        studio.callback(close, app)
        studio.callback(browser.close)

        def take(name: str, path: str, size: dict[str, int], scheme: str = "light") -> None:
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(180_000)  # a busy machine is no fault of the page
            page.on("console", lambda m: print(name, m.text) if m.type == "error" else None)
            page.goto(address + path)
            page.wait_for_load_state("load")
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
            assert not wide, f"{name} is wider than its screen"
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            picture.save(place / f"table-{name}.png", optimize=True)
            context.close()

        def look(name: str) -> Any:
            return server.first.watcher.look(load(ROOT / "fixtures" / "rolls" / name), room.table, "photo")

        for seed in (1, 2, 3):
            room.dispatch(GameBegun("classic", NAMES))
            play(room, lambda table: table.position.phase == "over", seed)
        room.dispatch(GameBegun("classic", NAMES))
        play(room, lambda table: table.position.phase == "roll" and len(table.turns) == 5)
        room.dispatch(look("wood.jpg"))
        play(room, lambda table: table.position.phase == "over")
        game = room.game
        take("looking-back", f"/games/{game}", LAPTOP)
        take("challenge", f"/games/{game}/turns/6/white/0?cell=a7", PHONE)
        take("replay", f"/games/{game}/turns/6", LAPTOP, "dark")
        take("amend", f"/amend?{with_consequences(room.timeline)}", PHONE)
        take("statistics", "/statistics", LAPTOP)
        room.dispatch(GameBegun("classic", NAMES, paper=True))
        seen = look("wood.jpg")
        room.dispatch(seen)
        take("paper", "/", LAPTOP)
        room.dispatch(without_red(seen.photo))
        take("question", "/", PHONE, "dark")


if __name__ == "__main__":
    main()
