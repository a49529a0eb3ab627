"""The rules: all of a game, or one."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.rulebook import book
from companion.rulebook.rulings import RULINGS
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import hosted_table
from sheets.language import message

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def page() -> str:
    """Every rule of the game on the table, or of the classic one, and what holds where books are silent."""
    table = hosted_table().room.table
    game = table.game.name if table else "classic"
    agreed = table.game.rulings.differing if table else {}
    rulings = [
        (ruling, dict(ruling.options)[agreed.get(ruling.id, ruling.default)], ruling.id in agreed)
        for ruling in RULINGS.values()
        if game in ruling.games and len(ruling.options) > 1
    ]
    rules = [rule for rule in book.RULES.values() if game in rule.games]
    return render_template("rules.html", rules=rules, rulings=rulings)


@blueprint.get("/rules/<name>")
def rule(name: str) -> str:
    """One rule: what it says, where it stands, an example."""
    try:
        rule = book.rule(name)
    except book.NoSuchRule:
        raise RequestRefused(
            "nothing-here", message("There is no rule of that name; the list shows all rules."), status=404
        ) from None
    return render_template("rule.html", rule=rule)
