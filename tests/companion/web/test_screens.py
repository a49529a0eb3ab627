"""Where things are on phones upright and sideways, on laptops and on large screens, measured in a browser."""

import io
import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from companion.rules import ALL_VARIANTS
from companion.web.layout.people.invitation import present_invitation
from sheets.svg import colour_sign_path
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import (
    LAPTOP,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    SMALL_SIDEWAYS,
    TELEVISION,
    at,
    box,
    boxes,
    changed,
    phone_cookies,
    sit,
)

pytestmark = pytest.mark.browser


GAMES = [
    pytest.param(game, marks=() if game in ("classic", "longo", "bonus-b") else pytest.mark.long)
    for game in ALL_VARIANTS
]
"""The narrowest, the widest and the fullest pad in every run, all in the long one."""
LOW = (".round", ".field", ".stop")
"""Places that are lower than cells: there is room for a finger beside them."""


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(size, language, id=f"{language}-{size['width']}", marks=marks)
        for size, usual in ((SMALL_PHONE, "de"), (PHONE, "en"), (SMALL_SIDEWAYS, "en"), (SIDEWAYS, "de"))
        for language in ("en", "de")
        for marks in (() if language == usual and 320 in size.values() else pytest.mark.long,)
    ],
)
def test_a_phones_own_sheet_stays_while_texts_come_and_go(
    app: Any, address: str, look: Any, size: Any, language: str
) -> None:
    actor = sit(app, players=4)
    page = look(size, phone_cookies(actor, address, "Ben", language=language))
    tops = {"throw": box(page, "#sheet-1").top}
    rows = {"throw": box(page, "#c1a2").top}

    def see(moment: str) -> None:
        at(page, actor)
        tops[moment], rows[moment] = box(page, "#sheet-1").top, box(page, "#c1a2").top

    actor.roll(ROLL)
    see("white")
    actor.join("Cleo").marks("a5")
    see("one has chosen")
    actor.join("Ben").marks("b5")
    see("Ben has chosen")
    actor.join("Dora").marks("-")
    actor.join("Annegret").marks("-")
    see("colour")
    actor.join("Annegret").marks("-")
    see("the next turn, after a miss")
    assert page.get_by_text(re.compile("Annegret (takes a miss|bekommt einen Fehlwurf)")).first.is_visible()
    actor.roll(ROLL)
    see("its white dice")
    assert len(set(tops.values())) == 1, tops
    assert len(set(rows.values())) == 1, rows


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(size, language, id=f"{language}-{size['width']}", marks=marks)
        for size, usual in ((SMALL_PHONE, "es"), (PHONE, "de"))
        for language in ("en", "de", "es")
        for marks in (() if language == usual else pytest.mark.long,)
    ],
)
def test_what_a_turn_has_brought_is_read_whole_on_a_phone(
    app: Any, address: str, look: Any, size: Any, language: str
) -> None:
    names = ("Cleo-Marie v. Hohenstein", "Benjamín", "Ann")
    actor = Actor(app).begin(*names)
    for white, cell in (("w1 w1", "a2"), ("w2 w1", "a3"), ("w2 w2", "a4"), ("w3 w2", "a5"), ("w3 w3", "a6")):
        actor.roll(f"{white} r1 y1 g1 b1")
        active = actor.table.active
        for name in names:
            actor.join(name).marks(cell)
        actor.join(active).marks("-")
    actor.roll("w6 w6 r1 y2 g3 b4")
    page = look(size, phone_cookies(actor, address, "Benjamín", language=language))
    before = box(page, "#sheet-1").top
    both = size is PHONE
    for name, mark in zip(names, ("a12" if both else "-", "-", "a12"), strict=True):
        actor.join(name).marks(mark)
    at(page, actor)
    title, told, dice = box(page, "#turn h1"), box(page, "#outcome"), box(page, "#dice")
    assert page.locator("#outcome li").count() == 2 + both, "who has locked the row, and its die leaves"
    hidden = "told => [told.scrollWidth - told.clientWidth, told.scrollHeight - told.clientHeight]"
    assert max(page.locator("#outcome").evaluate(hidden)) <= 1, "it is cut"
    assert title.bottom <= told.top + 1 and told.bottom <= dice.top
    assert ". " in page.locator("#outcome").inner_text(), "sentences stand apart"
    assert box(page, "#sheet-1").top == before
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert all(each.right <= size["width"] for each in boxes(page, "#turn > .kicker span"))


def test_hints_and_the_photo_come_after_the_own_sheet(app: Any, address: str, look: Any) -> None:
    actor = sit(app)
    page = look(PHONE, phone_cookies(actor, address, hints="suggestions"))
    before = box(page, "#sheet-0").top
    actor.roll(ROLL)
    at(page, actor)
    hints, own, other = box(page, "#hints"), box(page, "#sheet-0"), box(page, "#sheet-1")
    assert own.top == before
    assert own.bottom <= hints.top and hints.bottom <= other.top


@pytest.mark.parametrize("game", GAMES)
def test_sideways_the_roll_is_one_line_and_the_own_sheet_the_rest(
    app: Any, address: str, look: Any, game: str
) -> None:
    actor = sit(app, game)
    if game == "cards":
        actor.ok("/roll", turned="5")
    else:
        actor.roll(ROLL)
    page = look(SMALL_SIDEWAYS, phone_cookies(actor, address))
    measure_sideways(page, game, SMALL_SIDEWAYS)
    page.set_viewport_size(SIDEWAYS)
    measure_sideways(page, game, SIDEWAYS)


def measure_sideways(page: Any, game: str, size: dict[str, int]) -> None:
    turn, own = box(page, "#turn"), box(page, "#sheet-0")
    assert turn.top >= 0 and turn.height <= 60
    scrolled = 30 if game == "connect-15" and size is SMALL_SIDEWAYS else 0  # the line below the rows
    assert own.bottom <= size["height"] + scrolled and own.height >= 0.8 * size["height"]
    assert max(each.bottom for each in boxes(page, "#sheet-0 .cell:not(.stop)")) <= size["height"]
    assert own.width >= size["width"] - 20
    assert max(each.bottom for each in boxes(page, "#sheet-0 .cell")) <= own.bottom
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    least = 28 if game == "longo" and size is SMALL_SIDEWAYS else 32
    assert min(each.width for each in boxes(page, "#sheet-0 .cell")) >= least
    crowded = {"big-points": 24, "connect-15": 24}  # six rows, and rows with fields
    assert min(each.height for each in boxes(page, f"#sheet-0 .cell:not({','.join(LOW)})")) >= crowded.get(
        game, 32
    )
    lower = [each.height for selector in LOW for each in boxes(page, f"#sheet-0 .cell{selector}")]
    assert min(lower, default=24) >= 24


@pytest.mark.parametrize("game", ["big-points", "connect-15"])
def test_on_the_smallest_phone_no_row_of_a_crowded_pad_is_below_the_screen(
    app: Any, address: str, look: Any, game: str
) -> None:
    """Six rows, and rows with fields: upright and sideways, each place as high as a finger needs."""
    actor = sit(app, game).roll(ROLL)
    page = look(SMALL_PHONE, phone_cookies(actor, address))
    for size, least in ((SMALL_PHONE, 34), (SMALL_SIDEWAYS, 24)):
        page.set_viewport_size(size)
        assert max(each.bottom for each in boxes(page, "#sheet-0 .cell:not(.stop)")) <= size["height"]
        own = boxes(page, f"#sheet-0 .cell:not({','.join(LOW)})")
        lower = boxes(page, "#sheet-0 .cell:is(.round, .field)")
        assert min(each.height for each in own) >= least and min(each.height for each in lower) >= 24
        assert not [one for one in own for other in lower if one.meets(other)], "none covers another"


@pytest.mark.parametrize("game", GAMES)
def test_cells_are_wide_enough_for_a_finger(app: Any, address: str, look: Any, game: str) -> None:
    actor = sit(app, game)
    page = look(PHONE, phone_cookies(actor, address))
    cells = boxes(page, "#sheet-0 .cell")
    lower = [each.height for selector in LOW for each in boxes(page, f"#sheet-0 .cell{selector}")]
    own = boxes(page, f"#sheet-0 .cell:not({','.join(LOW)})")
    assert min(each.width for each in cells) >= 32 and min(each.height for each in own) >= 40
    assert min(lower, default=24) >= 24
    assert max(each.right for each in cells) <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_fill_a_large_screen_and_nobody_scrolls(app: Any, look: Any, game: str) -> None:
    sit(app, game, 5)
    page = look(LAPTOP)
    measure_large(page, game, LAPTOP, 5)
    actor = sit(app, game, 6)
    page.set_viewport_size(TELEVISION)
    at(page, actor)
    page.locator("#sheet-5").wait_for()
    measure_large(page, game, TELEVISION, 6)


def measure_large(page: Any, game: str, size: dict[str, int], players: int) -> None:
    sheets, cells = boxes(page, "#sheets .sheet"), boxes(page, "#sheets .cell")
    assert len(sheets) == players
    assert max(each.bottom for each in sheets) <= size["height"]
    assert max(each.bottom for each in sheets) >= 0.95 * size["height"], "they fill it"
    assert max(each.right for each in sheets) >= 0.97 * size["width"]
    for sheet in sheets:
        inside = [each for each in cells if each.meets(sheet)]
        assert max(each.bottom for each in inside) <= sheet.bottom
    for row, lock in zip(
        boxes(page, "#sheets .row:not(.rounds)"), boxes(page, "#sheets .lock > svg"), strict=True
    ):
        assert row.top <= lock.top and lock.bottom <= row.bottom, "a lock stays in its row"
    own = boxes(page, f"#sheets .cell:not({','.join(LOW)})")
    assert min(each.height for each in own) >= {"big-points": 18, "connect-15": 20}.get(game, 24)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("game", ["longo", "connected-a"])
def test_four_sheets_on_a_laptop_leave_room_for_names(app: Any, address: str, look: Any, game: str) -> None:
    actor = sit(app, game, players=4)
    actor.roll(ROLL)
    page = look({"width": 1280, "height": 800}, locale="de-DE")
    assert page.locator("#sheets .act .button").count() == 4
    names = page.locator("#sheets .owner h2")
    cut = dict(names.evaluate_all("all => all.map(e => [e.textContent, e.scrollWidth - e.clientWidth])"))
    assert all(cut[name] <= 0 for name in ("Ben", "Cleo", "Dora")), cut
    assert all(each.width >= 30 for each in boxes(page, "#sheets .owner h2")), "who throws has a name too"
    for owner, act in zip(boxes(page, "#sheets .owner h2"), boxes(page, "#sheets .act"), strict=True):
        assert owner.right <= act.left


def test_fewer_sheets_are_larger(app: Any, look: Any) -> None:
    heights, page = [], None
    for players in (6, 4, 2, 1):
        sit(app, players=players)
        page = page or look(TELEVISION)
        page.reload()
        page.locator("body[data-ready]").wait_for()
        heights.append(min(each.height for each in boxes(page, "#sheets .cell")))
    assert heights == sorted(heights) and heights[-1] >= 1.5 * heights[0]


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_the_links_above_a_page_take_one_line_on_the_smallest_phone(
    app: Any, address: str, look: Any, language: str
) -> None:
    actor = sit(app, "classic", 2)
    page = look(SMALL_PHONE, phone_cookies(actor, address), locale=language)
    for path in ("/", "/new", "/rules", "/history"):
        page.goto(address + path)
        links = boxes(page, "body > header nav a")
        assert links and len({each.top for each in links}) == 1, path
        assert all(each.right <= SMALL_PHONE["width"] for each in links), path


def test_who_skips_the_links_above_sees_no_line_around_the_page(app: Any, look: Any) -> None:
    sit(app, "classic", 2)
    page = look(LAPTOP)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_longo_takes_one_line_where_there_is_room(app: Any, address: str, look: Any) -> None:
    actor = sit(app, "longo", 5)

    def lines(page: Any) -> int:
        return len({each.top for each in boxes(page, "#sheet-0 .row:first-child .cell")})

    assert lines(look(LAPTOP)) == 1
    assert lines(look(SIDEWAYS, phone_cookies(actor, address))) == 1
    assert lines(look(PHONE, phone_cookies(actor, address))) == 2


@pytest.mark.parametrize(
    "size", [LAPTOP, pytest.param(TELEVISION, marks=pytest.mark.long)], ids=lambda size: str(size["width"])
)
def test_a_television_shows_dice_and_sheets_and_nothing_to_tap(app: Any, look: Any, size: Any) -> None:
    actor = sit(app, "mixx-a", 6)
    page = look(size, path="/television")
    actor.roll(ROLL)
    at(page, actor)
    assert boxes(page, "button, summary, input, nav a, .foot a") == []
    sheets = boxes(page, "#sheets .sheet")
    assert len(sheets) == 6 and len(boxes(page, "#dice .die")) == 6
    assert max(each.bottom for each in sheets) <= size["height"]
    assert page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == 2 * [size["height"]]
    actor.join("Ben").marks("a5")
    at(page, actor)
    assert len(boxes(page, "#c1a5 .cross")) == 1, "it follows live"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Back to the table"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_legal_cell_of_mixx_keeps_its_colour_and_carries_its_sign(
    app: Any, address: str, look: Any, scheme: str
) -> None:
    actor = sit(app, "mixx-a").roll(ROLL)
    page = look(PHONE, phone_cookies(actor, address), color_scheme=scheme)
    signs = {}
    for cell in ("a5", "b5", "c5", "d5"):
        colours = page.locator(f"#c0{cell}").evaluate(
            """cell => {  // the cell's own fill, beside that of the coloured plates
              const [canvas] = [document.createElement("canvas")], pen = canvas.getContext("2d");
              const read = (css) => { pen.fillStyle = css; pen.fillRect(0, 0, 1, 1);
                return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3); };
              const style = getComputedStyle(cell);
              return [read(style.backgroundColor), read(style.getPropertyValue("--band"))]; }"""
        )
        fill, band = colours
        assert fill.index(max(fill)) == band.index(max(band)) and max(fill) - min(fill) > 40, cell
        sign, own = box(page, f"#c0{cell} .sign svg"), box(page, f"#c0{cell}")
        assert own.left <= sign.left and sign.right <= own.right and sign.width >= 7
        signs[cell] = page.locator(f"#c0{cell} .sign path").get_attribute("d")
    colour = {str(each): each.colour for row in actor.table.game.pad.rows for each in row}
    assert signs == {cell: colour_sign_path(colour[cell]) for cell in signs}


def test_what_crosses_are_worth_is_one_tap_away(app: Any, address: str, look: Any) -> None:
    actor = sit(app, "bonus-b")
    page = look(PHONE, phone_cookies(actor, address))
    assert page.locator("#sheet-0").get_by_text("miss \N{MINUS SIGN}5").is_visible()
    page.locator("#sheet-0").get_by_role("button", name="What crosses are worth").click()
    card = page.get_by_role("dialog", name="What crosses are worth")
    assert card.get_by_role("row", name="12 78").is_visible()
    assert card.get_by_text("weakest row twice").is_visible()
    card.get_by_role("button", name="Close").click()
    assert not card.is_visible()


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as a browser writes them, "rgb(251, 247, 236)"; from 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("size", [PHONE, SMALL_SIDEWAYS], ids=lambda size: str(size["width"]))
def test_dice_are_tapped_in_on_a_phone(app: Any, address: str, look: Any, size: Any) -> None:
    actor = sit(app)
    page = look(size, phone_cookies(actor, address))
    page.locator(".entry > summary").click()
    assert box(page, ".entry > summary").height <= 60
    dice, names = boxes(page, ".entry fieldset"), boxes(page, ".entry fieldset .who")
    for row, name in zip(dice, names, strict=True):
        first = min(each.left for each in boxes(page, ".entry fieldset label") if each.meets(row))
        assert row.height <= 70 and name.right <= first, "each die's name stands before its values"
    signs = """all => all.map(sign => [sign, sign.closest(".card")].map(each => getComputedStyle(each)))
               .map(([sign, card]) => [sign.color, card.backgroundColor])"""
    for colours in page.locator(".typed-roll .order .shape").evaluate_all(signs):
        assert contrast(*colours) >= 1.8, f"a sign cannot be seen: {colours}"
    with changed(page, actor):
        for key in ("w1", "w2", "red", "yellow", "green", "blue"):
            page.locator(f'label:has(input[name="{key}"][value="2"])').click()
    page.get_by_role("heading", name="White dice make 4").wait_for()


def test_names_of_dice_stand_apart_on_the_smallest_phone(app: Any, look: Any) -> None:
    sit(app).roll(ROLL)
    page = look(SMALL_PHONE, locale="es-ES")
    texts = """all => all.map(name => { const text = document.createRange(); text.selectNodeContents(name);
               const box = text.getBoundingClientRect(); return [box.left, box.right]; })"""
    places = page.locator("#dice .under").evaluate_all(texts)
    assert len(places) == 6
    assert all(one[1] + 5 < other[0] for one, other in itertools.pairwise(places)), places


@pytest.mark.parametrize("size", [SMALL_PHONE, LAPTOP])
def test_the_points_beside_the_plot_are_read_whole(app: Any, address: str, look: Any, size: Any) -> None:
    names = ("Cleo-Marie v. Hohenstein", "Benjamín M", "Ann")
    actor = Actor(app).begin(*names)
    for _ in range(2):
        actor.roll("w1 w1 r1 y1 g1 b1")
        active = actor.table.active
        for name in (*names, active):
            actor.join(name).marks("-")
    page = look(size)
    page.goto(f"{address}/games/{actor.server.session.game}")
    edge = box(page, ".plot svg")
    texts = boxes(page, ".plot .line text")
    assert len(texts) == 3 and all(each.right <= edge.right for each in texts), (edge, texts)
    whole = ("\u22125 Cleo-Mari…", "\u22125 Benjamín M", "0 Ann")
    assert page.locator(".plot .line text").all_text_contents() == list(whole)


@pytest.mark.parametrize(
    ("size", "language"),
    [({"width": 1280, "height": 800}, "en"), ({"width": 360, "height": 740}, "de"), (SMALL_PHONE, "es")],
)
def test_names_are_not_broken_where_the_winner_is_named(
    app: Any, address: str, look: Any, size: Any, language: str
) -> None:
    names = ("Benjamín", "Annegret", "Ann")
    actor = Actor(app).begin(*names, rounds="1")
    for _ in names:
        actor.roll("w6 w6 r1 y1 g1 b1")
        active = actor.table.active
        for name in (*names, active):
            actor.join(name).marks("-")
    assert actor.table.position.phase == "over"
    page = look(size, [{"name": "language", "value": language, "url": address}])
    lines = """names => names.filter(name => name.getClientRects().length).map(name => {
               const text = document.createRange(), star = name.querySelector("[aria-hidden]");
               text.selectNodeContents(name);
               if (star) text.setEndAfter(star);
               return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size; })"""
    assert page.locator("#podium tbody th").evaluate_all(lines) == [1, 1, 1]
    assert box(page, "#podium table").right <= box(page, "#podium").right
    page.goto(f"{address}/games/{actor.server.session.game}")
    assert page.locator(".sums-table tbody th").evaluate_all(lines) == [1, 1, 1]
    assert box(page, ".sums-table").right <= box(page, ".wide-table:has(.sums-table)").right


def test_a_phone_names_all_who_have_yet_to_choose_and_its_sheet_stays(
    app: Any, address: str, look: Any
) -> None:
    names = ("Annegret", "Bartholomäus", "Christina", "Dominique")
    actor = Actor(app).begin(*names).roll(ROLL)
    page = look(SMALL_PHONE, phone_cookies(actor, address))
    place, hidden = (
        box(page, ".sheet.mine"),
        "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]",
    )
    assert page.locator("#waiting-for b").inner_text() == "You, and Bartholomäus, Christina, Dominique"
    assert max(page.locator("#waiting-for").evaluate(hidden)) <= 1, "it is cut"
    for name in names[1:]:
        actor.join(name).marks("-")
    at(page, actor)
    assert page.locator("#waiting-for b").inner_text() == "Only you"
    assert box(page, ".sheet.mine") == place


def test_a_phone_calls_its_player_you_in_title_and_text(app: Any, address: str, look: Any) -> None:
    actor = sit(app).roll(ROLL)
    page = look(PHONE, phone_cookies(actor, address))
    for name in actor.table.game.players:
        actor.join(name).marks("-")
    at(page, actor)
    told = page.locator("#turn .texts > div:not(.reserved)").inner_text()
    assert "Your turn: one white die" in told and "You may cross one of these" in told
    assert "Annegret" not in told


def test_while_dice_are_tapped_in_no_button_stands_beside_a_hole(app: Any, address: str, look: Any) -> None:
    page = look(PHONE, phone_cookies(sit(app), address))
    page.locator("details.entry > summary").click()
    photo, entry = box(page, ".photo-way"), box(page, "details.entry")
    assert (photo.left, photo.right) == (entry.left, entry.right)
    page.locator("details.entry > summary").click()
    photo, entry = box(page, ".photo-way"), box(page, "details.entry")
    assert photo.top == entry.top and photo.right < entry.left, "two beside each other"
    page.locator("#ways").evaluate("ways => ways.append(ways.lastElementChild.cloneNode(true))")
    first, second = boxes(page, ".photo-way")
    third = box(page, "details.entry")
    assert first.top == second.top and (third.left, third.right) == (first.left, second.right)


def test_a_long_name_fits_beside_a_sheet_that_was_read(app: Any, address: str, look: Any) -> None:
    actor = Actor(app).begin("Cleo-Marie v. Hohenstein", "Ben")
    photo = Path(__file__).parents[3] / "docs" / "pictures" / "scan-photo.jpg"
    answer = actor.client.post("/sheets", data={"photo": (io.BytesIO(photo.read_bytes()), photo.name)})
    assert answer.status_code == 303, answer.text
    page = look(SMALL_PHONE)
    page.goto(address + str(answer.location))
    assert page.locator(".found .owner-chip").count() == 2
    assert max(each.right for each in boxes(page, ".found .owner-chip")) <= box(page, ".found").right
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]


TELEVISIONS = ({"width": 1920, "height": 1080}, {"width": 3840, "height": 2160})
SMALLEST_TEXT = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const node = walk.currentNode, range = document.createRange();
    const style = getComputedStyle(node.parentElement);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const shown = node.textContent.trim() && box.width > 2 && box.height > 2 && style.opacity !== "0"
      && !node.parentElement.closest(".hidden-text, .earned, svg");  // signs are pictures, also of letters
    if (shown) found.push([parseFloat(style.fontSize) / innerHeight, node.textContent.trim()]);
  }
  return found.sort((a, b) => a[0] - b[0])[0];
}"""


@pytest.mark.parametrize("size", TELEVISIONS, ids=lambda size: str(size["height"]))
@pytest.mark.parametrize(
    ("game", "players"), [("classic", 5), ("longo", 2), ("bonus-b", 3), ("big-points", 4)]
)
def test_a_television_is_read_from_four_metres(
    app: Any, look: Any, size: Any, game: str, players: int
) -> None:
    actor = sit(app, game, players)
    page = look(size, path="/television")
    actor.roll(ROLL)
    at(page, actor)
    share, text = page.evaluate(SMALLEST_TEXT)
    assert share >= 0.022, f"{text!r} has {share:.1%} of the screen's height"
    sizes = page.locator("#turn h1, .owner h2").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize) / innerHeight)"
    )
    assert len(sizes) == players + 1 and min(sizes) >= 0.06, "the sum, and the name of everybody who plays"
    assert page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == 2 * [size["height"]]
    sheets = boxes(page, "#sheets .sheet")
    covered = sum(each.width * each.height for each in (*sheets, box(page, "#turn")))
    assert covered > 0.9 * size["width"] * size["height"], "no part of the screen stays empty"
    assert max(each.bottom for each in sheets) <= size["height"]


def test_a_television_says_how_to_join_while_chairs_are_free(
    app: Any, look: Any, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = sit(app, players=2)
    shown = present_invitation("K7Q2P", "key", [address])
    monkeypatch.setattr("companion.web.pages.table.table.invitation", lambda: shown)
    page = look(TELEVISION, path="/television")
    assert len(boxes(page, ".scan-to-join svg")) == 1 and "K7Q2P" in page.inner_text(".scan-to-join")
    for name in actor.table.game.players:
        actor.server.seats.give("player", name)
    actor.roll(ROLL)
    at(page, actor)
    assert boxes(page, ".scan-to-join") == []


def test_undo_is_in_sight_while_a_first_game_is_explained(app: Any, look: Any) -> None:
    actor = Actor(app)
    actor.ok("/begin", player=["Annegret", "Ben"], first="1", game="classic", explain="on")
    page = look(LAPTOP)
    actor.roll(ROLL)
    at(page, actor)
    assert len(boxes(page, "#explanation")) == 1
    assert box(page, "#undo button").bottom < box(page, "#explanation").top
    assert page.evaluate(
        "(stage => stage.scrollHeight <= stage.clientHeight)(document.getElementById('stage'))"
    )


def test_the_sign_of_a_bonus_touches_no_digit(app: Any, look: Any) -> None:
    actor = sit(app, "bonus-b", 2)
    page = look(LAPTOP)
    actor.roll(ROLL)
    at(page, actor)
    touching = page.locator("#sheet-0 .cell:has(.bonus-sign)").evaluate_all(
        """cells => cells.filter(cell => {
          const digits = document.createRange();
          digits.selectNode(cell.firstChild);
          const number = digits.getBoundingClientRect();
          const sign = cell.querySelector(".bonus-sign").getBoundingClientRect();
          return sign.right > number.left && sign.left < number.right && sign.bottom > number.top + 4;
        }).map(cell => cell.id)"""
    )
    assert touching == []
