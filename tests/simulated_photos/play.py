"""Random sheets from any moment of a legal game, and sheets that no legal game can produce."""

import random
from collections.abc import Iterator

from companion.rulebook.rulings import RULING_OPTIONS, RULINGS
from companion.rules import Game, Mark, Position, Rulings, Sheet, full_deck
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.variants import FURTHER_VARIANTS
from sheets.pad import Pad, load_pad
from tests.companion.moment import throw
from tests.companion.rules.playthrough import sensible


def positions(game: Game, chance: random.Random, wild: float) -> Iterator[Position]:
    """Yield the positions of a game from its start to its end. `wild`: the share of random decisions."""
    position = game.start()
    yield position
    while position.end is None:
        position = game.roll(position, throw(game, position, chance))
        turn = position.turn
        while position.end is None and position.turn == turn:
            player = game.waiting(position)[0]
            if position.phase == "play":
                hand = chance.sample(full_deck(game.jokers), 5)
                plays = list(game.plays(position, player, hand))
                free = chance.random() < wild
                decision = chance.choice(plays) if free else max(plays, key=lambda play: len(play.marks))
            elif chance.random() < wild:
                decision = chance.choice(list(game.moves(position, player)))
            else:
                decision = liked(game, position, player, chance)
            position = game.decide(position, player, decision)
            yield position


def liked(game: Game, position: Position, player: str, chance: random.Random) -> Mark:
    """Return a mark that people would prefer: one that skips few cells or uses a special cell."""
    if not any(pad.mechanisms for pad in game.pads):
        return Mark.parse(sensible(game, position, player, chance)[0])
    moves = game.moves(position, player)

    def cost(mark: Mark) -> float:
        if not mark.cell:
            return 2.5 + chance.random()
        spot = game.board.by_name.get(mark.parts[0].cell)
        skipped = spot.index - moves.sheet.rows[spot.row].bit_length() if spot is not None else 0
        return max(0, skipped) - bool(mark.form or mark.then) + chance.random()

    return min(moves, key=cost)


def any_game(name: str, pad: Pad | str, chance: random.Random, lucky: tuple[int, int] | None = None) -> Game:
    """Return a game of one to four players on `pad`, with random rulings (choices on unclear rules)."""
    players = ("Ann", "Bob", "Cem", "Dee")[: chance.choice((1, 2, 2, 3, 4))]
    agreed = Rulings(
        end_in_action_1=chance.choice(("stop", "finish-turn")),
        bonus_blocked=chance.choice(("spent", "kept")),
        weakest_closed=chance.choice(("lost", "next-weakest")),
        cards_gap_mixx_b=chance.choice(("printed", "waived")),
        cards_lock_in_play=chance.choice(("counts", "before")),
    )
    if name in FURTHER_VARIANTS:
        drawn = {
            ruling: chance.choice(RULING_OPTIONS[ruling])
            for ruling in RULING_OPTIONS
            if name in RULINGS[ruling].games
        }
        agreed = Rulings.of(drawn)
        letter = pad.letter if isinstance(pad, Pad) else ""
        sheets = dict.fromkeys(players, letter) if letter else None
        return Game(name, load_pad(name), players, None, agreed, sheets=sheets)
    pairs = dict.fromkeys(players, lucky or (5, 10)) if name == "longo" else None
    return Game(name, pad, players, pairs, agreed, jokers=name == "cards" and chance.random() < 0.5)


def played(game: Game, chance: random.Random) -> Sheet:
    """Return one player's sheet at some moment, more often late in the game than early."""
    course = list(positions(game, chance, chance.choice((0.05, 0.2, 0.6))))
    moment = course[round((len(course) - 1) * chance.random() ** 0.45)]
    return chance.choice(moment.sheets)


def spoilt(places: set[str], every: list[str], chance: random.Random) -> set[str]:
    """Return `places` with one to three places of `every` toggled, which usually makes the sheet illegal."""
    telling = [name for name in every if " " in name and not name.startswith("miss")]
    pool = telling if chance.random() < 0.6 else every
    return places ^ set(chance.sample(pool, chance.randint(1, 3)))


def main() -> None:
    """Time the judging of N legal and N spoilt sheets per pad: `python -m tests.simulated_photos.play N`."""
    import sys
    import time

    from companion.rules.reachable import contradictions
    from sheets.pad import PADS
    from sheets.page import plan_sheet
    from sheets.paper import PAPERS, Layout

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name in PADS:
        chance = random.Random(f"reach {name}")
        times = {"played": [], "spoilt": []}
        for _ in range(count):
            game = any_game(name, name, chance)
            every = list(plan_sheet(game.pad, Layout(PAPERS["a4"], 3)).places)
            places = set(ObservedSheet.of(played(game, chance)).places)
            for kind, crossed in (("played", places), ("spoilt", spoilt(places, every, chance))):
                observed = ObservedSheet.from_places(game.pad, crossed)
                begin = time.process_time()
                contradictions(observed)
                times[kind].append(1000 * (time.process_time() - begin))
        told = (f"{kind} {sum(t) / len(t):.2f} ms, at most {max(t):.0f}" for kind, t in times.items())
        print(name, *told, sep="  ")


if __name__ == "__main__":
    main()
