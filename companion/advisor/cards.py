"""The card game: what a position is worth from what is public and the own hand.

The sheets are worth what `future` says of them. Cards that stay in the hand are worth a share of what marking
them next would gain, and a card played makes room for a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from companion.advisor.future import Prospects, prospects, turns_left
from companion.advisor.search import Weighed, weigh_moves
from companion.advisor.worth import Worth, chance, final
from companion.rules import Card, Game, Mark, Play, Position, Sheet
from sheets.pad import COLOURS

KEEP = 0.45
"""Share of a card's gain that holding it is worth: it may be played later, if it still fits then."""
MISS = 7.0
"""Points that a miss costs, the nearer end of the game counted in."""
FRESH = 1.2
"""Points that a new card in place of one played is worth."""


def weigh_numbers(
    game: Game, position: Position, players: Sequence[str], hand: Sequence[Card] | None
) -> dict[str, tuple[Weighed, ...]]:
    """For each of `players`, all still to decide on the number for everyone, every legal mark with its worth.

    The active player looks on to the cards where `hand` is known, and else reckons with the chance of a miss.
    """

    def weigh(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Worth]:
        out = weigh_cards(game, positions, seats, [None] * len(positions))
        for number, (after, seat) in enumerate(zip(positions, seats, strict=True)):
            if after.phase == "play" and seat == after.seat:
                if hand is None:
                    out[number] = _with_risk(game, after, out[number])
                else:
                    plays = list(game.plays(after, after.active, hand))
                    out[number] = max(weigh_plays(game, after, hand, plays))
        return out

    return weigh_moves(game, position, players, weigh)


def _with_risk(game: Game, position: Position, worth: Worth) -> Worth:
    """The worth before a play from an unknown hand: less by the miss that is taken where no card fits."""
    if position.busy:
        return worth
    rows = position.before[position.seat].rows
    locked = game.board.locked(rows)
    spots = [spot for spot in game.board.by_name.values() if game.limits.broken(spot, rows, locked) is None]
    near = sum(spot.index - rows[spot.row].bit_length() < 4 for spot in spots)
    risk = comb(max(0, 44 - near), 5) / comb(44, 5)
    win, margin = worth
    return win * (1 - 0.15 * risk), margin - MISS * risk


def weigh_plays(game: Game, position: Position, hand: Sequence[Card], plays: Sequence[Play]) -> list[Worth]:
    """The worth of each play to the active player, who holds `hand` before it."""
    seat = position.seat
    ends = [game.decide(position, position.active, play) for play in plays]
    return weigh_cards(game, ends, [seat] * len(ends), [left(hand, play) for play in plays])


def left(hand: Sequence[Card], play: Play) -> tuple[Card, ...]:
    """The hand without the cards played."""
    gone = {Card(card.number, "", True) if card.joker else card for card in play.cards}
    return tuple(card for card in hand if card not in gone)


def weigh_cards(
    game: Game, positions: Sequence[Position], seats: Sequence[int], hands: Sequence[Sequence[Card] | None]
) -> list[Worth]:
    """The worth of positions between turns, or before a play, from the seats. `hands`: what each seat then
    holds, where that is known."""
    table = prospects(game.board, len(game.players), 0, True)
    known: dict[tuple[Sheet, float], float] = {}
    out: list[Worth] = []
    for position, seat, hand in zip(positions, seats, hands, strict=True):
        if position.end is not None:
            out.append(final(game, position, seat))
            continue
        turns = turns_left(game, position)
        totals = []
        for number, sheet in enumerate(position.sheets):
            key = (sheet, turns)
            if key not in known:
                shut = game.board.locked(sheet.rows)
                known[key] = game.score(sheet).total + table.of(sheet, shut, turns)
            total = known[key]
            if number == seat and hand is not None:
                total += hand_worth(game, table, sheet, hand, turns)
            totals.append(total)
        out.append(chance(np.array(totals), turns, seat))
    return out


def hand_worth(game: Game, table: Prospects, sheet: Sheet, hand: Sequence[Card], turns: float) -> float:
    """What cards in the hand are worth beyond those that anyone would draw."""
    worth = FRESH * (5 - len(hand))
    locked = game.board.locked(sheet.rows)
    for card in hand:
        best = 0.0
        for named in card.named():
            for spot, _ in game.board.by_face.get((COLOURS.index(named.colour), named.number), ()):
                if game.limits.broken(spot, sheet.rows, locked) is None:
                    best = max(best, table.step(sheet, spot.row, spot.index, turns))
        worth += KEEP * best
    return worth * min(1.0, turns / 8)


def best_play(game: Game, position: Position, hand: Sequence[Card]) -> Play:
    """The play that is worth most."""
    plays = list(game.plays(position, position.active, hand))
    worths = weigh_plays(game, position, hand, plays)
    return plays[max(range(len(plays)), key=worths.__getitem__)]


def best_number(game: Game, position: Position, player: str, hand: Sequence[Card] | None) -> Mark:
    """The mark of the number for everyone that is worth most."""
    found = weigh_numbers(game, position, [player], hand)[player]
    return max(found, key=lambda option: option.worth).mark
