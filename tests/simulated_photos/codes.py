"""How many codes of the trial's sheets a general reader of QR codes reads.

    pip install zxing-cpp
    python -m tests.simulated_photos.codes FOLDER

prints one JSON object: sheets whose code our own reader reads, those of them that only its search among all
possible codes finds, and those that ZXing reads too, in the whole photo or where our reader looks for them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import zxingcpp

from tests.simulated_photos.render import OWN
from vision.frames.image import Image, load
from vision.scan import code, code_search, rectification


def others(image: Any) -> set[str]:
    """What ZXing reads in a photo or a crop."""
    form = zxingcpp.BarcodeFormat.QRCode
    return {found.text for found in zxingcpp.read_barcodes(image, formats=form)}


class Codes:
    """The codes that are read in photos: by us, by our search, by the other reader."""

    def __init__(self) -> None:
        self.ours = self.searched = self.theirs = 0

    def read(self, photo: Image) -> None:
        whole, real_read, real_search = others(photo), code.read_code, code_search.search_code
        searched: list[bool] = []

        def search(*given: Any) -> Any:
            found = real_search(*given)
            searched.append(found is not None)
            return found

        def read(crop: Any, *given: Any) -> Any:
            searched.clear()
            found = real_read(crop, *given)
            if found is not None:
                larger = cv2.resize(crop, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
                self.ours += 1
                self.searched += any(searched)
                self.theirs += str(found) in whole | others(crop) | others(larger)
            return found

        with (
            mock.patch.object(code, "search_code", search),
            mock.patch.object(rectification, "read_code", read),
        ):
            for _ in rectification.place_sheets(photo, (OWN,)):
                pass


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("folder", type=Path)
    folder = parse.parse_args().folder
    codes = Codes()
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        codes.read(load(folder / json.loads(line)["image"]))
    print(json.dumps({"ours": codes.ours, "by search": codes.searched, "zxing": codes.theirs}))


if __name__ == "__main__":
    main()
