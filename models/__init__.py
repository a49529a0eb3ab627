"""The networks, as ONNX files, with `MODELS.toml` beside them: what each is, and what it scored."""
# of qwixx-at-the-table (`companion.start`)
