"""`qwixx doctor`: each check tells what is well from what is not, and says what to do."""

from __future__ import annotations

import hashlib
import json
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli.doctor import command
from companion.doctor import GROUPS, Examination, Finding, camera, examine, games, network, networks, program
from companion.doctor.printer import NotALength, check_printer
from companion.storage.store import SCHEMA_VERSION, Store
from sheets.draw import CHECK_BAR_MM
from vision import read
from vision.frames.capture import Camera, CameraError
from vision.frames.image import Image, load
from vision.reading import Reading


def states(findings: Iterator[Finding]) -> dict[str, str]:
    """Check → the worst that was found."""
    rank = ("well", "note", "fault")
    worst: dict[str, str] = {}
    for finding in findings:
        worst[finding.check] = max(worst.get(finding.check, "well"), finding.state, key=rank.index)
        assert finding.in_language() and "{" not in finding.in_language() + finding.advice()
        assert finding.state != "fault" or finding.advice(), "a fault says what to do"
    return worst


# -- networks ------------------------------------------------------------------------------------------


def test_the_networks_are_as_published_and_read_the_known_picture() -> None:
    assert states(networks.check_files()) == {"networks": "well"}
    assert states(networks.check_known_picture()) == {"known-picture": "well"}


def test_a_changed_a_missing_and_an_undescribed_network_are_faults(tmp_path: Path) -> None:
    assert states(networks.check_files(tmp_path)) == {"networks": "fault"}
    sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("a.onnx", "b.onnx")}
    (tmp_path / "MODELS.toml").write_text(
        "".join(f'[[model]]\nfile = "{name}"\nsha256 = "{sums[name]}"\n' for name in sums)
    )
    (tmp_path / "a.onnx").write_bytes(b"a.onnx")
    (tmp_path / "b.onnx").write_bytes(b"b.onnx")
    assert states(networks.check_files(tmp_path)) == {"networks": "well"}
    (tmp_path / "a.onnx").write_bytes(b"a.onnx, longer")
    (tmp_path / "b.onnx").unlink()
    findings = list(networks.check_files(tmp_path))
    assert [finding.state for finding in findings] == ["fault", "fault"]
    assert [
        name in finding.in_language() for name, finding in zip(("a.onnx", "b.onnx"), findings, strict=True)
    ] == [True, True]


def test_a_known_picture_that_is_read_otherwise_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "KNOWN_DICE", (("white", 1), *networks.KNOWN_DICE[1:]))
    assert states(networks.check_known_picture()) == {"known-picture": "fault"}


# -- camera --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sharp() -> Image:
    return load(str(files("companion.doctor").joinpath("known.jpg")))


def judged(image: Image, rate: float | None = 30.0) -> dict[str, str]:
    return states(camera.check_picture(camera.View("lens", image, rate), read(image, game="classic")))


def test_a_good_picture_is_well(sharp: Image) -> None:
    assert judged(sharp) == {"picture": "well", "light": "well", "focus": "well", "dice": "well"}


@pytest.mark.parametrize("fault", ["focus", "light", "picture"])
def test_what_keeps_dice_from_being_read_is_a_fault(sharp: Image, fault: str) -> None:
    dim = np.asarray(sharp * 0.25, np.uint8)
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 2.5), np.uint8)
    found = {
        "focus": lambda: judged(soft),
        "light": lambda: judged(dim),
        "picture": lambda: judged(sharp, 4.0),
    }
    assert found[fault]()[fault] == "fault"


def test_an_overexposed_picture_is_a_fault(sharp: Image) -> None:
    white = sharp.copy()
    white[: sharp.shape[0] // 2] = 255
    assert judged(white)["light"] == "fault"


def test_no_picture_of_dice_is_no_fault(fixtures: Path) -> None:
    assert judged(load(fixtures / "rolls" / "none.jpg"))["dice"] == "note"
    assert judged(load(fixtures / "rolls" / "two.jpg"), None) == {
        "picture": "well", "light": "well", "focus": "well", "dice": "note"
    }  # fmt: skip


def test_sharpness_falls_with_blur_at_any_size(fixtures: Path) -> None:
    for name in ("wood", "paper", "clutter"):
        image = load(fixtures / "rolls" / f"{name}.jpg")
        large = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
        for picture, radius in ((image, 2.0), (large, 4.0)):
            assert camera.sharpness(picture) > 2 * camera.MIN_SHARPNESS
            assert (
                camera.sharpness(np.asarray(cv2.GaussianBlur(picture, (0, 0), radius), np.uint8))
                < camera.MIN_SHARPNESS
            )
    assert camera.sharpness(np.full((48, 64, 3), 90, np.uint8)) == 0


def test_cameras_are_named_with_what_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = camera.check_cameras([Camera(3, "Table Cam", cv2.CAP_V4L2)])
    assert "3: Table Cam (V4L2)" in found.in_language()
    monkeypatch.setattr(camera, "video_devices", list)
    assert states(camera.check_cameras([])) == {"cameras": "note"}, "no camera is no fault"
    monkeypatch.setattr(camera.sys, "platform", "linux")
    monkeypatch.setattr(camera, "video_devices", lambda: [Path("/dev/video0")])
    monkeypatch.setattr(camera.os, "access", lambda *_: False)
    assert states(camera.check_cameras([])) == {"cameras": "fault"}, "one that may not be used is"


def test_a_video_is_watched_at_its_own_pace(fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "WATCH_SECONDS", 0.5)
    heard: list[float] = []
    seen = camera.watch(str(fixtures / "throw.mp4"), heard.append)
    assert seen.image.shape == (480, 640, 3) and seen.rate is not None and 5 < seen.rate < 31
    assert heard == sorted(heard) and heard[-1] > 0.5
    with pytest.raises(CameraError, match="no file, folder or camera called nothing"):
        camera.watch("nothing")


# -- network -------------------------------------------------------------------------------------------


def test_a_taken_port_is_told_with_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        assert not network.is_free("127.0.0.1", port)
        (found,) = network.check_port(port)
        assert found.state == "note" and found.values["free"] != port
    (free,) = network.check_port(port)
    assert free.state == "well"


def test_a_table_at_the_port_is_known_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "is_free", lambda *_: False)
    monkeypatch.setattr(network, "is_table", lambda _: True)
    assert [f.in_language() for f in network.check_port(8730)] == [
        "A table runs at http://127.0.0.1:8730/ now."
    ]
    monkeypatch.setattr(network, "is_table", lambda _: False)
    assert states(network.check_port(8730)) == {"port": "fault"}, "no port is left"


def test_phones_need_a_network_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "addresses", lambda: ())
    assert states(network.check_phones(8730)) == {"address": "note"}
    monkeypatch.setattr(network, "addresses", lambda: ("127.0.0.1",))
    monkeypatch.setattr(network, "check_firewall", lambda _: iter(()))
    monkeypatch.setattr(network.shutil, "which", lambda _: "/bin/openssl")
    (found,) = network.check_phones(8731)
    assert found.state == "well" and "http://127.0.0.1:8731/" in found.in_language()
    monkeypatch.setattr(network, "_answers", lambda _: False)
    assert states(network.check_phones(8730)) == {"address": "fault"}


def test_a_firewall_is_told_with_the_command_that_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network.sys, "platform", "linux")
    monkeypatch.setattr(network, "_has_line", lambda file, line: file.endswith("ufw.conf") and "yes" in line)
    monkeypatch.setattr(network, "_output", lambda *_: "not running")
    found = list(network.check_firewall(9000))
    assert [f.values["name"] for f in found if f.values["name"] == "ufw"] == ["ufw"]
    assert "sudo ufw allow 9000/tcp" in found[0].advice()


# -- printer -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measured", "state", "scale"),
    [
        (None, "note", None),
        (50, "well", None),
        (49.6, "well", None),
        (48.5, "fault", "103.1"),
        (53, "fault", "94.3"),
    ],
)
def test_the_bar_tells_the_printers_scale(measured: float | None, state: str, scale: str | None) -> None:
    (found,) = check_printer(measured)
    assert found.state == state
    if scale is not None:
        assert f"{scale} %" in found.advice()
        assert abs(measured * float(scale) / 100 - CHECK_BAR_MM) < 0.1, "printed again so, the bar is right"  # type: ignore[operator]


@pytest.mark.parametrize("slip", [0, -50, 485, 4.85, float("nan"), float("inf")])
def test_a_slip_of_the_ruler_is_asked_about(slip: float) -> None:
    with pytest.raises(NotALength, match="measure it again"):
        list(check_printer(slip))


# -- games ---------------------------------------------------------------------------------------------


def test_a_new_folder_is_well_and_is_not_made(tmp_path: Path) -> None:
    assert states(games.check_games(tmp_path / "a" / "b")) == {
        "games-folder": "well", "database": "well", "room": "well"
    }  # fmt: skip
    assert not (tmp_path / "a").exists()


def test_kept_games_are_whole_and_stay_as_they_are(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert states(games.check_games(tmp_path))["database"] == "well", "an open table is no fault"
    store.close()
    before = (tmp_path / "table.sqlite").read_bytes()
    assert states(games.check_games(tmp_path))["database"] == "well"
    assert (tmp_path / "table.sqlite").read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "table.sqlite")) as base:
        names = {row[0] for row in base.execute("SELECT name FROM sqlite_master")}
    assert "doctor" not in names


def test_damaged_foreign_and_newer_databases_are_faults(tmp_path: Path) -> None:
    Store(tmp_path).close()
    file = tmp_path / "table.sqlite"
    with closing(sqlite3.connect(file)) as base:
        base.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    (newer,) = (f for f in games.check_games(tmp_path) if f.check == "database")
    assert newer.state == "fault" and "newer version" in newer.in_language()
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    file.write_bytes(data)
    assert states(games.check_games(tmp_path))["database"] == "fault"
    file.write_bytes(b"a shopping list, not games " * 200)
    assert states(games.check_games(tmp_path))["database"] == "fault"


def test_a_full_disk_and_a_file_for_a_folder_are_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert states(games.check_games(tmp_path / "file" / "games")) == {"games-folder": "fault"}
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr(games.shutil, "disk_usage", lambda _: usage)
    assert states(games.check_games(tmp_path))["room"] == "fault"


# -- program -------------------------------------------------------------------------------------------


def test_what_the_program_needs_is_here_and_new_enough() -> None:
    assert {"numpy", "onnxruntime", "flask"} <= set(program.needs())
    assert "pytest" not in program.needs(), "what only tests need is no fault where one plays"
    assert states(program.check_program()) == {"python": "well", "packages": "well"}


def test_an_old_or_absent_package_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "needs", lambda: {"numpy": (99, 1), "nowhere-to-be-found": ()})
    told = [f.in_language() for f in program.check_program() if f.state == "fault"]
    assert len(told) == 2 and "99.1" in told[0] and "nowhere-to-be-found" in told[1]


def test_another_build_of_opencv_does_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name == "opencv-python-headless":
            return "5.0.0"
        raise program.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(program.metadata, "version", version)
    assert program.installed("opencv-python") == "5.0.0" and program.installed("rich") is None


def test_an_opencv_that_does_not_load_is_a_fault_and_the_rest_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert states(program.check_program())["opencv"] == "fault"
    groups = [group for group, _findings in examine(Examination(tmp_path))]
    assert groups == ["program", "network", "printer", "games"]


# -- all of it -----------------------------------------------------------------------------------------


def test_every_group_is_looked_at_in_order(tmp_path: Path) -> None:
    assert [group for group, _findings in examine(Examination(tmp_path, camera="none"))] == list(GROUPS)


def test_the_verb_tells_a_program_and_keeps_the_picture(tmp_path: Path, fixtures: Path) -> None:
    words = ["--data", str(tmp_path), "--port", "18730", "--camera", str(fixtures / "rolls" / "wood.jpg")]
    picture = tmp_path / "seen.jpg"
    done = CliRunner().invoke(command, [*words, "--check-bar", "50", "--picture", str(picture), "--json"])
    told = json.loads(done.stdout)
    assert told["ok"] == (done.exit_code == 0) == all(row["state"] != "fault" for row in told["checks"])
    by_name = {row["check"]: row for row in told["checks"]}
    assert by_name["dice"]["state"] == "well" and by_name["printer"]["todo"] is None
    drawn = load(picture)
    assert drawn.shape == load(fixtures / "rolls" / "wood.jpg").shape
    assert isinstance(read(drawn, game="classic"), Reading), "the picture can be opened"
    bad = CliRunner().invoke(command, [*words, "--check-bar", "45"])
    assert bad.exit_code == 1 and "!!  The printer prints at 90.0 %" in bad.stdout


def test_a_picture_without_a_camera_is_one_sentence(tmp_path: Path) -> None:
    words = ["--camera", "none", "--picture", str(tmp_path / "x.jpg")]
    assert "no picture came" in str(CliRunner().invoke(command, words).exception)
