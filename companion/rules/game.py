"""The course of a game under agreed terms: which decisions a position allows, and the position after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.rules.agreement import Agreement
from companion.rules.board import Board
from companion.rules.candidates import Candidates, ColourCandidates, NumberCandidates
from companion.rules.mark import PASS, Card, Mark, Play
from companion.rules.moves import Moves
from companion.rules.plays import Plays
from companion.rules.position import ALONE_PHASES, SHARED_PHASES, Decision, End, Phase, Position
from companion.rules.refusal import Illegal, Refusal
from companion.rules.roll import NotARoll, Roll
from companion.rules.score import Score, score
from companion.rules.sheet import Sheet
from companion.rules.speciality import View
from companion.rules.variants import NotAGame
from sheets.language import message
from sheets.pad import COLOURS

T = TypeVar("T")


class Game(Agreement):
    """A game under agreed terms.

    >>> from companion.rules import Mark
    >>> game = Game("classic", "classic", ("Ann", "Bob"))
    >>> position = game.roll(game.start(), Roll.parse("w4 w1 r3 y2 g6 b6"))
    >>> [str(mark) for mark in game.moves(position, "Bob")]
    ['-', 'a5', 'b5', 'c5', 'd5']
    >>> position = game.decide(position, "Bob", Mark.parse("a5"))
    >>> game.waiting(position)
    ('Ann',)
    """

    def played_by(
        self,
        players: Sequence[str],
        lucky: Mapping[str, tuple[int, int]] | None,
        sheets: Mapping[str, str] | None = None,
    ) -> Game:
        """Return this game for `players`, in this order. `lucky`: the lucky numbers of all players; `sheets`:
        the sheet letters of new players."""
        house = self.house.among(tuple(players))
        known = {**(self.sheets or {}), **(sheets or {})}
        agreed = {player: known[player] for player in players if player in known}
        return Game(self.name, self.pad, players, lucky, self.rulings, self.jokers, house, agreed or None)

    # -- the course of a game -------------------------------------------------------------------------

    def start(self) -> Position:
        """Return the position before the first roll."""
        sheets = tuple(Sheet.empty(pad) for pad in self.pads)
        return Position(self.players, sheets=sheets, before=sheets, decided=(None,) * len(self.players))

    def roll(self, position: Position, roll: Roll | int) -> Position:
        """Return the position after a roll, or in the card game a number.

        Raise NotARoll if `roll` isn't possible in this game, Illegal if the position isn't before a roll.
        """
        if position.phase == "over":
            raise Illegal(_game_over(position.end))
        if position.phase != "roll":
            raise Illegal(Refusal("action-order", message("This turn has its roll already.")))
        if self.deck:
            if not isinstance(roll, int) or not 2 <= roll <= 12:
                raise NotARoll("The number for everyone is 2 to 12, not {roll}.", roll=roll)
        elif not isinstance(roll, Roll):
            raise NotARoll("A turn of this game begins with a roll of dice, not with {roll}.", roll=roll)
        else:
            roll.check(self.pad.sides)
        return replace(position, phase=self.phases[0], roll=roll, before=position.sheets)

    def waiting(self, position: Position) -> tuple[str, ...]:
        """Return the players who must still decide in the current action, in seat order; () between turns."""
        phase = position.phase
        if phase in SHARED_PHASES:
            pairs = zip(position.players, position.decided, strict=True)
            return tuple(player for player, decision in pairs if decision is None)
        return (position.active,) if phase in ALONE_PHASES else ()

    def moves(self, position: Position, player: str) -> Moves:
        """Return the marks that `player` may make now. Raise NotAGame if `player` doesn't play."""
        seat = self._seat(player)
        rules = self.sheet_rules[seat]
        candidates = self._candidates(position, rules.board)
        view = View(rules, position, seat, position.before[seat], candidates)
        if position.phase == "white":
            for each in view.rules.own.all:
                if each.offers:
                    view.candidates = each.offers(view)
        return Moves(view, self._no_mark_now(position, seat))

    def plays(self, position: Position, player: str, hand: Sequence[Card] | None = None) -> Plays:
        """Return the legal plays of `hand` (None: the whole deck). Raise Illegal in a game with dice."""
        seat = self._seat(player)
        if self.deck is None:
            raise Illegal(self.not_now(position))
        denied = None
        if position.phase != "play":
            denied = self.not_now(position)
        elif seat != position.seat:
            text = message("Only {player} plays cards in this turn.")
            denied = Refusal("cards-play", text, {"player": position.active})
        return self.deck(self.sheet_rules[seat], position.before[seat], hand, self.jokers, denied)

    def decide(self, position: Position, player: str, decision: Decision) -> Position:
        """Return the position after a first or changed decision of `player`. Raise Illegal if it is illegal.

        After the last player's decision, rows close, dice leave, and the next action or turn begins.
        """
        seat = self._seat(player)
        if isinstance(decision, Play):
            sheet = self.plays(position, player).result(decision)
        else:
            sheet = self.moves(position, player).result(decision)
        return self._decided(position, seat, decision, sheet)

    def forfeit(self, position: Position) -> Position:
        """Return the position after a play without cards or marks. Raise Illegal in other phases."""
        if position.phase != "play":
            raise Illegal(self.not_now(position))
        return self._decided(position, position.seat, PASS, position.before[position.seat])

    def retract(self, position: Position, player: str) -> Position:
        """Return the position without `player`'s decision in this action. Raise Illegal if there is none."""
        seat = self._seat(player)
        if position.decided[seat] is None:
            text = message("{player} has made no decision in this action that could be taken back.")
            raise Illegal(Refusal("action-order", text, {"player": player}))
        return position.with_decision(seat, None, position.before[seat])

    def is_pass_a_miss(self, position: Position) -> bool:
        """Return True if a pass of the active player in this action costs a penalty."""
        spared = position.active_marked or position.active in self.house.no_miss
        return position.phase in ALONE_PHASES and not spared

    # -- questions about a position -----------------------------------------------------------------------

    def score(self, sheet: Sheet) -> Score:
        """Return the score of one sheet, as if the game ended now."""
        return score(sheet, self.rulings)

    def scores(self, position: Position) -> dict[str, Score]:
        """Return each player's score, as if the game ended now."""
        sheets = zip(position.players, position.sheets, strict=True)
        return {player: self.score(sheet) for player, sheet in sheets}

    def winners(self, position: Position) -> tuple[str, ...] | None:
        """Return the players with the highest total, or None if the game isn't over."""
        if position.end is None:
            return None
        totals = {player: result.total for player, result in self.scores(position).items()}
        return tuple(player for player, total in totals.items() if total == max(totals.values()))

    def dice_left(self, position: Position) -> tuple[str, ...]:
        """Return the colours of the dice still in the game; () in the card game."""
        if self.deck:
            return ()
        return tuple(colour for i, colour in enumerate(COLOURS) if not position.removed_mask >> i & 1)

    def closed_by(self, sheets: Iterable[Sheet]) -> int:
        """Return the mask of the rows closed for everyone by locks on these sheets; 0 in the card game."""
        closed_mask = 0
        for sheet in sheets if self.constraints.close_for_all else ():
            closed_mask |= self.board.locked(sheet.rows)
        return closed_mask

    def removed_mask_after(self, position: Position, sheets: Sequence[Sheet], closed_mask: int) -> int:
        """Return the mask of dice (bit i: COLOURS[i]) that have left once the rows in `closed_mask` close.

        A newly closed row removes the dice of those last cells that are marked on `sheets`. If none is
        marked, it removes the die of its very last cell (rules.md: die-removed, mixx-a-close).
        """
        removed_mask = position.removed_mask
        for row, spots in enumerate(self.board.rows):
            if (closed_mask & ~position.closed_mask) >> row & 1:
                closing = [
                    bits for sheet in sheets if (bits := sheet.rows[row] & self.board.closing_bits[row])
                ]
                for bits in closing or [spots[-1].bit]:
                    removed_mask |= 1 << spots[bits.bit_length() - 1].colour
        return removed_mask

    def after_closing(self, sheets: Sequence[Sheet], removed_mask: int) -> tuple[Sheet, ...]:
        """Return `sheets` with crosses in all bonus boxes that belong to the dice in `removed_mask`.

        `sheets`: in seat order, the sheets of all players, or only those of the players in the last seats.
        """
        changed = []
        for sheet, rules in zip(sheets, self.sheet_rules[-len(sheets) :], strict=True):
            after = sheet
            for key, strike in rules.own.closing:
                after = after.put(key, strike(sheet.pad, sheet.state(key), removed_mask))
            changed.append(after)
        return tuple(changed)

    def not_now(self, position: Position) -> Refusal:
        """Return why play can't go on: the game is over, a roll is missing, or a player must decide."""
        if position.phase == "over":
            return _game_over(position.end)
        if position.phase == "roll":
            return Refusal("action-order", message("This turn has no roll yet."))
        if position.phase == "colour":
            text = message("{player} has not finished action 2.")
            return Refusal("action-order", text, {"player": position.active})
        if position.phase == "play":
            text = message("{player} has not played any cards yet.")
            return Refusal("action-order", text, {"player": position.active})
        who = ", ".join(self.waiting(position))
        text = message("The first action is not finished: {who} has not decided yet.")
        if len(self.waiting(position)) > 1:
            text = message("The first action is not finished: {who} have not decided yet.")
        return Refusal("action-order", text, {"who": who})

    # -- implementation ---------------------------------------------------------------------------------

    def _seat(self, player: str) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            raise NotAGame("{player!r} does not play in this game.", player=player[:40]) from None

    def _no_mark_now(self, position: Position, seat: int) -> Refusal | None:
        """Return why the player at `seat` may not mark anything in this action, or None if they may."""
        if position.phase in SHARED_PHASES or (position.phase == "colour" and seat == position.seat):
            return None
        if position.phase == "play":
            text = message("In this step only {player} marks, and only cells of the cards played.")
            return Refusal("action-order", text, {"player": position.active})
        if position.phase == "colour":
            text = message("Action 2 belongs to {player} alone.")
            return Refusal("colour-sum", text, {"player": position.active})
        return self.not_now(position)

    def _candidates(self, position: Position, board: Board) -> Candidates:
        roll = position.roll
        if roll is None or isinstance(roll, int):
            return NumberCandidates(board, roll or 0)
        if position.phase == "colour":
            return ColourCandidates(board, roll.white, roll.coloured, position.removed_mask)
        return NumberCandidates(board, roll.sum, roll.white)

    def _decided(self, position: Position, seat: int, decision: Decision, sheet: Sheet) -> Position:
        decided = _put(position.decided, seat, decision)
        sheets = _put(position.sheets, seat, sheet)
        if position.phase in SHARED_PHASES and None in decided:
            return position.with_decision(seat, decision, sheet)
        return self._end_action(position, sheets, decided)

    def _end_action(
        self, position: Position, sheets: tuple[Sheet, ...], decided: tuple[Decision | None, ...]
    ) -> Position:
        shared, seat = position.phase in SHARED_PHASES, position.seat
        before, after = position.before[seat], sheets[seat]
        marked = position.active_marked or before.rows != after.rows or self._spares_miss(seat, before, after)
        closed_mask, removed_mask = position.closed_mask | self.closed_by(sheets), position.removed_mask
        if closed_mask != position.closed_mask:
            removed_mask = self.removed_mask_after(position, sheets, closed_mask)
            sheets = self.after_closing(sheets, removed_mask)
        if not shared and not marked and position.active not in self.house.no_miss:
            sheets = _put(sheets, seat, replace(sheets[seat], misses=sheets[seat].misses + 1))
        phase: Phase = "roll"
        end = self._end(position, sheets, closed_mask)
        if end:
            phase = "over"
        elif shared:
            phase = self.phases[1]
        next_turn, first = phase == "roll", decided[seat]
        return Position(
            players=position.players,
            sheets=sheets,
            before=sheets,
            decided=(None,) * len(sheets),
            closed_mask=closed_mask,
            removed_mask=removed_mask,
            seat=(seat + next_turn) % len(sheets),
            turn=position.turn + next_turn,
            phase=phase,
            roll=None if next_turn else position.roll,
            active_marked=marked and not next_turn,
            end=end,
            first=first if phase == "colour" and isinstance(first, Mark) else None,
        )

    def _spares_miss(self, seat: int, before: Sheet, after: Sheet) -> bool:
        """Return True if a new mark outside the rows spares a penalty (see the ruling connect-miss)."""
        return before.beside != after.beside and any(
            before.state(key) != after.state(key)
            and (marks.spares_miss is None or marks.spares_miss(self.rulings))
            for key, marks in self.sheet_rules[seat].own.marking
        )

    def _end(self, position: Position, sheets: tuple[Sheet, ...], closed_mask: int) -> End | None:
        """Return the end of the game if this action ends it, or None if the game goes on."""
        shared = position.phase in SHARED_PHASES
        reason = self.end_reason(sheets, closed_mask, in_action_1=shared)
        rounds = self.house.rounds
        if not reason and rounds and not shared and position.turn >= rounds * len(position.players):
            reason = "house-rounds"
        return End(position.turn, reason) if reason else None

    def end_reason(
        self, sheets: Sequence[Sheet], closed_mask: int, *, in_action_1: bool = False
    ) -> str | None:
        """Return the id of the rule that ends a game with these sheets and closed rows, or None.

        `in_action_1`: True if the turn still has its second action.
        """
        closed = [closed_mask]
        if not self.constraints.close_for_all:
            closed = [self.board.locked(sheet.rows) for sheet in sheets]
        two = max(map(int.bit_count, closed)) >= 2
        if two and not (in_action_1 and self.rulings.end_in_action_1 == "finish-turn"):
            return "end-two-rows"
        return "end-misses" if any(sheet.misses >= 4 for sheet in sheets) else None


def _game_over(end: End | None) -> Refusal:
    assert end is not None
    text = message("The game ended in turn {turn} with a second locked row.")
    if end.reason == "end-misses":
        text = message("The game ended in turn {turn} with a fourth penalty.")
    if end.reason == "house-rounds":
        text = message("The game ended in turn {turn} with the last round of this table's house rule.")
    return Refusal("game-over", text, {"turn": end.turn})


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
