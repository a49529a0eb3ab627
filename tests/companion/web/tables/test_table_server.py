"""The server of tables: how long nothing has happened at any of them."""

from __future__ import annotations

import time
from typing import Any

import pytest


@pytest.mark.parametrize("change", ["roll", "invalidate", "show_activity"])
def test_a_change_at_any_table_is_the_last_one(table: Any, change: str) -> None:
    table.begin("Ann")
    other = table.server.open_table()
    assert other is not None
    sessions = [table.server.first.session, other.session]
    for session in sessions:
        session.changed_at = time.monotonic() - 1000
    assert table.server.seconds_since_change() >= 1000
    if change == "roll":
        table.roll("w4 w1 r3 y2 g6 b5")
    elif change == "invalidate":
        other.session.invalidate()
    else:
        other.session.show_activity("rolling")
    assert table.server.seconds_since_change() < 900
