"""The host, origin and size of every request are checked, and all refusals have the same form."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.web.server.base_path import static_version
from tests.companion.web.conftest import JSON


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8730", "[::2]", "a:b:c"]
)
@pytest.mark.parametrize("address", ["/", "/new", "/record.json", "/live", "/static/main.js"])
def test_a_strange_host_is_refused_everywhere(client: FlaskClient, host: str, address: str) -> None:
    answer = client.get(address, headers={"Host": host, **JSON})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["code"] == "host"


@pytest.mark.parametrize("host", ["127.0.0.1:8730", "localhost", "[::1]:8730", "LOCALHOST:1"])
def test_loopback_is_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/new", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "nonsense"},
        {"Origin": "http://localhost:81"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_page_of_another_site_changes_nothing(
    client: FlaskClient, app: Any, headers: dict[str, str]
) -> None:
    """Usual headers of other sites are tested in tests/robustness/test_other_sites.py, at all addresses."""
    answer = client.post("/begin", data={"player": ["Ann"]}, headers={**headers, **JSON})
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == "origin"
    assert app.extensions["server"].session.table is None


@pytest.mark.parametrize(
    "headers",
    [{}, {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, {"Origin": "http://localhost"}],
)
def test_the_own_page_may(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/begin", data={"player": ["Ann"]}, headers={**headers, **JSON}).status_code == 200


def test_more_than_thirty_megabytes_is_one_sentence(table: Any) -> None:
    table.begin("Ann")
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="roll.jpg"\r\n\r\n'
    answer = table.client.post(
        "/photo",
        data=head + bytes(30_000_001) + b"\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
        headers=JSON,
    )
    assert answer.status_code == 413
    assert answer.get_json() == {
        "error": {"code": "too-large", "text": "That is more than 30 MB; send a smaller photo."}
    }


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("GET", "/nowhere", 404, "nothing-here"),
        ("GET", "/rules/no-such-rule", 404, "nothing-here"),
        ("GET", "/photos/0123456789abcdef.jpg", 404, "nothing-here"),
        ("GET", "/photos/../table.sqlite.jpg", 404, "nothing-here"),
        ("GET", "/photos/..%2ftable.jpg", 404, "nothing-here"),
        ("GET", "/record.json", 404, "no-game"),
        ("GET", "/mark", 405, "method"),
        ("POST", "/mark", 409, "no-game"),
        ("POST", "/undo", 409, "no-game"),
    ],
)
def test_every_refusal_has_one_shape(
    client: FlaskClient, method: str, address: str, status: int, code: str
) -> None:
    answer = client.open(address, method=method, headers=JSON)
    assert answer.status_code == status
    error = answer.get_json()["error"]
    assert set(error) <= {"code", "text", "rule"} and error["code"] == code
    assert error["text"].endswith(".")
    page = client.open(address, method=method, headers={"Accept": "text/html"})
    assert page.status_code == status and error["text"] in page.text


@pytest.mark.parametrize("address", ["/", "/new", "/rules", "/rules/lock", "/nowhere", "/static/main.js"])
def test_no_page_carries_script_or_style_of_its_own(table: Any, address: str) -> None:
    table.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    answer = table.client.get(address)
    answer.close()
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if answer.mimetype == "text/html":
        assert "<style" not in answer.text and " style=" not in answer.text and " onclick=" not in answer.text
        assert answer.text.count("<script") == answer.text.count('<script type="module" src="/static/')


def test_files_of_the_page_are_kept_until_they_are_others(table: Any, tmp_path: Path) -> None:
    kept = "public, max-age=31536000, immutable"
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', table.begin("Ann", "Ben").page())
    assert len(addresses) > 5
    for address in addresses:
        assert address.startswith(f"{table.app.static_url_path}/"), address
        answer = table.client.get(address)
        assert answer.headers["Cache-Control"] == kept, address
        answer.close()
    for address, status in (("/static/main.js", 200), (f"{table.app.static_url_path}/nothing.js", 404)):
        answer = table.client.get(address)
        assert answer.status_code == status and answer.headers["Cache-Control"] != kept
        answer.close()
    names = []
    for number, content in enumerate(("one", "two", "two")):
        (folder := tmp_path / str(number)).mkdir()
        (folder / "page.css").write_text(content)
        names.append(static_version(folder))
    assert names[0] != names[1] == names[2]


@pytest.mark.parametrize("address", ["/", "/rules", "/games", "/camera/frame"])
def test_bytes_of_an_address_that_are_no_text_are_no_fault(client: FlaskClient, address: str) -> None:
    environ = {"QUERY_STRING": "after=\xe3\x28&language=\xff&tab=\xc3"}
    status = client.get(address, environ_overrides=environ).status_code
    assert status == client.get(f"{address}?after=x&language=y").status_code
