"""How soon screens are right when the network is back: `python -m tests.companion.web.bench_return`."""

import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from companion.web.app import close, create_app
from tests.companion.web import chromium
from tests.companion.web.cable import cable
from tests.companion.web.conftest import Actor
from tests.running import served

SCREENS, OUTAGES = 2, 10


def measure() -> list[float]:
    """Return the seconds from the return of the network until each screen showed the last event."""
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"DATA": Path(folder)})
        table = Actor(app)
        table.begin("Ann", "Ben")
        table.roll("w4 w1 r3 y2 g6 b5")
        browser = playwright.chromium.launch(executable_path=chromium.find())
        with served(app) as address, cable(address) as between:
            pages: list[Page] = [browser.new_context().new_page() for _ in range(SCREENS)]
            for page in pages:
                page.goto(f"{between.address}/")
                page.locator("body[data-ready]").wait_for()
            for outage in range(OUTAGES):
                between.cut()
                table.ok("/mark", player="Ben", mark="b5")  # crossed, taken back, crossed, …
                for page in pages:
                    page.get_by_text("The table cannot be reached").wait_for()
                between.mend()
                begins = time.perf_counter()
                for page in pages:
                    page.locator(f'body[data-shown="{outage + 3}"]').wait_for(state="attached")
                    seconds.append(time.perf_counter() - begins)
        browser.close()
        close(app)
    return seconds


if __name__ == "__main__":
    seconds = measure()
    print(
        f"screens that were right: {len(seconds)}; seconds after the network was back: "
        f"median {statistics.median(seconds):.1f}, at most {max(seconds):.1f}"
    )
