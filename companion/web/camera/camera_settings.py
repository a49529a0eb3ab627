"""Settings for the source of a table's dice at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.web.camera.dice_reader import ReadFunction
from sheets.pad import Pad
from vision.frames.source import FrameSource


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Settings for the source of a table's dice; `companion.web.app.create_app` explains each.

    `pad`: the custom pad on which the demo plays, or None for the classic game.
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
        """Return the settings in the application's configuration."""
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
