"""How much a page weighs and how soon it is painted: `python -m tests.companion.web.bench_paint` (a part of
`make bench`)."""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from companion.web.app import close, create_app
from tests.companion.web.chromium import find
from tests.companion.web.conftest import Actor
from tests.running import served

PAGES = {"the table": "/", "a new game": "/new", "evenings": "/statistics", "print": "/print"}
"""Addresses of the measured pages, by name."""
RUNS = 9
PHONE = {"width": 390, "height": 844}


def weigh(browser: Browser, address: str) -> tuple[int, int, float]:
    """Return (bytes, requests, milliseconds to the first contentful paint) of an uncached visit."""
    context = browser.new_context(viewport={"width": PHONE["width"], "height": PHONE["height"]})
    page = context.new_page()
    seen: list[Any] = []
    page.on("response", lambda answer: seen.append(answer))  # noqa: PLW0108 - Playwright takes no built-in method
    page.goto(address)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => 0)")
    painted = page.evaluate(
        "new Promise(done => new PerformanceObserver(list => done("
        "list.getEntriesByName('first-contentful-paint')[0].startTime))"
        ".observe({type: 'paint', buffered: true}))"
    )
    answered = [each for each in seen if "/live" not in each.url and "/camera" not in each.url]
    weight = sum(each.request.sizes()["responseBodySize"] for each in answered)
    context.close()
    return weight, len(answered), painted


def figures() -> dict[str, str]:
    """Measure each page for `make bench`; return its size, requests and first paint as text, by name."""
    figures: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"DATA": Path(folder)})
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        try:
            with served(app) as address:
                Actor(app).begin("Ann", "Ben", "Cleo").roll("w4 w1 r3 y2 g6 b5")
                for name, path in PAGES.items():
                    weigh(browser, address + path)
                    visits = [weigh(browser, address + path) for _ in range(RUNS)]
                    paints = [paint for _weight, _count, paint in visits]
                    figures[name] = (
                        f"{visits[0][0] / 1000:.0f} kB in {visits[0][1]} requests, first paint after "
                        f"{statistics.median(paints):.0f} ms "
                        f"({min(paints):.0f} to {max(paints):.0f}, {RUNS} runs)"
                    )
        finally:
            browser.close()
            close(app)
    return figures


if __name__ == "__main__":
    for name, figure in figures().items():
        print(f"{name}: {figure}")
