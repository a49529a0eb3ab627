"""Whole games as text that a rules lawyer can read: each step's state, the legal moves, and what was chosen.

`python -m tests.companion.rules.playthrough` rewrites those in fixtures/playthroughs; review the diff.
"""

import random
import re
from pathlib import Path

from companion.rules import Game, Mark, Play, Position, Roll, Rulings, full_deck
from tests.companion.moment import GAMES_AND_PADS, throw

FOLDER = Path(__file__).parents[3] / "fixtures" / "playthroughs"


def head(game: Game) -> str:
    """Return the first lines of a playthrough: the terms agreed before play."""
    lines = [f"game {game.name} on {game.pad.name}", f"players {' '.join(game.players)}"]
    if game.lucky:
        lines.append("lucky " + " ".join(f"{p} {a},{b}" for p, (a, b) in game.lucky.items()))
    if game.jokers:
        lines.append("jokers")
    lines += [f"ruling {name} {option}" for name, option in game.rulings.differing.items()]
    return "\n".join(lines) + "\n"


def parse_head(text: str) -> Game:
    """Return the game that the first lines of a playthrough describe."""
    name, pad, players, lucky, jokers, agreed = "", "", (), None, False, {}
    for line in text.split("\n\n", maxsplit=1)[0].splitlines():
        word, *rest = line.split()
        if word == "game":
            name, pad = rest[0], rest[2]
        elif word == "players":
            players = tuple(rest)
        elif word == "lucky":
            pairs = zip(rest[::2], rest[1::2], strict=True)
            lucky = {player: tuple(map(int, pair.split(","))) for player, pair in pairs}
        elif word == "jokers":
            jokers = True
        elif word == "ruling":
            agreed[rest[0]] = rest[1]
    return Game(name, pad, players, lucky, Rulings.of(agreed), jokers)


def state(game: Game, position: Position) -> str:
    """Describe the game between turns."""
    lines = [f"turn {position.turn}, {position.active}"]
    if position.closed:
        lines.append(f"  closed {' '.join(position.closed)}, dice gone {' '.join(position.removed)}")
    for player, sheet in zip(position.players, position.sheets, strict=True):
        lines.append(f"  {player} {game.score(sheet).total}: {sheet}")
    return "\n".join(lines) + "\n"


def decision(game: Game, position: Position, player: str, chosen: str, hand: str) -> tuple[str, Position]:
    """Return the lines for one decision, and the position after it."""
    if position.phase == "play":
        cards = [card for card in full_deck(game.jokers) if str(card) in hand.split(", ")]
        plays = list(game.plays(position, player, cards))
        most = max(len(play.marks) for play in plays)
        best = " | ".join(str(play) for play in plays if len(play.marks) == most)
        text = (
            f"  {player} play, hand {hand}\n    {len(plays)} plays, most marks: {best}\n    chosen {chosen}\n"
        )
        return text, game.decide(position, player, Play.parse(chosen))
    legal = " ".join(str(mark) for mark in game.moves(position, player))
    text = f"  {player} {position.phase}: {legal}\n    chosen {chosen}\n"
    return text, game.decide(position, player, Mark.parse(chosen))


def ending(game: Game, position: Position) -> str:
    """Return the last lines of a playthrough: the state, the reason for the end, and the winners."""
    assert position.end
    winners = game.winners(position) or ()
    return state(game, position) + f"ended {position.end.reason}, winners {' '.join(winners)}\n"


def replay(text: str) -> str:
    """Replay the rolls and choices in `text`, and return the new text. Equal texts mean unchanged rules."""
    game = parse_head(text)
    position = game.start()
    out = head(game) + "\n"
    hand = ""
    for line in text.splitlines():
        roll = re.fullmatch(r"  roll (.*)", line)
        number = re.fullmatch(r"  number (\d+)", line)
        held = re.fullmatch(r"  \S+ play, hand (.*)", line)
        chosen = re.fullmatch(r"    chosen (.*)", line)
        if roll or number:
            out += state(game, position) + line + "\n"
            position = game.roll(position, Roll.parse(roll[1]) if roll else int(number[1]))
        elif held:
            hand = held[1]
        elif chosen:
            step, position = decision(game, position, game.waiting(position)[0], chosen[1], hand)
            out += step
            if position.phase == "roll":
                out += "\n"
    return out + "\n" + ending(game, position)


def sensible(game: Game, position: Position, player: str, rng: random.Random) -> tuple[str, str]:
    """Return a choice that skips few cells, as people choose, and the hand of cards ("" without cards)."""
    if position.phase == "play":
        hand = rng.sample(full_deck(game.jokers), 5)
        plays = list(game.plays(position, player, hand))
        return str(max(plays, key=lambda p: (len(p.marks), rng.random()))), ", ".join(map(str, hand))
    moves = game.moves(position, player)

    def cost(mark: Mark) -> float:
        if not mark.cell:
            return 2.5 + rng.random()
        spot = game.board.by_name[mark.cell]
        return spot.index - moves.sheet.rows[spot.row].bit_length() - 2 * bool(spot.bonus) + rng.random()

    return str(min(moves, key=cost)), ""


def write(game: Game, rng: random.Random) -> str:
    """Write a whole game as text."""
    position = game.start()
    text = head(game) + "\n"
    while position.end is None:
        roll = throw(game, position, rng)
        text += f"  {'number' if game.variant.cards else 'roll'} {roll}\n"
        position = game.roll(position, roll)
        turn = position.turn
        while position.end is None and position.turn == turn:
            player = game.waiting(position)[0]
            chosen, hand = sensible(game, position, player, rng)
            text += f"  {player} play, hand {hand}\n" if hand else ""
            text += f"    chosen {chosen}\n"
            position = game.decide(
                position, player, Play.parse(chosen) if position.phase == "play" else Mark.parse(chosen)
            )
    return replay(text)


def interesting(text: str, name: str, second: bool) -> bool:
    """Return True if a game shows its special rule, and two closed rows end it.

    If `second`, something else must end it.
    """
    wanted = {"longo": "*\n", "bonus-b": "two-weakest", "bonus-a": "boxes 1 2 3"}.get(name, "")
    return wanted in text and ("end-two-rows" in text) != second


def main() -> None:
    """Write two playthroughs of each game."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    options = {
        "longo": {"weakest-closed": "next-weakest"},
        "bonus-a": {"bonus-blocked": "kept"},
        "cards": {"cards-lock-in-play": "before"},
    }
    for name, pad in GAMES_AND_PADS:
        for second in (False, True):
            players = ("Ann", "Bob", "Cem") if second else ("Ann", "Bob")
            lucky = {p: (5 + i, 10 + i) for i, p in enumerate(players)} if name == "longo" else None
            agreed = {"end-in-action-1": "finish-turn"} | options.get(name, {}) if second else {}
            game = Game(name, pad, players, lucky, Rulings.of(agreed), jokers=name == "cards" and second)
            for seed in range(1000):
                text = write(game, random.Random(f"{name} {pad} {seed}"))
                if interesting(text, name, second):
                    break
            stem = name if name == pad else f"{name}-{pad}"
            (FOLDER / f"{stem}-{2 if second else 1}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
