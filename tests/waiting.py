"""Waits in tests until a condition holds, up to a limit that is reached only if something is wrong.

No other test file pauses for a fixed time.
"""

import time
from collections.abc import Callable
from typing import Any

LIMIT_SECONDS = 120.0
"""Longest wait before a test fails, in seconds. A computer with one busy core needs less."""
PAUSE_SECONDS = 0.005
"""Pause between two checks of a condition, in seconds."""
STILL_SECONDS = 0.5
"""Time without a change, in seconds, after which a value counts as final."""
FRAME_SECONDS = 0.002
"""Time between two frames of a simulated camera, in seconds."""


def until(condition: Callable[[], object], missing: str = "it never came") -> None:
    """Wait until `condition()` holds; fail with the sentence `missing` after `LIMIT_SECONDS`."""
    end = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < end, missing
        time.sleep(PAUSE_SECONDS)


def until_still(value: Callable[[], object]) -> None:
    """Wait until `value()` has stayed the same for STILL_SECONDS."""
    last, since = value(), time.monotonic()
    while time.monotonic() < since + STILL_SECONDS:
        if (now := value()) != last:
            last, since = now, time.monotonic()
        time.sleep(PAUSE_SECONDS)


def until_seen(page: Any, condition: Callable[[], object], missing: str = "it never came") -> None:
    """Wait like `until`, but let the browser's `page` send events, on which the condition may depend."""
    end = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < end, missing
        page.wait_for_timeout(1000 * PAUSE_SECONDS)


def one_frame_later() -> None:
    """Sleep for FRAME_SECONDS, the time between two frames of a simulated camera."""
    time.sleep(FRAME_SECONDS)
