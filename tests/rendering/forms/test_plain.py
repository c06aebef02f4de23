"""Each file is made once: what makes no difference to a form is not asked of it."""

import pytest

from topoviz.rendering.forms.model import Form
from topoviz.rendering.forms.plain import plain
from topoviz.rendering.style import Theme
from topoviz.rendering.views import parse_view


@pytest.mark.parametrize(
    ("form", "view", "theme"),
    [
        (Form.SVG, "topology;open=r1;panel=wide", "dark"),
        (Form.PNG, "topology;open=r1;panel=wide", "dark"),
        (Form.PDF, "topology;open=r1;panel=wide", "auto"),
        (Form.EXCALIDRAW, "topology;open=r1;panel=wide", "auto"),
        (Form.MERMAID, "topology;open=r1", "auto"),
        (Form.DOT, "topology", "auto"),
    ],
)
def test_a_form_keeps_of_a_view_what_it_shows(form, view, theme):
    asked = parse_view("topology;open=r1;panel=wide")

    kept, colours = plain(asked, form, Theme.DARK)

    assert (kept.text, colours) == (view, theme)
