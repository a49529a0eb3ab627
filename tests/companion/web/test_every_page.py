"""Every page in every language: none is wider than a phone, and none breaks a rule of WCAG 2.2 AA."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor, opened_devices
from tests.companion.web.every_page import NO_PAGES, walk
from tests.companion.web.screens import LAPTOP, PHONE
from tests.running import served

pytestmark = pytest.mark.browser

WIDTHS = (390, 320)
"""Widths of phones in CSS pixels; 320 is also what 400 % zoom leaves of a laptop's screen (WCAG 2.2,
1.4.10)."""
MAY_SCROLL = ".wide-table, .paper-scroll, .pads"
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

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The rules of WCAG 2.2 at levels A and AA, as axe-core names them."""
JUDGED = "rules => axe.run(document, { resultTypes: ['violations'], runOnly: rules })"


def broken_rules(page: Any) -> list[str]:
    """Return a sentence for each element of a page that breaks a rule of WCAG."""
    page.evaluate(AXE)
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for rule in page.evaluate(JUDGED, list(RULES))["violations"]
        for node in rule["nodes"]
    ]


@dataclass(frozen=True)
class Tour:
    """What was found on all pages of a language: `rules` of their addresses; `wider`: what did not fit;
    `broken`: which rules of WCAG a page breaks."""

    app: Any
    rules: frozenset[str]
    wider: dict[str, list[str]]
    broken: dict[str, list[str]]


@pytest.fixture(
    scope="module",
    params=["de", pytest.param("en", marks=pytest.mark.long), pytest.param("es", marks=pytest.mark.long)],
)
def tour(request: Any, tmp_path_factory: Any, chromium: Any) -> Iterator[Tour]:
    """Return all pages, looked at once in a language."""
    folder: Path = tmp_path_factory.mktemp("every-page")
    app = create_app({"DATA": folder / "games"})
    with served(app) as address, opened_devices(chromium) as open_device:
        yield look_at_all(app, address, open_device, request.param)
    close(app)


def look_at_all(app: Any, address: str, open_device: Callable[..., Any], language: str) -> Tour:
    page = open_device(PHONE, locale=language)
    rules, wider, broken = set(), {}, {}
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
        for size, scheme in ((PHONE, "dark"), (LAPTOP, "light")):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            is_part = place.rule.endswith("/moments")  # the end of a game takes it in
            if not is_part and (found := broken_rules(page)):
                broken[f"{place.name}, {scheme}, {size['width']} pixels wide"] = found
    return Tour(app, frozenset(rules), wider, broken)


def test_no_page_is_left_out(tour: Tour) -> None:
    """A new page belongs into `walk`, a new file into `NO_PAGES`."""
    rules = {rule.rule for rule in tour.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    rules = {rule for rule in rules if not rule.startswith("/static/")}
    assert rules - NO_PAGES == tour.rules - {""}


def test_nothing_is_wider_than_a_phone(tour: Tour) -> None:
    assert tour.wider == {}


def test_no_page_breaks_a_rule_of_wcag(tour: Tour) -> None:
    assert tour.broken == {}
