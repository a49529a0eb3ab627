"""Tests the results sheet: its text, that all of it is on the page, and that its bytes are reproducible."""

from dataclasses import replace

import pypdfium2
import pytest

from sheets.pad import load_pad
from sheets.results import GameResult, PlayerResult, print_results


def result(
    player: str, total: int, *, won: bool = False, points: tuple[int, ...] = (0, 3, 9)
) -> PlayerResult:
    return PlayerResult(player, (0b111, 0, 1 << 4, 0), (), 2, (6, 0, 1, 0), 0, -10, total, won, points)


def results(count: int = 2, game: str = "classic", **more: str) -> GameResult:
    names = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo")
    players = tuple(result(name, 40 - i, won=i == 0) for i, name in enumerate(names[:count]))
    return GameResult("Ann wins", "Classic · 2 turns", load_pad(game), players, ("Turn 2: a swing.",), **more)


def text(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data)]


def test_it_says_who_won_with_sums_and_misses() -> None:
    (page,) = text(print_results(results()))
    for words in ("Ann wins", "Ben", "40", "39", "\u221210", "Turn 2: a swing.", "Points turn by turn"):
        assert words in page
    assert "Unofficial" in page


def test_names_are_printed_and_those_in_other_letters_are_numbered() -> None:
    players = (result("Ștefan", 40, won=True), result("太郎", 30), result("Lea 🦊", 20))
    game = GameResult("太郎 & Ștefan", "", load_pad("classic"), players, ("Turn 2: 太郎 gained.",))
    (page,) = text(print_results(game))
    assert "?" not in page and page.count("Ștefan") == 4 and page.count("Lea") == 3
    assert "Player 2 & Ștefan" in page and "Turn 2: Player 2 gained." in page
    assert "Player 2: a name with letters that cannot be printed here." in page


def test_points_below_nothing_have_a_minus_sign() -> None:
    lost = GameResult("Ann wins", "", load_pad("classic"), (result("Ann", -13, points=(0, -5, -13)),))
    (page,) = text(print_results(lost))
    assert page.count("\u221213") == 3 and "-13" not in page, "table, line's end, above the sheet"


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (4, 1), (5, 2), (10, 2)])
def test_every_player_has_a_sheet_on_some_page(count: int, pages: int) -> None:
    words = text(print_results(results(count)))
    assert len(words) == pages
    last = results(count).results[-1].player
    assert "".join(words).count(last) >= 3, "in the table, at the line's end, and above the sheet"


@pytest.mark.parametrize("game", ["classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b"])
def test_nothing_lies_outside_the_page(game: str) -> None:
    for paper in ("a4", "letter"):
        document = pypdfium2.PdfDocument(print_results(results(3, game, paper=paper)))
        for page in document:
            width, height = page.get_size()
            for item in page.get_objects():
                left, bottom, right, top = item.get_bounds()
                assert left >= 10 and bottom >= 10 and right <= width - 10 and top <= height - 10


def test_the_same_results_give_the_same_bytes_and_another_language_other_words() -> None:
    assert print_results(results()) == print_results(results())
    assert print_results(results()) != print_results(results(language="de"))
    with pytest.raises(KeyError):
        print_results(results(paper="a5"))


def test_names_shrink_rather_than_run_over() -> None:
    long = GameResult("W" * 60, "", load_pad("classic"), (result("Wolfgang Amadeus Wagnerr", 7),))
    document = pypdfium2.PdfDocument(print_results(long))
    width = document[0].get_width()
    assert all(item.get_bounds()[2] <= width - 10 for item in document[0].get_objects())


def test_crosses_outside_cells_appear_below_the_rows() -> None:
    words = (
        "red/yellow " + " ".join(map(str, range(2, 13))) + "; green/blue " + " ".join(map(str, range(2, 13)))
    )
    one = replace(result("Ann", 7), besides=words, bonus=11)
    (page,) = text(print_results(GameResult("", "", load_pad("big-points"), (one,))))
    assert "red/yellow 2 3" in page and "green/blue 2" in page and "11 12" in page
    assert "Bonus" in page, "a bonus that scored has its column"
    plain = replace(one, besides="", bonus=0)
    (page,) = text(print_results(GameResult("", "", load_pad("big-points"), (plain,))))
    assert "red/yellow" not in page and "Bonus" not in page
