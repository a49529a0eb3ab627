"""What watches a table's dice from the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.web.camera.dice_reader import ReadFunction
from sheets.pad import Pad
from vision.frames.source import FrameSource


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What watches a table's dice from the start; `companion.web.app.create_app` says what each means.

    `pad`: of the table's own, on which the demo plays; None for the classic one.
    """

    read: ReadFunction | None = None
    source: FrameSource | None = None
    camera: str = ""
    demo: bool = False
    pace: float = 1.0
    recall: bool = False
    pad: Pad | None = None

    @classmethod
    def of_config(cls, config: Mapping[str, Any]) -> CameraSettings:
        """Return the settings that the application was given."""
        source = config.get("SOURCE")
        return cls(
            config.get("READ"),
            source,
            str(config.get("CAMERA", "")),
            bool(config.get("DEMO")) and source is not None,
            float(config.get("PACE", 1.0)),
            bool(config.get("RECALL")),
            config.get("PAD"),
        )
