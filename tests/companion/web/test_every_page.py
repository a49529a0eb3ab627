"""Every page in every language: nothing is wider than a phone, and buttons of one level look alike."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor, opened_devices
from tests.companion.web.every_page import NO_PAGES, Place, walk
from tests.companion.web.screens import LAPTOP, PHONE
from tests.running import served

pytestmark = pytest.mark.browser

WIDTHS = (390, 320)
"""Widths of phones in CSS pixels; 320 is also what 400 % zoom leaves of a laptop's screen (WCAG 2.2,
1.4.10)."""
MAY_SCROLL = ".wide-table, .paper-scroll"
"""What scrolls sideways in a box of its own, with a shadow where more lies; all else fits."""
FITS = ".scores, #people + .wide-table .stats"
"""Tables that everybody reads: they fit even the narrowest phone."""
WIDER = """([mayScroll, fits]) => {
  const scrolls = (each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1
    && ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
  const found = [...document.body.querySelectorAll("*")].filter(scrolls)
    .filter((each) => !each.matches(mayScroll) || each.querySelector(fits))
    .map((each) => `${each.className} scrolls: ${each.scrollWidth} > ${each.clientWidth}`);
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) found.push(`the page: ${page.scrollWidth} > ${innerWidth}`);
  return found;
}"""


BUTTONS = """() => {
  const pressed = (each) => each.querySelector(":checked")
    || ["true", "page"].includes(each.ariaPressed ?? each.getAttribute("aria-current"));
  const one = (each) => {
    const style = getComputedStyle(each), kinds = ["main", "plain", "big", "small"];
    return {
      kind: kinds.filter((kind) => each.classList.contains(kind)).join(" "),
      size: [style.fontSize, style.paddingBlock, style.paddingInline, style.minHeight],
      colours: [style.backgroundColor, style.color, style.borderColor],
      shape: [style.borderRadius, style.borderWidth, style.fontWeight, style.fontFamily.split(",")[0]],
    };
  };
  return [...document.querySelectorAll(".button")]
    .filter((each) => each.getClientRects().length && !each.disabled && !pressed(each)).map(one);
}"""
SIZES = {
    "": ("16px", "8px", "16px", "46px"),
    "big": ("19.2px", "10px", "24px", "62px"),
    "small": ("14.4px", "4px", "10px", "44px"),
    "smallest": ("13.76px", "2px", "8px", "34px"),
}
"""Font, padding above and beside, least height of each size of a button; base.css says what each is for."""
CROWDED = {"/": {"": {"small", "smallest"}, "big": {"smallest"}, "small": {"smallest"}}}
"""The sizes that each size may become where the table leaves little room."""


@dataclass(frozen=True)
class Seen:
    """What was seen on all pages of a language: `rules` of their addresses; `wider`: what did not fit;
    `buttons`: of each page on a phone and on a laptop."""

    app: Any
    rules: frozenset[str]
    wider: dict[str, list[str]]
    buttons: list[tuple[Place, dict[str, Any]]]


@pytest.fixture(
    scope="module",
    params=["de", pytest.param("en", marks=pytest.mark.long), pytest.param("es", marks=pytest.mark.long)],
)
def seen(request: Any, tmp_path_factory: Any, chromium: Any) -> Iterator[Seen]:
    """All pages, looked at once in a language."""
    folder: Path = tmp_path_factory.mktemp("every-page")
    app = create_app({"DATA": folder / "games"})
    with served(app) as address, opened_devices(chromium) as open_device:
        yield look_at_all(app, address, open_device, request.param)
    close(app)


def look_at_all(app: Any, address: str, open_device: Callable[..., Any], language: str) -> Seen:
    page = open_device(PHONE, locale=language)
    rules, wider, buttons = set(), {}, []
    for place in walk(Actor(app)):
        rules.add(place.rule)
        page.context.clear_cookies()
        page.context.add_cookies([{"name": k, "value": v, "url": address} for k, v in place.cookies.items()])
        answer = page.goto(address + place.path, wait_until="load")
        assert answer.status == (200 if place.rule else 404), place.name
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": PHONE["height"]})
            if place.rule != "/television" and (found := page.evaluate(WIDER, [MAY_SCROLL, FITS])):
                wider[f"{place.name}, {width} pixels wide"] = found
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            buttons += [(place, each) for each in page.evaluate(BUTTONS)]
    return Seen(app, frozenset(rules), wider, buttons)


def test_no_page_is_left_out(seen: Seen) -> None:
    """A new page belongs into `walk`, a new file into `NO_PAGES`."""
    rules = {rule.rule for rule in seen.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    rules = {rule for rule in rules if not rule.startswith("/static/")}
    assert rules - NO_PAGES == seen.rules - {""}


def test_nothing_is_wider_than_a_phone(seen: Seen) -> None:
    assert seen.wider == {}


def test_buttons_of_one_level_look_alike(seen: Seen) -> None:
    looks: dict[str, dict[str, str]] = {}
    for place, each in seen.buttons:
        level = each["kind"].split()[0] if each["kind"].startswith(("main", "plain")) else "usual"
        looks.setdefault(level, {}).setdefault(str(each["colours"] + each["shape"]), place.name)
    assert {"main", "plain", "usual"} == set(looks)
    assert all(len(found) == 1 for found in looks.values()), looks


def test_buttons_have_one_of_four_sizes(seen: Seen) -> None:
    names = {size: name for name, size in SIZES.items()}
    wrong = {}
    for place, each in seen.buttons:
        meant = each["kind"].split()[-1] if each["kind"].endswith(("big", "small")) else ""
        size = names.get(tuple(each["size"]))
        if size != meant and size not in CROWDED.get(place.rule, {}).get(meant, ()):
            wrong[f"{place.name}: {each['kind']} button"] = each["size"]
    assert wrong == {}


def test_a_shadow_shows_at_which_edge_more_lies(look: Callable[..., Any]) -> None:
    page = look(PHONE, path="/pads/draw", ready=False)
    box = page.locator(".paper-scroll")

    def edges() -> tuple[int, int]:
        """The brightness of the paper's blank margin, at the left and at the right edge of the box."""
        picture = cv2.imdecode(np.frombuffer(box.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        return int(picture[20, 3]), int(picture[20, -4])

    assert box.evaluate("each => each.scrollWidth > each.clientWidth")
    left, right = edges()
    assert left > 250 and right < 220, "more lies at the right"
    box.evaluate("each => each.scrollTo(each.scrollWidth, 0)")
    left, right = edges()
    assert left < 220 and right > 250, "more lies at the left"
