"""The card game played by the advice against a greedy player:
`python -m companion.advisor.training.card_advice_match`.

Both draw at random from the middle, because the colours there cannot be seen; games come in pairs with the
same deck and the seats exchanged. The rules engine referees; `learn_card_value --duel` plays such games
in the simulator.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.advisor.cards import best_number, best_play
from companion.advisor.training.card_simulator import GreedyWeights
from companion.rules import Card, Game, Mark, Play, Position, Sheet, full_deck

Player = Callable[[Game, Position, str, list[Card]], Mark | Play]


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """A greedy player by its weights: points gained now, less skipped cells and misses, and crosses there."""

    weights: GreedyWeights = field(default_factory=GreedyWeights)

    def __call__(self, game: Game, position: Position, player: str, hand: list[Card]) -> Mark | Play:
        sheet = position.before[position.players.index(player)]
        if position.phase == "number":
            moves = game.moves(position, player)
            return max(moves, key=lambda mark: self._value(game, sheet, moves.result(mark), 0.0))
        plays = game.plays(position, player, hand)
        miss = 0.0 if position.active_marked else self.weights.miss
        card = self.weights.card
        return max(
            plays,
            key=lambda play: self._value(game, sheet, plays.result(play), miss) + card * len(play.cards),
        )

    def _value(self, game: Game, before: Sheet, after: Sheet, miss: float) -> float:
        if before.rows == after.rows:
            return -miss
        value = float(game.score(after).total - game.score(before).total)
        for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
            if old != new:
                fresh = (new & ~old).bit_count()
                value -= self.weights.skip * (new.bit_length() - old.bit_length() - fresh)
                value += self.weights.row * game.board.count(row, old)
        return value


def advised(game: Game, position: Position, player: str, hand: list[Card]) -> Mark | Play:
    """The move that the advice puts first."""
    if position.phase == "number":
        return best_number(game, position, player, hand if player == position.active else None)
    return best_play(game, position, hand)


def play_game(game: Game, seats: tuple[Player, ...], rng: random.Random) -> Position:
    """One whole game; `seats` decide in turn."""
    pile = list(full_deck(game.jokers))
    rng.shuffle(pile)
    hands = [[pile.pop() for _ in range(4)] for _ in seats]
    middle = [pile.pop() for _ in range(4)]
    discards: list[Card] = []
    position = game.start()
    while position.end is None:
        hand = hands[position.seat]
        while len(hand) < 5:
            hand.append(middle.pop(rng.randrange(len(middle))))
        while len(middle) < 4 or not pile:
            if not pile:
                rng.shuffle(discards)
                pile, discards = discards, []
            if len(middle) < 4:
                middle.append(pile.pop())
        position = game.roll(position, pile[-1].number)
        chosen = {
            player: seats[seat](game, position, player, hands[seat])
            for seat, player in enumerate(game.players)
        }
        for player, decision in chosen.items():
            position = game.decide(position, player, decision)
        if position.end is None:
            play = seats[position.seat](game, position, position.active, hand)
            assert isinstance(play, Play)
            for card in play.cards:
                held = Card(card.number, "", True) if card.joker else card
                hand.remove(held)
                discards.append(held)
            position = game.decide(position, position.active, play)
    return position


def match(game: Game, one: Player, other: Player, pairs: int, seed: int) -> tuple[float, float, float, float]:
    """Games in pairs of two players: the share of wins of `one`, half its 95 % interval, both mean scores."""
    wins, totals = [], [0, 0]
    for number in range(pairs):
        share = 0.0
        for seat in (0, 1):
            seats = (one, other) if seat == 0 else (other, one)
            position = play_game(game, seats, random.Random(f"{seed} {number}"))
            scores = [game.score(sheet).total for sheet in position.sheets]
            own, rival = scores[seat], scores[1 - seat]
            share += (own > rival) + 0.5 * (own == rival)
            totals[0] += own
            totals[1] += rival
        wins.append(share / 2)
    mean = sum(wins) / pairs
    spread = (sum((w - mean) ** 2 for w in wins) / max(1, pairs - 1)) ** 0.5
    return mean, 1.96 * spread / pairs**0.5, totals[0] / 2 / pairs, totals[1] / 2 / pairs


def main() -> None:
    """Print how often the advice wins."""
    parser = argparse.ArgumentParser(description="The advice of the card game against a greedy player.")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--pad", default="classic", choices=("classic", "mixx-a", "mixx-b"))
    parser.add_argument("--jokers", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = Game("cards", given.pad, ("Ann", "Bob"), jokers=given.jokers)
    share, half, own, rival = match(game, advised, GreedyPlayer(), max(1, given.games // 2), given.seed)
    print(
        f"cards on {given.pad}, {given.games} games: advice wins {100 * share:.1f} % ± {100 * half:.1f}"
        f" against greedy; scores {own:.1f} : {rival:.1f}"
    )


if __name__ == "__main__":
    main()
