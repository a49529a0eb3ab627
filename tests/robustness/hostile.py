"""Hostile inputs: bytes that are almost an image or a record, and texts that are almost valid."""

import json
import struct
import zlib
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]

WORDS = (
    "", "-", "a5", "b12*", "c12", "d7>c", "a2>abcd", "z9", "e5", "a99", "a05", "a5*>b", "green 11: c11",
    "green 11, green 9: c11 c9", "red 5:", "joker 5 as red: a5", "joker 5", "red 5", ":", ": a5", ",:",
    "w4 w1 r3 y2 g6 b5", "w6 w6 r1", "w9 w0 r3", "w1", "w1 w2 w3", "4", "13", "0", "-1", "1e3", "٣",
    "²", "Ann", "Ben", "ann", "\u200b", "A" * 24, "A" * 25, "Zoë", "\u202eneB", "<script>", "{0}",
    "{player}", "%s", "classic", "longo", "cards", "mixx-a", "bonus-a", "bonus-b", "poker", "w1", "w2",
    "red", "white", "blue", "K7Q2-03", "K7Q2-00", "k7q2 - 03", "K7Q2-99999", "QXC1K7Q2-03", "/",
    "//evil.example/", "/rules/../x", "..", "../../etc/passwd", "0123456789abcdef", "\x00",
    "\r\nSet-Cookie: seat=1", "de", "es", "on", "yes", "no", "none", "demo", "given", "camera 0 x",
    "camera", "camera  ", "9" * 40, "-0", "1.5", "nan", "true", "null", "stop", "finish-turn", "kept",
    "printed", "coach", "off", "roll", "white", "colour", "number", "play",
)  # fmt: skip
"""Texts that are valid in some input, or nearly so."""

texts = st.one_of(st.sampled_from(WORDS), st.text(max_size=30), st.integers(-5, 100).map(str))
"""Texts to put into a field, a cookie or an address."""


@cache
def pictures() -> tuple[bytes, ...]:
    """Return a small whole image of each supported kind, and of some others."""
    ramp = np.add.outer(np.arange(96), np.arange(128)).astype(np.uint8)
    image = np.dstack([ramp, ramp[::-1], 255 - ramp])
    alpha = np.dstack([image, ramp])
    examples = [
        cv2.imencode(ending, what, options)[1].tobytes()
        for ending, what, options in (
            (".jpg", image, []),
            (".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_RST_INTERVAL, 2]),
            (".jpg", image[:, :, 0], []),
            (".png", image, []),
            (".png", alpha, []),
            (".png", image.astype(np.uint16) * 257, []),
            (".webp", image, []),
            (".webp", alpha, [cv2.IMWRITE_WEBP_QUALITY, 101]),
            (".bmp", image, []),
            (".tiff", image, []),
        )
    ]
    return (
        *examples,
        gif(),
        exif(examples[0]),
        bomb(),
        b"%PDF-1.7",
        b"\x00\x00\x00\x18ftypheic",
        b"\xff\xd8\xff",
        b"",
    )


def gif() -> bytes:
    """Return a GIF of 64 x 64 pixels in one colour."""
    codes = b"".join(bytes([0x02]) + b"\x44\x01" for _ in range(1))
    return (
        b"GIF89a" + struct.pack("<HHBBB", 64, 64, 0x80, 0, 0) + b"\x10\x20\x30\xff\xff\xff"
        + b"\x2c" + struct.pack("<HHHHB", 0, 0, 64, 64, 0) + b"\x02" + codes + b"\x00\x3b"
    )  # fmt: skip


def exif(jpeg: bytes) -> bytes:
    """Return `jpeg` with EXIF data whose orientation turns the picture."""
    entry = struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)
    body = b"Exif\x00\x00MM\x00*\x00\x00\x00\x08" + entry
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def bomb() -> bytes:
    """Return the beginning of a PNG of 100 million pixels, as a small file."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    dark = zlib.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", dark) + chunk(b"IEND", b"")


@cache
def records() -> tuple[bytes, ...]:
    """Return the twelve shortest records among the fixtures."""
    files = sorted((ROOT / "fixtures" / "records").glob("**/*.json"), key=lambda path: path.stat().st_size)
    examples = [path.read_bytes() for path in files if b"qwixx-record/1" in path.read_bytes()]
    assert examples, "no record among the fixtures"
    return tuple(examples[:12])


@st.composite
def spoilt(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return `whole` with bytes changed, deleted or doubled, or with its end cut off; sometimes unchanged."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(0, 6))):
        if not data:
            break
        at = draw(st.integers(0, len(data) - 1))
        span = draw(st.sampled_from((1, 1, 2, 4, 16, 200)))
        match draw(st.sampled_from(("set", "set", "cut", "twice", "put", "end"))):
            case "set":
                data[at] = draw(st.sampled_from((0, 1, 0x7F, 0x80, 0xFF, 0xD8, 0xD9, ord('"'), ord("9"))))
            case "cut":
                del data[at : at + span]
            case "twice":
                data[at:at] = data[at : at + span]
            case "put":
                data[at : at + span] = draw(st.binary(max_size=8))
            case "end":
                del data[at:]
    return bytes(data)


images = st.sampled_from(range(17)).flatmap(lambda i: spoilt(pictures()[i]))
"""Bytes of an upload that claims to be a photo."""


_one_in = {count: st.integers(0, count - 1).map(lambda drawn: drawn == 0) for count in (12, 31, 41)}
_lengths = st.integers(0, 6)
_anything = st.one_of(
    texts, st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(),
    st.lists(texts, max_size=3), st.dictionaries(texts, texts, max_size=3),
)  # fmt: skip


def _changed(draw: st.DrawFn, value: object) -> object:
    """Return a JSON value like `value`, with parts of it replaced by others."""
    if draw(_one_in[12]):
        return draw(_anything)
    if isinstance(value, dict):
        return {
            (draw(texts) if draw(_one_in[31]) else key): _changed(draw, part)
            for key, part in value.items()
            if not draw(_one_in[41])
        }
    if isinstance(value, list):
        return [_changed(draw, part) for part in value[: draw(_lengths)]]
    return value


@st.composite
def _values(draw: st.DrawFn, value: object) -> bytes:
    return json.dumps(_changed(draw, value)).encode()


def json_like(data: bytes) -> st.SearchStrategy[bytes]:
    """Return a strategy for variants of the record in `data`: with some values or some bytes changed."""
    value = json.loads(data)
    return st.one_of(_values(value), spoilt(data))


record_bytes = st.sampled_from(range(4)).flatmap(lambda i: json_like(records()[i]))
"""Bytes of an upload that claims to be the record of a game."""
