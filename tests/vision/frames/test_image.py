"""Images are decoded upright and whole. Bad files are refused with one sentence."""

import io
import os
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.frames.encoded import (
    encoded,
    even_png,
    picture,
    png_header,
    scanned,
    with_exif,
)
from vision.dice.pipeline import read
from vision.frames.image import MAX_BYTES, MIN_SIDE_PIXELS, ImageError, decode, load
from vision.scan.pipeline import scan


def refusal(data: bytes, name: str = "roll.jpg") -> str:
    """Return the one-line sentence, with the file's name, with which `data` is refused."""
    with pytest.raises(ImageError) as caught:
        decode(data, name)
    sentence = str(caught.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".gif"])
def test_every_kind_is_read(suffix: str) -> None:
    data = encoded(suffix)
    image = decode(data, "roll")
    assert image.dtype == np.uint8
    tolerance = 25 if suffix == ".gif" else 3  # a GIF has 256 colours
    assert np.abs(image.astype(int) - picture()).mean() < tolerance


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".gif"])
@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_a_copy_that_broke_off_is_refused(suffix: str, share: float) -> None:
    rng = np.random.default_rng(1)
    data = encoded(suffix, rng.integers(0, 256, (90, 120, 3), dtype=np.uint8))
    assert "damaged or cut short" in refusal(data[: int(len(data) * share)])


def test_a_jpeg_that_lacks_only_its_end_is_refused() -> None:
    assert "cut short" in refusal(encoded(".jpg")[:-2])


def test_exif_orientation_is_applied() -> None:
    image = decode(with_exif(encoded(".jpg")), "roll.jpg")
    assert image.shape == (96, 72, 3)
    # Orientation 6: the stored left edge is the top of the upright picture, so its brightest corner is now
    # at the top right.
    assert image[:10, -10:].mean() > image[:10, :10].mean() > image[-10:, :10].mean()


@pytest.mark.parametrize("grey", [True, False])
def test_sixteen_bits_and_grey_become_eight_bits_and_three_channels(grey: bool) -> None:
    deep = picture().astype(np.uint16) * 257
    image = decode(encoded(".png", deep[:, :, 0] if grey else deep), "roll.png")
    assert np.abs(image.astype(int) - picture()).max() <= 1


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_transparent_pixels_become_white(suffix: str) -> None:
    alpha = np.full((72, 96), 255, np.uint8)
    alpha[:, 48:] = 0
    image = decode(encoded(suffix, np.dstack([np.zeros((72, 96, 3), np.uint8), alpha])), "roll")
    assert image[:, :40].max() < 10
    assert image[:, 56:].min() > 245


def test_cmyk_is_read() -> None:
    out = io.BytesIO()
    PIL.Image.fromarray(picture()).convert("CMYK").save(out, "JPEG")
    assert np.abs(decode(out.getvalue(), "roll.jpg").astype(int) - picture()).mean() < 5


def test_animation_is_read_by_its_first_picture() -> None:
    out = io.BytesIO()
    first, second = PIL.Image.fromarray(picture()), PIL.Image.fromarray(picture()[::-1, ::-1])
    first.save(out, "GIF", save_all=True, append_images=[second])
    image = decode(out.getvalue(), "roll.gif")
    assert image[:10, :10].mean() > image[-10:, -10:].mean()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"five and two\n" * 30, "a text file"),
        ("fünf und zwei\n".encode() * 100, "a text file"),
        (b"%PDF-1.7\n" + bytes(200), "a PDF"),
        (bytes(4) + b"ftypheic" + bytes(200), "most compatible"),
        (bytes(4) + b"ftypisom" + bytes(200), "qwixx watch"),
        (b"II*\0" + bytes(200), "TIFF"),
        (bytes(range(256)) * 4, "unknown kind"),
        (b"\xff\xd8\xff", "damaged or cut short"),
        (b"\x89PNG\r\n\x1a\n", "damaged or cut short"),
        (png_header(640, 480), "damaged or cut short"),
        (encoded(".png", picture(MIN_SIDE_PIXELS - 1, MIN_SIDE_PIXELS)), "63 x 64 pixels"),
    ],
)
def test_other_files_get_their_own_sentence(data: bytes, words: str) -> None:
    assert words in refusal(data)


@pytest.mark.parametrize(
    ("brands", "words"),
    [
        *((brand, "HEIC photo") for brand in (b"heic", b"heim", b"heis", b"hevx", b"mif2", b"avci", b"jpeg")),
        *((brand, "AVIF image") for brand in (b"avif", b"avis", b"mif1\0\0\0\0mif1avif")),
        (b"crx \0\0\0\1crx isom", "raw camera file"),
        *((brand, "a video") for brand in (b"isom", b"mp42", b"qt  ", b"M4V ", b"3gp5\0\0\0\0avif")),
    ],
)
def test_an_unsupported_still_picture_is_not_called_a_video(brands: bytes, words: str) -> None:
    box = b"ftyp" + brands.ljust(8, b"\0")
    data = (len(box) + 4).to_bytes(4, "big") + box + bytes(200)
    assert words in refusal(data) and ("qwixx watch" in refusal(data)) is (words == "a video")


@pytest.mark.parametrize("size", [(10_000, 10_000), (50_001, 1_000), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_by_its_header(size: tuple[int, int]) -> None:
    sentence = refusal(png_header(*size))
    assert f"{size[0]} x {size[1]} pixels" in sentence
    assert "at most 50 million" in sentence


@pytest.mark.parametrize("size", [(781_250, 64), (64, 3201)])
def test_a_strip_is_refused_by_its_header(size: tuple[int, int]) -> None:
    sentence = refusal(even_png(*size, 8, 0), "strip.png")
    assert f"{size[0]} x {size[1]} pixels" in sentence and "at most 50 times as long" in sentence


@pytest.mark.parametrize("size", [(3200, 64), (64, 3200)])
def test_the_longest_picture_that_is_read_is_also_looked_at(size: tuple[int, int]) -> None:
    image = decode(even_png(*size, 8, 2), "strip.png")
    assert image.shape == (size[1], size[0], 3)
    assert read(image).dice == () and scan(image) == ()


def test_a_turned_picture_stays_transparent() -> None:
    exif = PIL.Image.Exif()
    exif[0x112] = 6
    out = io.BytesIO()
    PIL.Image.new("RGBA", (96, 72), (0, 0, 0, 0)).save(out, "PNG", exif=exif)
    image = decode(out.getvalue(), "roll.png")
    assert image.shape == (96, 72, 3) and image.min() == 255


def test_a_small_file_of_endless_scans_is_refused_before_it_is_decoded() -> None:
    assert decode(scanned(np.full((96, 128), 90, np.uint8), 40), "roll.jpg").shape == (96, 128, 3)
    bomb = scanned(np.full((5000, 8000), 90, np.uint8), 30)
    assert len(bomb) < 300_000
    assert "passes over 8000 x 5000 pixels" in refusal(bomb)
    assert "passes" in refusal(scanned(np.full((96, 128), 90, np.uint8), 1200))


def test_a_large_photo_within_the_limit_is_read() -> None:
    assert decode(encoded(".png", np.zeros((5000, 8000, 3), np.uint8)), "roll.png").shape == (5000, 8000, 3)


def test_a_file_too_heavy_is_not_read_at_all(tmp_path: Path) -> None:
    heavy = tmp_path / "roll.jpg"
    with heavy.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ImageError, match="million bytes"):
        load(heavy)


def test_damage_in_the_middle_of_a_jpeg_is_never_filled_with_grey_silently() -> None:
    rng = np.random.default_rng(3)
    image = rng.integers(0, 256, (128, 128, 3), dtype=np.uint8)
    data = bytearray(encoded(".jpg", image))
    at = len(data) // 2
    data[at : at + 2] = b"\xff\xd9"  # an end in the middle: the rest would be grey
    assert "damaged" in refusal(bytes(data))


def test_the_codec_is_not_heard_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    good = encoded(".jpg")
    decode(good[:-2] + b"abc" + good[-2:], "roll.jpg")  # libjpeg complains of extraneous bytes
    broken = bytearray(encoded(".gif"))
    refusal(bytes(broken[: len(broken) // 2]))
    os.write(2, b"heard\n")
    assert capfd.readouterr().err == "heard\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nothing.jpg", "There is no file"),
        (".", "is a folder"),
        ("a\0b", "cannot be used"),
        ("\n.jpg", "no file"),
    ],
)
def test_a_name_that_leads_nowhere(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ImageError, match=words) as caught:
        load(name)
    assert str(caught.value).isprintable()


def test_a_file_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "würfel.JPG"
    file.write_bytes(with_exif(encoded(".jpg")))
    assert load(file).shape == (96, 72, 3)
    assert load(str(file)).shape == (96, 72, 3)


SEEDS = [with_exif(encoded(".jpg")), *(encoded(suffix) for suffix in (".png", ".webp", ".bmp", ".gif"))]


@given(
    seed=st.sampled_from(SEEDS),
    changes=st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=6)), max_size=4
    ),
    end=st.floats(0, 1),
)
@settings(deadline=None, max_examples=300)
def test_any_bytes_give_an_image_or_a_sentence(
    seed: bytes, changes: list[tuple[float, bytes]], end: float
) -> None:
    data = bytearray(seed)
    for place, new in changes:
        at = int(place * len(data))
        data[at : at + len(new)] = new
    try:
        image = decode(bytes(data[: int(end * len(data)) if end < 0.9 else len(data)]), "roll.jpg")
    except ImageError as problem:
        assert str(problem).startswith("roll.jpg")
    else:
        assert image.dtype == np.uint8
        assert image.ndim == 3
        assert image.shape[2] == 3
        assert min(image.shape[:2]) >= MIN_SIDE_PIXELS
