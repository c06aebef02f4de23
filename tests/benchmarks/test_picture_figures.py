"""What is measured of pictures is held against drawings whose figures can be counted by hand."""

import pytest

from tests.benchmarks.drawn import read_drawing
from tests.benchmarks.picture_figures import figures_of

BOX = '<g class="card" data-card="{}" transform="translate({} {})"><rect x="0" y="0" width="100" height="40"/></g>'
# Two boxes above, two below, 300 px apart; a fifth stands in the middle of the right side.
BOXES = (("a", 0, 0), ("b", 300, 0), ("c", 0, 300), ("d", 300, 300), ("e", 300, 150))


def figures(*lines):
    boxes = "".join(BOX.format(*box) for box in BOXES)
    drawn = "".join(
        f'<g class="line" data-from="{tail}" data-to="{head}"><path fill="none" d="{path}"/><path d="M0 0Z"/></g>'
        for tail, head, path in lines
    )
    text = '<text font-size="13">a</text>'
    return figures_of(
        read_drawing(
            '<svg xmlns="http://www.w3.org/2000/svg" width="440" height="380">'
            f'<g class="picture" transform="translate(20 20)">{boxes}{drawn}{text}</g></svg>'
        )
    )


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param([("a", "d", "M50 40L350 300"), ("b", "c", "M350 40L50 300")], {"crossings": 1}, id="two cross"),
        pytest.param(
            [("a", "d", "M50 40V100H350V300"), ("a", "c", "M50 40V300")], {"crossings": 0, "together": 0}, id="one tail"
        ),
        pytest.param(
            [("a", "d", "M40 40V100H350V300"), ("b", "c", "M350 40V100H50V300")],
            {"together": 1},
            id="strangers lie on each other",
        ),
        pytest.param(
            [("a", "d", "M40 40V94Q40 100 46 100H150V300")],
            {"bends": 2, "slanted": 0, "length": 370},
            id="round corner",
        ),
        pytest.param([("a", "d", "M40 40V94A6 6 0 0 0 46 100H150V300")], {"bends": 2, "slanted": 0}, id="an arc"),
        pytest.param([("a", "c", "M50 40C50 100 60 200 60 300")], {"bends": 0}, id="a slow curve has no bend"),
        pytest.param([("b", "d", "M350 40V300")], {"through": 1}, id="a line through a box"),
        pytest.param([("b", "e", "M350 40V150")], {"through": 0}, id="a line to a box"),
    ],
)
def test_lines_are_measured(lines, found):
    measured = figures(*lines)

    assert {name: getattr(measured, name) for name in found} == pytest.approx(found)


def test_letters_become_smaller_with_the_panel_and_never_larger():
    measured = figures()

    assert (measured.boxes, measured.width, measured.height) == (5, 400, 340)
    assert measured.letters_in("usual") == 13
    assert measured.letters_in("phone") == pytest.approx(13 * 360 / 400)


def test_a_line_that_does_not_say_its_ends_has_the_boxes_beside_it():
    drawing = read_drawing(
        '<svg xmlns="http://www.w3.org/2000/svg" width="440" height="380"><g class="picture">'
        + "".join(BOX.format(*box) for box in BOXES)
        + '<path d="M50 44V292" fill="none"/></g></svg>'
    )

    assert [(line.tail, line.head) for line in drawing.lines] == [("a", "c")]
