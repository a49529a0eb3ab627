"""Game records, `qwixx-record/1`: a game as it was played, read with every doubt named, and written again.

Reading checks the form alone, never the rules: a record of illegal marks is a record. What is not one raises
NotARecord with a JSON pointer to the place, what was expected there and what came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.records.validation import (
    MAX_RECORD_BYTES,
    JsonChecks,
    NotARecord,
    abbreviated,
    one_of,
    parse_json,
    pointer,
    unexpected,
)
from companion.rules import (
    RULING_OPTIONS,
    VARIANTS,
    Card,
    Decision,
    Game,
    Mark,
    NotAMark,
    Play,
    Roll,
    Rulings,
)
from companion.rules.position import SHARED_PHASES
from companion.rules.variants import LUCKY_NUMBERS
from sheets.errors import BadInput
from sheets.language import Phrase, phrase
from sheets.pad import COLOURS, Pad, load_pad, pad_data, parse_pad
from sheets.pad_table import PadError

__all__ = ["FORMAT", "MAX_RECORD_BYTES", "NotARecord", "Record", "Turn", "read_record", "write_record"]

FORMAT = "qwixx-record/1"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as written. `first`: the marks of action 1 (cards: of the number) by player; `second`: the
    active
    player's mark in action 2, or their play; None where nothing is written. `open`: it is still being played.
    """

    roll: Roll | int
    first: Mapping[str, Mark]
    second: Mark | Play | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played. `claims`: by player what the paper shows ("misses", "total").

    A table that keeps a record while it plays grows it with `rolled`, `decided` and `finished`.
    """

    game: Game
    turns: tuple[Turn, ...] = ()
    claims: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether the last turn is still being played."""
        return bool(self.turns) and self.turns[-1].open

    def rolled(self, roll: Roll | int) -> Record:
        """The record with a new open turn; the one before it is finished."""
        return replace(self, turns=(*self.finished().turns, Turn(roll, {}, open=True)))

    def decided(self, phase: str, player: str, decision: Decision | None) -> Record:
        """The record with a decision of the open turn (None takes it back). `phase`: of the position."""
        *turns, turn = self.turns
        if phase in SHARED_PHASES:
            first = {name: mark for name, mark in turn.first.items() if name != player}
            if isinstance(decision, Mark):
                first[player] = decision
            turn = replace(turn, first=first)
        else:
            turn = replace(turn, second=decision)
        return replace(self, turns=(*turns, turn))

    def finished(self) -> Record:
        """The record with its last turn closed."""
        return replace(self, turns=tuple(replace(turn, open=False) for turn in self.turns))


def read_record(data: bytes | str) -> Record:
    """The record in `data` (UTF-8); NotARecord otherwise, whatever the bytes."""
    try:
        return _Reader().record(parse_json(data))
    except RecursionError:
        raise NotARecord("/: expected a game record, but found brackets nested without end.") from None


def write_record(record: Record) -> dict[str, object]:
    """The JSON object of a record; read_record gives the same record back."""
    game = record.game
    top: dict[str, object] = {"format": FORMAT, "game": game.name}
    builtin = _builtin(game.pad)
    if game.variant.cards and builtin:
        top["pad"] = game.pad.name
    if not builtin or game.pad.name not in game.variant.pads:
        top["layout"] = pad_data(game.pad)
    if game.jokers:
        top["jokers"] = True
    top["players"] = list(game.players)
    if game.lucky is not None:
        top["lucky"] = {player: list(pair) for player, pair in game.lucky.items()}
    if game.rulings.differing:
        top["rulings"] = game.rulings.differing
    top["turns"] = [_write_turn(turn) for turn in record.turns]
    if record.claims:
        top["claims"] = {player: dict(claim) for player, claim in record.claims.items()}
    return top


def _builtin(pad: Pad) -> bool:
    try:
        return load_pad(pad.name) == pad
    except PadError:
        return False


def _write_turn(turn: Turn) -> dict[str, object]:
    out: dict[str, object] = {}
    first = {player: str(mark) for player, mark in turn.first.items()}
    if isinstance(turn.roll, int):
        out["number"] = turn.roll
        out["number_marks"] = first
        if isinstance(turn.second, Play):
            out["play"] = [str(card) for card in turn.second.cards]
            out["marks"] = [str(mark) for mark in turn.second.marks]
    else:
        dice: dict[str, object] = {"white": list(turn.roll.white)}
        dice |= {c: v for c, v in zip(COLOURS, turn.roll.coloured, strict=True) if v is not None}
        out["dice"] = dice
        out["white"] = first
        if turn.second is not None:
            out["colour"] = str(turn.second)
    if turn.open:
        out["open"] = True
    return out


# -- reading -------------------------------------------------------------------------------------------


def _no_player(name: str, place: str) -> NotARecord:
    return NotARecord(
        '{place}: expected a name from /players, but "{name}" is none.', place=place, name=abbreviated(name)
    )


class _Reader(JsonChecks):
    """Walks the object from the top; `game` is known before the turns are read."""

    game: Game

    # -- the top ------------------------------------------------------------------------------------

    def record(self, data: object) -> Record:
        keys = ("format", "game", "pad", "jokers", "layout", "players", "lucky", "rulings", "turns", "claims")
        top = self.fields(data, "", keys, ("format", "game", "players", "turns"))
        if top["format"] != FORMAT:
            raise unexpected("/format", Phrase(f'"{FORMAT}"'), top["format"])
        name = top["game"]
        if not isinstance(name, str) or name not in VARIANTS:
            raise unexpected("/game", one_of(VARIANTS), name)
        variant = VARIANTS[name]
        for key, allowed in (("pad", variant.cards), ("jokers", variant.cards), ("lucky", variant.lucky)):
            if key in top and not allowed:
                owner = Phrase("longo") if key == "lucky" else phrase("the card game")
                raise NotARecord(
                    '/{key}: expected only in {owner}, but this is a game of "{name}".',
                    key=key,
                    owner=owner,
                    name=name,
                )
        players = self.players(top["players"])
        lucky = None
        if variant.lucky:
            lucky = self.lucky(self.fields(top, "", keys, ("lucky",))["lucky"], players)
        self.game = self.agreed(
            name,
            self.pad(top, variant.pads),
            players,
            lucky,
            self.rulings(top.get("rulings", {})),
            self.flag(top.get("jokers", False), "/jokers"),
        )
        rows = self.items(top["turns"], "/turns")
        turns = tuple(self.turn(turn, f"/turns/{i}", i + 1 == len(rows)) for i, turn in enumerate(rows))
        return Record(self.game, turns, self.claims(top.get("claims", {})))

    def agreed(
        self,
        name: str,
        pad: Pad,
        players: tuple[str, ...],
        lucky: Mapping[str, tuple[int, int]] | None,
        rulings: Rulings,
        jokers: bool,
    ) -> Game:
        try:
            return Game(name, pad, players, lucky, rulings, jokers)
        except BadInput as problem:
            raise NotARecord("{place}: {problem}", place="/layout", problem=problem) from None

    def pad(self, top: dict[str, object], pads: tuple[str, ...]) -> Pad:
        chosen = top.get("pad", pads[0])
        if not isinstance(chosen, str) or chosen not in pads:
            raise unexpected("/pad", one_of(pads), chosen)
        if "layout" not in top:
            return load_pad(chosen)
        self.single(top["layout"], "/layout")
        try:
            return parse_pad(top["layout"], "/layout")
        except PadError as problem:
            raise NotARecord(problem.text, **problem.values) from None

    def single(self, data: object, place: str) -> None:
        """No key stands twice, however deep: the pad's own reader does not look."""
        if isinstance(data, dict):
            for key, value in self.mapping(data, place).items():
                self.single(value, pointer(place, key))

    def players(self, data: object) -> tuple[str, ...]:
        names: list[str] = []
        known: set[str] = set()
        for i, value in enumerate(self.items(data, "/players")):
            name = self.text(value, f"/players/{i}", phrase("a name"))
            if not name:
                raise unexpected(f"/players/{i}", phrase("a name that is not empty"), name)
            if any("\ud800" <= c <= "\udfff" for c in name):
                raise NotARecord(
                    "/players/{number}: expected a name in Unicode, but found half a character.", number=i
                )
            if name in known:
                raise unexpected(f"/players/{i}", phrase("names that differ"), name)
            known.add(name)
            names.append(name)
        if not names:
            raise unexpected("/players", phrase("at least one name"), data)
        return tuple(names)

    def player(self, name: str, place: str) -> str:
        if name not in self.game.players:
            raise _no_player(name, pointer(place, name))
        return name

    def lucky(self, data: object, players: tuple[str, ...]) -> dict[str, tuple[int, int]]:
        low, high = LUCKY_NUMBERS[0], LUCKY_NUMBERS[-1]
        pairs: dict[str, tuple[int, int]] = {}
        for name, value in self.mapping(data, "/lucky").items():
            place = pointer("/lucky", name)
            if name not in players:
                raise _no_player(name, place)
            pair = self.items(value, place)
            if len(pair) != 2:
                raise unexpected(place, phrase("two numbers"), value)
            first, second = (self.whole(n, f"{place}/{i}", low, high) for i, n in enumerate(pair))
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

    def rulings(self, data: object) -> Rulings:
        agreed: dict[str, str] = {}
        for ruling, value in self.fields(data, "/rulings", tuple(RULING_OPTIONS)).items():
            options = RULING_OPTIONS[ruling]
            if not isinstance(value, str) or value not in options:
                raise unexpected(f"/rulings/{ruling}", one_of(options), value)
            agreed[ruling] = value
        return Rulings.of(agreed)

    def claims(self, data: object) -> dict[str, dict[str, int]]:
        claims: dict[str, dict[str, int]] = {}
        for name, value in self.mapping(data, "/claims").items():
            self.player(name, "/claims")
            place = pointer("/claims", name)
            claim = self.fields(value, place, ("misses", "total"))
            claims[name] = {
                key: self.whole(n, f"{place}/{key}", -1_000_000, 1_000_000) for key, n in claim.items()
            }
        return claims

    # -- turns ----------------------------------------------------------------------------------------

    def turn(self, data: object, place: str, last: bool) -> Turn:
        cards = self.game.variant.cards
        if cards:
            turn = self.fields(data, place, ("number", "number_marks", "play", "marks", "open"), ("number",))
        else:
            turn = self.fields(data, place, ("dice", "white", "colour", "open"), ("dice",))
        still = self.flag(turn.get("open", False), f"{place}/open")
        if still and not last:
            raise NotARecord(
                "{place}/open: expected only the last turn to be open, but this is an earlier one.",
                place=place,
            )
        if cards:
            number = self.whole(turn["number"], f"{place}/number", 2, 12)
            first = self.marks(turn.get("number_marks", {}), f"{place}/number_marks")
            return Turn(number, first, self.play(turn, place), still)
        roll = self.dice(turn["dice"], f"{place}/dice")
        first = self.marks(turn.get("white", {}), f"{place}/white")
        second = self.mark(turn["colour"], f"{place}/colour") if "colour" in turn else None
        return Turn(roll, first, second, still)

    def dice(self, data: object, place: str) -> Roll:
        sides = self.game.pad.sides
        dice = self.fields(data, place, ("white", *COLOURS), ("white",))
        white = self.items(dice["white"], f"{place}/white")
        if len(white) != 2:
            raise unexpected(f"{place}/white", phrase("the two white dice"), dice["white"])
        first, second = (self.whole(n, f"{place}/white/{i}", 1, sides) for i, n in enumerate(white))
        coloured = {c: self.whole(dice[c], f"{place}/{c}", 1, sides) for c in COLOURS if c in dice}
        return Roll((first, second), **coloured)

    def marks(self, data: object, place: str) -> dict[str, Mark]:
        marks: dict[str, Mark] = {}
        for name, value in self.mapping(data, place).items():
            self.player(name, place)
            marks[name] = self.mark(value, pointer(place, name))
        return marks

    def mark(self, data: object, place: str) -> Mark:
        try:
            mark = Mark.parse(self.text(data, place, phrase("a mark like a5")))
        except NotAMark:
            raise unexpected(place, phrase("a mark like a5, or -"), data) from None
        if mark.cell and mark.cell not in self.game.board.by_name:
            raise unexpected(place, phrase("a cell of the pad {pad}", pad=self.game.pad.name), data)
        if mark.lucky and not self.game.variant.lucky:
            raise unexpected(place, phrase("a mark without a star (only Longo has lucky numbers)"), data)
        return mark

    def play(self, turn: dict[str, object], place: str) -> Play | None:
        if "play" not in turn and "marks" not in turn:
            return None
        cards: list[Card] = []
        for i, value in enumerate(self.items(turn.get("play", []), f"{place}/play")):
            where = f"{place}/play/{i}"
            try:
                card = Card.parse(self.text(value, where, phrase("a card like red 5")))
            except NotAMark:
                raise unexpected(where, phrase("a card like red 5 or joker 5 as red"), value) from None
            if not card.colour:
                expected = phrase("the colour that the joker is played as (joker 5 as red)")
                raise unexpected(where, expected, value)
            cards.append(card)
        marks: list[Mark] = []
        for i, value in enumerate(self.items(turn.get("marks", []), f"{place}/marks")):
            mark = self.mark(value, f"{place}/marks/{i}")
            if mark.cell:
                marks.append(mark)
        if "play" not in turn and not marks:
            return None
        return Play(tuple(cards), tuple(marks))
