"""The table: events in order, and what they add up to."""

from __future__ import annotations

import contextlib
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.records.record import read_record, write_record
from companion.records.referee import judge
from companion.rules import RULING_OPTIONS, VARIANTS, Illegal, Roll, full_deck
from companion.table.events import (
    Decided,
    DemoTakenOver,
    EventError,
    GameBegun,
    Photo,
    PlayerAdded,
    PlayerLeft,
    Retracted,
    RollCorrected,
    RollSeen,
    RollTaken,
    SeenDie,
    Undone,
    from_json,
    to_json,
)
from companion.table.photo_match import complete_photo, match_dice, swap_dice
from companion.table.state import GAMES, Table, TableError, apply, fold
from companion.table.to_record import record_of

BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
PHOTO = Photo("0123456789abcdef", (640, 480), (SeenDie("red", 3, 0.9, (1, 2, 30, 30)),))


def at(*events) -> Table:
    table = fold((BEGUN, *events))
    assert table is not None
    return table


def sheet(table: Table, player: str) -> str:
    return str(table.position.sheet(player))


def random_events(seed: int, steps: int, game: str = "classic"):
    """A game at random, with illegal marks, corrections and undone steps among the legal ones."""
    chance = random.Random(seed)
    players = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")[: chance.randint(1, 7)]
    lucky = {player: tuple(chance.sample(range(4, 15), 2)) for player in players} if game == "longo" else {}
    jokers = game == "cards" and chance.random() < 0.5
    pad = chance.choice(VARIANTS[game].pads)
    rulings = {ruling: chance.choice(options) for ruling, options in RULING_OPTIONS.items()}
    events = [GameBegun(game, players, pad=pad, lucky=lucky, jokers=jokers, rulings=rulings)]
    table = apply(None, events[0])
    tries = 0
    while len(events) < steps and (tries := tries + 1) < 20 * steps:
        phase = table.position.phase
        luck = chance.random()
        if luck < 0.06 and table.before is not None:
            event = Undone(chance.randint(1, 3))
        elif phase == "over":
            break
        elif phase == "roll":
            event = RollTaken(random_roll(table, chance), "tapped")
        elif luck < 0.12:
            event = RollCorrected(random_roll(table, chance))
        else:
            player = chance.choice(table.game.waiting(table.position))
            if luck < 0.2:
                mark = f"{chance.choice('abcd')}{chance.randint(2, 12)}"
            elif luck < 0.4 and phase != "play":
                mark = "-"
            elif phase == "play":
                hand = chance.sample(full_deck(jokers), 3)
                mark = str(chance.choice(list(table.game.plays(table.position, player, hand))))
            else:
                mark = str(chance.choice(list(table.game.moves(table.position, player))))
            event = Decided(player, mark)
        try:
            table = apply(table, event)
        except (Illegal, TableError):
            continue
        events.append(event)
    return events


def random_roll(table: Table, chance: random.Random) -> str:
    if table.game.variant.cards:
        return str(chance.randint(2, 12))
    return " ".join(f"{slot[0]}{chance.randint(1, table.game.pad.sides)}" for slot in table.dice_to_roll)


def test_a_turn_adds_up() -> None:
    table = at(ROLL, Decided("Ben", "b5"), Decided("Ann", "a5"), Decided("Ann", "d9"))
    assert sheet(table, "Ann") == "a5 / - / - / d9" and sheet(table, "Ben") == "- / b5 / - / -"
    assert table.active == "Ben" and table.position.turn == 2 and len(table.turns) == 1


def test_an_event_that_does_not_fit_changes_nothing() -> None:
    before = at(ROLL)
    for event, code in (
        (BEGUN, "begun"),
        (DemoTakenOver(), "not-demo"),
        (ROLL, "roll-taken"),
        (RollSeen(PHOTO, "photo"), "roll-taken"),
        (Retracted("Ann"), "nothing-decided"),
        (Decided("Zoe", "a5"), "player"),
        (Decided("Ann", "a13"), "cell"),
        (Undone(9), "nothing-to-undo"),
    ):
        with pytest.raises(TableError) as caught:
            apply(before, event)
        assert caught.value.code == code
        assert str(caught.value).endswith(".")
    with pytest.raises(Illegal) as illegal:
        apply(before, Decided("Ann", "a9"))
    assert illegal.value.refusal.rule == "white-sum"
    with pytest.raises(TableError, match="begin one first"):
        apply(None, ROLL)


@pytest.mark.parametrize(
    ("roll", "code"),
    [("w4 w1 r3 y2 g6", "die-missing"), ("w4 w1", "die-missing")],
)
def test_every_die_that_is_in_the_game_is_rolled(roll: str, code: str) -> None:
    with pytest.raises(TableError) as caught:
        at(RollTaken(roll, "tapped"))
    assert caught.value.code == code


def test_a_die_that_has_left_is_not_rolled() -> None:
    events = []
    for white in ("w1 w1", "w1 w2", "w2 w2", "w2 w3", "w3 w3", "w6 w6"):
        number = sum(int(word[1]) for word in white.split())
        events += [
            RollTaken(f"{white} r1 y1 g1 b1", "tapped"),
            Decided("Ann", f"a{number}"),
            Decided("Ann", "-"),
        ]
    table = fold((GameBegun("classic", ("Ann",)), *events))
    assert table is not None and table.dice_to_roll == ("w1", "w2", "yellow", "green", "blue")
    with pytest.raises(TableError) as caught:
        apply(table, ROLL)
    assert caught.value.code == "die-removed"


def test_players_for_whom_nothing_fits_pass_by_themselves_but_never_the_active_one() -> None:
    table = fold(
        (
            GameBegun("classic", ("Ann", "Ben")),
            RollTaken("w6 w6 r6 y6 g1 b6", "tapped"),
            Decided("Ben", "c12"),
            Decided("Ann", "-"),
            Decided("Ann", "-"),
            RollTaken("w6 w6 r6 y6 g1 b6", "tapped"),
            Decided("Ben", "d12"),
            Decided("Ann", "-"),
            Decided("Ben", "-"),
            RollTaken("w6 w6 r6 y6 g1 b6", "tapped"),
        )
    )
    assert table is not None and table.active == "Ann"
    assert [str(mark) for mark in table.game.moves(table.position, "Ann")] == ["-", "c12", "d12"]
    assert table.game.waiting(table.position) == ("Ann",), (
        "Ben has both; without marks nobody locks with a 12"
    )
    assert str(table.decision("Ben")) == "-"


def test_a_decision_can_be_replaced_and_taken_back_while_the_action_is_open() -> None:
    table = at(ROLL, Decided("Ann", "a5"), Decided("Ann", "c5"))
    assert sheet(table, "Ann") == "- / - / c5 / -"
    assert sheet(apply(table, Retracted("Ann")), "Ann") == "- / - / - / -"
    with pytest.raises(Illegal):
        apply(table, Decided("Ann", "c6"))
    assert sheet(table, "Ann") == "- / - / c5 / -", "what is refused takes nothing away"


def test_a_correction_keeps_what_fits_and_says_what_it_takes_back() -> None:
    table = at(ROLL, Decided("Ben", "b5"), Decided("Ann", "a5"), RollCorrected("w4 w1 r6 y2 g6 b5"))
    assert table.position.phase == "colour" and table.lost_decisions == ()
    table = apply(table, RollCorrected("w4 w2 r6 y2 g6 b5"))
    assert table.position.phase == "white"
    assert [d.player for d in table.lost_decisions] == ["Ben", "Ann"]
    assert sheet(table, "Ann") == sheet(table, "Ben") == "- / - / - / -"


def test_undo_is_an_event_and_goes_back_past_turns() -> None:
    table = at(ROLL, Decided("Ben", "b5"), Decided("Ann", "a5"), Decided("Ann", "d9"), Undone(2))
    assert table == at(ROLL, Decided("Ben", "b5"))
    assert apply(table, Undone(2)) == at()


def test_a_demo_that_was_taken_over_does_not_come_back_by_undo() -> None:
    demo = fold((GameBegun("classic", ("Ada",), demo=True), ROLL))
    assert demo is not None and demo.demo
    own = apply(apply(demo, DemoTakenOver()), Undone(1))
    assert not own.demo


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(GAMES), st.integers(1, 6))
def test_undo_leads_to_the_very_table_of_before(seed: int, game: str, steps: int) -> None:
    events = [e for e in random_events(seed, 60, game) if not isinstance(e, Undone)]
    tables = []
    table = None
    for event in events:
        try:
            table = apply(table, event)
        except (Illegal, TableError):
            continue  # it built on a step that was undone
        tables.append(table)
    steps = min(steps, len(tables) - 1)
    if steps:
        assert apply(tables[-1], Undone(steps)) == tables[-1 - steps]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(GAMES))
def test_events_read_back_add_up_to_the_same_table(seed: int, game: str) -> None:
    events = random_events(seed, 80, game)
    assert [from_json(to_json(event)) for event in events] == events
    assert fold(from_json(to_json(event)) for event in events) == fold(events)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(GAMES))
def test_the_record_is_legal_and_leads_to_the_same_scores(seed: int, game: str) -> None:
    table = fold(random_events(seed, 120, game))
    assert table is not None
    text = json.dumps(write_record(record_of(table)))
    verdict = judge(read_record(text)).to_json()
    assert verdict["ok"] is True, verdict["illegal"]
    totals = {player: entry["scores"]["total"] for player, entry in verdict["players"].items()}
    assert totals == {player: score.total for player, score in table.game.scores(table.position).items()}
    assert (verdict["ended"] is None) == (table.position.end is None)
    assert verdict["closed"] == list(table.position.closed)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"kind":"decided"}',
        '{"kind":"decided","player":"Ann","mark":5}',
        '{"kind":"decided","player":"Ann","mark":"a5","extra":1}',
        '{"kind":"undone","steps":0}',
        '{"kind":"undone","steps":true}',
        '{"kind":"game-begun","game":"classic","players":[]}',
        '{"kind":"game-begun","game":"classic","players":["A","B","C","D","E","F","G","H","I","J","K"]}',
        '{"kind":"roll-taken","roll":"w1 w1","source":"oracle"}',
        '{"kind":"roll-taken","roll":"w1 w1","source":"photo","photo":{"name":"../../x","size":[1,1]}}',
        '{"kind":"something-else"}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_event_is_refused(text: str | bytes) -> None:
    with pytest.raises(EventError):
        from_json(text)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_whatever_the_bytes_only_an_event_error(text: str | bytes) -> None:
    with contextlib.suppress(EventError):
        from_json(text)


@pytest.mark.parametrize("players", [("Ann", "Ann"), ("Ann", " "), ("",)])
def test_names_are_distinct_and_not_empty(players: tuple[str, ...]) -> None:
    with pytest.raises(TableError):
        apply(None, GameBegun("classic", players))


def test_a_game_that_the_table_cannot_play_is_refused() -> None:
    with pytest.raises(TableError, match="not chess"):
        apply(None, GameBegun("chess", ("Ann",)))
    with pytest.raises(TableError, match="not played on longo"):
        apply(None, GameBegun("cards", ("Ann",), pad="longo"))


# -- evidence -------------------------------------------------------------------------------------------


def seen(*dice: str) -> Photo:
    names = {"w": "white", "r": "red", "g": "green"}
    found = tuple(SeenDie(names[d[0]], int(d[1]), 0.9, (0, 0, 9, 9), d.endswith("?")) for d in dice)
    return Photo("0123456789abcdef", (64, 48), found)


def test_each_slot_finds_its_die_and_what_is_too_many_is_left_out() -> None:
    assert match_dice(seen("r3", "w4", "r2", "w1", "w6"), ("w1", "w2", "red", "blue")) == {
        "red": 0,
        "w1": 1,
        "w2": 3,
    }
    assert match_dice(None, ("w1",)) == {}


def test_what_people_say_stands_on_the_photo() -> None:
    photo = complete_photo(seen("r3?", "w4"), {"red": 5, "w1": 4, "w2": 2})
    assert photo is not None
    assert [(d.value, d.doubtful) for d in photo.dice] == [(5, False), (4, False)]


@given(
    st.permutations(["w1", "w2", "r3", "g4"]),
    st.sampled_from([("red", "green"), ("red", "w1"), ("w2", "green"), ("w1", "w2"), ("red", "red")]),
)
def test_a_swap_leaves_roll_and_photo_of_one_mind(dice: list[str], pair: tuple[str, str]) -> None:
    photo = seen(*dice)
    white = [d.value for d in photo.dice if d.colour == "white"]
    roll = Roll((white[0], white[1]), red=3, green=4)
    after, shown = swap_dice(roll, photo, *pair)
    assert shown is not None
    where = match_dice(shown, ("w1", "w2", "red", "green"))
    assert [shown.dice[where[k]].value for k in ("w1", "w2", "red", "green")] == [
        *after.white,
        after.red,
        after.green,
    ]
    assert [d.value for d in shown.dice] == [d.value for d in photo.dice], "no die changes its face"


# -- the seven games, and who plays ---------------------------------------------------------------------


def test_cards_number_then_play() -> None:
    table = fold((GameBegun("cards", ("Ann", "Ben")), RollTaken("4", "tapped"), Decided("Ben", "a4")))
    assert table is not None and table.dice_to_roll == ()
    table = apply(table, Decided("Ann", "b4"))
    assert table.position.phase == "play"
    with pytest.raises(Illegal, match="one colour"):
        apply(table, Decided("Ann", "red 9, blue 9: a9"))
    table = apply(table, Decided("Ann", "green 11, green 9: c11 c9"))
    assert sheet(table, "Ann") == "- / b4 / c11 c9 / -" and table.active == "Ben"
    turn = table.turns[-1]
    assert turn.roll == 4 and str(turn.second) == "green 11, green 9: c11 c9"
    with pytest.raises(TableError, match="from 2 to 12"):
        apply(table, RollTaken("w1 w2", "tapped"))


def test_a_lucky_star_and_a_bonus_choice_are_kept_as_they_were_said() -> None:
    begun = GameBegun("longo", ("Laura",), lucky={"Laura": (6, 11)})
    table = fold((begun, RollTaken("w5 w1 r3 y2 g7 b8", "tapped"), Decided("Laura", "c16*")))
    assert table is not None and sheet(table, "Laura") == "- / - / c16 / -"
    assert str(record_of(table).turns[0].first["Laura"]) == "c16*"


def test_who_joins_sits_last_and_who_leaves_is_missed_by_nobody() -> None:
    table = at(ROLL, Decided("Ben", "b5"), Decided("Ann", "a5"), Decided("Ann", "d9"), PlayerAdded("Cleo"))
    assert table.game.players == ("Ann", "Ben", "Cleo") and table.active == "Ben"
    assert sheet(table, "Cleo") == "- / - / - / -"
    table = apply(table, PlayerLeft("Ann"))
    assert table.game.players == ("Ben", "Cleo") and table.active == "Ben"
    assert table.departed == (("Ann", 2),)
    table = apply(table, PlayerLeft("Ben"))
    assert table.active == "Cleo"
    assert len(record_of(table).turns) == 1 and record_of(table).game.players == ("Ann", "Ben")
    with pytest.raises(TableError) as caught:
        apply(table, PlayerLeft("Cleo"))
    assert caught.value.code == "players"
    with pytest.raises(TableError) as caught:
        apply(at(ROLL), PlayerAdded("Cleo"))
    assert caught.value.code == "in-a-turn"


def test_a_late_player_finds_closed_what_has_closed() -> None:
    table = at()
    for sums in ("w1 w1", "w1 w2", "w2 w2", "w2 w3", "w3 w3"):
        table = apply(table, RollTaken(f"{sums} r1 y1 g1 b1", "tapped"))
        number = sum(int(word[1]) for word in sums.split())
        for player in table.game.waiting(table.position):
            table = apply(table, Decided(player, f"a{number}" if player == "Ann" else "-"))
        while table.position.phase == "colour":
            table = apply(table, Decided(table.active, "-"))
    table = apply(table, RollTaken("w6 w6 r1 y1 g1 b1", "tapped"))
    table = apply(table, Decided("Ann", "a12"))
    for player in table.game.waiting(table.position):
        table = apply(table, Decided(player, "-"))
    while table.position.phase == "colour":
        table = apply(table, Decided(table.active, "-"))
    table = apply(table, PlayerAdded("Cleo"))
    assert table.position.closed == ("a",) and "red" not in table.dice_to_roll
    table = apply(table, RollTaken("w1 w1 y1 g1 b1", "tapped"))
    with pytest.raises(Illegal) as illegal:
        apply(table, Decided("Cleo", "a2"))
    assert illegal.value.refusal.rule == "row-closed"
