"""The trained models, most of them neural networks in ONNX files. `MODELS.toml` describes each of them."""
# of qwixx-at-the-table (`companion.start`)
