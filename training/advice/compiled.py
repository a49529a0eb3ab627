"""Compiles functions with numba, so that loops over single games run as fast as in C.

Without numba, the functions run as plain Python; tests do this with few games. A compiled function creates no
arrays but gets them as arguments, because numba's reference counting would take longer than the work.
"""

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = importlib.util.find_spec("numba") is not None


def compiled(function: F) -> F:
    """Return the function, to be compiled by numba at its first call, or unchanged if numba is missing."""
    if not IS_COMPILED:
        return function
    numba: Any = importlib.import_module("numba")
    made: F = numba.njit(cache=True, fastmath=True, _nrt=False)(function)
    return made
