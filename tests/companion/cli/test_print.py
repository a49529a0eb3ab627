"""`qwixx print` as it is typed: a PDF, or one sentence that says what to do."""

import io
import json
import subprocess
import sys
from pathlib import Path

import click
import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner

from companion.cli.files import Unwritable
from companion.cli.print import command
from companion.storage import prints
from companion.storage.own_pads import OwnPads
from sheets.errors import BadInput
from sheets.language import LANGUAGES
from sheets.order import PrintError
from sheets.pad import FURTHER_PADS, PADS, read_pad
from sheets.pad_table import PadError
from sheets.paper import PageError
from sheets.serial import SerialError

OWN = """
format = "qwixx-pad/1"
name = "short"
title = "Short pad"
[rows]
a = "red 2 3 4 5 6 7 8"
b = "yellow 2 3 4 5 6 7 8"
c = "green 12 11 10 9 8 7 6"
d = "blue 12 11 10 9 8 7 6"
"""


def qwixx_print(*words: str | Path) -> None:
    command.main([str(word) for word in words], prog_name="qwixx print", standalone_mode=False)


def text_of(file: Path) -> str:
    return "\n".join(str(page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(file))


def test_count_counts_sheets_not_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pads.pdf"
    qwixx_print("classic", "--count", "8", "--out", file, "--seed", "3")
    assert len(pdfium.PdfDocument(file)) == 3
    text = text_of(file)
    batch = text.split("-01")[0][-4:]
    assert all(f"{batch}-0{number}" in text for number in range(1, 9)) and f"{batch}-09" not in text
    told = capsys.readouterr().out
    assert f"sheets {batch}-01 to {batch}-08 on 3 pages." in told and "seed" not in told
    qwixx_print("classic", "--count", "2", "--out", file)
    assert "-01 to " in (told := capsys.readouterr().out) and "-02 on one page." in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*PADS, *FURTHER_PADS])
def test_every_game_prints_in_every_language(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    qwixx_print(game, "--language", language)
    text = text_of(tmp_path / f"{game}.pdf")
    assert "\N{REPLACEMENT CHARACTER}" not in text
    assert language != "en" or text.count("Unofficial") == 3


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_has_its_size_and_large_lies_across(paper: str, size: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "pads.pdf"
    qwixx_print("classic", "--paper", paper, "--out", file)
    assert tuple(map(round, pdfium.PdfDocument(file)[0].get_size())) == size
    qwixx_print("classic", "--paper", paper, "--large", "--out", file)
    assert tuple(map(round, pdfium.PdfDocument(file)[0].get_size())) == size[::-1]


def test_without_a_count_there_is_a_sheet_for_every_name(tmp_path: Path) -> None:
    file = tmp_path / "pads.pdf"
    qwixx_print("classic", "--names", "Emma, Max,Laura ,Jörg", "--out", file)
    text = text_of(file)
    assert [text.count(name) for name in ("Emma", "Max", "Laura", "Jörg")] == [1] * 4
    assert len(pdfium.PdfDocument(file)) == 2


def test_double_sided_prints_the_same_game_or_that_of_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pads.pdf"
    qwixx_print("mixx-a", "--double-sided", "--out", file)
    assert text_of(file).count("Mixx A") == 6
    qwixx_print("mixx-a", "--back", "mixx-b", "--out", file)
    assert (text_of(file).count("Mixx A"), text_of(file).count("Mixx B")) == (3, 3)
    assert "flip on the long edge" in capsys.readouterr().out
    qwixx_print("mixx-a", "--back", "mixx-b", "--large", "--out", file)
    assert "flip on the short edge" in capsys.readouterr().out


def test_a_pad_of_ones_own_is_printed(tmp_path: Path) -> None:
    pad, file = tmp_path / "ours.toml", tmp_path / "pads.pdf"
    pad.write_text(OWN)
    qwixx_print(pad, "--out", file)
    assert "Score sheet for Short pad" in text_of(file)


@pytest.mark.parametrize(
    "words", [("--lucky", "6,11"), ("--pastel",), ("--ink", "save"), ("--colour-blind",)]
)
def test_an_option_changes_the_sheets(words: tuple[str, ...], tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    qwixx_print("longo", "--seed", "1", "--out", one, *words)
    qwixx_print("longo", "--seed", "1", "--out", other)
    assert one.read_bytes() != other.read_bytes()


REFUSED: dict[str, tuple[list[str], type[BadInput], dict[str, object]]] = {
    "unknown game": (["chess"], PrintError, {"game": "chess"}),
    "misspelt game": (["clasic"], PrintError, {"game": "clasic", "near": "classic"}),
    "card game": (["cards"], PrintError, {}),
    "no sheets": (["classic", "--count", "0"], PrintError, {"count": 0}),
    "fewer than none": (["classic", "--count", "-3"], PrintError, {"count": -3}),
    "a million": (["classic", "--count", "1000000"], PrintError, {"count": 1000000, "most": 999}),
    "five a page": (["classic", "--per-page", "5"], PageError, {"count": 5}),
    "large and three": (["classic", "--large", "--per-page", "3"], PrintError, {"per_page": 3}),
    "too many a page": (["bonus-a", "--per-page", "4"], PageError, {"count": 4, "fewer": 3}),
    "one lucky number": (["longo", "--lucky", "5"], SerialError, {"choice": "5"}),
    "the same twice": (["longo", "--lucky", "5,5"], SerialError, {"choice": "5,5"}),
    "lucky on classic": (["classic", "--lucky", "5,10"], PrintError, {"pad": "classic"}),
    "a long name": (["classic", "--names", "Emma," + "Maximilian " * 12], PrintError, {}),
    "an empty name": (["classic", "--names", "Emma,,Max"], PrintError, {"shown": ""}),
    "no names": (["classic", "--names", ""], PrintError, {"shown": ""}),
    "a control character": (["classic", "--names", "Em\x07ma"], PrintError, {"shown": "Em\x07ma"}),
    "no such pad file": (["nowhere.toml"], PadError, {"path": Path("nowhere.toml")}),
    "no such back": (["classic", "--back", "mixx"], PrintError, {"game": "mixx", "near": "mixx-b"}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_gets_one_sentence_and_no_file(case: str, tmp_path: Path) -> None:
    words, kind, values = REFUSED[case]
    file = tmp_path / "pads.pdf"
    with pytest.raises(kind) as refusal:
        qwixx_print(*words, "--out", file)
    assert values.items() <= refusal.value.values.items()
    sentence = str(refusal.value)
    assert "\n" not in sentence and "{" not in sentence and sentence.endswith((".", "?"))
    assert not file.exists()


def test_a_folder_that_is_missing_or_in_the_way_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unwritable) as missing:
        qwixx_print("classic", "--out", tmp_path / "nowhere" / "pads.pdf")
    assert missing.value.values["folder"] == tmp_path / "nowhere"
    with pytest.raises(Unwritable) as in_the_way:
        qwixx_print("classic", "--out", tmp_path)
    assert in_the_way.value.values == {"file": tmp_path, "kind": "PDF"}


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path, _content: bytes) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(Unwritable) as refusal:
        qwixx_print("classic", "--out", tmp_path / "pads.pdf")
    assert refusal.value.values["why"] == "Permission denied"


def test_two_runs_of_the_program_write_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for file, salt in zip(files, ("1", "2"), strict=True):
        words = ["print", "longo", "--seed", "11", "--count", "4", "--names", "Emma,Max", "--out", str(file)]
        run = [sys.executable, "-c", "from companion.cli import main; main()", *words]
        root = Path(__file__).parents[3]
        subprocess.run(run, check=True, cwd=root, env={"PYTHONHASHSEED": salt, "PYTHONPATH": str(root)})
    assert files[0].read_bytes() == files[1].read_bytes()


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "kept"), [("n", True), ("", True), ("y", False)])
def test_at_a_terminal_it_asks_before_it_writes_over_a_file(
    answer: str, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pads.pdf"
    file.write_bytes(b"ours")
    said = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer + "\n"))
    monkeypatch.setattr(sys, "stdout", said)
    qwixx_print("classic", "--out", file)
    assert "already exists. Overwrite it? [y/N]" in said.getvalue()
    assert (file.read_bytes() == b"ours") == kept
    assert ("Nothing was written" in said.getvalue()) == kept


def test_elsewhere_it_writes_over_a_file_without_a_word(tmp_path: Path) -> None:
    file = tmp_path / "pads.pdf"
    file.write_bytes(b"ours")
    qwixx_print("classic", "--out", file)
    assert file.read_bytes().startswith(b"%PDF")


def test_a_pdf_for_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that standard output gets the bytes of the PDF only, and messages go to standard error."""
    monkeypatch.chdir(tmp_path)
    words = ["longo", "--count", "2", "--seed", "5", "--language", "en", "--out"]
    piped = CliRunner().invoke(command, [*words, "-"])
    assert piped.exit_code == 0
    assert "sheet" in piped.stderr and "seed" not in piped.stderr
    assert not list(tmp_path.iterdir())
    CliRunner().invoke(command, [*words, "file.pdf"])
    assert piped.stdout_bytes == (tmp_path / "file.pdf").read_bytes()
    refused = CliRunner().invoke(command, [*words, "-", "--json"])
    assert isinstance(refused.exception, BadInput)
    assert not refused.stdout_bytes


def test_a_deal_prints_a_different_sheet_for_each_player_and_keeps_its_pad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prints, "user_data_path", lambda *_names, **_options: tmp_path / "data")
    file = tmp_path / "evening.pdf"
    qwixx_print("--deal", "3", "--out", file, "--seed", "5")
    told = capsys.readouterr().out
    assert told.startswith("Apart from who begins, every seat at this table is worth the same")
    assert "evening.pdf: sheets" in told
    pad = read_pad(tmp_path / "evening.toml")
    assert pad.name == "classic-dealt-3-5" and OwnPads(tmp_path / "data").all() == (pad,)
    text = text_of(file)
    assert text.count("dealt 3/5") == 3 and text.count("-03") == 1
    first = file.read_bytes()
    qwixx_print("classic", "--deal", "3", "--out", file, "--seed", "5", "--json")
    assert file.read_bytes() == first
    said = json.loads(capsys.readouterr().out)
    assert said["deal"] == {"pad": pad.name, "round": True}


def test_a_print_names_its_game_unless_it_is_a_deal() -> None:
    with pytest.raises(click.MissingParameter):
        qwixx_print("--count", "1")
