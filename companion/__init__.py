"""The top layer of the program: rules, advice, table and commands, on top of `sheets` and `vision`."""
