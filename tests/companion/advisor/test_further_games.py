"""Advice on the further games and on custom pads lists every legal move, makes true statements, and is
called rough if no network was trained for the pad."""

import random
import re
from itertools import islice

import pytest

from companion.advisor import ROUGH, advise, coach
from companion.rulebook.rulings import RULING_OPTIONS
from companion.rules import PASS, Game, Mark, Position, Rulings
from companion.rules.position import Phase
from companion.rules.variants import FURTHER_VARIANTS
from sheets.language import LANGUAGES, translator
from tests.companion.advisor.positions import checked_advice, random_positions
from tests.companion.moment import game_of
from tests.companion.moment import moment as moment_of
from tests.companion.rules.test_further_games import roll_of
from tests.sheets.orders import own_classic

PLAYERS = ("Ann", "Bob")
MIXED = own_classic({"track": {"fields": "4 9"}, "exchange": {"fields": "8/5 9/7"}})


def own_game() -> Game:
    return Game("classic", MIXED, PLAYERS)


def moment(game: Game, phase: Phase, roll: str, *sheets: str) -> Position:
    """Return a position during a turn. `roll`: white, white / red, yellow, green, blue, such as "56/4111"."""
    return moment_of(game, phase, roll_of(roll), *sheets)


def why(game: Game, position: Position, player: str, move: str) -> str:
    options = advise(game, position, [player])[0].options
    assert options is not None
    return str(next(option.why for option in options if str(option.move) == move))


@pytest.mark.parametrize("name", [*FURTHER_VARIANTS, "own"])
def test_every_legal_move_is_weighed_and_every_number_said_is_so(name: str) -> None:
    rng = random.Random(name)
    game = own_game() if name == "own" else game_of(name, ("Ann", "Bob", "Cleo"))
    checked = 0
    for position in islice(random_positions(game, rng), 30):
        for advice in checked_advice(game, position, rng):
            for option in advice.options:
                checked += check(game, position, advice.player, option.move, str(option.why))
    assert checked > 20


def check(game: Game, position: Position, player: str, move: Mark, sentence: str) -> int:
    """Check the facts before an advice sentence's first ";" against the rules; return the number checked."""
    own = sentence.split(";", maxsplit=1)[0]
    seat = game.players.index(player)
    before, after = position.before[seat], game.moves(position, player).result(move)
    gained, facts = game.score(after).total - game.score(before).total, 0
    gain = re.search(r"(?:gains|makes a second cross for|(?<!step that )adds) (one|\d+) points?", own)
    if gain:
        assert gained == number(gain[1]), sentence
        facts += 1
    if match := re.search(r"is a step that adds (one|\d+) point", own):
        steps = [
            sum((b & s).bit_count() for b, s in zip(sheet.rows, sheet.pad.part("steps"), strict=True))
            for sheet in (before, after)
        ]
        assert sum(range(steps[0] + 1, steps[1] + 1)) == number(match[1]), sentence
        facts += 1
    crosses = [sum(row.bit_count() for row in sheet.rows) for sheet in (before, after)]
    if match := re.search(r"brings (\w+) (\d+) as well(?:, which skips (one|\d+))?", own):
        row = next(r for r in game.pad.rows if r.colour == match[1])
        assert f"{row.letter}{match[2]}" in after and f"{row.letter}{match[2]}" not in before, sentence
        assert crosses[1] - crosses[0] == 2
        index = "abcd".index(row.letter)
        moved = after.rows[index].bit_length() - before.rows[index].bit_length() - 1
        if position.closed_mask >> index & 1 == 0:
            assert max(0, moved) == number(match[3] or "0"), sentence
        facts += 1
    else:
        assert crosses[1] - crosses[0] <= 1, sentence
    if match := re.search(r"gives up (one|\d+) fields? of the strip", own):
        used = after.state("exchange") & ~before.state("exchange")
        lost = used.bit_length() - 1 - before.state("exchange").bit_length()
        assert lost == number(match[1]), sentence
        facts += 1
    if "two crosses at once" in own:
        assert gained > 1 + before.counts["abcd".index(move.cell[0])], sentence
        facts += 1
    if "cross between numbers" in own:
        assert after.state("connections") != before.state("connections"), sentence
        facts += 1
    if re.search(r"counts for the \w+ row and the \w+ row", own):
        assert after.state("bonus-rows") != before.state("bonus-rows"), sentence
        facts += 1
    if match := re.search(r"gives up locking the (\w+) row", own):
        row = next(n for n, r in enumerate(game.pad.rows) if r.colour == match[1])
        assert after.rows[row] != before.rows[row] or after.state("connections"), sentence
        facts += 1
    if "costs" in own and "penalty" in own:
        assert move == PASS and player == position.active, sentence
        facts += 1
    return facts


def number(text: str) -> int:
    return int(text.replace("one", "1"))


EMPTY = "- / - / - / -"


@pytest.mark.parametrize(
    ("name", "roll", "sheet", "move", "said"),
    [
        ("big-points", "12/2543", "a5 / b3 / - / -", "ab3", "counts for the red row and the yellow row"),
        ("double-a", "23/1111", "a5 / - / - / -", "a5+", "makes a second cross for 2 points"),
        ("double-b", "12/1111", EMPTY, "a3", "Red 3 makes two crosses at once"),
        ("connected-a", "34/1111", "- / b2 b6 / - / -", "a7", "Red 7 is a step that adds 3 points"),
        ("connected-b", "24/1111", EMPTY, "a6", "Red 6 brings yellow 6 as well, which skips 4 cells"),
        ("connected-b", "24/1111", "- / b10 / - / -", "c6", "Green 6 brings yellow 8 as well and"),
        ("x-change", "35/1111", EMPTY, "a6x", "gives up 5 fields of the strip"),
        ("lucky-15", "56/4111", EMPTY, "15", "adds 5 points instead of both actions"),
        ("lucky-15", "56/4111", EMPTY, "-", "gives up a fifteen worth 5 points"),
        ("connect-15", "15/2346", EMPTY, "b5-6 b6", "adds a cross between numbers to the yellow row"),
    ],
)
def test_effects_on_special_cells_are_named(name: str, roll: str, sheet: str, move: str, said: str) -> None:
    game = game_of(name)
    assert said in why(game, moment(game, "white", roll, sheet), "Ann", move)


def test_a_fifteen_is_spoken_of_only_if_it_is_allowed() -> None:
    game = game_of("lucky-15")
    assert "fifteen" not in why(game, moment(game, "white", "45/1111"), "Ann", "-")
    assert "fifteen" not in why(game, moment(game, "white", "56/4111"), "Bob", "-")


def test_a_field_of_the_track_that_adds_nothing_is_told_too() -> None:
    game = Game("classic", own_classic({"track": {"fields": "9 4"}}), PLAYERS)
    position = moment(game, "white", "56/4111", "- / - / - / - track 1")
    assert "takes the place of both actions" in why(game, position, "Ann", "15")
    assert "fifteen" not in why(game, position, "Ann", "-").split(";")[0]


def test_a_row_of_second_crosses_can_still_be_locked() -> None:
    # Three cells are left before red 12, and seven crosses are needed: with second crosses they are enough.
    game = game_of("double-a")
    position = moment(game, "white", "26/1111", "a2 a3 / - / - / -")
    assert "gives up locking" not in why(game, position, "Ann", "a8")
    far = moment(game, "white", "55/1111", "a2 / - / - / -")
    assert "gives up locking the red row" in why(game, far, "Ann", "a10")


def test_the_advice_says_that_it_is_rough_where_nothing_was_trained() -> None:
    own = own_game()
    assert all(advice.is_rough for advice in advise(own, moment(own, "white", "35/1111")))
    for language in LANGUAGES:
        assert (translator(language)(ROUGH) == ROUGH) == (language == "en")


def test_a_pad_of_their_own_with_mechanisms_is_not_judged_by_the_classic_network() -> None:
    assert MIXED.rows == Game("classic", "classic", PLAYERS).pad.rows
    game = own_game()
    position = moment(game, "white", "56/4111")
    best = advise(game, position, ["Ann"])[0].best
    assert str(best.move) == "15", "four points for nothing given up"


def test_the_coach_speaks_of_special_marks() -> None:
    game = game_of("lucky-15")
    now = moment(game, "white", "56/4111")
    best = advise(game, now, ["Ann"])[0].best.move
    as_good = coach(game, now, "Ann", best)
    assert as_good is not None and as_good.fine
    worse = coach(game, now, "Ann", Mark("15"))
    assert best != Mark("15") and worse is not None and not worse.fine, "it costs both actions"


def test_the_same_points_with_more_in_reach_are_worth_more() -> None:
    game = game_of("x-change")
    fresh, used = (
        advise(game, moment(game, "white", "11/1111", sheet))[0].best.margin
        for sheet in (EMPTY, f"{EMPTY} exchanged 9")
    )
    assert fresh > used


MECHANISMS: dict[str, dict[str, str]] = {
    "second-crosses": {"a": "2 3 4 5", "b": "2 3"},
    "double-cells": {"c": "10 8", "d": "6"},
    "steps": {"A": "a7 b2 b6 b8", "B": "c5 d4"},
    "chains": {"A": "a6-b6 b3-c11 c9-d9", "B": "a4-b4"},
    "bonus-rows": {"ab": "2 3 4 5 6 7 8 9 10 11 12"},
    "exchange": {"fields": "8/5 9/7"},
    "track": {"fields": "5 11 18"},
    "connections": {"a": "3-4 6-7", "d": "11-10 5-4"},
}
FURTHER_RULINGS = (
    *("rolled-again", "bp-colour", "double-a-where", "chain-frontier", "lucky15-top", "connect-which"),
    *("connect-lock", "connect-miss"),
)


@pytest.mark.parametrize("seed", range(6))
def test_pads_that_mix_mechanisms_are_advised_on_by_any_ruling(seed: int) -> None:
    rng = random.Random(seed)
    kinds = rng.sample(sorted(MECHANISMS), rng.randint(2, 5))
    pad = own_classic({"lock-needs": 6, "most-marks": 18} | {kind: MECHANISMS[kind] for kind in kinds})
    sheets = {"Ann": "A", "Bob": "B"} if pad.lettered else None
    rulings = Rulings.of({ruling: rng.choice(list(RULING_OPTIONS[ruling])) for ruling in FURTHER_RULINGS})
    game = Game("classic", pad, PLAYERS, rulings=rulings, sheets=sheets)
    for position in islice(random_positions(game, rng), 12):
        for advice in checked_advice(game, position, rng):
            assert advice.is_rough and all(str(option.why).endswith(".") for option in advice.options)
