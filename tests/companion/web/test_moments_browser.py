"""Animations on the screen: sums that fly, locks that snap shut, points that count up, the winner's page."""

from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import LAPTOP, PHONE, TELEVISION, at, boxes, sit

pytestmark = pytest.mark.browser

OBSERVE = """() => {
  window.seen = { snaps: [], counts: [], locks: [], confetti: 0, sums: 0 };
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      const looks = type === "attributes" ? target.classList : { contains: () => false };
      if (looks.contains("snaps")) window.seen.snaps.push(target.id);
      if (looks.contains("counts")) window.seen.counts.push(target.textContent);
      for (const node of addedNodes) {
        if (node.classList?.contains("confetti")) window.seen.confetti += 1;
        if (node.classList?.contains("flying-sum")) window.seen.sums += 1;
        if (node.classList?.contains("lock-moment")) {
          const { pointerEvents } = getComputedStyle(node);
          window.seen.locks.push([node.className, node.querySelector("svg").clientHeight, pointerEvents]);
        }
      }
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}"""


@pytest.fixture
def watch(look: Any) -> Any:
    """Return a function that opens a page like `look`, but with animations, which the page records."""

    def opened(size: dict[str, int] = LAPTOP, **options: Any) -> Any:
        page = look(size, **{"reduced_motion": "no-preference"} | options)
        page.evaluate(OBSERVE)
        return page

    return opened


def cross(actor: Actor, white: str, mark: str) -> None:
    """Play a turn in which only Annegret marks a cell. `white`: the white dice ("w1 w2"); `mark`: "a3"."""
    actor.roll(f"{white} r1 y1 g1 b1")
    active = actor.table.active
    actor.join("Annegret").marks(mark)
    actor.join("Ben").marks("-")
    actor.join(active).marks("-")


def up_to_the_lock(actor: Actor) -> None:
    for white, mark in (("w1 w1", "a2"), ("w2 w1", "a3"), ("w2 w2", "a4"), ("w3 w2", "a5"), ("w3 w3", "a6")):
        cross(actor, white, mark)


def end(actor: Actor) -> None:
    """Pass every turn until a player's fourth penalty ends the game."""
    while actor.table.position.end is None:
        actor.roll("w6 w5 r1 y1 g1 b1")
        for player in actor.table.game.waiting(actor.table.position):
            actor.join(player).marks("-")
        if actor.table.position.phase == "colour":
            actor.join(actor.table.active).marks("-")


def test_the_sum_lands_in_each_cell_in_sight_that_it_may_cross(app: Any, watch: Any) -> None:
    actor = sit(app, players=2)
    table, phone, calm = watch(), watch(PHONE, player="Annegret"), watch(reduced_motion="reduce")
    actor.roll(ROLL)
    for page, cells in ((table, 8), (phone, 4)):
        at(page, actor)
        page.wait_for_function("cells => window.seen.sums === cells", arg=cells)
        page.locator(".flying-sum").first.wait_for(state="detached")
    actor.ok("/correct", die="green", value="5")
    at(table, actor)
    at(calm, actor)
    assert table.evaluate("window.seen.sums") == 8, "a corrected die is not thrown again"
    assert calm.evaluate("window.seen.sums") == 0


def test_a_lock_snaps_across_every_screen_once(app: Any, watch: Any) -> None:
    actor = sit(app, players=2)
    up_to_the_lock(actor)
    phone = watch(PHONE, player="Ben")
    screens = ((LAPTOP, watch()), (PHONE, phone), (TELEVISION, watch(TELEVISION, path="/television")))
    calm = watch(reduced_motion="reduce")
    actor.roll("w6 w6 r1 y1 g1 b1")
    actor.join("Annegret").marks("a12")
    actor.join("Ben").marks("-")
    for size, page in screens:
        at(page, actor)
        page.wait_for_function("() => window.seen.locks.length > 0")
        assert set(page.evaluate("window.seen.snaps")) == {"l0a", "l1a"}, "the row is closed on both sheets"
        ((colour, height, taps),) = page.evaluate("window.seen.locks")
        assert (colour, taps) == ("lock-moment red", "none") and height > 0.4 * min(size.values())
        page.locator(".lock-moment").wait_for(state="detached")
    at(calm, actor)
    assert calm.evaluate("window.seen.locks") == []


def test_points_count_up_while_their_text_is_final(app: Any, watch: Any) -> None:
    actor = sit(app, players=2)
    page = watch()
    cross(actor, "w1 w1", "a2")
    at(page, actor)
    assert "1" in page.evaluate("window.seen.counts")
    assert page.locator("#sheet-0 .total [data-points]").inner_text() in ("1", "\u22124")


def test_confetti_falls_once_and_never_where_motion_is_unwanted(app: Any, watch: Any) -> None:
    actor = sit(app, players=2)
    page, calm = watch(), watch(reduced_motion="reduce")
    cross(actor, "w1 w1", "a2")
    end(actor)
    for each in (page, calm):
        at(each, actor)
        each.locator("#podium").wait_for()
    assert page.evaluate("window.seen.confetti") == 1
    page.locator(".confetti").wait_for(state="detached")
    actor.ok("/undo", number=str(actor.server.session.number))
    at(page, actor)
    actor.ok("/redo", number=str(actor.server.session.number))
    at(page, actor)
    page.locator("#podium").wait_for()
    assert page.evaluate("window.seen.confetti") == 1, "once in a game"
    assert calm.evaluate("window.seen") == {"snaps": [], "counts": [], "locks": [], "confetti": 0, "sums": 0}


def test_the_winners_page_shows_all_sheets_side_by_side_and_names_a_record(app: Any, watch: Any) -> None:
    for cell in ("a2", "a3", "a4"):
        actor = sit(app, players=2)
        cross(actor, "w1 w1" if cell == "a2" else "w2 w1" if cell == "a3" else "w2 w2", cell)
        end(actor)
    actor = sit(app, players=2)
    up_to_the_lock(actor)
    page = watch()
    end(actor)
    at(page, actor)
    page.locator(".feat").first.wait_for()
    assert "A new best at this table" in page.locator(".feat").first.inner_text()
    sheets = boxes(page, "#sheets .sheet")
    assert len({round(each.top) for each in sheets}) == 1, "side by side"
    assert page.locator(".sheet.won h2").inner_text().startswith("Annegret")
    assert "★" in page.locator(".sheet.won h2").evaluate("h => getComputedStyle(h, '::after').content")
