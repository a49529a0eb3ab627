"""Brings the checksums in `models/MODELS.toml` up to date: `python -m vision.training.model_card`."""

import hashlib
import re
from pathlib import Path


def main() -> None:
    """Write each model's SHA-256 under its file's name."""
    card = Path("models/MODELS.toml")
    text = card.read_text(encoding="utf-8")
    for path in sorted(Path("models").glob("*.onnx")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        text, n = re.subn(rf'(file = "{path.name}"\nsha256 = ")[^"]*"', rf'\g<1>{digest}"', text)
        if n != 1:
            raise SystemExit(
                f"models/MODELS.toml has no entry with file and sha256 for {path.name}; write one"
            )
    card.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
