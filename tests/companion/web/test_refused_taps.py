"""A refused tap: what is said, where it is said, and that it goes by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.screens import LAPTOP, PHONE, SIDEWAYS, SMALL_PHONE, box, boxes, phone_cookies, sit

pytestmark = pytest.mark.browser

CELLS_AND_SIZES = [
    pytest.param(cell, size, id=f"{cell}-{size['width']}", marks=() if cell == usual else pytest.mark.long)
    for size, usual in ((SMALL_PHONE, "a9"), (PHONE, "d2"), (SIDEWAYS, "a9"), (LAPTOP, "d2"))
    for cell in ("a9", "d2")
]
"""A cell at the top and one at the bottom, each on two sizes of screens in every run."""


@pytest.fixture
def table(app: Any) -> Any:
    return sit(app).roll("w4 w1 r3 y2 g6 b5")


@pytest.fixture
def look(
    open_device: Callable[..., Any], serve: Callable[[Any], str], app: Any, table: Any
) -> Callable[..., Any]:
    """Return a function that opens Annegret's phone, whose clock the test advances."""
    address = serve(app)

    def opened(size: dict[str, int]) -> Any:
        page = open_device(size)
        page.context.add_cookies(phone_cookies(table, address))
        page.clock.install()
        page.goto(address)
        page.locator("body[data-ready]").wait_for()
        return page

    return opened


@pytest.mark.parametrize(("cell", "size"), CELLS_AND_SIZES)
def test_the_refusal_covers_nothing_that_could_be_tapped_instead(look: Any, size: Any, cell: str) -> None:
    page = look(size)
    page.locator(f"#c0{cell}").scroll_into_view_if_needed()
    page.locator(f"#c0{cell}").click()
    page.locator("#notice").wait_for()
    notice = box(page, "#notice")
    assert notice.left >= 0 and notice.right <= size["width"]
    assert notice.top >= 0 and notice.bottom <= size["height"], "it can be read without scrolling"
    for other in boxes(page, "#sheet-0 .cell.legal, #sheet-0 .act button, .cell.refused"):
        assert not notice.meets(other)


def test_the_refused_cell_is_marked_as_long_as_the_refusal_is_shown(look: Any) -> None:
    page = look(PHONE)

    def outlined() -> list[str]:
        cells: list[str] = page.locator("#sheet-0 .cell").evaluate_all(
            "all => all.filter(each => getComputedStyle(each).outlineStyle === 'dashed').map(each => each.id)"
        )
        return cells

    page.locator("#c0a9").click()
    page.locator("#notice").wait_for()
    assert outlined() == ["c0a9"]
    page.locator("#c0b9").click()
    page.get_by_text("yellow 9 is not the white sum").wait_for()
    assert outlined() == ["c0b9"]
    page.mouse.move(5, 5)
    page.clock.fast_forward(15_000)
    page.locator("#notice").wait_for(state="hidden")
    assert outlined() == []


def test_the_refusal_goes_at_once_if_another_cell_is_crossed(look: Any) -> None:
    page = look(PHONE)
    page.locator("#c0a9").click()
    page.locator("#notice").wait_for()
    page.locator("#c0a5").click()
    page.locator("#c0a5.chosen").wait_for()
    page.locator("#notice").wait_for(state="hidden")
