"""Game: what is agreed before play, and how a position goes on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.rules.board import Board, prepare
from companion.rules.bonus import Bar, Bonus, NoBonus, Pairs
from companion.rules.candidates import (
    Candidates,
    ColourCandidates,
    LuckyCandidates,
    NumberCandidates,
    WhiteCandidates,
)
from companion.rules.constraints import Constraints
from companion.rules.mark import PASS, Card, Play
from companion.rules.moves import Moves
from companion.rules.plays import Plays
from companion.rules.position import SHARED_PHASES, Decision, End, Phase, Position
from companion.rules.refusal import Illegal, Refusal, Value
from companion.rules.roll import NotARoll, Roll
from companion.rules.rulings import Rulings
from companion.rules.score import Score, score
from companion.rules.sheet import Sheet
from companion.rules.variants import VARIANTS, NotAGame, Variant, check_lucky
from sheets.language import either, message
from sheets.pad import COLOURS, Pad, load_pad

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Game:
    """Seven games from one mechanism: the pad, the variant and the rulings say what differs.

    `pad`: a Pad, or the name of one that comes with the program ("" for the game's usual one). `lucky`: on
    Longo each player's two lucky numbers. `jokers`: the card game with the eleven jokers. NotAGame where this
    does not fit together.

    >>> from companion.rules import Mark
    >>> game = Game("classic", "classic", ("Ann", "Bob"))
    >>> position = game.roll(game.start(), Roll.parse("w4 w1 r3 y2 g6 b6"))
    >>> [str(mark) for mark in game.moves(position, "Bob")]
    ['-', 'a5', 'b5', 'c5', 'd5']
    >>> position = game.decide(position, "Bob", Mark.parse("a5"))
    >>> game.waiting(position)
    ('Ann',)
    """

    name: str
    pad: Pad
    players: tuple[str, ...]
    lucky: Mapping[str, tuple[int, int]] | None = field(default=None, hash=False)
    rulings: Rulings = field(default_factory=Rulings)
    jokers: bool = False
    variant: Variant = field(init=False, repr=False, compare=False)
    board: Board = field(init=False, repr=False, compare=False)
    constraints: Constraints = field(init=False, repr=False, compare=False)
    bonus: Bonus = field(init=False, repr=False, compare=False)
    gap: bool = field(init=False, repr=False, compare=False)
    """Whether cards-gap holds: not on mixed rows (cards-mixx), nor on shuffled ones where it is waived."""

    def __init__(
        self,
        name: str,
        pad: Pad | str,
        players: Sequence[str],
        lucky: Mapping[str, tuple[int, int]] | None = None,
        rulings: Rulings | None = None,
        jokers: bool = False,
    ) -> None:
        if name not in VARIANTS:
            raise NotAGame(
                "There is no game {name!r}; the games are {games}.", name=name[:40], games=", ".join(VARIANTS)
            )
        variant = VARIANTS[name]
        if isinstance(pad, str):
            pad = load_pad(pad or variant.pads[0])
            if pad.name not in variant.pads:
                raise NotAGame(
                    "The game {name} is played on {pads}, not on {pad}.",
                    name=name,
                    pads=either(variant.pads),
                    pad=pad.name,
                )
        if not players or len(set(players)) < len(players) or "" in players:
            raise NotAGame("A game has at least one player, and their names are different and not empty.")
        if jokers and not variant.cards:
            raise NotAGame("Jokers belong to the card game, not to {name}.", name=name)
        if variant.cards and (pad.sides != 6 or pad.bar or pad.pairs):
            raise NotAGame(
                "The card game is played on a pad with numbers from 2 to 12 and without bonus cells."
            )
        if (lucky is not None) != variant.lucky:
            raise NotAGame("Lucky numbers are given for every player on Longo, and in no other game.")
        if lucky is not None:
            check_lucky(lucky, players)
            lucky = {player: lucky[player] for player in players}
        chosen = rulings or Rulings()
        board = prepare(pad)
        constraints = Constraints(board, "cards-lock-own" if variant.cards else "row-closed")
        bonus: Bonus = NoBonus()
        if pad.bar:
            bonus = Bar(constraints, keeps=chosen.bonus_blocked == "kept")
        elif pad.pairs:
            bonus = Pairs(constraints)
        parts = {
            "name": name,
            "pad": pad,
            "players": tuple(players),
            "lucky": lucky,
            "rulings": chosen,
            "jokers": jokers,
            "variant": variant,
            "board": board,
            "constraints": constraints,
            "bonus": bonus,
            "gap": not pad.mixed and not (pad.shuffled and chosen.cards_gap_mixx_b == "waived"),
        }
        for part, value in parts.items():
            object.__setattr__(self, part, value)

    # -- the course of a game -------------------------------------------------------------------------

    def start(self) -> Position:
        """Empty sheets, the first player's turn, nothing thrown."""
        sheets = (Sheet(self.pad),) * len(self.players)
        nothing = (None,) * len(self.players)
        return Position(
            self.players, sheets, sheets, 0, 0, 0, 1, "roll", None, nothing, False, None
        )  # fmt: skip

    def roll(self, position: Position, roll: Roll | int) -> Position:
        """The active player throws (in the card game: the number for everyone is turned up).

        NotARoll where the dice cannot show that; Illegal where it is not the moment.
        """
        if position.phase == "over":
            raise Illegal(_game_over(position))
        if position.phase != "roll":
            raise Illegal(Refusal("action-order", message("This turn has its roll already.")))
        if self.variant.cards:
            if not isinstance(roll, int) or not 2 <= roll <= 12:
                raise NotARoll("The number for everyone is 2 to 12, not {roll}.", roll=roll)
        elif not isinstance(roll, Roll):
            raise NotARoll("A turn of this game begins with a roll of dice, not with {roll}.", roll=roll)
        else:
            roll.check(self.pad.sides)
        return Position(
            position.players,
            position.sheets,
            position.sheets,
            position.closed_mask,
            position.removed_mask,
            position.seat,
            position.turn,
            "number" if self.variant.cards else "white",
            roll,
            (None,) * len(position.players),
            False,
            None,
        )

    def waiting(self, position: Position) -> tuple[str, ...]:
        """Who must still decide in the open action, in `players` order."""
        phase = position.phase
        if phase in SHARED_PHASES:
            pairs = zip(position.players, position.decided, strict=True)
            return tuple(player for player, decision in pairs if decision is None)
        return (position.active,) if phase in ("colour", "play") else ()

    def moves(self, position: Position, player: str) -> Moves:
        """The marks that `player` may decide on in the open action, judged against the state before it.

        In the phase "play" of the card game there are `plays` instead. Empty for who has no say.
        """
        seat = self._seat(player)
        sheet = position.before[seat]
        denied = None
        if position.phase == "play":
            denied = Refusal(
                "action-order", message("It is the moment for cards, not for the number for everyone.")
            )
        elif position.phase not in ("white", "colour", "number"):
            denied = self.not_now(position)
        elif position.phase == "colour" and seat != position.seat:
            values: dict[str, Value] = {"player": position.active}
            denied = Refusal("colour-sum", message("Action 2 belongs to {player} alone."), values)
        candidates = self._candidates(position, player)
        return Moves(
            position.phase, sheet, position.closed_mask, self.constraints, self.bonus, candidates, denied
        )

    def plays(self, position: Position, player: str, hand: Sequence[Card] | None = None) -> Plays:
        """The active player's plays in the card game; listed from `hand`, or else from the whole deck."""
        seat = self._seat(player)
        denied = None
        if position.phase != "play":
            denied = self.not_now(position)
        elif seat != position.seat:
            values: dict[str, Value] = {"player": position.active}
            denied = Refusal("cards-play", message("Only {player} plays cards in this turn."), values)
        return Plays(
            position.before[seat],
            self.constraints,
            jokers=self.jokers,
            gap=self.gap,
            before=self.rulings.cards_lock_in_play == "before",
            hand=None if hand is None else tuple(hand),
            denied=denied,
        )

    def decide(self, position: Position, player: str, decision: Decision) -> Position:
        """`player` marks, passes or plays; Illegal with its Refusal where the rules forbid it.

        While the action is open a player may decide anew. When the last one has decided, the action ends:
        rows close, dice leave, boxes are crossed, the end is checked, and the next action or turn begins.
        """
        if isinstance(decision, Play):
            sheet = self.plays(position, player).result(decision)
        else:
            sheet = self.moves(position, player).result(decision)
        return self._decided(position, self._seat(player), decision, sheet)

    def forfeit(self, position: Position) -> Position:
        """The open card play ends with nothing played: what is left of a play that was illegal as a whole."""
        if position.phase != "play":
            raise Illegal(self.not_now(position))
        return self._decided(position, position.seat, PASS, position.before[position.seat])

    def retract(self, position: Position, player: str) -> Position:
        """Take a decision back while its action is open; Illegal where there is none to take back."""
        seat = self._seat(player)
        if position.decided[seat] is None:
            text = message("There is no decision of {player} in this action to take back.")
            values: dict[str, Value] = {"player": player}
            raise Illegal(Refusal("action-order", text, values))
        return _with(
            position, _put(position.sheets, seat, position.before[seat]), _put(position.decided, seat, None)
        )

    # -- what can be said about a position ---------------------------------------------------------------

    def score(self, sheet: Sheet) -> Score:
        """The score of one sheet, as if the game ended now."""
        return score(sheet, self.bonus)

    def scores(self, position: Position) -> dict[str, Score]:
        """Everyone's score, as if the game ended now."""
        return {
            player: score(sheet, self.bonus)
            for player, sheet in zip(position.players, position.sheets, strict=True)
        }

    def winners(self, position: Position) -> tuple[str, ...] | None:
        """Who has the highest total, in `players` order; None in an unfinished game (rules.md: winner)."""
        if position.end is None:
            return None
        totals = {player: result.total for player, result in self.scores(position).items()}
        return tuple(player for player, total in totals.items() if total == max(totals.values()))

    def dice_left(self, position: Position) -> tuple[str, ...]:
        """The colours of the coloured dice still rolled."""
        if self.variant.cards:
            return ()
        return tuple(colour for i, colour in enumerate(COLOURS) if not position.removed_mask >> i & 1)

    def not_now(self, position: Position) -> Refusal:
        """Why the next action cannot be taken: the game is over, no roll yet, someone is still to decide."""
        if position.phase == "over":
            return _game_over(position)
        if position.phase == "roll":
            return Refusal("action-order", message("This turn has no roll yet."))
        who = ", ".join(self.waiting(position))
        text = message("The first action is not finished: {who} has not decided yet.")
        if len(self.waiting(position)) > 1:
            text = message("The first action is not finished: {who} have not decided yet.")
        return Refusal("action-order", text, {"who": who})

    # -- the inside ------------------------------------------------------------------------------------

    def _seat(self, player: str) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            raise NotAGame("{player!r} does not play in this game.", player=player[:40]) from None

    def _candidates(self, position: Position, player: str) -> Candidates:
        roll = position.roll
        if isinstance(roll, int):
            return NumberCandidates(self.board, roll)
        if roll is None:
            return NumberCandidates(self.board, 0)
        if position.phase == "colour":
            return ColourCandidates(self.board, roll, position.removed_mask)
        white = WhiteCandidates(self.board, roll)
        if self.lucky is None:
            return white
        return LuckyCandidates(white, self.lucky[player], self.rulings.weakest_closed == "next-weakest")

    def _decided(self, position: Position, seat: int, decision: Decision, sheet: Sheet) -> Position:
        sheets = _put(position.sheets, seat, sheet)
        decided = _put(position.decided, seat, decision)
        if position.phase in SHARED_PHASES and None in decided:
            return _with(position, sheets, decided)
        return self._end_action(position, sheets)

    def _end_action(self, position: Position, sheets: tuple[Sheet, ...]) -> Position:
        """Rows close, dice leave, boxes are crossed, the end is checked: rules.md, Simultaneity."""
        first = position.phase in SHARED_PHASES
        active = sheets[position.seat]
        active_marked = position.active_marked or active.rows != position.before[position.seat].rows
        closed_mask, removed_mask, two = position.closed_mask, position.removed_mask, False
        if self.variant.cards:
            two = any(self.board.locked(sheet.rows).bit_count() >= 2 for sheet in sheets)
        else:
            for sheet in sheets:
                closed_mask |= self.board.locked(sheet.rows)
            if closed_mask != position.closed_mask:
                removed_mask = self._removed(position, sheets, closed_mask)
                sheets = self._bars(sheets, removed_mask)
            two = closed_mask.bit_count() >= 2
        if not first and not active_marked:
            active = Sheet(
                active.pad, active.rows, active.misses + 1, sheets[position.seat].bar, active.earned
            )
            sheets = _put(sheets, position.seat, active)
        end = None
        if two and not (first and self.rulings.end_in_action_1 == "finish-turn"):
            end = End(position.turn, "end-two-rows")
        elif active.misses >= 4:
            end = End(position.turn, "end-misses")
        seat, turn, roll = position.seat, position.turn, position.roll
        phase: Phase
        if end:
            phase = "over"
        elif first:
            phase = "play" if self.variant.cards else "colour"
        else:
            phase, roll, active_marked = "roll", None, False
            seat, turn = (seat + 1) % len(self.players), turn + 1
        return Position(
            position.players,
            sheets,
            sheets,
            closed_mask,
            removed_mask,
            seat,
            turn,
            phase,
            roll,
            (None,) * len(position.players),
            active_marked,
            end,
        )

    def _removed(self, position: Position, sheets: tuple[Sheet, ...], closed_mask: int) -> int:
        """The dice that have left once these rows are closed: each of its closing cell's colour."""
        removed_mask = position.removed_mask
        for row in range(4):
            if closed_mask >> row & 1 and not position.closed_mask >> row & 1:
                for sheet in sheets:
                    closing = sheet.rows[row] & self.board.closing_bits[row]
                    if closing:
                        removed_mask |= 1 << self.board.rows[row][closing.bit_length() - 1].colour
        return removed_mask

    def _bars(self, sheets: tuple[Sheet, ...], removed_mask: int) -> tuple[Sheet, ...]:
        bars = [self.bonus.colours_closed(sheet.bar, removed_mask) for sheet in sheets]
        return tuple(
            sheet if sheet.bar == bar else Sheet(sheet.pad, sheet.rows, sheet.misses, bar, sheet.earned)
            for sheet, bar in zip(sheets, bars, strict=True)
        )


def _game_over(position: Position) -> Refusal:
    assert position.end
    values: dict[str, Value] = {"turn": position.end.turn}
    if position.end.reason == "end-misses":
        return Refusal("game-over", message("The game ended in turn {turn} with a fourth miss."), values)
    return Refusal("game-over", message("The game ended in turn {turn} with a second locked row."), values)


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _with(position: Position, sheets: tuple[Sheet, ...], decided: tuple[Decision | None, ...]) -> Position:
    return Position(
        position.players,
        sheets,
        position.before,
        position.closed_mask,
        position.removed_mask,
        position.seat,
        position.turn,
        position.phase,
        position.roll,
        decided,
        position.active_marked,
        position.end,
    )
