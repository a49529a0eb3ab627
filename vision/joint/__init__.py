"""One scored model for a whole roll, beside the chain in `vision.dice` until it is better on every set."""
