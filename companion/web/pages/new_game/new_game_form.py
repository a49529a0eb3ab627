"""Turns the form for a new game into the event that begins the game, or refuses it with one sentence."""

import random
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count
from typing import Literal, get_args

from werkzeug.datastructures import MultiDict

from companion.advisor.computer import LEVELS
from companion.rulebook.rulings import WRITTEN_DOWN
from companion.rules import ALL_VARIANTS, RULING_OPTIONS
from companion.rules.agreement import OWN_KIND
from companion.rules.house import MAX_ROUNDS, Level
from companion.rules.variants import Variant, dice_game_on, takes_cards
from companion.storage.prints import PrintedSheet, find_sheet
from companion.table.events import MAX_CLOCK_SECONDS, MAX_NAME_LENGTH, MAX_SEATS, GameBegun
from companion.web.access.request_context import this_server
from companion.web.layout.forms import whole_number
from companion.web.layout.game.names import COMPUTER
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.errors import BadInput
from sheets.language import message
from sheets.pad import Pad, load_pad, pad_data
from sheets.person_name import clean_name
from sheets.serial import FAIR_PAIRS, Serial

NO_SUCH_ROUNDS = message(
    "A game ends after 1 to {most} rounds; leave the field empty to end it by the rulebook."
)
NO_ROUNDS_ON_PAPER = message("On paper nobody counts the rounds here; leave the field for rounds empty.")
NO_SUCH_CLOCK = message("The turn clock runs for 1 to {most} seconds; leave the field empty for no clock.")
ALL_IN_TEAMS = message("Either put every player into one of at least two teams, or nobody into any.")
NO_SUCH_SHEET = message("There is no such sheet; choose one from the list.")
NO_SUCH_PAD = message("That pad is not kept at this table any more; choose another, or add its file again.")
NO_CARDS_ON_IT = message(
    "The card game is played on a pad with numbers from 2 to 12 and without bonus cells; {title} is not "
    "such a pad."
)
NO_SUCH_GAME = message("There is no such game; choose one from the list.")
NO_SUCH_LEVEL = message("The computer plays gently, well or its best; choose one of the three.")
PRETEND = "pretend"
"""The form's value for virtual dice, instead of a source of real dice."""
_Way = Literal["chosen", "lot", "six", "birthday"]
_WAYS: tuple[_Way, ...] = get_args(_Way)
_CHANCE = random.SystemRandom()


def game_begun(form: MultiDict[str, str]) -> GameBegun:
    """Return the event that begins the game described by the form, or raise RequestRefused (422)."""
    levels = _levels(form)
    chairs = _chairs(form, levels)
    names = [name for name in chairs if name]
    _check_names(names)
    game = form.get("game", "classic")
    own = own_pad(game)
    if own is not None:
        game = dice_game_on(own)
    if game not in ALL_VARIANTS:
        raise RequestRefused("game", NO_SUCH_GAME, status=422)
    variant = ALL_VARIANTS[game]
    first, begins = _first(form, chairs)
    lucky = _lucky_pairs(form, chairs) if variant.lucky else {}
    rulings = _rulings(form)
    pad = form.get("pad", "") if len(variant.pads) > 1 else ""
    if own is None and (own := own_pad(pad)) is not None and not takes_cards(own):
        raise RequestRefused("game", NO_CARDS_ON_IT, status=422, title=own.title)
    if own is None and pad and pad not in variant.pads:
        raise RequestRefused("game", NO_SUCH_GAME, status=422)
    rounds = _number(form.get("rounds", ""), MAX_ROUNDS, NO_SUCH_ROUNDS)
    if rounds and "paper" in form:
        raise RequestRefused("house", NO_ROUNDS_ON_PAPER, status=422)
    return GameBegun(
        game,
        tuple(names[first:] + names[:first]),
        no_miss=_at_chairs(form.getlist("no-miss"), chairs),
        rounds=rounds,
        teams=_teams(form, chairs),
        team_score="mean" if form.get("team-score") == "mean" else "sum",
        clock=_number(form.get("clock", ""), MAX_CLOCK_SECONDS, NO_SUCH_CLOCK),
        pad="" if own is not None else pad,
        lucky=lucky,
        sheets=_sheets(form, chairs, variant, own or load_pad(variant.pads[0])),
        rulings=rulings,
        jokers=variant.cards and "jokers" in form,
        hidden="hidden" in form,
        paper="paper" in form,
        begins=begins,
        layout=pad_data(own) if own is not None else {},
        computers={chairs[n]: level for n, level in levels.items()},
        pretend=form.get("source") == PRETEND and not variant.cards,
    )


def _levels(form: MultiDict[str, str]) -> dict[int, Level]:
    chosen = form.getlist("computer")[: len(form.getlist("player"))]
    if any(level and level not in LEVELS for level in chosen):
        raise RequestRefused("computers", NO_SUCH_LEVEL, status=422)
    return {n: level for n, word in enumerate(chosen) for level in LEVELS if level == word}


def _chairs(form: MultiDict[str, str], levels: Collection[int]) -> list[str]:
    """Return the player on each chair, or "" for a free chair; computers get names that no person has."""
    chairs = ["" if n in levels else clean_name(name) for n, name in enumerate(form.getlist("player"))]
    computer = request_translator()(COMPUTER)
    free = (name for name in chain((computer,), (f"{computer} {n}" for n in count(2))) if name not in chairs)
    for n in sorted(levels):
        chairs[n] = next(free)
    return chairs


def renamed_players(form: MultiDict[str, str]) -> list[tuple[str, str]]:
    """Return (old name, new name) of each renamed player, unless another player now has the old name."""
    names = _chairs(form, _levels(form))
    pairs = zip(form.getlist("was"), names, strict=False)
    return [(was, name) for was, name in pairs if was and name and was not in names]


def own_pad_value(pad: Pad) -> str:
    """Return the form's value for a game on a custom pad: "own:" and the pad's name."""
    return f"{OWN_KIND}{pad.name}"


def own_pad(value: str) -> Pad | None:
    """Return the custom pad named after "own:", or None without "own:". Raise RequestRefused if unknown."""
    if not value.startswith(OWN_KIND):
        return None
    pad = this_server().own_pads.find(value.removeprefix(OWN_KIND))
    if pad is None:
        raise RequestRefused("game", NO_SUCH_PAD, status=422)
    return pad


def _at_chairs(chosen: Sequence[str], chairs: Sequence[str]) -> tuple[str, ...]:
    """Return the players on the chairs with the numbers `chosen`. Ignore free chairs and wrong numbers."""
    numbers = [whole_number(text, max_digits=2) or 0 for text in chosen]
    return tuple(chairs[n - 1] for n in dict.fromkeys(numbers) if 1 <= n <= len(chairs) and chairs[n - 1])


def _number(typed: str, most: int, refusal: str) -> int:
    """Return the typed number, 0 for "". Raise RequestRefused(`refusal`) if it is invalid or above `most`."""
    if not typed.strip():
        return 0
    number = whole_number(typed.strip(), max_digits=4)
    if number is None or number > most:
        raise RequestRefused("house", refusal, status=422, most=most)
    return number


def _teams(form: MultiDict[str, str], chairs: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the teams, or () if there are none. Raise RequestRefused if only some players are in a team."""
    teams: dict[str, tuple[str, ...]] = {}
    for name, sign in zip(chairs, form.getlist("team"), strict=False):
        if name and sign:
            teams[sign] = (*teams.get(sign, ()), name)
    if teams and sum(map(len, teams.values())) < sum(bool(name) for name in chairs):
        raise RequestRefused("teams", ALL_IN_TEAMS, status=422)
    return tuple(teams[sign] for sign in sorted(teams))


def _check_names(names: Sequence[str]) -> None:
    folded = [name.casefold() for name in names]
    if not names:
        text = message("Nobody is at the table yet; enter at least one name.")
        raise RequestRefused("players", text, status=422)
    if len(names) > MAX_SEATS:
        raise RequestRefused("players", message("At most {most} can play."), status=422, most=MAX_SEATS)
    if any(len(name) > MAX_NAME_LENGTH for name in names):
        text = message("A name has at most {most} letters.")
        raise RequestRefused("players", text, status=422, most=MAX_NAME_LENGTH)
    if twice := [name for i, name in enumerate(names) if folded[i] in folded[:i]]:
        text = message("Two players are called {name}; make the names different.")
        raise RequestRefused("players", text, status=422, name=twice[0])


def _first(form: MultiDict[str, str], chairs: Sequence[str]) -> tuple[int, _Way]:
    """Return the first player's index among the players, and how that player was chosen."""
    names = [name for name in chairs if name]
    if form.get("first") == "lot":
        return _CHANCE.randrange(len(names)), "lot"
    chair = whole_number(form.get("first", "1"), max_digits=3)
    if not chair or chair > len(chairs) or not chairs[chair - 1]:
        text = message("Nobody is in the seat that is to begin; choose another.")
        raise RequestRefused("players", text, status=422)
    begins: _Way = next((way for way in _WAYS if way == form.get("way", "")), "chosen")
    return names.index(chairs[chair - 1]), begins


def _rulings(form: MultiDict[str, str]) -> dict[str, str]:
    """Return the option chosen for each ruling. Omit defaults, except for the rulings in WRITTEN_DOWN.

    Raise RequestRefused for an unknown option.
    """
    rulings = {}
    for ruling, options in RULING_OPTIONS.items():
        option = form.get(f"ruling-{ruling}", options[0])
        if option not in options:
            text = message("There is no such ruling; choose one from the list.")
            raise RequestRefused("ruling", text, status=422)
        if option != options[0] or ruling in WRITTEN_DOWN:
            rulings[ruling] = option
    return rulings


def _sheets(form: MultiDict[str, str], chairs: Sequence[str], variant: Variant, pad: Pad) -> dict[str, str]:
    """Return, by player, the letter of the player's sheet; draw missing letters at random.

    If the pad has no lettered sheets, return the chosen pads, without those that are the game's usual pad.
    """
    letters = pad.letters
    options = letters or variant.sheets
    chosen = form.getlist("letter" if letters else "double") if options else []
    sheets: dict[str, str] = {}
    for name, option in zip(chairs, chosen, strict=False):
        if name and option and option != variant.pads[0]:
            if option not in options:
                raise RequestRefused("sheets", NO_SUCH_SHEET, status=422)
            sheets[name] = option
    for name in chairs if letters else ():
        if name and name not in sheets:
            fewest = min(map(list(sheets.values()).count, letters))
            free = [letter for letter in letters if list(sheets.values()).count(letter) == fewest]
            sheets[name] = printed_letter(name, letters) or _CHANCE.choice(free)
    return sheets


def deal_letters(names: Sequence[str], chairs: int, letters: Sequence[str]) -> list[str]:
    """Return a sheet's letter for each of `chairs` chairs; `names` are the players on the first chairs.

    Players who joined with a printed sheet get its letter. The others get random ones, different if possible.
    """
    printed = [printed_letter(name, letters) for name in names]
    rounds = [_CHANCE.sample(letters, len(letters)) for _ in range(1 - (-chairs // len(letters)))]
    rounds[0] = [letter for letter in rounds[0] if letter not in printed]
    dealt = (letter for once in rounds for letter in once)
    return [printed[n] if n < len(printed) and printed[n] else next(dealt) for n in range(chairs)]


def printed_letter(player: str, letters: Collection[str]) -> str:
    """Return the letter of the printed sheet with which `player` joined.

    Return "" if there is no such sheet, or if its letter isn't in `letters`.
    """
    printed = next(_printed_sheets(player), None)
    return printed.letter if printed is not None and printed.letter in letters else ""


def _printed_sheets(player: str) -> Iterator[PrintedSheet]:
    server = this_server()
    for seat in server.seats.all():
        if seat.player == player and seat.sheet:
            with suppress(BadInput):
                yield find_sheet(server.store.folder, Serial.parse(seat.sheet))


def _lucky_pairs(form: MultiDict[str, str], chairs: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return each player's lucky numbers: typed, known or drawn. Raise RequestRefused if invalid."""
    typed = form.getlist("lucky")
    pairs = {name: typed[2 * chair : 2 * chair + 2] for chair, name in enumerate(chairs) if name}
    return {
        name: (None if any(pair) else _printed_pair(name)) or lucky_pair_or_drawn(pair)
        for name, pair in pairs.items()
    }


def _printed_pair(player: str) -> tuple[int, int] | None:
    known = (seat.lucky for seat in this_server().seats.all() if seat.player == player and seat.lucky)
    return next(known, None) or next((sheet.lucky for sheet in _printed_sheets(player)), None)


def lucky_pair_or_drawn(typed: Sequence[str]) -> tuple[int, int]:
    """Return the typed lucky numbers, or draw two if nothing is typed. Raise RequestRefused if invalid."""
    return lucky_pair(typed) if any(typed) else _CHANCE.choice(FAIR_PAIRS)


def lucky_pair(typed: Sequence[str]) -> tuple[int, int]:
    """Return the two typed lucky numbers. Raise RequestRefused unless they differ and are from 2 to 16."""
    numbers = [number for text in typed if (number := whole_number(text, max_digits=2)) is not None]
    if len(numbers) != 2 or numbers[0] == numbers[1] or not all(2 <= n <= 16 for n in numbers):
        text = message("Lucky numbers are two different numbers from 2 to 16.")
        raise RequestRefused("lucky", text, status=422)
    return numbers[0], numbers[1]
