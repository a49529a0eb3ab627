"""Explanations of advice: every sentence is true of its position, and changes with the facts."""

import random
import re
from itertools import islice

import pytest

from companion.advisor import advise
from companion.advisor.explanation import RatedMove
from companion.advisor.ranking import reasons
from companion.rules import Game, Mark, Position
from companion.rules.board import Spot
from sheets.language import LANGUAGES, translator
from sheets.pad import FURTHER_PADS, PADS
from tests.companion.advisor.positions import random_positions
from tests.companion.moment import GAMES_AND_PADS, game_of, moment


def why(position: Position, game: Game, player: str, move: str) -> str:
    advice = next(each for each in advise(game, position) if each.player == player)
    return str(next(option.why for option in advice.options if str(option.move) == move))


CLASSIC = game_of("classic")


@pytest.mark.parametrize(
    ("roll", "row", "move", "said"),
    [
        ("w1 w2 r5", "a2 a3 a4 a5", "a7", "Red 7 skips one cell"),
        ("w1 w2 r5", "a2 a3 a4 a5 a6", "a7", "Red 7 skips nothing"),
        ("w1 w2 r5", "a2 a3", "a7", "skips 3 cells"),
        ("w1 w2 r5", "a2 a3 a4 a5", "a7", "makes the red row ready for its lock"),
        ("w1 w2 r5", "a2 a3 a4", "a7", "keeps red 12 within reach"),
        ("w6 w5 r5", "a2 a3", "a11", "gives up locking the red row"),
        ("w1 w2 r5", "-", "-", "costs the first penalty"),
        ("w6 w6 r6", "a2 a3 a4 a5 a6", "a12", "locks the red row for 13 points"),
        ("w6 w6 r6", "a2 a3 a4 a5 a6", "a12", "closes the red row to Bob, who has 3 crosses there"),
    ],
)
def test_effects_of_a_move_are_named(roll: str, row: str, move: str, said: str) -> None:
    position = moment(CLASSIC, "colour", roll, f"{row} / - / - / -", "a2 a3 a4 / - / - / -")
    assert said in why(position, CLASSIC, "Ann", move)


@pytest.mark.parametrize(
    ("roll", "sheet", "active_marked", "move", "said"),
    [
        ("w1 w1 b6", "- / - / c10 c9 c8 c7 / -", True, "-", "blue 7 would skip 5 cells."),
        ("w5 w1 g1", "- / - / - / d8", True, "-", "green 6 would give up locking the green row."),
        ("w5 w2 b4", "- / - / - / d12 d11 d10 d9 d8", False, "-", "blue 6 would gain 6 points."),
        ("w1 w6 g6", "a4 / - / - / -", False, "c7", "green 12 would skip nothing."),
        ("w6 w6 r6", "a2 a3 a4 a5 a6 / - / - / -", False, "-", "red 12 would lock the red row."),
        ("w3 w3 b5", "- / - / - / d11 d10 d9 d8", True, "-", "nothing else is allowed."),
        ("w6 w1 b1", "- / - / - / d9 d8", True, "d7", "fewer games in a hundred."),
    ],
)
def test_difference_of_the_alternative_is_named(
    roll: str, sheet: str, active_marked: bool, move: str, said: str
) -> None:
    position = moment(CLASSIC, "colour", roll, sheet, active_marked=active_marked)
    assert why(position, CLASSIC, "Ann", move).endswith(said)


def test_cost_of_passing_is_named() -> None:
    position = moment(CLASSIC, "colour", "w1 w2 r5", "- / - / - / - misses 2")
    assert "costs penalty number 3" in why(position, CLASSIC, "Ann", "-")
    position = moment(CLASSIC, "colour", "w1 w2 r5", "a2 a3 a4 a5 a6 / - / - / -")
    assert why(position, CLASSIC, "Ann", "a7").endswith("; passing would cost a penalty.")
    # The same cross with something already marked: passing costs nothing, and no miss is mentioned.
    busy = moment(CLASSIC, "colour", "w1 w2 r5", "a2 a3 a4 a5 a6 / - / - / -", active_marked=True)
    assert "penalty" not in why(busy, CLASSIC, "Ann", "a7")


def test_a_lucky_mark_and_a_bonus_choice_are_told_apart() -> None:
    longo = game_of("longo", lucky={"Ann": (6, 11), "Bob": (6, 11)})
    position = moment(longo, "white", "w4 w2 r1", "a2 a3 a4 / b2 b3 b4 / c16 c15 c13 / d16 d15")
    assert why(position, longo, "Ann", "d14*").startswith("Blue 14 by the lucky number")
    bonus = game_of("bonus-b")
    position = moment(bonus, "white", "w5 w6 r1", "a2 / b2 / c12 c9 / d12 d11")
    moves = [str(mark) for mark in bonus.moves(position, "Ann")]
    assert "b11>a" not in moves or "for the bonus" in why(position, bonus, "Ann", "b11>a")


@pytest.mark.parametrize(("name", "pad"), GAMES_AND_PADS[:6])
def test_every_number_in_a_sentence_is_so(name: str, pad: str) -> None:
    rng = random.Random(name)
    game = game_of(name, pad=pad)
    positions, checked = random_positions(game, rng), 0
    while checked < 90:
        position = next(positions)
        for advice in advise(game, position):
            for option in advice.options:
                checked += check(game, position, advice.player, option.move, str(option.why))


def check(game: Game, position: Position, player: str, move: Mark, sentence: str) -> int:
    """Check the facts before an advice sentence's first ";" against the rules; return the number checked."""
    own = sentence.split(";", maxsplit=1)[0]
    moves = game.moves(position, player)
    before, after = position.before[game.players.index(player)], moves.result(move)
    gained = game.score(after).total - game.score(before).total
    facts = 0
    if match := re.search(r"gains (one|\d+) points?", own):
        assert gained == int(match[1].replace("one", "1")), sentence
        facts += 1
    if match := re.search(r"locks the \w+ row for (\d+) points|locks row \w for (\d+) points", own):
        assert gained == int(match[1] or match[2]) and set(after.locks) > set(before.locks), sentence
        facts += 1
    if match := re.search(r"skips (nothing|one|\d+)", own):
        spot = game.board.spot(move.cell)
        skipped = spot.index - before.rows[spot.row].bit_length()
        assert skipped == int(match[1].replace("nothing", "0").replace("one", "1")), sentence
        facts += 1
    if match := re.search(r"brings (one|\d+) more cross", own):
        crosses = sum(row.bit_count() for row in after.rows) - sum(row.bit_count() for row in before.rows)
        assert crosses - 1 == int(match[1].replace("one", "1")), sentence
        facts += 1
    closed = position.closed_mask | game.board.locked(before.rows)
    for told in re.findall(r"keeps (\w+ \d+) within reach", own):
        facts += 1
        spot = cell_told(game, told)
        assert not closed >> spot.row & 1 and not before.rows[spot.row] >> spot.index, sentence
        if move.cell:  # the last cell of its row: what its lock lacks still fits between
            left = spot.index - after.rows[spot.row].bit_length()
            assert spot.row == game.board.spot(move.cell).row, sentence
            assert 0 < game.pad.lock_needs - after.rows[spot.row].bit_count() <= left, sentence
    if match := re.search(r"gives up locking (?:the (\w+) row|row (\w))", own):
        row = row_told(game, *match.groups())
        last = len(game.pad.rows[row].cells) - game.pad.last_cells
        now, then = (sheet.rows[row] for sheet in (before, after))
        assert game.pad.lock_needs - now.bit_count() <= last - now.bit_length(), sentence
        assert game.pad.lock_needs - then.bit_count() > last - then.bit_length(), sentence
        facts += 1
    if match := re.search(r"makes (?:the (\w+) row|row (\w)) ready", own):
        row = row_told(game, *match.groups())
        counts = [sheet.rows[row].bit_count() for sheet in (before, after)]
        assert counts[0] < game.pad.lock_needs <= counts[1], sentence
        facts += 1
    if match := re.search(r"closes (?:the (\w+) row|row (\w)) to (\w+), who has (one|\d+) cross", own):
        row = row_told(game, *match.groups()[:2])
        theirs = position.before[position.players.index(match[3])].rows[row]
        assert theirs.bit_count() == int(match[4].replace("one", "1")), sentence
        assert "abcd"[row] in {*after.locks} - {*before.locks}, sentence
        facts += 1
    if "penalty" in own:
        assert not move.cell and player == position.active and not position.active_marked, sentence
        facts += 1
    return facts


def cell_told(game: Game, told: str) -> Spot:
    """Return the cell that words such as "red 7" name."""
    colour, number = told.split()
    return next(s for s in game.board.by_name.values() if (s.cell.colour, str(s.number)) == (colour, number))


def row_told(game: Game, colour: str | None, letter: str | None) -> int:
    """Return the index of the row with this letter or, without a letter, of the row in this colour."""
    if letter:
        return "abcd".index(letter)
    return next(n for n, row in enumerate(game.pad.rows) if row.cells[0].colour == colour)


def test_passing_says_what_it_keeps() -> None:
    position = moment(
        CLASSIC, "white", "w4 w5 r1", "a2 a3 a4 a5 a6 / b2 b3 b11 / c4 / d4", active_marked=False, seat=1
    )
    assert [str(mark) for mark in CLASSIC.moves(position, "Ann")] == ["-", "a9"]
    assert "keeps red 7 within reach" in why(position, CLASSIC, "Ann", "-")
    near = moment(CLASSIC, "white", "w3 w4 r1", "a2 a3 a4 a5 a6 / b2 b3 b11 / c4 / d4", seat=1)
    assert "keeps every row as it is" in why(near, CLASSIC, "Ann", "-")


@pytest.mark.parametrize(
    ("margin", "said"), [(9.4, "yellow 9 is as good"), (3.4, "yellow 9 is worth 2 points less")]
)
def test_points_do_not_speak_against_the_order(margin: float, said: str) -> None:
    position = moment(CLASSIC, "white", "w4 w5 r1", "a2 a3 / b2 b3 / c4 / d4", seat=1)
    after = CLASSIC.decide(position, "Ann", Mark())
    cases = [
        RatedMove(Mark("a9"), 0.5012, 5.4, None, after),
        RatedMove(Mark("b9"), 0.5008, margin, None, after),
    ]
    told = [str(reason) for reason in reasons(CLASSIC, position, "Ann", cases)]
    assert told[0].endswith(f"; {said}.")
    assert ("worth" in told[1]) == ("worth" in told[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_told_in_every_language(language: str) -> None:
    rng = random.Random(language)
    for game in map(game_of, (*PADS, *FURTHER_PADS)):
        for position in islice(random_positions(game, rng), 6):
            for option in (option for advice in advise(game, position) for option in advice.options or ()):
                sentence = option.why.in_language(translator(language))
                assert sentence.endswith(".") and "{" not in sentence
                assert sentence[0] == sentence[0].upper()


def test_options_of_one_player_are_not_all_explained_alike() -> None:
    position = moment(CLASSIC, "white", "w3 w4 r1", "a2 a3 a6 / b5 / c12 c8 / d12")
    sentences = [str(option.why) for option in advise(CLASSIC, position)[0].options]
    assert len(set(sentences)) == len(sentences) == 5


def test_an_end_that_hangs_on_the_others_is_not_called_certain() -> None:
    # Both can lock now: Ann's red 12 ends the game, but by how much depends on what Bob locks with it.
    position = moment(
        CLASSIC,
        "white",
        "w6 w6 r1 y1",
        "a2 a3 a4 a5 a6 a7 a8 / b2 b3 b4 b5 b6 / - / -",
        "a2 a3 a4 a5 a6 a7 / b2 b3 b4 b5 b6 b7 / - / -",
        closed="c",
    )
    ann = advise(CLASSIC, position, ["Ann"])[0]
    assert str(ann.best.move) == "a12" and ann.best.win == 1.0, "Ann is ahead even if Bob locks yellow too"
    assert "3 points ahead of Bob (most likely)" in str(ann.best.why)
    # Once Bob has passed, nothing depends on him.
    known = CLASSIC.decide(position, "Bob", Mark())
    ann = advise(CLASSIC, known)[0]
    assert str(ann.best.move) == "a12" and ann.best.win == 1.0
    assert "ends the game 18 points ahead of Bob;" in str(ann.best.why)
    assert not any("most likely" in str(option.why) for option in ann.options)
