"""Opens files that users name: only regular files or, on request, pipes, because other kinds may block."""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from sheets.language import message

NOT_ORDINARY = message("it is not an ordinary file")


def read_ordinary(path: Path, most: int) -> bytes:
    """Return up to `most` + 1 bytes of a regular file, or raise OSError.

    A result longer than `most` tells the caller that the file is too large.
    """
    with open_ordinary(path) as file:
        return file.read(most + 1)


def open_ordinary(path: Path, *, piped: bool = False) -> BufferedReader:
    """Open a regular file for reading or, if `piped`, also a pipe, socket or terminal such as /dev/stdin.

    Raise OSError for other kinds of files, which may block or never end.
    """
    status = path.stat()
    _check(path, status.st_mode, piped)  # before opening, which may have an effect on a device
    waits = piped and not stat.S_ISREG(status.st_mode)
    waiting = 0 if waits else getattr(os, "O_NONBLOCK", 0)  # don't hang if the path has become a pipe
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
    """Raise OSError if a seemingly regular and empty file would block until data arrives, like /proc/kmsg."""
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
