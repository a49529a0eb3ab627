"""Refuses large files (`make check`), because nothing is ever removed from the Git history."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_BYTES = 200_000
LARGE = ("models/", "fixtures/", "sheets/locale/", "vision/frames/throws/")
"""Where larger files belong: networks, test data, catalogues, the throws of the demo."""
EARLIER = {"docs/pictures/film.webp"}
"""Large files that are older than this check."""


def too_large(root: Path, names: Iterable[str]) -> list[str]:
    """Return a sentence for each file that is too large for its folder. `names`: paths relative to `root`."""
    large = []
    for name in names:
        path = root / name
        if name.startswith(LARGE) or name in EARLIER or path.is_symlink() or not path.is_file():
            continue
        size = path.stat().st_size
        if size > MOST_BYTES:
            large.append(
                f"{name} has {size:,} bytes; at most {MOST_BYTES:,} are allowed outside {', '.join(LARGE)}."
            )
    return large


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        return 0  # an archive without its history
    large = too_large(ROOT, listed.stdout.split("\0")[:-1])
    print("\n".join(large), end="\n" if large else "")
    return bool(large)


if __name__ == "__main__":
    sys.exit(main())
