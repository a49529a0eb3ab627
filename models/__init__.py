"""The networks, as ONNX files; `MODELS.toml` describes each and its scores."""
# of qwixx-at-the-table (`companion.start`)
