"""Advice: every legal move of who is still to decide, with its chance to win, its margin, and why."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.advice import Advice, Coaching, Option, Reason
from companion.advisor.search import Weighed, weigh_moves
from companion.advisor.worth import weigh
from companion.rules import Card, Decision, Game, Mark, Position


def advise(
    game: Game, position: Position, players: Sequence[str] | None = None, hand: Sequence[Card] | None = None
) -> tuple[Advice, ...]:
    """Advice for `players` (by default everyone who is still to decide in the open action), in their order.

    The moves are exactly those of `game.moves` or `game.plays`. `hand`: in the card game the active player's
    cards; without it there is no advice on what to play. Nobody who has decided, or has no say, gets advice.
    """
    if position.phase == "play":
        return _play_advice(game, position, players, hand)
    waiting = game.waiting(position)
    wanted = [player for player in waiting if players is None or player in players]
    if not wanted:
        return ()
    found = weigh_moves(game, position, wanted, weigh)
    return tuple(
        Advice(player, position.phase, _options(game, position, player, found[player])) for player in wanted
    )


def _play_advice(
    game: Game, position: Position, players: Sequence[str] | None, hand: Sequence[Card] | None
) -> tuple[Advice, ...]:
    active = position.active
    if players is not None and active not in players:
        return ()
    if hand is None:
        return (Advice(active, "play", None),)
    plays = list(game.plays(position, active, hand))
    ends = [game.decide(position, active, play) for play in plays]
    options = []
    alone = len(game.players) == 1
    for play, (win, margin) in zip(plays, weigh(game, ends, [position.seat] * len(ends)), strict=True):
        reason = Reason((("{play}", {"play": str(play)}),))
        options.append(Option(play, None if alone else round(win, 4), round(margin, 2), reason))
    options.sort(key=lambda option: (-(option.win or 0.0), -option.margin))
    return (Advice(active, "play", tuple(options)),)


def _options(game: Game, position: Position, player: str, found: Sequence[Weighed]) -> tuple[Option, ...]:
    alone = len(game.players) == 1
    options = []
    for weighed in found:
        win, margin = round(weighed.worth[0], 4), round(weighed.worth[1], 2)
        reason = Reason((("{mark}", {"mark": str(weighed.mark)}),))
        options.append(Option(weighed.mark, None if alone else win, margin, reason))
    options.sort(key=lambda option: (-(option.win or 0.0), -option.margin))
    return tuple(options)


def coach(
    game: Game, position: Position, player: str, decision: Decision, hand: Sequence[Card] | None = None
) -> Coaching | None:
    """What `decision` of `player` gave away in `position`, in which they had not decided yet.

    None where nothing can be said: a play of cards without the hand, or no legal move.
    """
    advice = advise(game, position, [player], hand)
    if not advice or not advice[0].options:
        return None
    options = advice[0].options
    if isinstance(decision, Mark) and decision not in [option.move for option in options]:
        moves = game.moves(position, player)
        if decision not in moves:
            return None
        decision = moves.canonical(decision)
    chosen = next((option for option in options if option.move == decision), None)
    return None if chosen is None else Coaching(player, advice[0].action, chosen, options[0])
