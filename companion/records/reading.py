"""Reads game records. A record with illegal marks is valid. NotARecord names the place of the first error as
a JSON pointer, in which turns count from 1.
"""

from companion.records.record import FORMAT, Record, Turn
from companion.records.validation import (
    MAX_CARDS,
    MAX_RECORD_PLAYERS,
    MAX_TURNS,
    NotARecord,
    abbreviated,
    boolean_at,
    integer_at,
    list_at,
    mapping_at,
    object_at,
    one_of,
    parse_json,
    pointer,
    text_at,
    unexpected,
)
from companion.rules import ALL_VARIANTS, RULING_OPTIONS, Card, Game, Mark, NotAMark, Play, Roll, Rulings
from companion.rules.house import MAX_ROUNDS, House
from companion.rules.variants import LUCKY_NUMBERS, NO_LONGER_PLAYED, Variant, sheets_of
from sheets.errors import BadInput
from sheets.language import Phrase, phrase
from sheets.pad import COLOURS, Pad, load_pad, parse_pad
from sheets.pad_table import PadError
from sheets.person_name import clean_name


def read_record(data: bytes | str) -> Record:
    """Parse a record from JSON in UTF-8. Raise NotARecord if it isn't valid."""
    try:
        return _record(parse_json(data))
    except RecursionError:
        raise NotARecord("/: expected a game record, but found brackets nested too deeply.") from None


def _record(data: object) -> Record:
    keys = (
        *("format", "game", "pad", "jokers", "layout", "players", "characters", "sheets", "lucky"),
        *("rulings", "house", "turns", "claims"),
    )
    top = object_at(data, "", keys, ("format", "game", "players", "turns"))
    if top["format"] != FORMAT:
        raise unexpected("/format", Phrase(f'"{FORMAT}"'), top["format"])
    game = _game(top)
    rows = list_at(top["turns"], "/turns", MAX_TURNS)
    turns = tuple(_turn(game, turn, f"/turns/{n}", n == len(rows)) for n, turn in enumerate(rows, 1))
    return Record(game, turns, _claims(game, top.get("claims", {})))


# -- the game ------------------------------------------------------------------------------------------


def _game(top: dict[str, object]) -> Game:
    name = top["game"]
    if not isinstance(name, str) or name not in ALL_VARIANTS:
        raise unexpected("/game", one_of(ALL_VARIANTS), name)
    variant = ALL_VARIANTS[name]
    owners = {
        "pad": (len(variant.pads) > 1, phrase("the card game")),
        "jokers": (variant.cards, phrase("the card game")),
        "lucky": (variant.lucky, Phrase("longo")),
    }
    for key, (allowed, owner) in owners.items():
        if key in top and not allowed:
            raise NotARecord(
                '/{key}: expected only in {owner}, but this is a game of "{name}".',
                key=key,
                owner=owner,
                name=name,
            )
    if mapping_at(top.get("characters", {}), "/characters"):
        raise NotARecord("/characters: expected none, because {why}.", why=phrase(NO_LONGER_PLAYED))
    players = _players(top["players"])
    lucky = None
    if variant.lucky:
        lucky = _lucky(object_at(top, "", tuple(top), ("lucky",))["lucky"], players)
    pad = _pad(top, variant)
    sheets = _sheets(top, variant, pad, players)
    rulings = _rulings(top.get("rulings", {}))
    jokers = boolean_at(top.get("jokers", False), "/jokers")
    house = _house(players, top.get("house", {}))
    try:
        return Game(name, pad, players, lucky, rulings, jokers, house, sheets)
    except BadInput as problem:
        raise NotARecord("{place}: {problem}", place="/layout", problem=problem) from None


def _sheets(
    top: dict[str, object], variant: Variant, pad: Pad, players: tuple[str, ...]
) -> dict[str, str] | None:
    """Return the letter of each player's sheet or, in the game Double, its pad; None if none are given."""
    options = sheets_of(variant, pad)
    if "sheets" not in top:
        if pad.letters:
            raise NotARecord('{place}: expected the key "{key}", but it is missing.', place="/", key="sheets")
        return None
    if not options:
        raise NotARecord(
            "/sheets: expected only in games whose sheets differ, but in this one they are alike."
        )
    sheets: dict[str, str] = {}
    for name, value in mapping_at(top["sheets"], "/sheets").items():
        place = pointer("/sheets", name)
        _check_player(players, name, place)
        if not isinstance(value, str) or value not in options:
            raise unexpected(place, one_of(options), value)
        sheets[name] = value
    for name in players if pad.letters else ():
        if name not in sheets:
            raise NotARecord(
                "/sheets: expected a sheet for every player, but {name} has none.", name=abbreviated(name)
            )
    return sheets


def _pad(top: dict[str, object], variant: Variant) -> Pad:
    chosen = top.get("pad", variant.pads[0])
    if not isinstance(chosen, str) or chosen not in variant.pads:
        raise unexpected("/pad", one_of(variant.pads), chosen)
    if "layout" not in top:
        return load_pad(chosen)
    _check_keys(top["layout"], "/layout")
    try:
        return parse_pad(top["layout"], "/layout")
    except PadError as problem:
        raise NotARecord(problem.text, **problem.values) from None


def _check_keys(data: object, place: str) -> None:
    """Raise NotARecord if an object repeats a key, at any depth."""
    if isinstance(data, dict):
        for key, value in mapping_at(data, place).items():
            _check_keys(value, pointer(place, key))


def _players(data: object) -> tuple[str, ...]:
    names: list[str] = []
    known: set[str] = set()
    for i, value in enumerate(list_at(data, "/players", MAX_RECORD_PLAYERS)):
        name = text_at(value, f"/players/{i}", phrase("a name"))
        if any("\ud800" <= c <= "\udfff" for c in name):
            raise NotARecord(
                "/players/{number}: expected a name, but found a broken character in it.", number=i
            )
        seen = clean_name(name)
        if not seen:
            raise unexpected(f"/players/{i}", phrase("a name with more in it than spaces and hyphens"), name)
        if seen in known:
            raise unexpected(f"/players/{i}", phrase("names that look different"), name)
        known.add(seen)
        names.append(name)
    if not names:
        raise unexpected("/players", phrase("at least one name"), data)
    return tuple(names)


def _check_player(players: tuple[str, ...], name: str, place: str) -> None:
    if name not in players:
        raise NotARecord(
            '{place}: expected a name from /players, but "{name}" is not one of them.',
            place=place,
            name=abbreviated(name),
        )


def _lucky(data: object, players: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    low, high = LUCKY_NUMBERS[0], LUCKY_NUMBERS[-1]
    pairs: dict[str, tuple[int, int]] = {}
    for name, value in mapping_at(data, "/lucky").items():
        place = pointer("/lucky", name)
        _check_player(players, name, place)
        pair = list_at(value, place)
        if len(pair) != 2:
            raise unexpected(place, phrase("two numbers"), value)
        first, second = (integer_at(n, f"{place}/{i}", low, high) for i, n in enumerate(pair))
        if first == second:
            raise NotARecord(
                "{place}: expected two different numbers, but found {first} twice.",
                place=place,
                first=first,
            )
        pairs[name] = (first, second)
    for name in players:
        if name not in pairs:
            raise NotARecord(
                "/lucky: expected a pair for every player, but {name} has none.", name=abbreviated(name)
            )
    return pairs


def _rulings(data: object) -> Rulings:
    agreed: dict[str, str] = {}
    for ruling, value in object_at(data, "/rulings", tuple(RULING_OPTIONS)).items():
        options = RULING_OPTIONS[ruling]
        if not isinstance(value, str) or value not in options:
            raise unexpected(f"/rulings/{ruling}", one_of(options), value)
        agreed[ruling] = value
    return Rulings.of(agreed)


def _house(players: tuple[str, ...], data: object) -> House:
    house = object_at(data, "/house", ("no-miss", "rounds"))
    exempt: list[str] = []
    for i, value in enumerate(list_at(house.get("no-miss", []), "/house/no-miss")):
        place = f"/house/no-miss/{i}"
        name = text_at(value, place, phrase("a name"))
        _check_player(players, name, place)
        if name in exempt:
            raise unexpected(place, phrase("names that differ"), name)
        exempt.append(name)
    rounds = integer_at(house["rounds"], "/house/rounds", 1, MAX_ROUNDS) if "rounds" in house else None
    return House(tuple(exempt), rounds)


def _claims(game: Game, data: object) -> dict[str, dict[str, int]]:
    claims: dict[str, dict[str, int]] = {}
    limit = 1_000_000
    for name, value in mapping_at(data, "/claims").items():
        place = pointer("/claims", name)
        _check_player(game.players, name, place)
        claim = object_at(value, place, ("misses", "total"))
        claims[name] = {key: integer_at(n, f"{place}/{key}", -limit, limit) for key, n in claim.items()}
    return claims


# -- turns ---------------------------------------------------------------------------------------------


def _turn(game: Game, data: object, place: str, last: bool) -> Turn:
    if game.deck:
        turn = object_at(data, place, ("number", "number_marks", "play", "marks", "open"), ("number",))
    else:
        turn = object_at(data, place, ("dice", "white", "colour", "open"), ("dice",))
    is_open = boolean_at(turn.get("open", False), f"{place}/open")
    if is_open and not last:
        raise NotARecord(
            "{place}/open: expected only the last turn to be open, but this is an earlier one.",
            place=place,
        )
    if "number" in turn:
        number = integer_at(turn["number"], f"{place}/number", 2, 12)
        first = _marks(game, turn.get("number_marks", {}), f"{place}/number_marks")
        return Turn(number, first, _play(game, turn, place), is_open)
    roll = _dice(game, turn["dice"], f"{place}/dice")
    first = _marks(game, turn.get("white", {}), f"{place}/white")
    second = _mark(game, turn["colour"], f"{place}/colour") if "colour" in turn else None
    return Turn(roll, first, second, is_open)


def _dice(game: Game, data: object, place: str) -> Roll:
    sides = game.pad.sides
    dice = object_at(data, place, ("white", *COLOURS), ("white",))
    white = list_at(dice["white"], f"{place}/white")
    if len(white) != 2:
        raise unexpected(f"{place}/white", phrase("the two white dice"), dice["white"])
    first, second = (integer_at(n, f"{place}/white/{i}", 1, sides) for i, n in enumerate(white))
    coloured = {c: integer_at(dice[c], f"{place}/{c}", 1, sides) for c in COLOURS if c in dice}
    return Roll((first, second), **coloured)


def _marks(game: Game, data: object, place: str) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    for name, value in mapping_at(data, place).items():
        _check_player(game.players, name, pointer(place, name))
        marks[name] = _mark(game, value, pointer(place, name))
    return marks


def _mark(game: Game, data: object, place: str) -> Mark:
    """Parse a mark: a pass, or a cross in one cell, in one field between two cells, or in both."""
    try:
        mark = Mark.parse(text_at(data, place, phrase("a mark like a5")))
    except NotAMark:
        raise unexpected(place, phrase("a mark like a5, or -"), data) from None
    if not mark.names_one_cell:
        raise unexpected(place, phrase("a mark like a5, or -"), data)
    if not game.has_cell(mark):
        raise unexpected(place, phrase("a cell of the pad {pad}", pad=game.pad.name), data)
    if any(part.lucky for part in mark.parts) and not game.variant.lucky:
        raise unexpected(place, phrase("a mark without a star (only Longo has lucky numbers)"), data)
    return mark


def _play(game: Game, turn: dict[str, object], place: str) -> Play | None:
    if "play" not in turn and "marks" not in turn:
        return None
    cards: list[Card] = []
    for i, value in enumerate(list_at(turn.get("play", []), f"{place}/play", MAX_CARDS)):
        where = f"{place}/play/{i}"
        try:
            card = Card.parse(text_at(value, where, phrase("a card like red 5")))
        except NotAMark:
            raise unexpected(where, phrase("a card like red 5 or joker 5 as red"), value) from None
        if not card.colour:
            expected = phrase("the colour that the joker is played as (joker 5 as red)")
            raise unexpected(where, expected, value)
        cards.append(card)
    marks: list[Mark] = []
    for i, value in enumerate(list_at(turn.get("marks", []), f"{place}/marks", MAX_CARDS)):
        mark = _mark(game, value, f"{place}/marks/{i}")
        if mark.cell:
            marks.append(mark)
    if "play" not in turn and not marks:
        return None
    return Play(tuple(cards), tuple(marks))
