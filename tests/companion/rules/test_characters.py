"""Each character's rule and ruling, with what breaks it (characters-duel.md, Characters)."""

from dataclasses import replace

import pytest

from companion.rules import PASS, Game, House, Illegal, Mark, NotAGame, Position, Roll, Rulings, Sheet
from companion.rules.characters import CHARACTERS
from sheets.pad import load_pad
from tests.companion.moment import after, legal, moment, why

ROLL = "w2 w5 r3 y5 g3 b6"


def game_with(character: str, name: str = "classic", **rulings: str) -> Game:
    """Eva, who is active first, has the character; Max has none."""
    agreed = Rulings.of({key.replace("_", "-"): option for key, option in rulings.items()})
    return Game(name, "", ("Eva", "Max"), rulings=agreed, house=House(characters={"Eva": character}))


def changed(game: Game, before: str, roll: str, **at: object) -> str | None:
    """The rule that a change of the dice breaks; None if it is made and counts."""
    start = replace(game.start(), **at)  # type: ignore[arg-type]
    try:
        position = game.roll(start, Roll.parse(roll), Roll.parse(before))
    except Illegal as illegal:
        return illegal.refusal.rule
    assert position.roll == Roll.parse(roll) and position.first_roll == Roll.parse(before)
    assert not game.dice_changes(position), "once a turn"
    return None


# -- character-own-turn --------------------------------------------------------------------------------


def test_the_re_roller_throws_any_dice_again_in_their_own_turn() -> None:
    game = game_with("double-dutch")
    assert changed(game, ROLL, "w1 w1 r1 y1 g1 b1") is None
    assert changed(game, ROLL, ROLL) is None, "thrown again, and the same"
    assert changed(game, "w2 w5 y5", "w1 w5 y4") is None
    assert changed(game, "w2 w5 y5", "w2 w5 y5 r1") == "character-own-turn", "a die that has left"
    assert changed(game, ROLL, "w1 w1 r1 y1 g1 b1", seat=1) == "character-own-turn"


def test_the_turner_turns_exactly_one_die_from_3_to_4_or_back() -> None:
    game = game_with("tina-turner")
    for turned in ("w2 w5 r4 y5 g3 b6", "w5 w2 r3 y5 g4 b6"):
        assert changed(game, ROLL, turned) is None
    assert changed(game, "w3 w5 r1", "w5 w4 r1") is None
    assert changed(game, "w4 w4 r1", "w3 w4 r1") is None
    for wrong in (ROLL, "w2 w5 r4 y5 g4 b6", "w2 w5 r3 y2 g3 b6", "w2 w6 r3 y5 g3 b6", "w2 w5 y5 g3 b6"):
        assert changed(game, ROLL, wrong) == "character-own-turn"
    assert changed(game, ROLL, "w2 w5 r4 y5 g3 b6", seat=1) == "character-own-turn"
    longo = Game(
        "longo", "", ("Eva",), {"Eva": (5, 10)}, house=House(characters={"Eva": "tina-turner"})
    )  # fmt: skip
    assert changed(longo, "w8 w3 r5", "w8 w4 r5") is None
    assert changed(longo, "w8 w4 r5", "w8 w5 r5") == "character-own-turn"


@pytest.mark.parametrize("character", ["magic-mike", "chris-cross", "miss-take"])
def test_nobody_else_changes_dice(character: str) -> None:
    assert changed(game_with(character), ROLL, "w2 w5 r4 y5 g3 b6") == "character-own-turn"


def test_changes_are_open_until_somebody_has_decided() -> None:
    def changes(game: Game, roll: str, *decided: str) -> tuple[str, ...]:
        position = game.roll(game.start(), Roll.parse(roll))
        for player in decided:
            position = game.decide(position, player, PASS)
        return game.dice_changes(position)

    assert changes(game_with("double-dutch"), ROLL) == ("re-roll",)
    assert changes(game_with("tina-turner"), "w3 w3 r4 y5 g3 b6") == ("white 3", "red 4", "green 3")
    assert changes(game_with("double-dutch"), ROLL, "Max") == ()
    assert changes(game_with("chris-cross"), ROLL) == ()
    assert game_with("double-dutch").dice_changes(game_with("double-dutch").start()) == ()


# -- mike-between --------------------------------------------------------------------------------------

GAP = "a3 a8 / - / - / -"


def test_mike_fills_gaps_between_his_own_crosses_in_both_actions() -> None:
    game = game_with("magic-mike")
    white = moment(game, "white", "w1 w4 r1 y1 g1 b1", GAP, GAP)
    assert "a5" in legal(game, white, "Eva").split()
    assert why(game, white, "Max", "a5") == "left-to-right"
    colour = moment(game, "colour", "w1 w4 r1 y1 g1 b1", GAP)
    assert why(game, colour, "Eva", "a5") is None
    assert why(game, colour, "Eva", "a2") == "left-to-right", "left of his leftmost cross"
    assert why(game, colour, "Eva", "a6") == "colour-sum"
    assert after(game, white, Eva="a5", Max="-").sheet("Eva").rows[0].bit_count() == 3


def test_mike_has_no_power_in_the_turn_of_another() -> None:
    game = game_with("magic-mike")
    others = moment(game, "white", "w1 w4 r1 y1 g1 b1", GAP, GAP, seat=1)
    assert why(game, others, "Eva", "a5") == "left-to-right"


def test_mike_obeys_the_other_rules() -> None:
    game = game_with("magic-mike")
    closed = moment(game, "white", "w1 w4 r1 y1 g1 b1", GAP, closed="a")
    assert why(game, closed, "Eva", "a5") == "row-closed"
    crossed = moment(game, "white", "w1 w2 r1 y1 g1 b1", GAP)
    assert why(game, crossed, "Eva", "a3") == "left-to-right"
    filled = moment(game, "white", "w1 w4 r1 y1 g1 b1", "a3 a5 a8 / - / - / -")
    assert why(game, filled, "Eva", "a5") == "left-to-right", "crossed already"


def filled(game: Game) -> Position:
    """Eva has red 2, 3, 4, 6 and fills the gap with red 5; then it is her turn again."""
    start = moment(game, "white", "w1 w4 r1 y1 g1 b1", "a2 a3 a4 a6 / - / - / -")
    position = after(game, after(game, start, Eva="a5", Max="-"), Eva="-")
    return replace(position, seat=0, phase="white", roll=Roll.parse("w6 w6"))


@pytest.mark.parametrize(("option", "rule", "points"), [("yes", None, 15), ("no", "lock-needs-five", 10)])
def test_ruling_mike_counts(option: str, rule: str | None, points: int) -> None:
    game = game_with("magic-mike", mike_counts=option)
    position = filled(game)
    assert why(game, position, "Eva", "a12") == rule
    assert game.score(position.sheet("Eva")).rows[0] == points
    assert position.sheet("Eva").misses == 0, "it spares the miss under either option"
    text = str(position.sheet("Eva"))
    assert Sheet.parse(text, load_pad("classic")) == position.sheet("Eva")
    assert ("uncounted a5" in text) == (option == "no")


@pytest.mark.parametrize(("option", "points", "rule"), [("yes", 28, None), ("no", 15, "double-lock-seven")])
def test_a_double_cell_in_a_gap_counts_twice_or_not_at_all(
    option: str, points: int, rule: str | None
) -> None:
    game = game_with("magic-mike", "double-b", mike_counts=option)
    start = moment(game, "white", "w1 w4 r1 y1 g1 b1", "a2 a3 a6 a7 / - / - / -")
    position = after(game, after(game, start, Eva="a5", Max="-"), Eva="-")
    assert game.score(position.sheet("Eva")).rows[0] == points
    again = replace(position, seat=0, phase="white", roll=Roll.parse("w6 w6"))
    assert why(game, again, "Eva", "a12") == rule


def test_a_gap_that_a_chain_fills_counts_all_the_same() -> None:
    """On Connected B red 6 brings yellow 6 left of yellow 8: by the chain, not by the power."""
    game = Game(
        "connected-b",
        "",
        ("Eva",),
        rulings=Rulings(mike_counts="no"),
        house=House(characters={"Eva": "magic-mike"}),
        sheets={"Eva": "A"},
    )
    position = moment(game, "white", "w1 w5 r1 y1 g1 b1", "- / b4 b8 / - / -")
    sheet = after(game, position, Eva="a6").sheet("Eva")
    assert "b6" in sheet and sheet.trace.uncounted == (0, 0, 0, 0)


# -- cross-third ---------------------------------------------------------------------------------------


def second_action(game: Game, sheet: str = "- / - / - / -") -> Position:
    return moment(game, "colour", ROLL, sheet)


def test_chris_crosses_two_cells_in_action_2_one_with_each_white_die() -> None:
    game = game_with("chris-cross")
    position = second_action(game)
    assert why(game, position, "Eva", "b7 c8") is None
    assert why(game, position, "Eva", "b7 c5") == "cross-third", "both with the white 2"
    assert why(game, position, "Eva", "b7 c9") == "colour-sum"
    assert why(game, position, "Eva", "b7 b10") is None, "both sums of one die, from left to right"
    assert why(game, position, "Eva", "b10 b7") == "left-to-right"
    assert why(game, position, "Eva", "b7 c8 d8") == "action-order"
    made = game.decide(position, "Eva", Mark.parse("b7 c8")).sheet("Eva")
    assert "b7" in made and "c8" in made and made.misses == 0
    listed = [str(mark) for mark in game.moves(position, "Eva")]
    assert "b7 c8" in listed and "c8 b7" not in listed and "b7 c5" not in listed
    assert all(why(game, position, "Eva", mark) is None for mark in listed)


def test_of_equal_white_dice_each_is_used_once() -> None:
    game = game_with("chris-cross")
    position = moment(game, "colour", "w2 w2 r3 y5 g3 b6")
    assert why(game, position, "Eva", "a5 b7") is None


def test_ruling_cross_which_any() -> None:
    game = game_with("chris-cross", cross_which="any")
    assert why(game, second_action(game), "Eva", "b7 c5") is None
    assert why(game, second_action(game), "Eva", "b7 c9") == "colour-sum"


def test_the_second_cross_sees_the_first_for_the_lock() -> None:
    game = game_with("chris-cross")
    position = moment(game, "colour", "w5 w6 r6 y1 g1 b1", "a2 a3 a4 a5 / - / - / -")
    assert why(game, position, "Eva", "a12") == "lock-needs-five"
    assert why(game, position, "Eva", "a11 a12") is None
    assert game.decide(position, "Eva", Mark.parse("a11 a12")).closed == ("a",)


def test_two_crosses_belong_to_action_2_of_one_players_own_turn() -> None:
    for character in sorted(set(CHARACTERS) - {"chris-cross"}):
        assert (
            why(game_with(character), second_action(game_with(character)), "Eva", "b7 c8") == "action-order"
        )
    game = game_with("chris-cross")
    white = moment(game, "white", ROLL)
    assert why(game, white, "Eva", "a7 b7") == "action-order"
    others = moment(game, "colour", ROLL, seat=1)
    assert why(game, others, "Max", "b7 c8") == "action-order"
    assert why(game, others, "Eva", "b7") == "colour-sum"


def test_on_connect_15_a_field_goes_with_two_cells() -> None:
    game = game_with("chris-cross", "connect-15")
    position = moment(game, "colour", "w1 w4 r5 y5 g3 b6")
    assert why(game, position, "Eva", "a3-4 a6 b9") is None
    assert why(game, position, "Eva", "a6 b6") == "cross-third"
    assert why(game, position, "Eva", "a3-4 a6-7") == "action-order"
    assert len(set(map(str, game.moves(position, "Eva")))) == len(list(game.moves(position, "Eva")))


# -- miss-any ------------------------------------------------------------------------------------------


def missed(game: Game, sheet: str = "- / - / - / -") -> Position:
    return after(game, moment(game, "colour", ROLL, sheet), Eva="-")


def test_a_miss_becomes_any_cross_and_none_must() -> None:
    game = game_with("miss-take")
    position = missed(game)
    assert (position.phase, game.waiting(position)) == ("instead", ("Eva",))
    done = game.decide(position, "Eva", Mark.parse("c8"))
    assert "c8" in done.sheet("Eva") and done.sheet("Eva").misses == 0 and done.active == "Max"
    assert game.decide(position, "Eva", PASS).sheet("Eva").misses == 1
    assert why(game, position, "Max", "c8") == "miss-any"
    assert why(game, position, "Eva", "a12") == "lock-needs-five"
    crossed = missed(game, "a5 / - / - / -")
    assert why(game, crossed, "Eva", "a4") == "left-to-right"
    five = game.decide(missed(game, "a2 a3 a4 a5 a6 / - / - / -"), "Eva", Mark.parse("a12"))
    assert five.closed == ("a",)


def test_there_is_no_cross_in_place_of_a_miss_where_there_is_none() -> None:
    game = game_with("miss-take")
    assert after(game, moment(game, "colour", ROLL), Eva="b7").phase == "roll", "a cross in action 2"
    marked = moment(game, "colour", ROLL, "a7 / - / - / -", active_marked=True)
    assert after(game, marked, Eva="-").phase == "roll", "a cross in action 1"
    others = after(game, moment(game, "colour", ROLL, seat=1), Max="-")
    assert others.phase == "roll" and others.sheet("Max").misses == 1
    for character in sorted(set(CHARACTERS) - {"miss-take"}):
        assert missed(game_with(character)).phase == "roll"
    spared = House(("Eva",), characters={"Eva": "miss-take"})
    assert missed(Game("classic", "", ("Eva", "Max"), house=spared)).phase == "roll"


def test_nothing_beside_the_rows_is_crossed_in_place_of_a_miss() -> None:
    game = game_with("miss-take", "connect-15", connect_miss="taken")
    position = after(game, moment(game, "colour", "w1 w5 r3 y5 g3 b6"), Eva="a3-4")
    assert position.phase == "instead" and why(game, position, "Eva", "b5-6") == "miss-any"
    crossed = game.decide(position, "Eva", Mark.parse("c8")).sheet("Eva")
    assert str(crossed) == "- / - / c8 / - fields a3-4", "the field stays crossed"


def test_a_fourth_miss_that_becomes_a_cross_does_not_end_the_game() -> None:
    game = game_with("miss-take")
    position = missed(game, "- / - / - / - misses 3")
    assert position.end is None
    assert game.decide(position, "Eva", Mark.parse("c8")).end is None
    end = game.decide(position, "Eva", PASS).end
    assert end is not None and end.reason == "end-misses"


def test_ruling_miss_often() -> None:
    for option, phase in (("always", "instead"), ("once", "roll")):
        game = game_with("miss-take", miss_often=option)
        done = game.decide(missed(game), "Eva", Mark.parse("c8"))
        text = str(done.sheet("Eva"))
        assert Sheet.parse(text, load_pad("classic")) == done.sheet("Eva")
        assert missed(game, text).phase == phase
        declined = game.decide(missed(game), "Eva", PASS)
        assert missed(game, str(declined.sheet("Eva"))).phase == "instead", "a miss taken spends nothing"


# -- who may have one ----------------------------------------------------------------------------------


def test_characters_go_with_dice_and_with_those_who_play() -> None:
    with pytest.raises(NotAGame, match="games of dice in which"):
        Game("cards", "classic", ("Eva",), house=House(characters={"Eva": "miss-take"}))
    with pytest.raises(NotAGame, match="games of dice in which"):
        Game("duel", "", ("Eva", "Max"), house=House(characters={"Eva": "miss-take"}))
    with pytest.raises(NotAGame, match="does not play"):
        Game("classic", "", ("Max",), house=House(characters={"Eva": "miss-take"}))
    with pytest.raises(NotAGame, match="double-dutch, tina-turner"):
        Game("classic", "", ("Eva",), house=House(characters={"Eva": "toni"}))


def test_a_player_keeps_the_character_in_another_order_and_takes_it_along() -> None:
    game = game_with("chris-cross").played_by(("Max", "Eva", "Ida"), None)
    assert [each.key for each in game.characters] == ["", "chris-cross", ""]
    assert game.played_by(("Max",), None).house.characters == {}
