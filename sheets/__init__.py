"""The lowest layer: pads (designs of score sheets), the places of their cells on paper, and their drawing."""
# of qwixx-at-the-table (`companion.start`)

import sys
import types

# On import, ReportLab runs ~/.reportlab_mods, and fails if a directory in that path is a file. It first looks
# for a module of that name; this empty one keeps it away from the path.
sys.modules.setdefault("reportlab_mods", types.ModuleType("reportlab_mods"))
