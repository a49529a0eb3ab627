"""Template filters for sentences and numbers in the page's language, and a cache of rendered parts."""

import threading
from collections.abc import Hashable

from jinja2 import pass_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from companion.book import RULES
from companion.rulebook.rulings import RULINGS
from companion.web.layout.game import names
from companion.web.layout.game.page_part import sign_name
from sheets.language import Translatable, with_decimal_mark
from sheets.svg import bonus_sign_svg, colour_sign_path
from sheets.visible import visible

MAX_PARTS = 128
"""Maximum number of cached parts; the least recently used part is evicted first."""


class FinishedPart(Markup):
    """A rendered part of a page, to which `finish` has already been applied."""


class KeptParts:
    """A thread-safe cache of rendered Jinja macros."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, FinishedPart] = {}
        self._lock = threading.Lock()

    @pass_context
    def __call__(self, context: Context, macro: Macro, *values: Hashable) -> Markup:
        """Render `macro`, or return its cached output, which depends on `values`, language and base path."""
        key = (context.name, macro.name, context["_"], context["base"], values)
        with self._lock:
            part = self._parts.pop(key, None)
        if part is None:
            part = FinishedPart(macro(*values))
        with self._lock:
            self._parts[key] = part
            if len(self._parts) > MAX_PARTS:
                del self._parts[next(iter(self._parts))]
        return part


@pass_context
def translated(context: Context, sentence: Translatable | str) -> str:
    """Translate a sentence, or an English text marked for translation, into the page's language."""
    _ = context["_"]
    return str(_(sentence)) if isinstance(sentence, str) else sentence.in_language(_)


@pass_context
def decimal_mark(context: Context, number: str) -> str:
    """Return a formatted number with the decimal mark of the page's language."""
    return with_decimal_mark(number, context["_"])


@pass_context
def game_name(context: Context, game: str) -> str:
    """Return the name of a game: "Longo", without its explanation ": eight-sided dice, …"."""
    return names.game_name(game, context["_"])


def finish(value: object) -> object:
    """Return `value` ready for a page. In a string, control characters except white space become U+FFFD."""
    if not isinstance(value, str) or isinstance(value, FinishedPart):
        return value
    text = visible(value, "\n\r\t")
    return Markup(text) if isinstance(value, Markup) else text


def bonus_sign(bonus: str) -> Markup:
    """Return the sign of a bonus as SVG, drawn as on paper."""
    return Markup(bonus_sign_svg(bonus))


@pass_context
def rule_name(context: Context, rule: str) -> str:
    """Return the title of the rule or ruling with this id, or the id itself if it is unknown."""
    named = RULES.get(rule) or RULINGS.get(rule)
    return str(context["_"](named.title)) if named else rule


FILTERS = {
    "translated": translated,
    "decimal": decimal_mark,
    "decision_name": names.decision_name,
    "points": names.points,
    "total_points": names.total_points,
    "unread_sheets": names.unread_sheets,
    "game_name": game_name,
    "bonus_name": sign_name,
    "bonus_sign": bonus_sign,
    "sign_path": colour_sign_path,
    "rule_name": rule_name,
}
