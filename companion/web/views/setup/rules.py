"""The rules pages: how a game is played, in pictures, and every rule of it; or one rule."""

from collections.abc import Sequence

from flask import Blueprint, render_template

from companion import book
from companion.rulebook.rule import Rule
from companion.rulebook.rulings import RULINGS
from companion.rules import ALL_VARIANTS
from companion.rules.constraints import lock_needs_rule
from companion.web.http.refusal import RequestRefused
from companion.web.http.request_language import request_language
from companion.web.presenters.names import GAME_NAMES
from companion.web.presenters.page_part import absent_sign_rules
from companion.web.presenters.setup.lesson import lesson, step_of
from companion.web.tables.request_context import this_server
from sheets.language import message
from sheets.pad import LOCK_NEEDS, Pad

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def page() -> str:
    """How to play the game on the table, or the classic one; its rules; what holds where books are silent."""
    table = this_server().session.table
    return _page(_game_on_table(), table.game.pad if table and table.game.has_own_pad else None)


@blueprint.get("/rules/<name>")
def rule(name: str) -> str:
    """One rule: what it means, with a picture, what it says, where it stands. A game's name: that game."""
    if name in ALL_VARIANTS:
        return _page(name)
    try:
        rule = book.rule(name)
    except book.NoSuchRule:
        raise RequestRefused(
            "nothing-here", message("There is no rule of that name; the list shows all rules."), status=404
        ) from None
    games = sorted(rule.games, key=lambda game: game != _game_on_table())
    table = this_server().session.table
    return render_template(
        "setup/rule.html",
        rule=rule,
        step=step_of(name, games, table.game.pad if table and table.game.has_own_pad else None),
        sources=rule.sources_for(request_language()),
    )


def _game_on_table() -> str:
    table = this_server().session.table
    return table.game.name if table else "classic"


def _page(game: str, own: Pad | None = None) -> str:
    """The rules page of a game, or of a pad of the table's own, on which the rules of several may hold."""
    table = this_server().session.table
    held = (game,) if own is None or ALL_VARIANTS[game].cards else book.games_like(own)
    agreed = table.game.rulings.differing if table and table.game.name == game else {}
    rulings = [
        (ruling, dict(ruling.options)[agreed.get(ruling.id, ruling.default)], ruling.id in agreed)
        for ruling in RULINGS.values()
        if set(ruling.games) & set(held) and len(ruling.options) > 1
    ]
    own_rules = [] if own is None else book.rules_of(own.mechanisms)
    rules = [rule for rule in book.RULES.values() if set(rule.games) & set(held) or rule in own_rules]
    if own is not None:
        rules = _rules_on(own, rules)
    return render_template(
        "setup/rules.html",
        game=game,
        games=GAME_NAMES,
        own=own,
        steps=lesson(game, own),
        rules=rules,
        rulings=rulings,
    )


def _rules_on(own: Pad, rules: Sequence[Rule]) -> list[Rule]:
    """Those of `rules` about something that the pad prints, and the one on the marks that a lock needs."""
    locks = set(map(lock_needs_rule, LOCK_NEEDS))
    absent = absent_sign_rules(own)
    needed = lock_needs_rule(own.lock_needs)
    found = [rule for rule in rules if rule.id not in absent and (rule.id not in locks or rule.id == needed)]
    return found if any(rule.id == needed for rule in found) else [*found, book.rule(needed)]
