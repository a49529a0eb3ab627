"""The referee: verdicts equal a second, naive referee's; formats, open turns, warnings, the command."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.judge import command as judge_command
from companion.cli.moves import command as moves_command
from companion.cli.pads import command as pads_command
from companion.cli.replay import command as replay_command
from companion.cli.rule import command as rule_command
from companion.records.record import read_record, write_record
from companion.records.referee import judge, open_moves
from companion.rulebook.book import RULES, RULINGS
from companion.rules import VARIANTS
from sheets.errors import BadInput
from sheets.pad import load_pad, pad_data
from tests.companion.records.naive_referee import Referee
from tests.companion.records.random_records import random_record

LONGO = {
    "format": "qwixx-record/1",
    "game": "longo",
    "players": ["Emma", "Max", "Laura"],
    "lucky": {"Emma": [5, 10], "Max": [4, 9], "Laura": [6, 11]},
    "rulings": {"weakest-closed": "next-weakest"},
    "turns": [
        {
            "dice": {"white": [5, 1], "red": 3, "yellow": 2, "green": 7, "blue": 8},
            "white": {"Emma": "b6", "Max": "a7", "Laura": "c16*"},
            "colour": "d13",
        }
    ],
}
DICE = {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5}


def classic(*turns: dict, **top: object) -> dict:
    record = {"format": "qwixx-record/1", "game": "classic", "players": ["Ann", "Bob"], "turns": list(turns)}
    return record | top


def cards(*turns: dict, **top: object) -> dict:
    return classic(*turns) | {"game": "cards"} | top


def verdict(record: dict) -> dict:
    return json.loads(json.dumps(judge(read_record(json.dumps(record))).to_json()))


def found(record: dict) -> list[tuple]:
    """What is illegal, without the sentences."""
    return [(i["turn"], i["action"], i["player"], i["mark"], i["rule"]) for i in verdict(record)["illegal"]]


def moves(record: dict) -> list[dict]:
    return open_moves(read_record(json.dumps(record)))


def without_words(result: dict) -> dict:
    """A verdict as the naive referee gives it."""
    for entry in result["illegal"]:
        assert entry.pop("why").endswith(".")
    warnings = [(w["code"], w.get("turn"), w.get("player")) for w in result["warnings"]]
    return result | {"warnings": sorted(map(list, warnings), key=str)}


def compare(seed: int, name: str) -> set[str]:
    """Both referees on one random record; returns the rules that were broken in it."""
    record = random_record(random.Random(f"{name} {seed}"), name)
    read = read_record(json.dumps(record))
    naive = Referee(record).run()
    expected = json.loads(json.dumps(naive.verdict()))
    expected["warnings"].sort(key=str)
    result = without_words(verdict(record))
    assert result == expected, f"{name} {seed}"
    if read.open:
        assert open_moves(read) == naive.moves(), f"{name} {seed}"
    assert read_record(json.dumps(write_record(read))) == read
    return {entry["rule"] for entry in result["illegal"]}


@pytest.mark.parametrize("name", list(VARIANTS))
def test_verdicts_equal_the_naive_referees(name: str, full_counts: bool) -> None:
    rules: set[str] = set()
    for seed in range(5000 if full_counts else 60):
        rules |= compare(seed, name)
    assert "left-to-right" in rules
    assert rules <= set(RULES)
    assert all(name in RULES[rule].games for rule in rules)


def test_the_printed_verdict() -> None:
    result = verdict(LONGO)
    why = result["illegal"][0].pop("why")
    assert why == "The white dice show 5 + 1 = 6, so red 7 is not the white sum."
    assert result["illegal"] == [
        {"turn": 1, "action": "white", "player": "Max", "mark": "a7", "rule": "white-sum"}
    ]
    assert result["players"]["Emma"] == {
        "marks": {"a": [], "b": [6], "c": [], "d": [13]},
        "locks": [],
        "misses": 0,
        "bonus": [],
        "scores": {"a": 0, "b": 1, "c": 0, "d": 1, "bonus": 0, "misses": 0, "total": 2},
    }
    del result["players"], result["illegal"]
    assert result == {
        "format": "qwixx-verdict/1",
        "ok": False,
        "ended": None,
        "closed": [],
        "winners": None,
        "warnings": [],
    }


def test_an_illegal_mark_counts_as_not_written() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a6"}, "colour": "b9"})
    assert found(record) == [(1, "white", "Ann", "a6", "white-sum"), (1, "colour", "Ann", "b9", "colour-sum")]
    assert verdict(record)["players"]["Ann"]["misses"] == 1


def test_an_open_turn_waits_for_everyone() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a5"}, "open": True})
    assert moves(record) == [{"player": "Bob", "action": "white", "moves": ["-", "a5", "b5", "c5", "d5"]}]
    assert verdict(record)["players"]["Ann"]["marks"]["a"] == [5]
    assert verdict(record)["players"]["Bob"]["misses"] == 0


def test_an_illegal_mark_in_an_open_turn_leaves_its_player_undecided() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a6", "Bob": "-"}, "open": True})
    assert [entry["player"] for entry in moves(record)] == ["Ann"]
    colour = classic({"dice": DICE, "white": {"Ann": "-", "Bob": "-"}, "colour": "a12", "open": True})
    assert [(entry["player"], entry["action"]) for entry in moves(colour)] == [("Ann", "colour")]


def test_action_2_before_everyone_has_decided() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a5"}, "colour": "a7", "open": True})
    assert found(record) == [(1, "colour", "Ann", "a7", "action-order")]
    assert verdict(record)["players"]["Ann"]["marks"]["a"] == [5]
    play = cards(
        {"number": 4, "number_marks": {"Ann": "a4"}, "play": ["red 5"], "marks": ["a5"], "open": True}
    )
    assert found(play) == [(1, "play", "Ann", None, "action-order")]


def test_passing_in_an_open_turn_ends_it_with_a_miss() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "-", "Bob": "-"}, "colour": "-", "open": True})
    assert moves(record) == []
    assert verdict(record)["players"]["Ann"]["misses"] == 1


def test_after_the_end_marks_are_reported_and_plays_are_not_judged() -> None:
    passed = {"dice": DICE}
    record = classic(*[passed] * 7, {"dice": DICE, "white": {"Bob": "a5", "Ann": "-"}, "colour": "a9"})
    assert verdict(record)["ended"] == {"turn": 7, "reason": "end-misses"}
    assert found(record) == [(8, "white", "Bob", "a5", "game-over"), (8, "colour", "Bob", "a9", "game-over")]
    nothing = {"number": 4, "play": ["red 5"]}
    late = {"number": 4, "play": ["red 5", "blue 5"], "marks": ["a5"]}
    assert found(cards(*[nothing] * 7, late)) == [(8, "play", "Bob", "a5", "game-over")]


def test_a_finished_card_turn_has_a_play() -> None:
    assert found(cards({"number": 4})) == [(1, "play", "Ann", None, "cards-play")]
    assert found(cards({"number": 4, "open": True})) == []
    assert found(
        cards({"number": 4, "number_marks": {"Ann": "-", "Bob": "-"}, "play": [], "open": True})
    ) == [(1, "play", "Ann", None, "cards-play")]


def test_marks_of_a_play_in_the_order_written() -> None:
    turn = {"number": 4, "play": ["red 4", "red 6", "red 8"], "marks": ["a4", "a6", "a8", "a6"]}
    assert found(cards(turn)) == [
        (1, "play", "Ann", "a8", "cards-gap"),
        (1, "play", "Ann", "a6", "cards-play"),
    ]


def test_precedence_of_reasons() -> None:
    five = [{"dice": {"white": [1, n], "red": 1}, "white": {"Ann": f"a{n + 1}"}} for n in range(1, 6)]
    close = {"dice": {"white": [6, 6], "red": 1}, "white": {"Ann": "a12"}, "colour": "a7"}
    record = classic(
        *five, close, {"dice": {"white": [1, 1], "red": 1}, "white": {"Ann": "a2"}, "colour": "a3"}
    )
    result = verdict(record)
    assert result["closed"] == ["a"]
    assert found(record) == [
        (6, "colour", "Bob", "a7", "die-removed"),  # before colour-sum and row-closed
        (7, "white", "Ann", "a2", "row-closed"),  # before left-to-right
        (7, "colour", "Ann", "a3", "die-removed"),
    ]
    wrong_and_closed = classic(*five, close, {"dice": DICE, "white": {"Ann": "a2"}})
    assert found(wrong_and_closed)[-1] == (7, "white", "Ann", "a2", "white-sum")


def test_warnings() -> None:
    missing = {colour: value for colour, value in DICE.items() if colour != "red"}
    record = classic({"dice": missing, "white": {"Ann": "a5"}}, claims={"Ann": {"misses": 1, "total": 1}})
    warnings = verdict(record)["warnings"]
    assert [(w["code"], w.get("turn"), w.get("player")) for w in warnings] == [
        ("die-missing", 1, None),
        ("claim", None, "Ann"),
    ]
    assert "red die" in warnings[0]["text"]
    assert warnings[1]["text"] == "Misses of Ann: the paper shows 1, by the rules there are 0."
    for count, expected in ((1, True), (2, False), (5, False), (6, True)):
        names = [f"P{n}" for n in range(count)]
        codes = [w["code"] for w in verdict(classic(players=names))["warnings"]]
        assert ("player-count" in codes) == expected
    assert verdict(cards(players=["P"]))["warnings"] == []


def test_moves_list_choices_by_letters() -> None:
    marks = {"Ann": "c9", "Bob": "-"}
    first = {"dice": {"white": [6, 5], "red": 1, "yellow": 1, "green": 1, "blue": 1}, "white": {"Ann": "b11"}}
    second = {"dice": {"white": [4, 5], "red": 1, "yellow": 1, "green": 1, "blue": 1}, "open": True}
    record = classic(first, second) | {"game": "bonus-b"}
    assert moves(record)[0]["moves"] == ["-", "a9", "c9>a", "c9>d", "d9"]
    second = second | {"white": marks}
    sheet = verdict(classic(first, second) | {"game": "bonus-b"})["players"]["Ann"]
    assert sheet["marks"]["a"] == [2, 3]
    assert sheet["bonus"] == ["two-weakest"]


def test_an_own_layout_is_carried_and_played() -> None:
    layout = pad_data(load_pad("classic")) | {"name": "steps", "sides": 4, "rows": {}}
    layout["rows"] = {
        "a": "red 2 3 4 5 6 7 8",
        "b": "red 2 3 4 blue 5 6 7 8",
        "c": "green 8 7 6 5 4 3 2",
        "d": "blue 5 4 3 2 8 6 7",
    }
    record = classic(
        {"dice": {"white": [2, 2], "red": 4}, "white": {"Ann": "d4"}, "colour": "b6"}, layout=layout
    )
    assert found(record) == [(1, "colour", "Ann", "b6", "colour-sum")]
    assert verdict(record)["players"]["Ann"]["marks"]["d"] == [4]
    assert read_record(json.dumps(write_record(read_record(json.dumps(record))))).game.pad.name == "steps"


# -- the command ---------------------------------------------------------------------------------------


def write(folder: Path, name: str, *records: object) -> str:
    path = folder / name
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in records), encoding="utf-8")
    return str(path)


def test_replay_exit_statuses_and_streams(tmp_path: Path) -> None:
    good = write(tmp_path, "good.json", classic({"dice": DICE, "white": {"Ann": "a5"}}))
    bad = write(tmp_path, "bad.json", LONGO)
    broken = write(tmp_path, "broken.json", "{")
    many = write(tmp_path, "many.jsonl", classic(), "", LONGO, "[]")
    run = CliRunner().invoke
    assert run(replay_command, [good, "--json"]).exit_code == 0
    assert run(replay_command, [good, bad, "--json"]).exit_code == 1
    mixed = run(replay_command, [broken, bad, good, "--json"])
    assert mixed.exit_code == 2
    assert [json.loads(line)["ok"] for line in mixed.stdout.splitlines()] == [False, True]
    assert mixed.stderr.startswith(f"qwixx replay: {broken}: /: expected JSON")
    assert len(mixed.stderr.splitlines()) == 1
    lines = run(replay_command, [many, "--json"])
    assert [json.loads(line)["ok"] for line in lines.stdout.splitlines()] == [True, False]
    assert lines.stderr == f"qwixx replay: {many}:4: /: expected an object, but found an empty list.\n"
    assert lines.exit_code == 2
    piped = run(replay_command, ["-", "--json"], input=json.dumps(LONGO))
    assert piped.exit_code == 1
    absent = run(replay_command, [str(tmp_path / "none.json"), "--json"])
    assert (absent.exit_code, absent.stdout) == (2, "")
    assert "cannot be read" in absent.stderr


def test_replay_in_words(tmp_path: Path) -> None:
    path = write(tmp_path, "longo.json", LONGO)
    shown = CliRunner().invoke(replay_command, [path]).stdout
    assert "Turn 1 · Emma  w5 w1 r3 y2 g7 b8" in shown
    assert "so red 7 is not the white sum. [white-sum]" in shown
    assert "[13]" in shown
    assert "Not finished. As it stands: Emma 2, Max 0, Laura 1." in shown
    assert "\x1b" not in shown


def test_moves_command(tmp_path: Path) -> None:
    path = write(
        tmp_path, "open.json", classic({"dice": DICE, "white": {"Ann": "-", "Bob": "-"}, "open": True})
    )
    result = CliRunner().invoke(moves_command, [path, "--json"])
    expected = [
        {"player": "Ann", "action": "colour", "moves": ["-", "a4", "a7", "b3", "b6", "c10", "c7", "d9", "d6"]}
    ]
    assert json.loads(result.stdout) == expected
    closed = write(tmp_path, "closed.json", classic({"dice": DICE}))
    outcome = CliRunner().invoke(moves_command, [closed, "--json"])
    assert isinstance(outcome.exception, BadInput)


def test_moves_with_a_hand(tmp_path: Path) -> None:
    record = cards({"number": 4, "number_marks": {"Ann": "-", "Bob": "-"}, "open": True}, jokers=True)
    path = write(tmp_path, "cards.json", record)
    plain = json.loads(CliRunner().invoke(moves_command, [path, "--json"]).stdout)
    assert plain == [{"player": "Ann", "action": "play"}]
    result = CliRunner().invoke(moves_command, [path, "--json", "--hand", "green 11, red 4, joker 9"])
    listed = json.loads(result.stdout)[0]["moves"]
    assert {"play": ["green 11", "joker 9 as green"], "marks": ["c11", "c9"]} in listed
    assert {"play": ["joker 9 as blue"], "marks": []} in listed
    # green 11 with the joker: 4 sets of marks; red 4 with it: 3 (the gap); each alone 2, the joker 4 x 2
    assert len(listed) == 4 + 3 + 2 + 2 + 8
    for play in listed:
        turn = record["turns"][0] | play
        assert found(record | {"turns": [turn]}) == []
    for hand in ("green 1", "red 4, red 4", "a, b", ""):
        assert isinstance(CliRunner().invoke(moves_command, [path, "--hand", hand]).exception, BadInput)


def test_judge_command_as_in_the_issue() -> None:
    arguments = ["--game", "classic", "--action", "colour", "--sheet", "a2 a3 a5 / b7 / - / d12 d11"]
    roll = ["--roll", "w4 w1 r3 y2 g6 b5"]
    refused = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d5"])
    assert refused.exit_code == 1
    assert refused.stdout.startswith(
        "Illegal: d5. The blue die shows 5 and the white dice 4 and 1: that makes 6 or 9"
    )
    assert "[colour-sum]" in refused.stdout
    assert refused.stdout.endswith("Legal instead:  -  a7  c10  c7  d9  d6\n")
    allowed = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d9"])
    assert (allowed.exit_code, allowed.stdout.splitlines()[0]) == (0, "Legal: d9.")
    as_json = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d5", "--json"])
    assert json.loads(as_json.stdout)["instead"] == ["-", "a7", "c10", "c7", "d9", "d6"]
    closed = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d9", "--closed", "blue"])
    assert "[die-removed]" in closed.stdout


def test_judge_knows_what_a_bonus_sheet_says() -> None:
    bar = ["--game", "bonus-a", "--action", "white", "--roll", "w5 w6", "--mark", "c11"]
    shown = CliRunner().invoke(judge_command, [*bar, "--sheet", "a3 a4 / - / - / - boxes 1"]).stdout
    assert shown.endswith("The sheet then: a3 a4 / b2 / c11 / - boxes 1 2\n")
    pairs = ["--game", "bonus-b", "--action", "white", "--roll", "w1 w2", "--mark", "a3"]
    shown = CliRunner().invoke(judge_command, [*pairs, "--sheet", "- / b3 / c5 / -"]).stdout
    assert shown.endswith("The sheet then: a3 / b3 / c5 / - earned no-misses\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--action", "white", "--sheet", "a2", "--roll", "w1 w1", "--mark", "a3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--mark", "a3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w7", "--mark", "a3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a13"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a3 b3"],
        ["--action", "number", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a3"],
        ["--game", "longo", "--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a3"],
        ["--game", "cards", "--action", "number", "--sheet", "-/-/-/-", "--mark", "a3"],
        ["--action", "white", "--sheet", "a2 a3 a12/-/-/-", "--roll", "w1 w2", "--mark", "b3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "b3", "--closed", "pink"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "b3", "--ruling", "x=y"],
        ["--game", "bonus-a", "--action", "white", "--sheet", "a3/-/-/-", "--roll", "w1 w2", "--mark", "b3"],
    ],
)
def test_judge_wants_a_clear_question(arguments: list[str]) -> None:
    problem = CliRunner().invoke(judge_command, arguments).exception
    assert isinstance(problem, BadInput)
    assert str(problem).endswith(".")
    assert "\n" not in str(problem)


def test_rule_command_prints_each_rule_and_ruling() -> None:
    listing = CliRunner().invoke(rule_command, []).stdout
    for name in [*RULES, *RULINGS]:
        assert name in listing
        assert CliRunner().invoke(rule_command, [name]).stdout.startswith(name)
    problem = CliRunner().invoke(rule_command, ["lock-needs-fife"]).exception
    assert isinstance(problem, BadInput)
    assert "lock-needs-five" in str(problem)


def test_pads_command(tmp_path: Path) -> None:
    assert "bonus-b: Qwixx Bonus B" in CliRunner().invoke(pads_command, []).stdout
    own = tmp_path / "own.toml"
    text = 'format = "qwixx-pad/1"\nname = "own"\n[rows]\na = "red 2 3 4 5 6 7"\n'
    text += 'b = "yellow 2 3 4 5 6 7"\nc = "green 7 6 5 4 3 2"\nd = "blue 7 6 5 4 3 2"\n'
    own.write_text(text)
    assert "a sound pad" in CliRunner().invoke(pads_command, ["check", str(own)]).stdout
    own.write_text(text.replace("blue 7 6 5", "blue 7 7 5"))
    problem = CliRunner().invoke(pads_command, ["check", str(own)]).exception
    assert isinstance(problem, BadInput)
    assert str(problem).endswith("/rows/d: expected each number once in the row, but found a second 7.")


RECORDS = sorted((Path(__file__).parents[3] / "fixtures" / "records").glob("*.verdict.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split(".")[0])
def test_the_records_of_the_fixtures(path: Path) -> None:
    record = read_record(path.with_name(path.name.replace(".verdict", "")).read_bytes())
    assert judge(record).to_json() == json.loads(path.read_text(encoding="utf-8"))


def test_there_are_records_of_every_game() -> None:
    games = {json.loads(p.with_name(p.name.replace(".verdict", "")).read_bytes())["game"] for p in RECORDS}
    assert games == set(VARIANTS)
