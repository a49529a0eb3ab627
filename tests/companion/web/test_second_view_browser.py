"""In a real browser: a phone is held over dice in doubt, and every screen shows the roll."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.companion.web.conftest import jpeg
from tests.companion.web.pages.table.photo.test_second_view import ROLL, views
from tests.companion.web.screens import PHONE, phone_cookies

pytestmark = pytest.mark.browser


def test_a_phone_settles_what_the_first_view_left_open(
    table: Any, serve: Callable[[Any], str], open_device: Callable[..., Any], tmp_path: Path
) -> None:
    address = serve(table.app)
    table.begin("Ann", "Ben")
    views(table, "w4 w1 r3/5 y2 g6 b5")
    table.photo(jpeg())
    screen, phone = open_device(), open_device(PHONE)
    phone.context.add_cookies(phone_cookies(table, address, "Ann"))
    for page in (screen, phone):
        page.goto(address)
        page.locator("body[data-ready]").wait_for()
        page.get_by_text("Look from another angle").wait_for()
    picture = tmp_path / "dice.jpg"
    picture.write_bytes(jpeg())
    views(table, "w4 w1 r3 y2 g6 b1")
    held = list[Any]()

    def hold(route: Any) -> None:
        held.append(route)

    phone.route("**/second-view", hold)
    chosen = phone.locator("#second-look input[type=file]")
    with phone.expect_request("**/second-view"):
        chosen.set_input_files(picture)
    assert chosen.evaluate("field => field.files.length") == 0, "it would be emptied when the next one is in"
    held[0].continue_()
    phone.unroute("**/second-view")
    phone.locator(".problems").get_by_text("The two photos differ: blue.").wait_for()
    assert table.table.position.phase == "roll"
    views(table, ROLL)
    phone.locator("#second-look input[type=file]").set_input_files(picture)
    for page in (screen, phone):
        page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(table.table.position.roll) == ROLL
