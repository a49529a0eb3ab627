"""The program of the bundle that people click: the table, with a small window that says where it is."""

from companion.desktop import main
from companion.desktop.system_libraries import use_system_libraries

use_system_libraries()
main()
