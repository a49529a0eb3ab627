"""Brings the checksums in a folder's MODELS.toml up to date: `python -m training.dice.model_card [FOLDER]`.

FOLDER is `models` by default, or a copy of it that holds a network to try.
"""

import argparse
import hashlib
import re
from pathlib import Path


def write_sums(folder: Path) -> None:
    """Update the SHA-256 of each network in a folder's MODELS.toml.

    Raises SystemExit if a network has no entry there.
    """
    card = folder / "MODELS.toml"
    text = card.read_text(encoding="utf-8")
    for path in sorted(folder.glob("*.onnx")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        text, n = re.subn(rf'(file = "{path.name}"\nsha256 = ")[^"]*"', rf'\g<1>{digest}"', text)
        if n != 1:
            raise SystemExit(f"{card} has no entry with file and sha256 for {path.name}; write one")
    card.write_text(text, encoding="utf-8")


def main() -> None:
    """Parse the command and update the checksums."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=Path("models"))
    write_sums(parser.parse_args().folder)


if __name__ == "__main__":
    main()
