"""The fifteen examples of the printed rulebooks have the results that are printed there."""

from companion.rules import Sheet
from tests.companion.moment import after, game_of, legal, moment, why

FOUR = ("Juan", "Gloria", "Myriam", "Vicente")


def test_example_1_skipped_numbers_are_lost() -> None:
    game = game_of("classic")
    sheet = "a5 a7 / b10 / c9 c6 / d12 d10"
    lost: dict[str, set[int]] = {row: set() for row in "abcd"}
    for number in range(2, 13):
        low = max(1, number - 6)
        position = moment(game, "white", f"w{low} w{number - low}", sheet)
        for row, numbers in lost.items():
            if why(game, position, "Ann", f"{row}{number}") == "left-to-right":
                numbers.add(number)
    every = set(range(2, 13))
    assert lost == {"a": {*range(2, 8)}, "b": every - {11, 12}, "c": {*range(6, 13)}, "d": {10, 11, 12}}


def test_example_2_both_actions() -> None:
    game = game_of("classic", FOUR)
    position = game.roll(game.start(), moment(game, "white", "w4 w1 r2 y3 g1 b6").roll)
    position = after(game, position, Gloria="b5", Juan="a5")
    assert position.phase == "colour"
    assert game.waiting(position) == ("Juan",)
    position = after(game, position, Juan="d10")
    assert [str(sheet) for sheet in position.sheets] == [
        "a5 / - / - / d10",
        "- / b5 / - / -",
        "- / - / - / -",
        "- / - / - / -",
    ]
    assert position.active == "Gloria"


def test_example_3_locking_green() -> None:
    game = game_of("classic", FOUR)
    sheets = ("", "", "- / - / c12 c10 c9 c8 c5 / -")
    position = moment(game, "colour", "w1 w5 r3 y3 g1 b3", *(s or "- / - / - / -" for s in sheets), seat=2)
    position = after(game, position, Myriam="c2")
    assert position.sheet("Myriam").locks == ("c",)
    assert position.sheet("Myriam").counts == (0, 0, 7, 0)
    assert position.closed == ("c",)
    assert game.dice_left(position) == ("red", "yellow", "blue")


def test_example_4_three_rows_close_and_the_game_ends() -> None:
    game = game_of("classic", FOUR)
    juan, vicente = "a2 a3 a4 a5 a6 / - / - / -", "- / b2 b3 b4 b5 b6 / - / -"
    position = moment(
        game, "white", "w6 w6 r1 y1 b1", juan, "- / - / - / -", "- / - / - / -", vicente, closed="c", seat=1
    )
    position = after(game, position, Juan="a12", Vicente="b12")
    assert position.closed == ("a", "b", "c")
    assert position.end is not None
    assert position.end.reason == "end-two-rows"


def test_example_5_a_score_of_70() -> None:
    game = game_of("classic")
    spanish = Sheet.parse(
        "a2 a3 a5 a6 / b3 b4 b5 / c12 c11 c10 c8 c6 c5 c4 / d12 d10 d9 d8 d7 d6 d5 d4 misses 2", game.pad
    )
    score = game.score(spanish)
    assert (score.rows, score.misses, score.total) == ((10, 6, 28, 36), -10, 70)
    american = Sheet.parse(
        "a2 a3 a5 a6 / b3 b4 b5 / c12 c11 c10 c9 c8 c7 c6 c5 / d12 d10 d9 d8 d7 d6 d5 misses 2", game.pad
    )
    assert game.score(american).rows == (10, 6, 36, 28)
    assert game.score(american).total == 70
    locked = Sheet.parse("- / - / c12 c10 c8 c6 c4 c2 / -", game.pad)
    assert game.score(locked).total == 28  # six cells and the lock


def test_example_6_longo_lucky() -> None:
    players = ("Max", "Emma", "Laura", "Linus")
    lucky = {"Max": (4, 9), "Emma": (5, 10), "Laura": (6, 11), "Linus": (7, 12)}
    game = game_of("longo", players, lucky=lucky)
    position = moment(game, "white", "w5 w1 r3 y2 g7 b8")
    assert why(game, position, "Emma", "c16*") == "lucky"
    position = after(game, position, Emma="b6", Max="a6", Laura="c16*")
    assert str(position.sheet("Laura")) == "- / - / c16 / -"
    position = after(game, position, Max="d13")
    assert str(position.sheet("Max")) == "a6 / - / - / d13"


def test_example_7_longo_double_eight_ends_the_game() -> None:
    game = game_of("longo", ("Emma", "Max", "Linus"))
    emma = "- / - / c16 c15 c14 c12 c10 c8 / -"
    max_, linus = "a2 a3 a4 a5 a6 a7 / - / - / -", "- / b2 b3 b4 b5 b6 b7 / - / -"
    position = moment(game, "colour", "w1 w2 r1 y1 g2 b8", emma, max_, linus)
    position = after(game, position, Emma="c3")
    assert position.sheet("Emma").locks == ("c",)
    assert position.closed == ("c",)
    position = after(
        game, moment(game, "white", "w8 w8 r1 y1 b1", emma, max_, linus, closed="c"), Max="a16", Linus="b16"
    )
    assert position.closed == ("a", "b", "c")
    assert position.end is not None


def test_example_8_longo_score_of_87() -> None:
    game = game_of("longo")
    text = "a2 a3 a4 a5 / b2 b3 b4 / c16 c15 c14 c13 c12 c11 c10 c2 / d16 d15 d14 d13 d12 d11 d10 d9 misses 2"
    sheet = Sheet.parse(text, game.pad)
    assert sheet.counts == (4, 3, 9, 8)
    assert game.score(sheet).rows == (10, 6, 45, 36)
    assert game.score(sheet).total == 87


def test_example_9_mixx_a_closing_and_colours() -> None:
    game = game_of("mixx-a")
    top = "a2 a4 a6 a8 a10 / - / - / -"
    position = after(game, moment(game, "colour", "w6 w1 r6 y1 g1 b1", top), Ann="a12")
    assert position.closed == ("a",)
    assert position.removed == ("red",)
    assert game.pad.cell("b3").colour == "red"
    assert game.pad.cell("d8").colour == "red"
    later = game.roll(position, moment(game, "white", "w4 w4 y1 g1 b1").roll)
    assert why(game, later, "Bob", "d8") is None
    four = moment(game, "colour", "w6 w1 r6 y1 g1 b1", "a2 a4 a6 a8 / - / - / -")
    assert why(game, four, "Ann", "a12") == "lock-needs-five"


def test_example_10_bonus_a_chain() -> None:
    game = game_of("bonus-a", ("Tim", "Sarah"))
    tim = "a2 a3 a4 / - / - / -"  # his next red cell is the 5
    position = after(game, moment(game, "white", "w6 w5 r1 y1 g1 b1", tim), Tim="c11")
    assert str(position.sheet("Tim")) == "a2 a3 a4 a5 / - / c11 / - boxes 1"
    sarah = "a8 / b9 / - / d6 boxes 1 2 3 4 5 6"
    position = after(game, moment(game, "white", "w4 w5 r1 y1 g1 b1", "- / - / - / -", sarah), Sarah="a9")
    assert str(position.sheet("Sarah")) == "a8 a9 / b9 b10 / - / d6 d5 boxes 1 2 3 4 5 6 7 8"


def test_example_11_bonus_a_closing_yellow() -> None:
    game = game_of("bonus-a", ("Maria", "Tim"))
    maria = "- / b2 b3 b4 b6 b7 / - / - boxes 1"
    position = after(game, moment(game, "colour", "w6 w1 r1 y6 g1 b1", maria), Maria="b12")
    assert str(position.sheet("Maria")).endswith("boxes 1 2 8 10")
    assert str(position.sheet("Tim")).endswith("boxes 2 8 10")


def test_example_12_cards_number_and_play() -> None:
    game = game_of("cards", ("Anna", "Max", "Linus", "Laura"))
    position = game.roll(game.start(), 4)
    position = after(game, position, Max="a4", Anna="b4", Linus="b4")
    position = after(game, position, Anna="green 11, green 9, green 3: c11 c9")
    assert [str(sheet) for sheet in position.sheets] == [
        "- / b4 / c11 c9 / -",
        "a4 / - / - / -",
        "- / b4 / - / -",
        "- / - / - / -",
    ]
    assert position.active == "Max"


def test_example_13_cards_gaps() -> None:
    game = game_of("cards")
    position = moment(game, "play", 2)
    assert why(game, position, "Ann", "red 4, red 5, red 7: a4 a5 a7") is None
    assert why(game, position, "Ann", "yellow 2, yellow 4, yellow 6: b2 b4 b6") == "cards-gap"
    assert why(game, position, "Ann", "green 11, green 9, green 8: c11 c9 c8") is None
    assert why(game, position, "Ann", "blue 10, blue 3: d10 d3") == "cards-gap"
    assert why(game, position, "Ann", "blue 10, blue 3: d10") is None
    assert why(game, position, "Ann", "blue 10, blue 3: d3") is None
    assert why(game, position, "Ann", "green 11, blue 10, red 9: -") == "cards-play"


def test_example_14_cards_on_mixx_a() -> None:
    game = game_of("cards", ("Tomás", "Bob"), pad="mixx-a")
    position = after(game, moment(game, "play", 2), **{"Tomás": "red 3, red 8, red 11: b3 d8"})
    assert str(position.sheet("Tomás")) == "- / b3 / - / d8"


def test_example_15_cards_lock_for_laura_only() -> None:
    game = game_of("cards", ("Laura", "Max"))
    laura, others = "- / - / c12 c10 c9 c8 c5 / -", "- / - / c12 / -"
    position = after(game, moment(game, "play", 2, laura, others), Laura="green 2: c2")
    assert position.closed == ()
    position = game.roll(position, 3)
    assert why(game, position, "Laura", "c3") == "cards-lock-own"
    assert why(game, position, "Max", "c3") is None
    assert legal(game, position, "Laura") == "- a3 b3 d3"
