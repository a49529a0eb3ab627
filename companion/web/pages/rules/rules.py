"""Requests for the rules of a game, a single rule, and answers to questions."""

from collections.abc import Sequence

from flask import Blueprint, render_template, request

from companion import book
from companion.questions import example_sentences
from companion.rulebook.questions import QUESTIONS
from companion.rulebook.rule import Rule
from companion.rulebook.rulings import RULINGS, Ruling
from companion.rules import ALL_VARIANTS
from companion.rules.constraints import lock_needs_rule
from companion.search import ENTRIES, Entry, SearchResult, search
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.layout.game.names import GAME_NAMES
from companion.web.layout.game.page_part import absent_sign_rules
from companion.web.pages.rules.lesson import lesson, step_of
from companion.web.server.answers import wants_json
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from sheets.language import message
from sheets.pad import LOCK_NEEDS, Pad

blueprint = Blueprint("rules", __name__)

_LONGEST_QUESTION = 300
"""Longer questions are shortened to this many characters."""
_NO_SUCH_RULE = message("There is no rule of that name; the list shows all rules.")


@blueprint.get("/rules")
@allow("stranger")
def page() -> str:
    """Show the lesson, rules and rulings of the game on the table, or else of the classic game."""
    return _page(_game_on_table(), _own_pad())


@blueprint.get("/rules/<name>")
@allow("stranger")
def rule(name: str) -> str | tuple[str, int]:
    """Show the rule, ruling or game with this name. For an unknown name, show search results (status 404)."""
    if name in ALL_VARIANTS:
        return _page(name)
    named = ENTRIES.get(name)
    if named is None and wants_json():
        raise RequestRefused("nothing-here", _NO_SUCH_RULE, status=404)
    if named is None:
        return _answers(name, SearchResult(_search(name).entries, fits=False), _NO_SUCH_RULE), 404
    return render_template("pages/rules/rule.html", **_entry_values(named))


@blueprint.get("/ask")
@allow("stranger")
def ask() -> str:
    """Show the answers to the question `q`, and the best one in full if it probably answers the question.

    Without a question, show the rules page.
    """
    question = request.args.get("q", "")[:_LONGEST_QUESTION].strip()
    return _answers(question, _search(question)) if question else page()


@blueprint.get("/questions")
@allow("stranger")
def questions() -> str:
    """Show common questions with their answers, rules and examples."""
    answered = [(each, ENTRIES[each.rule], example_sentences(each.example)) for each in QUESTIONS]
    return render_template("pages/rules/questions.html", questions=answered)


def _search(question: str) -> SearchResult:
    table, own = this_server().session.table, _own_pad()
    games = book.games_like(own) if own is not None else (table.game.name,) if table else ()
    return search(question, request_language(), games)


def _entry_values(shown: Entry | None) -> dict[str, object]:
    """Return variables for a rule ("rule", "step", "sources"), a ruling ("ruling", "agreed") or None ({})."""
    if isinstance(shown, Ruling):
        table = this_server().session.table
        agreed = table.game.rulings.differing if table else {}
        return {"ruling": shown, "agreed": agreed.get(shown.id, shown.default)}
    if shown is None:
        return {}
    step = step_of(shown.id, sorted(shown.games, key=lambda game: game != _game_on_table()), _own_pad())
    return {"rule": shown, "step": step, "sources": shown.sources_for(request_language())}


def _answers(question: str, result: SearchResult, problem: str = "") -> str:
    """Return the page with the answers to a question. `problem`: what is wrong with the request, or ""."""
    best, *others = result.entries if result.fits else (None, *result.entries)
    return render_template(
        "pages/rules/rule.html", question=question, problem=problem, others=others, **_entry_values(best)
    )


def _game_on_table() -> str:
    table = this_server().session.table
    return table.game.name if table else "classic"


def _own_pad() -> Pad | None:
    """Return the pad in play if it is a custom pad, otherwise None."""
    table = this_server().session.table
    return table.game.pad if table and table.game.has_own_pad else None


def _page(game: str, own: Pad | None = None) -> str:
    """Return the rules page of a game on the custom pad `own`, or on the usual pad if `own` is None."""
    table = this_server().session.table
    held = set((game,) if own is None or ALL_VARIANTS[game].cards else book.games_like(own))
    agreed = table.game.rulings.differing if table and table.game.name == game else {}
    rulings = [
        (ruling, dict(ruling.options)[agreed.get(ruling.id, ruling.default)], ruling.id in agreed)
        for ruling in RULINGS.values()
        if held.intersection(ruling.games) and len(ruling.options) > 1
    ]
    own_rules = [] if own is None else book.rules_of(own.mechanisms)
    rules = [rule for rule in book.RULES.values() if held.intersection(rule.games) or rule in own_rules]
    if own is not None:
        rules = _rules_on(own, rules)
    return render_template(
        "pages/rules/rules.html",
        game=game,
        games=GAME_NAMES,
        own=own,
        steps=lesson(game, own),
        rules=rules,
        rulings=rulings,
    )


def _rules_on(own: Pad, rules: Sequence[Rule]) -> list[Rule]:
    """Return `rules` without rules about signs that the pad lacks, and without rules on other pads' locks.

    Add the rule on the pad's own locks if it is missing.
    """
    needed = book.RULES[lock_needs_rule(own.lock_needs)]
    dropped = absent_sign_rules(own) | set(map(lock_needs_rule, LOCK_NEEDS)) - {needed.id}
    kept = [rule for rule in rules if rule.id not in dropped]
    return kept if needed in kept else [*kept, needed]
