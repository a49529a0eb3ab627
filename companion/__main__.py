"""`python -m companion` is the command `qwixx`."""

from companion.start import main

main()
