"""Each moment of a game is described by one `Now` value, from which the page's sentences follow."""

from collections.abc import Iterable
from typing import get_args

import pytest

from companion.rules.position import Phase
from companion.table import events
from companion.table.actions import (
    ACTIONS,
    EXPLAINED_TURNS,
    guide,
    instruction,
    longest_to_choose,
    place_in_game,
    room_for_texts,
    status,
    still_to_choose,
    title,
    voice,
)
from companion.table.events import (
    DecisionTakenBack,
    Event,
    GameBegun,
    Photo,
    RollCorrected,
    RollSeen,
    RowClosed,
    SheetTakenOver,
    TurnAmended,
)
from companion.table.now import DONE, MISS, PLAIN_PASS, TO_CARDS, TO_COLOURS, Now, Person, current_situation
from sheets.language import Phrase
from sheets.pad import load_pad
from tests.companion.table.random_events import decided, played, turn

ANN, BEN, GUEST, TABLE = Person("Ann"), Person("Ben"), Person(), Person(at_table=True)
ROLL = turn("w4 w1 r3 y2 g6 b5")
PHOTO = RollSeen(Photo("0123456789abcdef", (640, 480)), "photo")
NUMBER = turn("5")


def now_after(*steps: Event | tuple[Event, ...], game: str = "classic", **agreed: object) -> Now:
    """Return what happens now after these events. `agreed`: other values of GameBegun, such as `players`."""
    begun = GameBegun(game, agreed.pop("players", ("Ann", "Ben")), **agreed)  # type: ignore[arg-type]
    flat = [event for each in steps for event in (each if isinstance(each, tuple) else (each,))]
    return current_situation(played(begun, *flat).present)


def words(sentences: Iterable[Phrase]) -> str:
    return " ".join(map(str, sentences))


COLOUR = (*ROLL, *decided("Ann -", "Ben -"))
MARKED = (*ROLL, *decided("Ann a5", "Ben -"))
MISSED = (*COLOUR, *decided("Ann -"))
MOMENTS = {
    "roll": now_after(),
    "white": now_after(ROLL),
    "colour": now_after(COLOUR),
    "number": now_after(NUMBER, game="cards"),
    "play": now_after(NUMBER, decided("Ann -", "Ben -"), game="cards"),
    "over": now_after(RowClosed("a"), RowClosed("b")),
}
"""What happens now in a game, by the action that is due."""


def test_every_action_has_its_entry() -> None:
    """Check that an action cannot be added to the rules without all its texts."""
    assert set(ACTIONS) == set(get_args(Phase)) == set(MOMENTS)
    assert {key for key, action in ACTIONS.items() if action.name} == set(get_args(events.Action))
    for key, now in MOMENTS.items():
        assert now.action == key
        for person in (ANN, BEN, GUEST, TABLE):
            assert str(title(now, person)) and ACTIONS[key].rule
            assert words(instruction(now, person)) and words(guide(now, person))
        assert (
            bool(ACTIONS[key].step) == bool(ACTIONS[key].source) == bool(ACTIONS[key].name) == bool(now.asked)
        )


# -- the title, for whoever reads it -----------------------------------------------------------------------


def test_the_title_speaks_to_whose_turn_it_is_and_of_them_to_the_others() -> None:
    for now, own, other in (
        (MOMENTS["roll"], "Your turn: throw the 6 dice", "Ann, throw the 6 dice"),
        (MOMENTS["white"], "White dice make 5", "White dice make 5"),
        (
            MOMENTS["colour"],
            "Your turn: one white die and one coloured die",
            "Ann: one white die and one coloured die",
        ),
        (now_after(game="cards"), "Your turn: draw up to five cards", "Ann, draw up to five cards"),
        (
            MOMENTS["play"],
            "Your turn: play one to three cards of one colour",
            "Ann plays one to three cards of one colour",
        ),
    ):
        assert [str(title(now, person)) for person in (ANN, BEN, TABLE)] == [own, other, other]


def test_a_photo_asks_everybody_to_have_a_look() -> None:
    now = now_after(PHOTO)
    assert now.awaits == "photo" and str(title(now, ANN)) == "Please have a look"
    assert instruction(now, ANN) == ()


def test_instruction_names_the_thrower_for_the_computer() -> None:
    in_page = now_after(computers={"Ann": "good"}, pretend=True)
    assert in_page.awaits == "computer" and str(title(in_page, BEN)) == "Ann throws"
    assert words(instruction(in_page, BEN)).startswith("Meanwhile, look at your sheet")
    by_people = now_after(computers={"Ann": "good"})
    assert by_people.awaits == "roll" and str(title(by_people, BEN)) == "Throw the 6 dice for Ann"


def test_nobody_is_addressed_in_the_demo() -> None:
    now = now_after(demo=True)
    assert str(title(now, ANN)) == "Ann throws" and voice(now, ANN) == ()
    assert words(instruction(now, ANN)) == "The pretend dice are in the air."


def test_where_the_dice_come_from() -> None:
    assert words(instruction(MOMENTS["roll"], TABLE)).startswith("Photograph them")
    assert instruction(now_after(pretend=True), TABLE) == (), "the button says it"
    assert words(instruction(MOMENTS["over"], TABLE)).startswith("The game ended in turn 1")


def test_the_turn_and_who_plays_it() -> None:
    assert str(place_in_game(MOMENTS["roll"])) == "Turn 1"
    assert str(place_in_game(MOMENTS["white"])) == "Turn 1 · Ann throws"
    assert str(place_in_game(MOMENTS["number"])) == "Turn 1 · Ann plays"


# -- what a pass means --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "ann", "ben"),
    [
        (MOMENTS["white"], TO_COLOURS, PLAIN_PASS),
        (MOMENTS["number"], TO_CARDS, PLAIN_PASS),
        (MOMENTS["colour"], MISS, MISS),
        (now_after(MARKED), DONE, DONE),
        (MOMENTS["play"], MISS, MISS),
        (now_after(COLOUR, no_miss=("Ann",)), PLAIN_PASS, PLAIN_PASS),
    ],
)
def test_a_pass_means_what_its_button_says(now: Now, ann: object, ben: object) -> None:
    assert (now.part("Ann").passing, now.part("Ben").passing) == (ann, ben)


def test_nobody_threatens_with_a_miss_whom_the_table_spares() -> None:
    for now in (now_after(MARKED), now_after(COLOUR, no_miss=("Ann",))):
        for person in (ANN, BEN, TABLE):
            said = words((*instruction(now, person), *guide(now, person)))
            assert "miss" not in said and "or stop here" in said
    for person in (ANN, TABLE):
        assert "means a penalty" in words(guide(MOMENTS["colour"], person))


def test_the_guide_names_the_button_that_is_there() -> None:
    for person, button in ((ANN, "Skip to colours"), (BEN, "Pass")):
        assert f"or tap “{button}”" in words(guide(MOMENTS["white"], person))
    assert "“Skip to the cards”" in words(guide(MOMENTS["number"], ANN))


# -- a first game -------------------------------------------------------------------------------------------


def test_a_guide_and_the_instruction_do_not_say_one_thing() -> None:
    assert instruction(MOMENTS["white"], ANN, guided=True) == ()
    assert words(instruction(MOMENTS["roll"], ANN, guided=True)).startswith("Photograph them")
    on_paper = now_after(ROLL, paper=True)
    assert words(instruction(on_paper, ANN, guided=True)).startswith("Everyone may cross the white sum")
    assert "stands out" not in words(guide(on_paper, ANN)), "nothing does on paper"
    corrected = now_after(ROLL, decided("Ann a5"), RollCorrected("w4 w2 r3 y2 g6 b5"))
    assert words(instruction(corrected, ANN, guided=True)).startswith("Taken back because"), "news stay"


def test_the_guide_falls_silent_once_the_turn_is_known() -> None:
    steps: list[Event] = []
    for number in range(EXPLAINED_TURNS):
        assert guide(now_after(tuple(steps)), ANN), number
        player = ("Ann", "Ben")[number % 2]
        steps += [*turn("w4 w1 r3 y2 g6 b5"), *decided("Ann -", "Ben -", f"{player} -")]
    assert guide(now_after(tuple(steps)), ANN) == ()
    assert guide(now_after((*steps, RowClosed("a"), RowClosed("b"))), ANN), "the end is new"
    assert "The aim" in words(guide(MOMENTS["roll"], TABLE))


def test_whoever_only_waits_is_told_so() -> None:
    assert "You wait" in words(guide(MOMENTS["colour"], BEN))
    assert "You wait" not in words(guide(MOMENTS["colour"], ANN))


# -- what was taken back ------------------------------------------------------------------------------------


def test_a_correction_names_the_marks_that_it_took_back() -> None:
    now = now_after(ROLL, decided("Ann a5"), RollCorrected("w4 w2 r3 y2 g6 b5"))
    assert words(now.lost) == "Ann: red 5"
    assert words(instruction(now, TABLE)).endswith("Taken back because it no longer fits: Ann: red 5.")


def test_cards_that_a_correction_took_back_are_named_by_their_cells() -> None:
    made = decided("Ann -", "Ben -", "Ann green 7: c7")
    now = now_after(NUMBER, made, TurnAmended(1, "number", "c5", "Ann"), game="cards")
    assert words(now.lost) == "Ann: green 7"


def test_player_who_took_a_choice_back_chooses_again() -> None:
    now = now_after(COLOUR, DecisionTakenBack("Ben"))
    assert words(instruction(now, BEN)).endswith("You took a choice back; choose again (Action 1).")
    assert words(instruction(now, ANN)).endswith("Ben took a choice back and chooses again (Action 1).")


# -- what each does -----------------------------------------------------------------------------------------


def said_of(now: Now, player: str, *, own: bool = False) -> str:
    return str(status(now.part(player), load_pad("classic"), own=own))


def test_sheet_tells_the_state_of_its_player() -> None:
    assert (said_of(MOMENTS["roll"], "Ann"), said_of(MOMENTS["roll"], "Ben")) == ("throws", "")
    assert said_of(now_after(game="cards"), "Ann") == "turns up the number"
    assert said_of(MOMENTS["white"], "Ben") == "choosing…"
    chosen = now_after(ROLL, decided("Ben a5"))
    assert said_of(chosen, "Ben") == "crosses red 5"
    assert said_of(now_after(ROLL, decided("Ben -")), "Ben") == "passes"
    assert (said_of(MOMENTS["colour"], "Ann"), said_of(MOMENTS["colour"], "Ben")) == ("choosing…", "")


def test_forced_pass_is_named() -> None:
    crossed = "a5 / b5 / - / -"
    low = turn("w1 w1 r3 y2 g6 b5")
    assert said_of(now_after(SheetTakenOver("Ben", crossed), low), "Ben") == "nothing fits"
    active = now_after(SheetTakenOver("Ann", crossed), low)
    assert said_of(active, "Ann") == "choosing…", "the active player passes by themselves: a miss may follow"


def test_a_hidden_choice_is_seen_by_its_player_alone() -> None:
    now = now_after(ROLL, decided("Ben a5"), hidden=True)
    assert said_of(now, "Ben", own=True) == "crosses red 5" and said_of(now, "Ben") == "has chosen"


def test_players_still_to_choose_are_named() -> None:
    three = ("Ann", "Ben", "Cleo")
    for steps, person, told in (
        ((), TABLE, "Ann, Ben, Cleo"),
        ((), BEN, "You and Ann, Cleo"),
        (("Ann -", "Cleo -"), BEN, "Only you"),
        (("Ben -",), BEN, "Ann, Cleo"),
    ):
        now = now_after(ROLL, decided(*steps), players=three)
        assert str(still_to_choose(now, person)) == told
        assert str(longest_to_choose(now, BEN)) == "You and Ann, Cleo"
    assert still_to_choose(MOMENTS["colour"], TABLE) is None, "only the active player: the title says so"
    assert still_to_choose(now_after(ROLL, paper=True), TABLE) is None


def test_player_without_a_choice_is_told_why() -> None:
    refusals = {part.player: part.refusal for part in MOMENTS["colour"].parts}
    assert refusals["Ann"] is None and str(refusals["Ben"]) == "Action 2 belongs to Ann alone. [colour-sum]"
    assert {part.refusal for part in MOMENTS["roll"].parts} == {MOMENTS["roll"].too_late}


# -- numbers and voices ------------------------------------------------------------------------------------


def test_the_sums_matter_in_the_second_action_and_on_paper_at_once() -> None:
    sums = (("red", (4, 7)), ("yellow", (3, 6)), ("green", (7, 10)), ("blue", (6, 9)))
    assert MOMENTS["white"].sums == ()
    for now in (MOMENTS["colour"], now_after(ROLL, paper=True)):
        assert tuple((each.colour, each.sums) for each in now.sums) == sums
    closed = now_after(RowClosed("d"), turn("w4 w1 r3 y2 g6"), paper=True)
    assert [each.colour for each in closed.sums] == ["red", "yellow", "green"]
    doubled = now_after(turn("w1 w1 r3 y2 g6 b5"), paper=True)
    assert doubled.sums[0].sums == (4,), "two equal white dice make one sum"


def test_voice_names_turn_sum_and_end() -> None:
    assert words(voice(MOMENTS["roll"], ANN)) == "Your turn." and voice(MOMENTS["roll"], TABLE) == ()
    assert words(voice(MOMENTS["white"], TABLE)) == "5." and voice(MOMENTS["colour"], TABLE) == ()
    assert words(voice(MOMENTS["number"], TABLE)) == "5"
    assert words(voice(MOMENTS["over"], TABLE)) == "The game is over."
    on_paper = words(voice(now_after(ROLL, paper=True), TABLE))
    assert on_paper.startswith("White 5. red 4 or 7.")
    assert "red 4." in words(voice(now_after(turn("w1 w1 r3 y2 g6 b5"), paper=True), TABLE))


def test_room_is_kept_for_the_longest_text_of_every_action() -> None:
    now = now_after(ROLL, players=("Ann", "Bartholomew"))
    actions: tuple[Phase, ...] = ("white", "colour")
    kept = [str(text) for text, _ in room_for_texts(now, BEN, actions)]
    assert kept == [
        "Bartholomew, throw the 6 dice",
        "White dice make 12",
        "Bartholomew: one white die and one coloured die",
    ]
    assert str(room_for_texts(now, ANN, actions)[0][0]) == "Your turn: throw the 6 dice"
    assert room_for_texts(now, TABLE, actions) == ()
