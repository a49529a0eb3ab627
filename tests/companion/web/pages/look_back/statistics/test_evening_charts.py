"""The charts of evenings: games won up to each game, and how an evening's wins fell."""

from companion.analysis.evenings import Result, evenings
from companion.web.pages.look_back.statistics.statistics import present_evening_charts

DAY = 86_400.0
RESULTS = [
    Result(1, "classic", 20 * DAY, {"Ann": 80, "Ben": 70}),
    Result(2, "classic", 20 * DAY + 3600, {"Ann": 60, "Ben": 60}),
    Result(3, "longo", 27 * DAY, {"Ann": 60, "Ben": 90}),
    Result(4, "classic", 27 * DAY + 3600, {"Ann": 44}),
]


def test_wins_are_counted_game_by_game() -> None:
    charts = present_evening_charts(evenings(RESULTS))
    assert charts is not None
    assert dict(charts.wins.rows) == {"Ann": (0, 1, 2, 2), "Ben": (0, 0, 1, 2)}, "a game alone is no win"


def test_an_evening_is_a_bar_of_its_wins() -> None:
    charts = present_evening_charts(evenings(RESULTS))
    assert charts is not None
    newest, oldest = charts.bars
    assert [(share.player, share.x, share.width) for share in newest] == [("Ben", 0.0, 100.0)]
    assert [(share.player, share.x, share.width) for share in oldest] == [
        ("Ann", 0.0, 75.0),
        ("Ben", 75.0, 25.0),
    ]
    assert {share.player: share.line for bar in charts.bars for share in bar} == {"Ann": 0, "Ben": 1}


def test_one_game_is_no_chart() -> None:
    assert present_evening_charts(evenings(RESULTS[:1])) is None
    assert present_evening_charts(()) is None
