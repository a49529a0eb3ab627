"""The program that a player starts with a click: `qwixx table` with a small window."""

from companion.desktop import main, use_system_libraries

use_system_libraries()
main()
