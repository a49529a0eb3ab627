"""Loads the trained neural networks from `models/` and runs them with onnxruntime on the CPU."""

from __future__ import annotations

import hashlib
import os
import tomllib
from functools import cache
from importlib import resources
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sheets.errors import BadInput
from vision.geometry import F32

if TYPE_CHECKING:
    import onnxruntime

THREADS = 1
"""Number of threads per network."""


class NetworkError(BadInput):
    """The file of a neural network is missing or differs from the published one."""


def network_bytes(file: str) -> bytes:
    """Return the content of `models/FILE`.

    Raise NetworkError if it is missing or its SHA-256 differs from the one in MODELS.toml.
    """
    try:
        data = resources.files("models").joinpath(file).read_bytes()
    except OSError:
        raise NetworkError(
            "The neural network {file} is missing; set the program up again, then run `qwixx doctor`.",
            file=file,
        ) from None
    if hashlib.sha256(data).hexdigest() != _published_sums().get(file):
        raise NetworkError(
            "The neural network {file} differs from the published one; set the program up again, then "
            "run `qwixx doctor`.",
            file=file,
        )
    return data


@cache
def _published_sums() -> dict[str, str]:
    described = tomllib.loads(resources.files("models").joinpath("MODELS.toml").read_text("utf-8"))
    entries = [entry for kind in described.values() if isinstance(kind, list) for entry in kind]
    return {entry["file"]: entry["sha256"] for entry in entries if "sha256" in entry}


def runtime() -> ModuleType:
    """Import onnxruntime with its telemetry off, and return it. Do not import it in any other place."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read during the import, which is late because it is slow
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # for builds that do not look at the variable (Windows)
    library: ModuleType = onnxruntime
    return library


@cache
def session(name: str) -> onnxruntime.InferenceSession:
    """Return the session of `models/NAME.onnx`, loaded once. Raise NetworkError like `network_bytes`."""
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    # a thread that spins between two layers saves a tenth of the time; between two runs it would take a core
    # from the page
    options.add_session_config_entry("session.intra_op.allow_spinning", "1" if THREADS > 1 else "0")
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.log_severity_level = 3
    data = network_bytes(f"{name}.onnx")
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def tensor(images: list[NDArray[np.uint8]]) -> F32:
    """Convert N images (H x W x 3, all of one size) to an N x 3 x H x W array with values from 0 to 1."""
    stacked = np.stack(images).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(stacked, np.float32) * np.float32(1 / 255)


def log_softmax(logits: F32) -> F32:
    """Return the logarithm of the softmax over the last axis."""
    shifted = logits - logits.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)
