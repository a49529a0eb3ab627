"""The JSON Schemas that the program brings, as checks."""

import json
from typing import Any

from jsonschema import Draft202012Validator

from tests.running import ROOT


def faults(name: str, value: object) -> list[str]:
    """Return where and why a value is no `qwixx-NAME/1`; nothing if it is one."""
    schema = json.loads((ROOT / "companion" / "schemas" / f"qwixx-{name}-1.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    errors: Any = Draft202012Validator(schema).iter_errors(value)
    return [f"{fault.json_path}: {fault.message}" for fault in errors]
