"""`python -m companion.desktop` is the program that people click."""

from companion.desktop import main

main()
