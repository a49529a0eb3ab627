"""Compiled functions: with numba, which the training installs, loops over single games run as fast as in C.

Without numba the same functions run as they are written, which tests do at small counts. A compiled function
makes no arrays: they are handed in, so that numba need not count who refers to them, which would take longer
than the work.
"""

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = importlib.util.find_spec("numba") is not None


def compiled(function: F) -> F:
    """Return the function, compiled when it is first called."""
    if not IS_COMPILED:
        return function
    numba: Any = importlib.import_module("numba")
    made: F = numba.njit(cache=True, fastmath=True, _nrt=False)(function)
    return made
