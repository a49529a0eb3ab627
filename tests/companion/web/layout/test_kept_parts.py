"""Parts of pages that are rendered once and then reused."""

import itertools

from jinja2 import DictLoader, Environment
from markupsafe import Markup

from companion.web.layout.template_filters import MAX_PARTS, FinishedPart, KeptParts, finish
from sheets.language import phrase, translator

TEMPLATE = """{% macro part(name, who) %}{{ count() }} {{ _("red") }} {{ name }} {{ who }}{% endmacro %}
{%- for name in names %}{{ kept(part, name, who) }};{% endfor %}"""


class Page:
    """Renders a list of names as parts with running numbers. A part that is reused keeps its number."""

    def __init__(self) -> None:
        environment = Environment(loader=DictLoader({"page": TEMPLATE}), autoescape=True, finalize=finish)
        environment.globals |= {"kept": KeptParts(), "count": itertools.count(1).__next__}
        self._template = environment.get_template("page")

    def show(self, *names: object, language: str = "en", who: object = "all") -> str:
        return self._template.render(names=names, who=who, _=translator(language), base="")


def test_known_part_is_not_rendered_again() -> None:
    page = Page()
    assert page.show("Ann", "Ben") == "1 red Ann all;2 red Ben all;"
    assert page.show("Ben", "Cleo") == "2 red Ben all;3 red Cleo all;"


def test_another_value_or_language_is_rendered_for_itself() -> None:
    page = Page()
    assert page.show(phrase("{n} points", n=1)) == "1 red 1 points all;"
    assert page.show(phrase("{n} points", n=2)) == "2 red 2 points all;"
    assert page.show(phrase("{n} points", n=1), who="Ann") == "3 red 1 points Ann;"
    assert page.show(phrase("{n} points", n=1), language="de").startswith("4 Rot ")


def test_least_recently_used_part_goes_first() -> None:
    page = Page()
    page.show(*range(MAX_PARTS))
    assert page.show(0) == "1 red 0 all;"
    page.show("one more")
    assert page.show(0, 2) == "1 red 0 all;3 red 2 all;"
    assert page.show(1) == f"{MAX_PARTS + 2} red 1 all;"


def test_foreign_text_is_escaped_once() -> None:
    assert Page().show("An\u202en<b>") == "1 red An\N{REPLACEMENT CHARACTER}n&lt;b&gt; all;"
    part = FinishedPart("seen <b>already</b>")
    assert finish(part) is part
    assert finish(Markup("not\u202eyet")) == "not\N{REPLACEMENT CHARACTER}yet"
