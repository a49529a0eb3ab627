"""`python -m companion.desktop` runs the desktop program."""

from companion.desktop import main

main()
