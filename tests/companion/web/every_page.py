"""Yields every page of the program, some after finished games, for tests of all pages."""

import io
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from companion.storage.prints import record_print
from companion.table.events import GameBegun
from companion.web.camera.demo import choose_mark
from sheets.order import PrintOrder
from sheets.pad import load_pad
from sheets.paper import PAPERS, Layout
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.test_paper_to_table import MARKS, photo_of

NAMES = ("Cleo-Marie v. Hohenstein", "Benjamín", "Maximiliane", "Dora")
"""Names of players; the first has the largest permitted length."""
NO_PAGES = frozenset(
    {
        "/api/live", "/api/plays.bgsplay", "/api/results.csv", "/api/state", "/live",
        "/dice-lessons/<name>.jpg", "/dice-lessons/<name>/<int:index>.jpg", "/dice-lessons/<name>.png",
        "/camera/frame", "/photos/<name>.jpg", "/photos/<name>/<int:index>.jpg",
        "/games/<int:number>/record.json", "/games/<int:number>/results.pdf", "/games/copies/save",
        "/manifest.webmanifest", "/pads/picture/<path:value>.svg", "/people/signs", "/record.json",
        "/service-worker.js", "/trust/authority.crt",
    }
)  # fmt: skip
"""Flask's URL rules of files, pictures and streams, which are no pages."""


@dataclass(frozen=True)
class Place:
    """A page, as a device with the given cookies sees it."""

    rule: str
    """Flask's URL rule of the page, or "" if the page does not exist."""
    path: str
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.path} {self.cookies.get('hints', '')}{' (phone)' if 'seat' in self.cookies else ''}"


def play_until(actor: Actor, done: Callable[[Any], bool], seed: int = 5) -> None:
    """Play at random until `done(table)` is true."""
    chance = random.Random(seed)
    while not done(actor.table):
        if actor.table.position.phase == "roll":
            actor.roll(" ".join(f"{die[0]}{chance.randint(1, 6)}" for die in actor.table.dice_to_roll))
        else:
            player = actor.table.game.waiting(actor.table.position)[0]
            actor.join(player).marks(str(choose_mark(actor.table, player)))


def play_out(actor: Actor, game: str, *names: str, seed: int = 5) -> Actor:
    """Play the game `game` with the players `names` at random to its end, and return `actor`."""
    actor.begin(*names, game=game)
    play_until(actor, lambda table: table.position.end is not None, seed)
    return actor


def _photographed_sheets(actor: Actor) -> str:
    """Begin a game on paper, upload a photo of three sheets, and return the path of the page about it."""
    layout = Layout(PAPERS["a4"], 3)
    order = PrintOrder(load_pad("classic"), count=3, seed=11, names=(), layout=layout)
    record_print(actor.server.store.folder, order)
    actor.ok("/begin", player=list(NAMES[:3]), first="1", game="classic", paper="on")
    for dice in ("w1 w1 r3 y2 g6 b5", "w6 w6 r1 y1 g1 b1", ROLL):
        actor.roll(dice)
    sent = {"photo": (io.BytesIO(photo_of(order, MARKS)), "sheets.jpg")}
    return str(actor.client.post("/sheets", data=sent).location)


def walk(actor: Actor) -> Iterator[Place]:
    """Yield each page in turn. Look at a page before you take the next: the game continues in between."""
    server = actor.server

    def device(role: str, player: str = "", **more: str) -> dict[str, str]:
        return {"seat": server.seats.give(role, player), **more}

    for path in ("/new", "/new?game=longo", "/new?game=connected-a", "/print", "/seats", "/device"):
        yield Place(path.partition("?")[0], path)
    for path in ("/doctor", "/dice-lessons", "/lens", "/offline", "/rules", "/games/copies"):
        yield Place(path, path)
    for path in ("/statistics", "/games", "/questions", "/pads/draw"):
        yield Place(path, path)
    yield Place("/rules/<name>", "/rules/white-sum")
    yield Place("/rules/<name>", "/rules/end-in-action-1")
    yield Place("/ask", "/ask?q=fourth+penalty")
    yield Place("/ask", "/ask?q=xyzzy")
    yield Place("/pads/draw", "/pads/draw?from=connected-b")
    yield Place("/", "/", device("guest"))
    yield Place("/", "/", device("player", NAMES[0]))
    yield Place("/television", "/television")
    server.seats.free(NAMES[0])
    yield Place("/join", "/join", device("stranger"))
    yield Place("/join/<key>", f"/join/{server.key}", device("stranger"))
    server.listeners = SimpleNamespace(
        authority=lambda _host: b"authority", addresses=("https://192.0.2.7:8443",), hosts=frozenset()
    )  # type: ignore[assignment]
    yield Place("/trust", "/trust")
    server.listeners = None
    for seed in (5, 6):
        play_out(actor, "bonus-b", *NAMES, seed=seed)
    yield Place("/", "/")
    yield Place("/", "/", device("player", NAMES[0]))
    yield Place("/television", "/television")
    play_out(actor, "classic", *NAMES[1:], seed=7)
    yield Place("/", "/")
    for path in ("/statistics", "/games", "/history"):
        yield Place(path, path)
    game = "/games/<int:number>"
    for number in (1, 3):
        yield Place(game, f"/games/{number}")
        for rest in ("/share", "/moments"):
            yield Place(game + rest, f"/games/{number}{rest}")
        yield Place(f"{game}/turns/<int:turn>", f"/games/{number}/turns/1")
        yield Place(f"{game}/turns/<int:turn>/<action>/<int:seat>", f"/games/{number}/turns/1/white/0")
    record = {"record": (io.BytesIO(actor.client.get("/games/1/record.json").data), "game.json")}
    opened = str(actor.client.post("/games/open", data=record).location)
    yield Place("/records/<name>", opened)
    yield Place("/records/<name>/turns/<int:turn>", f"{opened}/turns/1")
    challenged = re.search(rf"{opened}/turns/\d+/\w+/\d", actor.client.get(opened).text)
    assert challenged, "a decision of the record is a link"
    yield Place("/records/<name>/turns/<int:turn>/<action>/<int:seat>", challenged[0])
    yield Place("/sheets/<name>", _photographed_sheets(actor))
    actor.begin(*NAMES, game="mixx-a")
    own = device("player", NAMES[0], hints="coach")
    yield Place("/", "/")
    yield Place("/", "/", own)
    for path in ("/join", "/device"):
        yield Place(path, path, own)
    actor.roll(ROLL)
    yield Place("/", "/")
    yield Place("/", "/", device("player", NAMES[0], hints="suggestions"))
    for name in NAMES:
        actor.join(name).marks("-")
    yield Place("/", "/", own)
    actor.join(NAMES[0]).marks("-")
    yield Place("/amend", f"/amend?turn=1&action=white&player={NAMES[1]}&mark=a5")
    actor.ok("/begin", player=list(NAMES), first="1", game="cards", jokers="on")
    yield Place("/", "/")
    yield Place("", "/no-such-page")
    server.session.dispatch(GameBegun("classic", NAMES, demo=True))
    yield Place("/demo", "/demo")
