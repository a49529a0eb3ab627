"""The bottom layer: pads, the place of each cell on paper, and drawing."""
# of qwixx-at-the-table (`companion.start`)

import sys
import types

# ReportLab runs ~/.reportlab_mods when it is imported, and fails if that path leads through a file. It looks
# for a module of that name first: here it is, with nothing in it.
sys.modules.setdefault("reportlab_mods", types.ModuleType("reportlab_mods"))
