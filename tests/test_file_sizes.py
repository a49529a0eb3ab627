"""The check of file sizes refuses a large file outside the folders for large files."""

from pathlib import Path

from tests.file_sizes import too_large


def test_a_large_file_is_refused_where_none_belongs(tmp_path: Path) -> None:
    for name in ("docs/pictures/large.png", "models/reader.onnx", "docs/small.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(10 if "small" in name else 200_001))
    names = ["docs/pictures/large.png", "models/reader.onnx", "docs/small.md", "docs/deleted.png"]
    (said,) = too_large(tmp_path, names)
    assert said.startswith("docs/pictures/large.png has 200,001 bytes; at most 200,000 are allowed")
