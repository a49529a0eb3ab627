"""The program that people click in the bundle: the table with a small window."""

from companion.desktop import main, use_system_libraries

use_system_libraries()
main()
