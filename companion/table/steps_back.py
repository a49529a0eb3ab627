"""The steps of one undo if the computer plays too."""

from companion.table.computers import is_by_computer
from companion.table.timeline import Timeline


def steps_back(timeline: Timeline) -> int:
    """Return the number of steps that one undo takes back: the people's last step, and the computer's since.

    0 if people have done nothing yet.
    """
    for number, moment in enumerate(timeline.history(), 1):
        if moment.past is None:
            break
        if not is_by_computer(moment.past.present, moment.present.last_event):
            return number
    return 0
