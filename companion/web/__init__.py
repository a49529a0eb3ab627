"""The table page: what people see and tap."""
