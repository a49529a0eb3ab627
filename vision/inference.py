"""The trained networks: loaded from `models/`, run by onnxruntime on the CPU."""

from __future__ import annotations

import os
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import onnxruntime

F32 = NDArray[np.float32]
THREADS = 1
"""Threads of a network that is loaded from now on."""


@cache
def session(name: str) -> onnxruntime.InferenceSession:
    """The network `models/NAME.onnx`, loaded once."""
    # Its official builds report to their maker about what they run. This is read once, when it is loaded, so
    # nothing else in the project imports it (docs/privacy.md). Not at the top: the page opens sooner.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # for builds that do not look at the variable (Windows)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    # a thread that stays awake between two layers saves a tenth; between two runs it would take a core
    # from the page
    options.add_session_config_entry("session.intra_op.allow_spinning", "1" if THREADS > 1 else "0")
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.log_severity_level = 3
    data = resources.files("models").joinpath(f"{name}.onnx").read_bytes()
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def tensor(images: list[NDArray[np.uint8]]) -> F32:
    """Images H x W x 3, all of one size, as N x 3 x H x W from 0 to 1."""
    stacked = np.stack(images).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(stacked, np.float32) * np.float32(1 / 255)


def log_softmax(logits: F32) -> F32:
    """Over the last axis."""
    shifted = logits - logits.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)
