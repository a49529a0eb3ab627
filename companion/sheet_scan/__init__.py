"""Evidence of a photographed sheet and the rules: what stands there."""
