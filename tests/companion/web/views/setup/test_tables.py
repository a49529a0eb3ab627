"""Several tables on one server."""

from pathlib import Path
from typing import Any

from companion.web.app import close, create_app
from tests.companion.web.conftest import JSON, ROLL


def test_each_table_has_its_own_game_code_and_people(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    first = table.server.first
    screen = table.app.test_client()
    assert screen.post("/tables/open", headers=JSON).status_code == 303
    second = next(p for p in table.server.tables.values() if p is not first)
    assert second.code != first.code and second.key != first.key
    assert screen.get("/").location == "/welcome", "nobody plays there yet"
    begun = screen.post("/begin", data={"player": ["Zoe", "Yan"], "first": "1"}, headers=JSON)
    assert begun.status_code == 200
    assert table.table.game.players == ("Ann",) and second.session.table.game.players == ("Zoe", "Yan")
    zoe = phone()
    assert zoe.post("/join", code=second.code).status_code == 303
    zoe.sit(player="Zoe")
    assert zoe.refused("/mark", player="Ann", mark="a5") == "not-yours"
    assert "Sheet of Ann" not in zoe.get("/").text
    assert screen.post("/tables/shut", headers=JSON).status_code == 303
    assert zoe.refused("/mark", player="Zoe", mark="-") == "not-joined"
    assert list(table.server.tables) == [first.code]


def test_two_tables_come_back_after_a_restart(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path})
    app.test_client().post("/begin", data={"player": ["Ann"]}, headers=JSON)
    screen = app.test_client()
    screen.post("/tables/open")
    screen.post("/begin", data={"player": ["Zoe"]}, headers=JSON)
    codes = list(app.extensions["table_server"].tables)
    close(app)
    app = create_app({"DATA": tmp_path})
    places = app.extensions["table_server"].tables
    assert list(places) == codes
    assert [p.session.table.game.players for p in places.values()] == [("Ann",), ("Zoe",)]
    close(app)


def test_each_table_has_a_name_of_its_own_so_that_two_tabs_show_two_tables(table: Any) -> None:
    table.begin("Ann", "Ben")
    second = table.server.open_table()
    assert second is not None
    page = table.client.get("/seats", base_url="http://localhost:8730").text
    assert f'href="http://{second.host}:8730/?tab={second.key}" target="_blank"' in page
    own = f"http://{second.host}:8730"
    tab = table.app.test_client()
    begun = tab.post("/begin", data={"player": ["Cleo"], "first": "1"}, base_url=own, headers=JSON)
    assert begun.status_code == 200
    assert second.session.table is not None and second.session.table.game.players == ("Cleo",)
    assert table.table.game.players == ("Ann", "Ben"), "the first table plays on"
    assert "Cleo" in tab.get("/", base_url=own).text and "Ann" in table.page()
    # from that tab to the first table, and back to its own
    code = table.server.first.code
    assert tab.post("/tables/go", data={"code": code}, base_url=own).status_code == 303
    assert "Ann" in tab.get("/", base_url=own).text
    assert tab.post("/tables/go", data={"code": second.code}, base_url=own).status_code == 303
    assert "Cleo" in tab.get("/", base_url=own).text


def test_another_tables_tab_is_opened_by_its_key_and_by_no_other_site(table: Any) -> None:
    table.begin("Ann")
    second = table.server.open_table()
    own, elsewhere = f"http://{second.host}:8730", {"Sec-Fetch-Site": "cross-site"}
    assert table.client.get(f"/?tab={second.key}", base_url=own, headers=elsewhere).location == (
        f"/welcome?tab={second.key}"
    )
    assert table.client.get(f"/welcome?tab={second.key}", base_url=own, headers=elsewhere).status_code == 200
    for address in ("/", "/?tab=", "/?tab=x", f"/?tab={table.server.first.key}"):
        assert table.client.get(address, base_url=own, headers=elsewhere).status_code == 403, address


def test_only_tables_that_are_open_have_names(table: Any) -> None:
    for host in ("zzzzz.localhost", "x.localhost.evil.example", "localhost.evil.example"):
        assert table.client.get("/", base_url=f"http://{host}").status_code == 400
    second = table.server.open_table()
    table.server.close_table(second.code)
    assert table.client.get("/", base_url=f"http://{second.host}").status_code == 400


def test_the_name_of_a_table_makes_nobody_its_screen_from_afar(table: Any) -> None:
    second = table.server.open_table()
    far = {"REMOTE_ADDR": "192.168.1.9"}
    answer = table.client.post(
        "/begin", data={"player": ["X"]}, base_url=f"http://{second.host}", headers=JSON, environ_base=far
    )
    assert answer.status_code == 403 and second.session.table is None
