"""A file is refused if reading it would wait for more data, as with a pipe."""

import errno
import os
from pathlib import Path

import pytest

from sheets.ordinary_file import open_ordinary, read_ordinary


@pytest.mark.parametrize("piped", [False, True])
def test_a_file_that_waits_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, piped: bool
) -> None:
    """Check that a file such as /proc/kmsg, which looks empty but makes readers wait, is refused."""
    file = tmp_path / "kmsg"
    file.touch()
    opened: list[int] = []

    def waits(*_arguments: object) -> bytes:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    def noted(path: str, flags: int) -> int:
        opened.append(flags)
        return real(path, flags)

    real = os.open
    monkeypatch.setattr(os, "open", noted)
    monkeypatch.setattr(os, "read", waits)
    with pytest.raises(OSError, match="not an ordinary file"):
        open_ordinary(file, piped=piped)
    assert all(flags & getattr(os, "O_NONBLOCK", 0) == getattr(os, "O_NONBLOCK", 0) for flags in opened)


def test_an_empty_file_is_read_and_so_is_one_whose_size_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert read_ordinary(tmp_path / "empty", 9) == b""
    if Path("/proc/version").exists():
        assert read_ordinary(Path("/proc/version"), 5).startswith(b"Linux")
