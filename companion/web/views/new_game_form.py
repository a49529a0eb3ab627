"""Setting up a game: what the page where it begins sends becomes one event, or one sentence."""

from __future__ import annotations

import random

from werkzeug.datastructures import MultiDict

from companion.rules import RULING_OPTIONS, VARIANTS
from companion.storage.prints import find_sheet
from companion.table.events import MAX_NAME_LENGTH, MAX_PLAYERS, GameBegun
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.views.player_name import clean_name
from sheets.errors import BadInput
from sheets.language import message
from sheets.serial import FAIR_PAIRS, Serial

NUMBERS = message("Lucky numbers are two different numbers from 2 to 16.")
_WAYS = {"chosen": "chosen", "lot": "lot", "six": "six", "birthday": "birthday"}


def begun_of(form: MultiDict[str, str]) -> GameBegun:
    """The game that the form of the page sets up. Raises RequestRefused (422) with what is wrong.

    Names stand clockwise by chair; whoever begins comes first. Lucky numbers that nobody gave come from the
    printed sheet with which a player joined, else from the lot.
    """
    _ = request_translator()
    chairs = [clean_name(name) for name in form.getlist("player")]
    names = [name for name in chairs if name]
    _check_names(names)
    game = form.get("game", "classic")
    if game not in VARIANTS:
        raise RequestRefused("game", _("There is no such game; choose one of the list."), status=422)
    variant = VARIANTS[game]
    chance = random.SystemRandom()
    first = form.get("first", "1")
    if first == "lot":
        start = chance.randrange(len(names))
    elif (
        first.isascii() and first.isdigit() and 1 <= int(first[:3]) <= len(chairs) and chairs[int(first) - 1]
    ):
        start = names.index(chairs[int(first) - 1])
    else:
        raise RequestRefused(
            "players", _("Nobody sits on the chair that is to begin; choose another."), status=422
        )
    lucky: dict[str, tuple[int, int]] = {}
    if variant.lucky:
        typed = form.getlist("lucky")
        pairs = [typed[2 * i : 2 * i + 2] for i in range(len(chairs))]
        for name, pair in zip(chairs, pairs, strict=True):
            if name:
                lucky[name] = lucky_pair(pair) if any(pair) else _known(name) or chance.choice(FAIR_PAIRS)
    rulings = {}
    for ruling, options in RULING_OPTIONS.items():
        option = form.get(f"ruling-{ruling}", options[0])
        if option not in options:
            raise RequestRefused("ruling", _("There is no such ruling; choose one of the list."), status=422)
        if option != options[0]:
            rulings[ruling] = option
    pad = form.get("pad", "") if variant.cards else ""
    if pad and pad not in variant.pads:
        raise RequestRefused("game", _("There is no such game; choose one of the list."), status=422)
    way = "lot" if first == "lot" else _WAYS.get(form.get("way", ""), "chosen")
    return GameBegun(
        game,
        tuple(names[start:] + names[:start]),
        pad=pad,
        lucky=lucky,
        rulings=rulings,
        jokers=variant.cards and "jokers" in form,
        hidden="hidden" in form,
        paper="paper" in form,
        begins=way,  # type: ignore[arg-type]  # one of _WAYS
    )


def _check_names(names: list[str]) -> None:
    _ = request_translator()
    text = ""
    twice = next(
        (name for i, name in enumerate(names) if name.casefold() in map(str.casefold, names[:i])), ""
    )
    if not names:
        text = _("Nobody sits at the table yet; write at least one name.")
    elif len(names) > MAX_PLAYERS:
        text = _("At most {most} can play.").format(most=MAX_PLAYERS)
    elif any(len(name) > MAX_NAME_LENGTH or not name.isprintable() for name in names):
        text = _("A name has at most {most} letters.").format(most=MAX_NAME_LENGTH)
    elif twice:
        text = _("Two players are called {name}; make the names different.").format(name=twice)
    if text:
        raise RequestRefused("players", text, status=422)


def _known(name: str) -> tuple[int, int] | None:
    """The lucky numbers of the sheet with which `name` joined."""
    server = table_server()
    for seat in server.seats.of(hosted_table().code):
        if seat.player == name and seat.lucky:
            return seat.lucky
        if seat.player == name and seat.sheet:
            try:
                return find_sheet(server.store.folder, Serial.parse(seat.sheet)).lucky
            except BadInput:
                continue
    return None


def lucky_pair(typed: list[str]) -> tuple[int, int]:
    """Two lucky numbers as typed; RequestRefused where they are none."""
    numbers = [int(n) for n in typed if n.isascii() and n.isdigit() and len(n) < 3]
    if len(numbers) != 2 or numbers[0] == numbers[1] or not all(2 <= n <= 16 for n in numbers):
        raise RequestRefused("lucky", request_translator()(NUMBERS), status=422)
    return numbers[0], numbers[1]
