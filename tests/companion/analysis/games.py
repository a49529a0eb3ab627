"""Games played at random for the tests that look back on them."""

import random

from companion.table.events import DecisionMade, GameBegun, RollTaken
from companion.table.timeline import Timeline, apply
from tests.companion.table.random_events import played, random_roll

LUCKY = {"Ann": (4, 9), "Ben": (6, 11)}


def random_game(
    seed: int, game: str, turns: int = 400, players: tuple[str, ...] = ("Ann", "Ben")
) -> Timeline:
    """Return a game after `turns` random turns, or at its end."""
    chance = random.Random(seed)
    timeline = played(GameBegun(game, players, lucky=LUCKY if game == "longo" else {}))
    while (table := timeline.present).position.phase != "over" and len(table.turns) < turns:
        if table.position.phase == "roll":
            timeline = apply(timeline, RollTaken(random_roll(table, chance), "tapped"))
            continue
        player = chance.choice(table.game.waiting(table.position))
        if table.position.phase == "play":
            plays = list(table.game.plays(table.position, player))
            mark = str(chance.choice(plays[: 1 + len(plays) // 4]))
        else:
            mark = str(chance.choice(list(table.game.moves(table.position, player))[:3]))
        timeline = apply(timeline, DecisionMade(player, mark))
    return timeline
