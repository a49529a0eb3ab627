"""Random games as events of every kind, including the mistakes that people make."""

import random
from collections.abc import Callable

import pytest

from companion.rules import ALL_VARIANTS, RULING_OPTIONS, Illegal, full_deck
from companion.table.events import (
    Action,
    Change,
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    DemoTakenOver,
    DieColour,
    Event,
    EventsRedone,
    EventsUndone,
    GameBegun,
    Photo,
    PlayerAdded,
    PlayerLeft,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowLetter,
    RowReopened,
    SeenDie,
    SheetTakenOver,
    TableError,
    TurnAmended,
)
from companion.table.state import Table
from companion.table.timeline import Timeline, apply, fold
from sheets.errors import BadInput
from sheets.pad import load_pad, pad_data

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
REFUSED = (Illegal, BadInput)
ROWS: tuple[RowLetter, ...] = ("a", "b", "c", "d")
DICE: tuple[DieColour, ...] = ("red", "yellow", "green", "blue")
SPECIAL_MARKS = ("a5+", "c9+", "b7x", "d6x", "ab5", "cd9", "15", "a3-4", "b7-8 b8", "c9 c6-5")
COLOURS = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}


def played(*events: Event) -> Timeline:
    """Return the game that these events add up to."""
    timeline = fold(events)
    assert timeline is not None
    return timeline


def refused(event: Event, *before: Event) -> str:
    """Return the error code with which the table refuses `event` after the events `before`."""
    with pytest.raises(TableError) as caught:
        apply(played(*before), event)
    return caught.value.code


def table_after(*events: Event) -> Table:
    """Return the table that these events lead to."""
    return played(*events).present


def turn(roll: str, *decisions: str) -> tuple[Event, ...]:
    """Return the events of a roll and of the decisions on it, each written as "Ann a5"."""
    return (RollTaken(roll, "tapped"), *decided(*decisions))


def decided(*decisions: str) -> tuple[Event, ...]:
    """Return the events of decisions, each written as "Ann a5"."""
    return tuple(DecisionMade(*decision.split(maxsplit=1)) for decision in decisions)


def go_on(timeline: Timeline, *events: Event) -> Timeline:
    """Return the game after more events."""
    for event in events:
        timeline = apply(timeline, event)
    return timeline


def random_begin(chance: random.Random, game: str, *, paper: bool = False) -> GameBegun:
    """Return a random start: one to seven players, any pad and rulings; now and then a custom pad."""
    players = NAMES[: chance.randint(1, 7)]
    pairs = {player: (chance.randint(4, 8), chance.randint(9, 14)) for player in players}
    variant = ALL_VARIANTS[game]
    pad = chance.choice(variant.pads)
    return GameBegun(
        game,
        players,
        demo=chance.random() < 0.1,
        pad=pad,
        lucky=pairs if game == "longo" else {},
        rulings={ruling: chance.choice(options) for ruling, options in RULING_OPTIONS.items()},
        jokers=game == "cards" and chance.random() < 0.5,
        hidden=chance.random() < 0.2,
        paper=paper,
        sheets=random_sheets(chance, game, players),
        layout=own_layout(chance, game, pad) if chance.random() < 0.2 else {},
    )


def own_layout(chance: random.Random, game: str, pad: str) -> dict[str, object]:
    """Return a custom pad, like a built-in one, with other dice if the game allows them."""
    data = pad_data(load_pad(pad)) | {"name": "ours"}
    fixed = game == "cards" or ALL_VARIANTS[game].sheets
    return data if fixed else data | {"sides": chance.choice((data["sides"], 8))}


def random_sheets(chance: random.Random, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """Return random sheets by player: a sheet's letter in a connected game, the name of a pad in Double.

    In Double, some players have no entry; in games of neither kind, nobody has one.
    """
    variant = ALL_VARIANTS[game]
    if load_pad(variant.pads[0]).letters:
        return {player: chance.choice("ABCDE") for player in players}
    pads = variant.sheets
    return {player: chance.choice(pads) for player in players if pads and chance.random() < 0.7}


def random_roll(table: Table, chance: random.Random) -> str:
    """Return a random roll of the remaining dice or, in the card game, a random number, as text."""
    if table.game.variant.cards:
        return str(chance.randint(2, 12))
    return " ".join(f"{die[0]}{chance.randint(1, table.game.pad.sides)}" for die in table.dice_to_roll)


def random_photo(text: str, chance: random.Random) -> Photo:
    """Return a photo of these dice; now and then a die is missing or doubtful."""
    words = [word for word in text.split() if chance.random() < 0.9 and word[0] in COLOURS]
    dice = tuple(
        SeenDie(COLOURS[word[0]], int(word[1]), 0.9, (9 * i, 0, 9, 9), chance.random() < 0.2)
        for i, word in enumerate(words)
    )
    return Photo(f"{chance.randrange(16**16):016x}", (640, 480), dice)


def _taken(table: Table, chance: random.Random) -> Change:
    text = random_roll(table, chance)
    photo = random_photo(text, chance) if chance.random() < 0.3 else None
    if photo is not None and chance.random() < 0.3:
        return RollSeen(photo, "photo")
    coloured = [die for die in DICE if die in table.dice_to_roll]
    if coloured and chance.random() < 0.05:  # one die is missing
        lost: DieColour = chance.choice(coloured)
        text = " ".join(word for word in text.split() if word[0] != lost[0])
        return RollTaken(text, "tapped", photo, (lost,) if chance.random() < 0.8 else ())
    return RollTaken(text, "camera" if photo else "tapped", photo)


def _corrected(table: Table, chance: random.Random) -> Change:
    text = random_roll(table, chance)
    return RollCorrected(text, random_photo(text, chance) if chance.random() < 0.3 else None)


def random_mark(table: Table, player: str, chance: random.Random) -> str:
    """Return a random decision of a player, in most cases one that the rules allow."""
    luck, position = chance.random(), table.position
    if luck < 0.1 or position.phase in ("roll", "over") or player not in table.game.waiting(position):
        special = chance.random() < 0.4
        return chance.choice(SPECIAL_MARKS) if special else f"{chance.choice('abcd')}{chance.randint(2, 12)}"
    if position.phase == "play":
        if luck < 0.2:
            return "-"
        hand = chance.sample(full_deck(table.game.jokers), 3)
        return str(chance.choice(list(table.game.plays(position, player, hand))))
    moves = [str(mark) for mark in table.game.moves(position, player)]
    special_moves = [mark for mark in moves if not mark[1:].isdigit() and mark != "-"]
    if special_moves and chance.random() < 0.4:
        return chance.choice(special_moves)
    return "-" if luck < 0.4 else chance.choice(moves[:4] if luck < 0.8 else moves)


def _decided(table: Table, chance: random.Random) -> Change:
    waiting = table.game.waiting(table.position)
    player = chance.choice(waiting if waiting and chance.random() < 0.9 else NAMES)
    return DecisionMade(player, random_mark(table, player, chance))


def _reopened(table: Table, chance: random.Random) -> Change:
    closed = (*table.announced_rows, *table.position.closed)
    return RowReopened(chance.choice([row for row in ROWS if row in closed] or ROWS))


def _sheet(table: Table, chance: random.Random) -> Change:
    player = chance.choice(table.game.players)
    share = chance.choice((0.1, 0.3, 0.6))
    rows = [
        " ".join(spot.name for spot in row if chance.random() < share) or "-" for row in table.game.board.rows
    ]
    misses = f" misses {misses}" if (misses := chance.randint(0, 3)) else ""
    sheet = table.position.sheet(player)
    extras = sheet.text_of(sheet.pad.mechanisms)  # as on the paper before
    return SheetTakenOver(player, " / ".join(rows) + misses + extras)


def _seating(table: Table, chance: random.Random) -> Change:
    name = chance.choice(NAMES)
    if name in table.game.players:
        return PlayerLeft(name)
    lucky = (4, chance.randint(5, 14)) if table.game.lucky is not None else None
    return PlayerAdded(name, lucky)


def _amended(table: Table, chance: random.Random) -> TurnAmended:
    turn = max(1, table.position.turn - chance.randint(0, 6))
    if chance.random() < 0.25:
        return TurnAmended(turn, "roll", random_roll(table, chance))
    in_cards: tuple[Action, ...] = ("number", "play")
    with_dice: tuple[Action, ...] = ("white", "colour")
    action = chance.choice(in_cards if table.game.variant.cards else with_dice)
    mark = "-" if chance.random() < 0.3 else f"{chance.choice('abcd')}{chance.randint(2, 12)}"
    mark = chance.choice(SPECIAL_MARKS) if chance.random() < 0.2 else mark
    return TurnAmended(turn, action, mark, chance.choice(table.game.players))


def random_attempt(timeline: Timeline, chance: random.Random) -> Event:
    """Return someone's next action at a table; the game may refuse it."""
    table, luck = timeline.present, chance.random()
    if timeline.future is not None and luck < 0.3:
        return EventsRedone(chance.randint(1, 2))
    if table.position.phase == "over" and luck < 0.5:
        return EventsUndone(chance.randint(1, 8))
    between = table.position.phase in ("roll", "over")
    rare: tuple[tuple[float, Callable[[], Event]], ...] = (
        (0.05, lambda: EventsUndone(chance.randint(1, 4))),
        (0.052, lambda: EventsRedone(chance.randint(1, 2))),
        (0.09, lambda: _amended(table, chance)),
        (0.12, lambda: _corrected(table, chance)),
        (0.14, lambda: DecisionRetracted(chance.choice([*table.position.decisions]))),
        (0.17, lambda: DecisionTakenBack(chance.choice(table.game.players))),
        (0.21 if between else 0.172, lambda: _seating(table, chance)),
        (0.225, lambda: RowClosed(chance.choice(ROWS))),
        (0.23, lambda: _reopened(table, chance)),
        (0.26 if table.paper or between else 0.232, lambda: _sheet(table, chance)),
        (0.29 if table.demo else 0.261, DemoTakenOver),
        (0.3, lambda: _taken(table, chance)),
    )
    for limit, make in rare:
        if luck < limit:
            return make()
    waits_for_dice = table.position.phase == "roll" or (table.paper and luck < 0.5)
    return _taken(table, chance) if waits_for_dice else _decided(table, chance)


def random_events(
    seed: int, steps: int, game: str, *, paper: bool = False, without: tuple[type[Event], ...] = ()
) -> list[Event]:
    """Return at most `steps` random events of a game, in an order that the table accepts.

    `without`: types of events to leave out.
    """
    chance = random.Random(seed)
    return random_course(chance, random_begin(chance, game, paper=paper), steps, without)


def random_course(
    chance: random.Random, begun: GameBegun, steps: int, without: tuple[type[Event], ...] = ()
) -> list[Event]:
    """Return at most `steps` random events, beginning with `begun`."""
    events: list[Event] = [begun]
    timeline = played(begun)
    for _ in range(4 * steps):
        event = random_attempt(timeline, chance)
        if isinstance(event, without):
            continue
        try:
            timeline = apply(timeline, event)
        except REFUSED:
            continue
        events.append(event)
        if len(events) == steps or (timeline.present.position.phase == "over" and chance.random() < 0.1):
            break
    return events
