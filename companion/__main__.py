"""Runs the command `qwixx` as `python -m companion`."""

from companion.start import main

main()
