"""Filters of templates: sentences and numbers in the language of the page."""

from collections.abc import Sequence

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion.book import RULES, RULINGS
from companion.web.layout.game import names
from companion.web.layout.game.page_part import sign_name
from companion.web.layout.kept_parts import FinishedPart
from sheets.language import Translatable, with_decimal_mark
from sheets.svg import bonus_sign_svg, colour_sign_path
from sheets.visible import visible


@pass_context
def translated(context: Context, sentence: Translatable | str) -> str:
    """A sentence, or a word of the catalogue, in the language of the page."""
    translate = context["_"]
    return str(translate(sentence)) if isinstance(sentence, str) else sentence.in_language(translate)


@pass_context
def decimal_mark(context: Context, number: str) -> str:
    """A number, as a template formats it, with the decimal mark of the page's language."""
    return with_decimal_mark(number, context["_"])


@pass_context
def game_name(context: Context, game: str) -> str:
    """The name of a game, without its kind."""
    return names.game_name(game, context["_"])


@pass_context
def total_points(context: Context, total: int) -> str:
    """A number of points in words."""
    return names.total_points(total).in_language(context["_"])


@pass_context
def unread_sheets(context: Context, players: Sequence[str]) -> str:
    """The sentence about the unread sheets of these players."""
    return names.unread_sheets(players).in_language(context["_"])


@pass_context
def bonus_name(context: Context, bonus: str) -> str:
    """The effect of a bonus of Bonus B, in a few words."""
    return str(context["_"](sign_name(bonus)))


WHITE_SPACE = "\n\r\t"
"""Control characters that HTML takes for a space."""


def finish(value: object) -> object:
    """A value made safe for a page: without characters that a browser obeys, whatever its source."""
    if isinstance(value, FinishedPart):
        return value
    if isinstance(value, Markup):
        return Markup(visible(value, WHITE_SPACE))
    return visible(value, WHITE_SPACE) if isinstance(value, str) else value


def bonus_sign(bonus: str) -> Markup:
    """The sign of a bonus of Bonus B, as on paper."""
    return Markup(bonus_sign_svg(bonus))


@pass_context
def rule_name(context: Context, rule: str) -> str:
    """The title of the rule or ruling of that id; the id itself if the book has none."""
    found = RULES.get(rule) or RULINGS.get(rule)
    return str(context["_"](found.title)) if found else rule


FILTERS = {
    "translated": translated,
    "decimal": decimal_mark,
    "points": names.points,
    "total_points": total_points,
    "unread_sheets": unread_sheets,
    "game_name": game_name,
    "bonus_name": bonus_name,
    "bonus_sign": bonus_sign,
    "sign_path": colour_sign_path,
    "rule_name": rule_name,
}
"""The filters by the names under which templates use them."""
