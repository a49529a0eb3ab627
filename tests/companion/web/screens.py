"""What browser tests share: sizes of screens, places on them, taps, and waiting for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.companion.web.conftest import COLOURS, Actor
from tests.waiting import until_seen

SMALL_PHONE, PHONE = {"width": 320, "height": 568}, {"width": 390, "height": 844}
SMALL_SIDEWAYS, SIDEWAYS = {"width": 568, "height": 320}, {"width": 844, "height": 390}
LAPTOP, TELEVISION = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
NAMES = ("Annegret", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gustav", "Hanna", "Ilse", "Jan")
LUCKY = ("5", "10", "4", "9", "6", "11", "7", "12", "3", "13", "8", "14")


@dataclass(frozen=True)
class Box:
    """The box of an element, in CSS pixels from the top left corner of the screen."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def meets(self, other: Box) -> bool:
        """Return True if the boxes overlap by more than half a pixel."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.5


def boxes(page: Any, selector: str) -> list[Box]:
    """Return the boxes of all visible elements that match `selector`."""
    edges: Sequence[Sequence[float]] = page.locator(selector).evaluate_all(
        """all => all.map(each => each.getBoundingClientRect()).filter(box => box.width && box.height)
              .map(box => [box.left, box.top, box.right, box.bottom])"""
    )
    return [Box(*each) for each in edges]


def box(page: Any, selector: str) -> Box:
    """Return the box of the only visible element that matches `selector`."""
    matching = boxes(page, selector)
    assert len(matching) == 1, f"{len(matching)} of {selector}"
    return matching[0]


def sit(app: Any, game: str = "classic", players: int = 3) -> Actor:
    """Begin a game of the first `players` people in NAMES, Annegret first; return the table's Actor."""
    actor = Actor(app)
    lucky = {"lucky": list(LUCKY[: 2 * players])} if game == "longo" else {}
    actor.ok("/begin", player=list(NAMES[:players]), first="1", game=game, **lucky)
    return actor


def fits(page: Any) -> bool:
    """Return True if no part of the page is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def tap_dice(page: Any, dice: str) -> None:
    """Open the form for a roll and tap dice in, such as "w4 w1 r3"; the last die of a roll sends it."""
    whites = iter(("w1", "w2"))
    page.locator(".entry").evaluate("entry => { entry.open = true }")
    for die in dice.split():
        key = next(whites) if die[0] == "w" else COLOURS[die[0]]
        page.locator(f'label:has(input[name="{key}"][value="{die[1:]}"])').click()


def shows(page: Any, number: int) -> None:
    """Wait until the page shows the table as it was after event `number`, or a later one."""
    page.wait_for_function(
        "number => Number(document.body.dataset.shown ?? document.body.dataset.number) >= number", arg=number
    )


def at(page: Any, actor: Actor) -> None:
    """Wait until the page shows the last event of the table. For a tap on the page itself, use `changed`."""
    shows(page, actor.server.session.number)


def answer_to(page: Any, address: str, act: Callable[[], None]) -> Any:
    """Return the server's answer to the request for `address` (a glob) that `act` makes the page send.

    The page gets an empty answer instead, so the browser neither shows nor saves a file.
    """
    answers: list[Any] = []

    def pass_on(route: Any) -> None:
        answers.append(route.fetch())
        route.fulfill(status=204)

    page.route(address, pass_on)
    act()
    until_seen(page, lambda: answers)
    page.unroute(address)
    return answers[0]


def hold(page: Any, address: str) -> list[Any]:
    """Hold back the page's requests for `address` (a glob); return the list to which they are added."""
    held: list[Any] = []

    def note(route: Any) -> None:
        held.append(route)

    page.route(address, note)
    return held


def lose_the_table(page: Any) -> None:
    """Cut the page off from the network, and wait until it says that the table is gone."""
    page.clock.install()
    page.context.set_offline(True)

    def is_away() -> bool:
        page.clock.run_for(1000)
        return bool(page.evaluate("document.body.dataset.away"))

    until_seen(page, is_away)


@contextmanager
def changed(page: Any, actor: Actor) -> Iterator[None]:
    """Run a block that taps on the page; then wait until the page shows the server's answer."""
    before = actor.server.session.number
    with page.expect_event("requestfinished", lambda asked: asked.method == "POST") as asked:
        yield
    answer = asked.value.response()
    assert answer.status == 200, answer.text()
    shows(page, before + 1)
    at(page, actor)
