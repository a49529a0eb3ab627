"""Cache of rendered parts of pages: if a table of forty screens changes in one sheet, the others are not
rendered again."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

MAX_PARTS = 128
"""Cache size in parts; the least recently used one is evicted first."""


class FinishedPart(Markup):
    """A part of a page all of whose texts were finished (`template_filters.finish`) when it was rendered."""


class _Made:
    """The values of a part, as a key that is hashed once: a sheet has some hundred values."""

    __slots__ = ("_hash", "_of")

    def __init__(self, *of: Hashable) -> None:
        self._of, self._hash = of, hash(of)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Made) and self._of == other._of


class KeptParts:
    """A cache of the output of macros. Any thread may call it."""

    def __init__(self) -> None:
        self._parts: OrderedDict[_Made, tuple[_Made, FinishedPart]] = OrderedDict()
        self._lock = threading.Lock()

    @pass_context
    def __call__(self, context: Context, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Render `macro` with `values` in the language of the page and below its base path, or return the
        cached part. It may depend on nothing else."""
        key = _Made(context.name, getattr(macro, "name", ""), context["_"], context["base"], *values)
        with self._lock:
            found = self._parts.get(key)
            if found is not None:
                kept_under, part = found
                self._parts.move_to_end(kept_under)  # the same object, so nothing is compared again
                return part
        part = FinishedPart(macro(*values))
        with self._lock:
            self._parts[key] = key, part
            while len(self._parts) > MAX_PARTS:
                self._parts.popitem(last=False)
        return part
