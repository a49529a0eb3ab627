"""Takes screenshots of the page for the documentation: `python docs/pictures/photograph.py`.

It needs a Chromium (`make browser`), and for `phones` a network. `photograph.py table`, `phones` or
`looking-back` takes only these screenshots.
"""

import io
import sys
from typing import Any

from PIL import Image
from studio import LAPTOP, PHONE, PLACE, ROOT, open_studio, save

from companion.analysis.replay import replay_game
from companion.table.events import GameBegun, Photo, RollSeen, RollTaken, TurnAmended
from companion.table.timeline import Timeline, amend
from companion.web.camera.demo import PLAYERS

NARROW_PHONE = {"width": 360, "height": 780}
NAMES = ("Ann", "Ben", "Cleo", "Dora")


def photograph_table() -> None:
    """Take screenshots of a game on the table's screen and on a phone, from its start to its end."""
    with open_studio(PORT=8730) as studio:
        studio.take("begin", "/new")
        studio.take("pad-editor", "/pads/draw", tap="#tap-b7")
        studio.session.dispatch(GameBegun("classic", PLAYERS, demo=True))
        studio.play_until(lambda table: table.position.turn == 8 and table.position.phase == "roll")
        studio.session.dispatch(studio.look_at("wood.jpg"))
        studio.decide_next()
        studio.take("demo")
        studio.session.dispatch(GameBegun("classic", NAMES))
        studio.play_until(lambda table: table.position.turn == 6 and table.position.phase == "roll")
        studio.session.dispatch(studio.look_at("cut.jpg"))
        studio.take("asked")
        studio.session.dispatch(RollTaken("w6 w5 r5 y4 g3 b4", "tapped"))
        studio.take("phone", size=PHONE)
        studio.take("refused", size=PHONE, tap="#c0a9")
        studio.take("dark", scheme="dark")
        studio.take("correct", size=PHONE, tap=".die.green")
        studio.play_until(lambda table: table.position.phase == "over")
        studio.take("end")


def photograph_phones() -> None:
    """Take screenshots of joining by phone, and of four phones side by side."""
    with open_studio(PORT=8730) as studio:
        client, names = studio.app.test_client(), ("Emma", "Max", "Laura")
        shots: list[bytes] = []

        def post(address: str, **data: Any) -> None:
            answer = client.post(address, data=data, headers={"Accept": "application/json"})
            assert answer.status_code < 400, answer.text

        def begin(game: str, **agreed: Any) -> None:
            post("/begin", player=list(names), first="1", game=game, **agreed)

        def shoot(
            player: str, scheme: str = "light", hints: str = "cells", taps: tuple[str, ...] = ()
        ) -> None:
            seat = studio.server.seats.give("player", player)
            with studio.page("/", NARROW_PHONE, scheme, {"seat": seat, "hints": hints}) as page:
                for tap in taps:
                    page.click(f'.sheet.mine button[name="card"][value="{tap}"]')
                    page.locator(f"#chosen-{tap.replace(' ', '')}").wait_for()
                shots.append(page.screenshot())

        assert studio.server.listeners is not None
        studio.server.listeners.open()
        studio.take("join", "/seats")
        begin("longo", lucky=["5", "10", "4", "9", "6", "11"])
        post("/roll", w1=5, w2=1, red=3, yellow=2, green=7, blue=8)
        shoot("Laura")
        begin("classic")
        post("/roll", w1=4, w2=1, red=3, yellow=2, green=6, blue=5)
        shoot("Max", "dark", "suggestions")
        begin("bonus-a")
        post("/roll", w1=5, w2=6, red=3, yellow=2, green=6, blue=5)
        post("/mark", player="Emma", mark="c11")
        shoot("Emma")
        begin("cards")
        post("/roll", turned="4")
        for player, mark in (("Max", "a4"), ("Laura", "-"), ("Emma", "b4")):
            post("/mark", player=player, mark=mark)
        shoot("Emma", taps=("green 11", "green 9", "green 2"))
        save(side_by_side(shots), PLACE / "table-phones.png")
        save(shots[0], ROOT / "companion" / "web" / "pages" / "devices" / "install" / "screenshot.png")


def side_by_side(shots: list[bytes], gap: int = 14) -> bytes:
    """Join screenshots of equal height, with `gap` white pixels between them."""
    images = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    width = sum(image.width for image in images) + gap * (len(images) - 1)
    joined = Image.new("RGB", (width, images[0].height), "white")
    at = 0
    for image in images:
        joined.paste(image, (at, 0))
        at += image.width + gap
    buffer = io.BytesIO()
    joined.save(buffer, "PNG")
    return buffer.getvalue()


def photograph_looking_back() -> None:
    """Take screenshots of the review of games, of an amendment, and of play on paper."""
    names = NAMES[:3]
    with open_studio() as studio:
        for seed in (1, 2, 3):
            studio.session.dispatch(GameBegun("classic", names))
            studio.play_until(lambda table: table.position.phase == "over", seed)
        studio.session.dispatch(GameBegun("classic", names))
        studio.play_until(lambda table: table.position.phase == "roll" and len(table.turns) == 5)
        studio.session.dispatch(studio.look_at("wood.jpg"))
        studio.play_until(lambda table: table.position.phase == "over")
        game = studio.session.game
        assert studio.session.timeline is not None
        studio.take("looking-back", f"/games/{game}")
        studio.take("challenge", f"/games/{game}/turns/6/white/0?cell=a7", PHONE)
        studio.take("replay", f"/games/{game}/turns/6", LAPTOP, "dark")
        studio.take("amend", f"/amend?{amendment_with_consequences(studio.session.timeline)}", PHONE)
        studio.take("statistics", "/statistics")
        studio.take("share", f"/games/{game}/share", PHONE)
        studio.take("how-to-play", "/rules/classic", PHONE)
        studio.session.dispatch(GameBegun("classic", names, paper=True))
        seen = studio.look_at("wood.jpg")
        assert seen.photo is not None
        studio.session.dispatch(seen)
        studio.take("paper")
        studio.session.dispatch(without_red(seen.photo))
        studio.take("question", "/", PHONE, "dark")


def without_red(photo: Photo) -> RollSeen:
    """Return the event of reading a photo, as if the red die were missing."""
    dice = tuple(die for die in photo.dice if die.colour != "red")
    return RollSeen(Photo(photo.name, photo.size, dice), "camera")


def amendment_with_consequences(timeline: Timeline) -> str:
    """Return the URL query of an amendment (a late correction) that makes a later mark illegal."""
    for turn in replay_game(timeline):
        for made in turn.decisions:
            for mark in turn.game.moves(made.position, made.player) if made.action == "white" else ():
                event = TurnAmended(turn.number, "white", str(mark), made.player)
                if len(amend(timeline, event)[1]) > 1:
                    return f"turn={turn.number}&action=white&player={made.player}&mark={mark}"
    raise LookupError("nothing in this game can be amended with consequences")


PARTS = {
    "table": photograph_table,
    "phones": photograph_phones,
    "looking-back": photograph_looking_back,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
