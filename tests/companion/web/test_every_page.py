"""In every language, no page is wider than a phone, and no page breaks a rule of WCAG 2.2 AA."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor, opened_devices
from tests.companion.web.every_page import NO_PAGES, walk
from tests.companion.web.screens import LAPTOP, PHONE, SMALL_PHONE
from tests.running import served

pytestmark = pytest.mark.browser

VIEWS = ((SMALL_PHONE, "dark"), (PHONE, "dark"), (LAPTOP, "light"))
"""Sizes and colours of screens. 320 pixels are also what 400 % zoom leaves of a laptop's screen (WCAG 2.2,
1.4.10)."""
MAY_SCROLL = ".wide-table, .paper-scroll, .pads"
"""CSS selector of the elements that may scroll sideways."""
FITS = ".scores, #people + .wide-table .stats"
"""CSS selector of tables that must fit even the narrowest phone, because everybody reads them."""
WIDER = """([mayScroll, fits]) => {
  const scrolls = (each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1
    && ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
  const wide = [...document.body.querySelectorAll("*")].filter(scrolls)
    .filter((each) => !each.matches(mayScroll) || each.querySelector(fits))
    .map((each) => `${each.className} scrolls: ${each.scrollWidth} > ${each.clientWidth}`);
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) wide.push(`the page: ${page.scrollWidth} > ${innerWidth}`);
  return wide;
}"""

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The rules of WCAG 2.2 at levels A and AA, as axe-core names them."""
JUDGE = """rules => axe.run(document, { resultTypes: ['violations'], runOnly: rules })
  .then(({ violations }) => violations)"""


def broken_rules(page: Any) -> list[str]:
    """Return a sentence for each element of a page that breaks a rule of WCAG."""
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for rule in page.evaluate(JUDGE, list(RULES))
        for node in rule["nodes"]
    ]


@dataclass(frozen=True)
class Tour:
    """The faults of all pages in one language."""

    app: Any
    rules: frozenset[str]
    """Flask's URL rules of the visited pages."""
    wider: dict[str, list[str]]
    """Elements that are wider than a phone, by page and screen."""
    broken: dict[str, list[str]]
    """Elements that break a rule of WCAG, by page and screen."""


@pytest.fixture(
    scope="module",
    params=["de", pytest.param("en", marks=pytest.mark.long), pytest.param("es", marks=pytest.mark.long)],
)
def tour(request: Any, tmp_path_factory: Any, chromium: Any, full_counts: bool) -> Iterator[Tour]:
    """Visit all pages once in a language."""
    folder: Path = tmp_path_factory.mktemp("every-page")
    app = create_app({"DATA": folder / "games"})
    with served(app) as address, opened_devices(chromium) as open_device:
        yield look_at_all(app, address, open_device, request.param, full_counts)
    close(app)


def look_at_all(
    app: Any, address: str, open_device: Callable[..., Any], language: str, full_counts: bool
) -> Tour:
    page = open_device(PHONE, locale=language)
    rules, wider, broken = set(), {}, {}
    for number, place in enumerate(walk(Actor(app))):
        # in the short run the pages are judged on a phone and on a laptop in turn
        views = VIEWS if full_counts else (VIEWS[:2], VIEWS[::2])[number % 2]
        rules.add(place.rule)
        page.context.clear_cookies()
        page.context.add_cookies([{"name": k, "value": v, "url": address} for k, v in place.cookies.items()])
        answer = page.goto(address + place.path, wait_until="load")
        assert answer.status == (200 if place.rule else 404), place.name
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        page.evaluate(AXE)
        for size, scheme in views:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            # at its end no part of the page is under the button that stays in sight
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            view = f"{place.name}, {scheme}, {size['width']} pixels wide"
            fits = size is LAPTOP or place.rule == "/television"
            if not fits and (scrolls := page.evaluate(WIDER, [MAY_SCROLL, FITS])):
                wider[view] = scrolls
            # the page of the moments is a part of the game's
            is_judged = size is not SMALL_PHONE and not place.rule.endswith("/moments")
            if is_judged and (faults := broken_rules(page)):
                broken[view] = faults
    return Tour(app, frozenset(rules), wider, broken)


def test_no_page_is_left_out(tour: Tour) -> None:
    """Check that `walk` visits every page. Add new pages to `walk`, and other new addresses to NO_PAGES."""
    rules = {rule.rule for rule in tour.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    rules = {rule for rule in rules if not rule.startswith("/static/")}
    assert rules - NO_PAGES == tour.rules - {""}


def test_nothing_is_wider_than_a_phone(tour: Tour) -> None:
    assert tour.wider == {}


def test_no_page_breaks_a_rule_of_wcag(tour: Tour) -> None:
    assert tour.broken == {}
