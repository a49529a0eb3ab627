"""Checks values by the JSON Schemas in companion/schemas."""

import json
from typing import Any

from jsonschema import Draft202012Validator

from tests.running import ROOT


def faults(name: str, value: object) -> list[str]:
    """Return where and why a value violates the schema of `qwixx-NAME/1`; [] if it is valid."""
    schema = json.loads((ROOT / "companion" / "schemas" / f"qwixx-{name}-1.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    errors: Any = Draft202012Validator(schema).iter_errors(value)
    return [f"{fault.json_path}: {fault.message}" for fault in errors]
