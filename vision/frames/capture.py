"""Feeds of pictures from a camera, an address, a video or a folder. Use each feed from one thread only."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np
from cv2.utils import logging

from sheets.errors import BadInput
from sheets.language import phrase
from vision.frames.image import MAX_PIXELS, SUFFIXES, Image, bounded, load, printable_name

CAMERA_SIZE_PIXELS = (1280, 720)
"""Width and height requested from a camera, which gives the nearest size that it has."""
STILLS_SECONDS = 0.1
"""Time between two pictures of a folder, in seconds."""
SNAPSHOT_SECONDS = 0.2
"""Time, in seconds, between two requests to an address that returns one picture per request."""
MAX_DIGITS = 9
"""Largest number of digits of a camera's number."""
MAX_SHOWN_CHARACTERS = 120
"""Largest number of characters of the user's input that an error message quotes."""

_BACKENDS = {"win32": cv2.CAP_MSMF, "darwin": cv2.CAP_AVFOUNDATION}
_SCHEMES = ("http", "https", "rtsp", "rtsps")
_DEVICE = re.compile(r"/dev/video(\d{1,9})")
"""A camera's device file on Linux."""
_LAST_CHOICE = re.compile(r"\b(ir|infrared|virtual|obs)\b", re.IGNORECASE)
"""Words in the names of infrared cameras (for log-in) and virtual cameras, which are listed last."""

# OpenCV and FFmpeg write warnings of their own; users get our messages instead
logging.setLogLevel(logging.LOG_LEVEL_SILENT)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


class CameraError(BadInput):
    """A source of pictures is missing or fails to open, or its pictures are too large."""


def no_picture(name: str) -> CameraError:
    """Return the error for a camera that gives no picture or does not open."""
    return CameraError(
        "No picture from {name}; plug the camera in, close other programs that use it, and allow this "
        "one to use it.",
        name=name,
    )


class Feed(Protocol):
    """A source that is opened, read picture by picture, and closed."""

    name: str
    interval: float  # seconds between pictures of a recording, 0 if the device sets the pace
    ends: bool  # True for a recording; any other feed is reopened when it stops

    def open(self) -> None:
        """Open the source, to read it from the start. Raise CameraError if that isn't possible."""

    def read(self) -> Image | None:
        """Return the next picture, HxWx3 BGR uint8, or None at the end or if the device has none.

        Raise CameraError if the picture is too large, ImageError if its file can't be read.
        """

    def close(self) -> None:
        """Release the device or file. Idempotent."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this computer: its number and name, and the OpenCV backend that knows this number."""

    index: int
    name: str
    backend: int


def cameras() -> tuple[Camera, ...]:
    """Return the cameras of this computer, infrared and virtual cameras last; () if none can be listed."""
    backend = _BACKENDS.get(sys.platform, cv2.CAP_V4L2)
    try:
        from cv2_enumerate_cameras import enumerate_cameras

        listed = [Camera(camera.index, camera.name, backend) for camera in enumerate_cameras(backend)]
    except Exception:  # listing uses each system's own libraries; if one is missing, no camera is listed
        return ()
    return tuple(sorted(listed, key=lambda camera: (bool(_LAST_CHOICE.search(camera.name)), camera.index)))


class _CaptureFeed:
    """Base class of the feeds that are read with `cv2.VideoCapture`."""

    name: str
    interval = 0.0
    ends = False
    _capture: cv2.VideoCapture | None = None

    def read(self) -> Image | None:
        if self._capture is None:
            return None
        try:
            if not self._capture.grab():
                return None
            self._check_size()  # it may change from one picture to the next
            done, image = self._capture.retrieve()
        except cv2.error:
            return None
        if not done or image is None or image.ndim != 3 or image.shape[2] != 3:
            return None
        return bounded(np.asarray(image, np.uint8))

    def _check_size(self) -> None:
        """Raise CameraError if the pictures have more than MAX_PIXELS pixels."""
        assert self._capture is not None
        sides = [self._capture.get(side) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)]
        width, height = (int(side) for side in sides)
        if width * height > MAX_PIXELS:
            raise CameraError(
                "The pictures of {name} have {width} x {height} pixels, and at most {most} million are read; "
                "make them smaller.",
                name=self.name,
                width=width,
                height=height,
                most=MAX_PIXELS // 1_000_000,
            )

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _open(self, what: int | str, backend: int, settings: Sequence[int] = ()) -> bool:
        self.close()
        try:
            capture = cv2.VideoCapture(what, backend, list(settings))
        except cv2.error:
            return False
        if not capture.isOpened():
            capture.release()
            return False
        self._capture = capture
        try:
            self._check_size()
        except CameraError:
            self.close()
            raise
        return True


class CameraFeed(_CaptureFeed):
    """A camera of this computer. If its number has changed, it is found by its name."""

    def __init__(self, camera: Camera) -> None:
        self.name = camera.name
        self._camera = camera

    def open(self) -> None:
        here = [camera for camera in cameras() if camera.name == self.name]
        if here and self._camera not in here:
            self._camera = here[0]
        if not self._open(self._camera.index, self._camera.backend):
            raise no_picture(self.name)
        assert self._capture is not None
        for setting, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),  # USB 2 is too slow for raw 720p
            (cv2.CAP_PROP_FRAME_WIDTH, CAMERA_SIZE_PIXELS[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, CAMERA_SIZE_PIXELS[1]),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(setting, value)


class AddressFeed(_CaptureFeed):
    """A video stream on the network, or an address that returns one picture per request."""

    def __init__(self, address: str) -> None:
        try:
            parts = urlsplit(address)
            fits = parts.scheme.lower() in _SCHEMES and bool(parts.hostname)
        except ValueError:  # brackets of an IPv6 address that do not close
            fits = False
        if not fits:
            raise CameraError(
                "{address} is not the address of a video stream; it should look like "
                "http://192.168.1.20:8080/video or rtsp://192.168.1.20/stream.",
                address=without_password(address),
            )
        self.name = without_password(address)
        self._address = address
        self._pictures = 0

    def read(self) -> Image | None:
        image = super().read()
        if image is not None:
            self._pictures += 1
        elif self._pictures == 1 and self._connect():
            self.interval = SNAPSHOT_SECONDS
            image = super().read()
        return image

    def _connect(self) -> bool:
        wait = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
        return self._open(self._address, cv2.CAP_FFMPEG, wait)

    def open(self) -> None:
        self._pictures, self.interval = 0, 0.0
        if not self._connect():
            raise CameraError(
                "No pictures are coming from {name}; start the camera there, and check that this "
                "computer is on the same network.",
                name=self.name,
            )


class VideoFeed(_CaptureFeed):
    """A video file."""

    ends = True

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path

    def open(self) -> None:
        if not self._open(str(self._path), cv2.CAP_FFMPEG):
            raise CameraError(
                "{name} is not a video that can be played; give an MP4, MOV, AVI or WebM file.",
                name=self.name,
            )
        assert self._capture is not None
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self.interval = 1 / (rate if 1 <= rate <= 240 else 30)


class StillsFeed:
    """Pictures from a list of files, to be shown STILLS_SECONDS apart."""

    interval = STILLS_SECONDS
    ends = True

    def __init__(self, name: str, paths: Iterable[Path]) -> None:
        self.name = name
        self._paths = list(paths)
        self._next = 0

    def open(self) -> None:
        self._next = 0

    def read(self) -> Image | None:
        if self._next >= len(self._paths):
            return None
        self._next += 1
        return load(self._paths[self._next - 1])

    def close(self) -> None:
        self._next = len(self._paths)


def feed(spec: str) -> Feed:
    """Return the feed that `spec` names (see `vision.frames.open.open_source`), not yet opened.

    Raise CameraError if `spec` fits nothing or several cameras, or names a folder without pictures.
    """
    spec = spec.strip()
    if "://" in spec:
        return AddressFeed(spec)
    try:
        path = Path(spec).expanduser() if spec and not spec.isdecimal() else None
        there = path is not None and path.exists()
    except (OSError, ValueError, RuntimeError):
        path, there = None, False
    if path is not None and there:
        if path.is_dir():
            return _folder(path)
        if path.is_char_device() and (match := _DEVICE.fullmatch(str(path))):
            return CameraFeed(_camera(match[1]))
        if not path.is_file():
            raise CameraError(
                "{name} is neither a camera nor an ordinary file; name a camera, a video, a picture "
                "or a folder.",
                name=_shown(spec),
            )
        return StillsFeed(spec, [path]) if path.suffix.lower() in SUFFIXES else VideoFeed(path)
    return CameraFeed(_camera(spec))


def without_password(address: str) -> str:
    """Return the address without its user name and password, if it has any."""
    return re.sub(r"//[^/]*@", "//", address)


def _folder(path: Path) -> StillsFeed:
    pictures = [file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file()]
    if not pictures:
        raise CameraError(
            "The folder {path} contains no pictures ({endings}); name another folder.",
            path=path,
            endings=", ".join(SUFFIXES),
        )
    return StillsFeed(str(path), sorted(pictures, key=lambda file: _natural(file.name)))


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key by which "picture 2" comes before "picture 10"."""
    parts = re.findall(r"(\d+)|(\D+)", name.casefold())
    return [(0, int(digits), "") if digits else (1, 0, text) for digits, text in parts]


def _camera(spec: str) -> Camera:
    here = cameras()
    names = ", ".join(camera.name for camera in here)
    if spec.isdecimal():
        number = int(spec) if len(spec) <= MAX_DIGITS else -1
        for camera in here:
            if camera.index == number:
                return camera
        if not here and 0 <= number < 100:  # if cameras cannot be listed, a number is tried as it is
            return Camera(number, f"Camera {number}", cv2.CAP_ANY)
        if not here:
            raise CameraError("There is no camera {spec}; none was found here at all.", spec=_shown(spec))
        raise CameraError(
            "There is no camera {spec}; the cameras here are: {cameras}.", spec=_shown(spec), cameras=names
        )
    if not here and not spec:
        raise CameraError(
            "No camera was found; plug one in, name a video or folder, or use `demo` for a table that "
            "plays by itself."
        )
    wanted = spec.casefold()
    same = [camera for camera in here if camera.name.casefold() == wanted] if wanted else [here[0]]
    fitting = same or [camera for camera in here if wanted in camera.name.casefold()]
    if not fitting:
        what = phrase("no camera was found either")
        if here:
            what = phrase("cameras here: {names}", names=names)
        raise CameraError(
            "There is no file, folder or camera called {name} ({what}); check the name.",
            name=_shown(spec),
            what=what,
        )
    several = sorted({camera.name for camera in fitting})
    if len(several) > 1:
        raise CameraError(
            "{name} fits several cameras: {cameras}; name one of them.",
            name=_shown(spec),
            cameras=", ".join(several),
        )
    return fitting[0]


def _shown(spec: str) -> str:
    """Return the user's input on one line, shortened to fit a sentence."""
    shown = spec if len(spec) <= MAX_SHOWN_CHARACTERS else f"{spec[:MAX_SHOWN_CHARACTERS]}…"
    return printable_name(shown)
