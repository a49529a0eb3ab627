"""Limits the rate of log lines, so that lines that strangers cause do not fill a disk."""

import logging
import threading
import time

LINES = 20
"""Number of lines of each logger in one period."""
PERIOD_SECONDS = 60.0
LOGGERS = ("uvicorn.error", "asyncio")
"""Loggers with lines for each connection."""


class LineRate(logging.Filter):
    """Lets LINES pass in each period; the first of the next one says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._began, self._passed, self._left_out = -PERIOD_SECONDS, 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether this line is written."""
        with self._lock:
            now = time.monotonic()
            if now - self._began >= PERIOD_SECONDS:
                if self._left_out:
                    record.msg = f"{record.getMessage()} ({self._left_out} more lines were left out)"
                    record.args = ()
                self._began, self._passed, self._left_out = now, 0, 0
            self._passed += 1
            self._left_out += self._passed > LINES
            return self._passed <= LINES


def limit_log_lines() -> None:
    """Hold the loggers of the servers to that rate."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(each, LineRate) for each in logger.filters):
            logger.addFilter(LineRate())
    # it logs a line for each invalid request
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
