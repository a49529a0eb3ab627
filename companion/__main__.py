"""`python -m companion` is the command `qwixx`."""

from companion.cli import main

main()
