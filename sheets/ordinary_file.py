"""Opens files that people name: ordinary ones only, with a limit on how much is read."""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from sheets.language import message

NOT_ORDINARY = message("it is no ordinary file")


def read_ordinary(path: Path, most: int) -> bytes:
    """Return the bytes of a file, at most `most` + 1, so that the caller can detect a larger file.

    Raise OSError like `open_ordinary`, or while reading.
    """
    with open_ordinary(path) as file:
        return file.read(most + 1)


def open_ordinary(path: Path, *, piped: bool = False) -> BufferedReader:
    """Open a file for reading; with `piped` also a pipe or a terminal, as a shell names one (/dev/stdin).

    A named pipe would make the program wait for a writer, and a device has no end. Raise OSError if it is
    missing, a folder, a pipe or a device, or may not be read.
    """
    status = path.stat()
    _check(path, status.st_mode, piped)  # first: opening a device may already have an effect
    waits = piped and not stat.S_ISREG(status.st_mode)
    waiting = 0 if waits else getattr(os, "O_NONBLOCK", 0)  # a pipe swapped in meanwhile blocks nothing
    binary = getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, os.O_RDONLY | waiting | binary), "rb")
    try:
        mode = os.fstat(file.fileno()).st_mode
        _check(path, mode, piped)
        if stat.S_ISCHR(mode) and not file.isatty():  # /dev/zero
            raise OSError(errno.EINVAL, NOT_ORDINARY, str(path))
        if stat.S_ISREG(mode) and not status.st_size:
            _check_empty(path, file.fileno())
    except OSError:
        file.close()
        raise
    return file


def _check_empty(path: Path, descriptor: int) -> None:
    """Refuse a file that calls itself ordinary and waits for what comes next, like /proc/kmsg."""
    try:
        os.read(descriptor, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
    except BlockingIOError:
        raise OSError(errno.EINVAL, NOT_ORDINARY, str(path)) from None


def _check(path: Path, mode: int, piped: bool) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    through = piped and (stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISSOCK(mode))
    if not stat.S_ISREG(mode) and not through:
        raise OSError(errno.EINVAL, NOT_ORDINARY, str(path))
