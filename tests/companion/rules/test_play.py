"""Whole games: invariants of random play, counts of continuations, and recorded games."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import PASS, Game, Illegal, Mark, Position, Roll, Sheet, full_deck, row_points
from tests.companion.moment import GAMES_AND_PADS, game_of, moment, random_step, throw
from tests.companion.records.random_records import random_game

FOLDER = Path(__file__).parents[3] / "fixtures" / "playthroughs"


def check_sheet(game: Game, before: Sheet, after: Sheet) -> None:
    """Check that no mark is lost, marked last cells lock their rows, and a recount gives the score."""
    assert all(old & new == old for old, new in zip(before.rows, after.rows, strict=True))
    for key in ("bonus-bar", "bonus-pairs"):
        assert before.state(key) & ~after.state(key) == 0
    assert before.misses <= after.misses <= before.misses + 1
    rows = []
    for row, marks in zip(game.pad.rows, after.marks, strict=True):
        last = {cell.number for cell in row.closing}
        locked = bool(last & set(marks))
        assert locked == (row.letter in after.locks)
        assert len(last & set(marks)) <= 1
        if locked:
            assert len(marks) - 1 >= game.pad.lock_needs
        rows.append(row_points(len(marks) + locked))
    score = game.score(after)
    assert score.rows == tuple(rows)
    assert score.total == sum(rows) + score.bonus + score.misses
    assert Sheet.parse(str(after), game.pad) == after


def check_moves(game: Game, position: Position, rng: random.Random) -> None:
    """Check that exactly the listed marks are legal, not counting marks with a choice that has no effect."""
    for player in game.waiting(position):
        if position.phase == "play":
            continue
        moves = game.moves(position, player)
        listed = list(moves)
        assert listed[0] == PASS
        assert len({str(mark) for mark in listed}) == len(listed) == len(moves)
        results = {(mark.cell, mark.lucky): set() for mark in listed}
        for mark in listed:
            assert mark in moves
            assert moves.canonical(mark) == mark
            result = moves.result(mark)
            assert result not in results[mark.cell, mark.lucky]
            results[mark.cell, mark.lucky].add(result)
        cells = {(mark.cell, mark.lucky) for mark in listed}
        for cell in game.board.by_name:
            for lucky in (False, True):
                mark = Mark(cell, lucky)
                assert (mark in moves) == ((cell, lucky) in cells)
                if mark not in moves:
                    refusal = moves.refusal(mark)
                    assert refusal is not None
                    assert "{" not in refusal.why
                    with pytest.raises(Illegal):
                        game.decide(position, player, mark)
        mark = Mark(rng.choice(list(game.board.by_name)), choices="".join(rng.choices("abcd", k=2)))
        if mark in moves:
            assert moves.canonical(mark) in listed


@given(st.integers(0, 10**9))
def test_random_play_keeps_the_invariants(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(rng)
    position = game.start()
    while position.end is None:
        if rng.random() < 0.05:
            check_moves(game, position, rng)
        before, waiting = position, game.waiting(position)
        position = random_step(game, position, rng)
        for old, new in zip(before.sheets, position.sheets, strict=True):
            if new is not old:
                check_sheet(game, old, new)
        assert set(before.closed) <= set(position.closed)
        assert set(before.removed) <= set(position.removed)
        if position.phase == before.phase and len(waiting) > 1 and position.phase != "roll":
            assert game.retract(position, waiting[0]) == before
    assert game.winners(position)
    assert position.turn < 400


@given(st.integers(0, 10**9))
def test_the_order_of_deciding_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(rng)
    position = game.start()
    for _ in range(rng.randint(0, 30)):
        if position.end:
            return
        position = random_step(game, position, rng)
    while position.phase != "roll" and position.end is None:
        position = random_step(game, position, rng)
    if position.end:
        return
    position = game.roll(position, throw(game, position, rng))
    decisions = {player: rng.choice(list(game.moves(position, player))) for player in game.players}
    orders = [list(game.players), rng.sample(game.players, len(game.players))]
    results = []
    for order in orders:
        reached = position
        for player in order:
            reached = game.decide(reached, player, decisions[player])
        results.append(reached)
    assert results[0] == results[1]


@given(st.integers(0, 10**9), st.booleans())
def test_plays_listed_are_legal_and_complete(seed: int, jokers: bool) -> None:
    rng = random.Random(seed)
    game = game_of("cards", pad=rng.choice(["classic", "mixx-a", "mixx-b"]), jokers=jokers)
    position = game.start()
    for _ in range(3 * rng.randint(0, 12)):
        position = random_step(game, position, rng) if position.end is None else game.start()
    while position.phase != "play":
        position = game.start() if position.end else random_step(game, position, rng)
    hand = rng.sample(full_deck(jokers), 5)
    plays = game.plays(position, position.active, hand)
    listed = list(plays)
    assert len(set(listed)) == len(listed)
    assert all(play in plays for play in listed)
    if rng.random() < 0.05:
        whole = {(frozenset(p.cards), p.marks) for p in game.plays(position, position.active)}
        assert {(frozenset(p.cards), p.marks) for p in listed} <= whole
    cells = {(play.cards, frozenset(play.marks)) for play in listed}
    play = rng.choice(listed)
    for name in game.board.by_name:  # adding any cell gives a play that is listed, or one that is refused
        more = [*play.marks, Mark(name)]
        more.sort(key=lambda m: (m.cell[0], game.board.by_name[m.cell].index))
        fuller = type(play)(play.cards, tuple(more))
        assert (fuller in plays) == (
            (play.cards, frozenset(more)) in cells and name not in map(str, play.marks)
        )


# -- counts of positions ---------------------------------------------------------------------------------


def perft(game: Game, position: Position, rolls: list[Roll | int], depth: int) -> int:
    """Return the number of continuations by `depth` decisions, if every roll is one of `rolls`."""
    if depth == 0 or position.end:
        return 1
    if position.phase == "roll":
        return sum(perft(game, game.roll(position, roll), rolls, depth) for roll in rolls)
    player = game.waiting(position)[0]
    hand = [card for card in full_deck(game.jokers) if card.number in (5, 6, 7)][:5]
    moves = game.plays(position, player, hand) if position.phase == "play" else game.moves(position, player)
    return sum(perft(game, game.decide(position, player, move), rolls, depth - 1) for move in moves)


def test_perft_counts() -> None:
    lines = (FOLDER.parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if line.strip() and not line.startswith("#")]
    assert {(name.strip(), pad.strip()) for name, pad, *_ in rows} == set(GAMES_AND_PADS)
    for name, pad, phase, roll, sheets, counts in (map(str.strip, row) for row in rows):
        game = game_of(name, pad=pad)
        cards = game.variant.cards
        thrown = int(roll) if cards else roll
        position = moment(game, phase, thrown, *(text.strip() for text in sheets.split(";")))
        later: list = [7, 12] if cards else [Roll.parse("w2 w3 r4 y5 g6 b1"), Roll.parse("w6 w6 r6 y1 g1 b6")]
        expected = [int(count) for count in counts.split()]
        nodes = [perft(game, position, later, depth + 1) for depth in range(len(expected))]
        assert nodes == expected, f"{name} {pad} {sheets}"


# -- playthroughs ----------------------------------------


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    from tests.companion.rules.playthrough import replay

    text = path.read_text(encoding="utf-8")
    assert replay(text) == text
