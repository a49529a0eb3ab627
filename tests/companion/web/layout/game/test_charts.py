"""Charts of points by turn, in which names never overlap."""

import itertools

from companion.web.layout.game.charts import points_plot


def test_more_points_are_higher_and_later_turns_further_right() -> None:
    plot = points_plot({"Ann": (0, 3, 10), "Ben": (0, 1, -5)}, [1, 2], [2])
    assert plot is not None
    ann, ben = plot.lines
    assert ann.end[1] < ben.end[1] and ann.end[0] == ben.end[0] > plot.left
    assert [tick.text for tick in plot.marked] == ["2"]
    assert plot.marked[0].at == ann.end[0]
    assert (ann.points, ben.points) == ((0, 3, 10), (0, 1, -5))
    assert "\u22125" in [tick.text for tick in plot.up]


def test_names_never_lie_on_each_other() -> None:
    plot = points_plot({str(i): (0, 20) for i in range(8)}, [1])
    assert plot is not None
    heights = sorted(line.name_y for line in plot.lines)
    assert all(below - above >= 18.9 for above, below in itertools.pairwise(heights))
    assert heights[-1] <= plot.bottom
