"""Errors are in the requested language: one line, in the same form as in English."""

import re
from pathlib import Path

import pytest

from companion import cli
from companion.cli.output import FAULT, UNUSABLE

ROOT = Path(__file__).parents[3]
JUDGE = "judge --action colour --sheet a2/-/-/- --mark d5 --roll w4,w1,r3,y2,g6,b5"

BAD: list[tuple[str, str, str]] = [
    # errors of click
    ("rale", "es gibt keinen Befehl 'rale'; meintest du rule?", "no hay ninguna orden 'rale'"),
    (
        "judge --mark d5",
        "Es fehlt die Option '--action'. Wähle eines davon: white",
        "Falta la opción '--action'",
    ),
    ("rule --wrong", "Es gibt keine Option '--wrong'. Meintest du", "'--wrong'. ¿Querías decir"),
    ("read", "Es fehlt die Angabe 'IMAGE...'.", "Falta el argumento 'IMAGE...'."),
    ("read --game chess x", "'chess' ist keines von 'classic'", "'chess' no es ninguno de 'classic'"),
    ("print --count", "Die Option '--count' braucht einen Wert.", "necesita un valor"),
    ("print classic a b", "Diese Angaben sind zu viel (a b).", "Sobran argumentos (a b)."),
    ("table --port 99999", "99999 liegt nicht im Bereich 1<=x<=65535.", "99999 no está en el intervalo"),
    # sentences with a number, a term, a reason of the system, another error, and faults of TOML and JSON
    ("doctor --camera none --check-bar 7.5", "wurde 7,5; miss noch einmal.", "(de 10 a 150), pero hay 7,5;"),
    ("print classic --out FOLDER", "was geschrieben werden soll (PDF)", "es una carpeta"),
    ("replay NONE.json", "kann nicht gelesen werden (nicht vorhanden).", "no se puede leer (no existe)"),
    ("moves BAD.json", "BAD.json: /turns: erwartet: eine Liste", "BAD.json: /turns: se esperaba una lista"),
    (f"{JUDGE} --mark q9", "--mark: Ein Kreuz schreibt man wie a5", "--mark: Una cruz se escribe como a5"),
    ("pads check TORN.toml", "keine: ungültiger Wert (am Ende).", "no lo es: valor no válido (al final)."),
    ("replay TORN.json", "bricht ab (Zeile 1, Spalte 13): hier fehlt", "en línea 1, columna 13: falta"),
    ("table --no-browser --data EMPTY/x", "EMPTY/x können nicht geöffnet werden", "no se pueden abrir"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder of broken files the current one, unset the language, and return the folder."""
    (tmp_path / "FOLDER").mkdir()
    (tmp_path / "EMPTY").touch()
    (tmp_path / "BAD.toml").write_text('name = "x"')
    (tmp_path / "TORN.toml").write_text("sides = ")
    (tmp_path / "TORN.json").write_text('{"players": ')
    head = '{"format": "qwixx-record/1", "game": "classic", "players": ["Emma"]'
    (tmp_path / "BAD.json").write_text(head + ', "turns": {}}')
    monkeypatch.chdir(tmp_path)
    for name in ("QWIXX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def words_of(line: str) -> list[str]:
    """Split `line` like a shell; dice of --roll are separated by commas here."""
    return [word.replace(",", " ") if re.match(r"w\d,", word) else word for word in line.split()]


def told(line: str, capfd: pytest.CaptureFixture[str], *more: str) -> str:
    """Return the only error line of `qwixx LINE MORE`, without its start (such as "qwixx read: ")."""
    assert cli.run([*words_of(line), *more]) == UNUSABLE
    out, err = capfd.readouterr()
    assert out == "" and re.fullmatch(r"qwixx( \w+)?: .+\n", err), err
    return err.partition(": ")[2].rstrip("\n")


@pytest.mark.parametrize(("line", "german", "spanish"), BAD, ids=[line for line, _, _ in BAD])
@pytest.mark.usefixtures("place")
def test_an_error_is_told_in_the_language_asked_for(
    line: str, german: str, spanish: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    english = told(line, capfd)
    assert german not in english and spanish not in english
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert german in (said := told(line, capfd)), said
    if line not in ("rale", "print --count"):  # there --language would be an option of `qwixx`, a count
        assert spanish in (said := told(line, capfd, "--language", "es")), said
        assert english == told(line, capfd, "--language", "en")
    monkeypatch.setenv("LANG", "es_MX.UTF-8")
    assert spanish in (said := told(line, capfd)), said


@pytest.mark.usefixtures("place")
def test_files_among_others_are_complained_of_in_that_language(capfd: pytest.CaptureFixture[str]) -> None:
    good = str(ROOT / "fixtures" / "records" / "classic-disputed.json")
    assert cli.run(["replay", "--language", "de", "BAD.json", good, "NONE.json"]) == UNUSABLE
    first, second = capfd.readouterr().err.splitlines()
    assert first == "qwixx replay: BAD.json: /turns: erwartet: eine Liste; gefunden: ein leeres Objekt."
    assert second == "qwixx replay: NONE.json: Die Datei kann nicht gelesen werden (nicht vorhanden)."


@pytest.mark.usefixtures("place")
def test_a_fault_is_told_in_that_language(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.cli.rule._print_found", lambda *_: 1 / 0)
    assert cli.run(["rule", "miss", "--language", "de"]) == FAULT
    said = capfd.readouterr().err
    assert said.startswith("qwixx rule: das ist ein Fehler im ") and "nicht deiner (Zero" in said


@pytest.mark.parametrize("verb", list(cli.VERBS))
@pytest.mark.usefixtures("place")
def test_help_is_not_half_translated(
    verb: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([verb, "--help"]) == 0
    english = capfd.readouterr().out
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert cli.run([verb, "--help"]) == 0
    assert capfd.readouterr().out == english
