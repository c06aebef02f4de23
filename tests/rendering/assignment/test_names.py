"""Whatever clients, racks and tags are called, it is text and nothing else."""

import pytest

from tests.rendering.assignment.holding import holder, tasks
from tests.rendering.drawing import words
from tests.rendering.forms import mermaid_grammar, names, plantuml_grammar
from topoviz.rendering.assignment.draw import write_holding
from topoviz.rendering.assignment.holders import Holding
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.forms.model import Form
from topoviz.rendering.lettering import visible


def written(form):
    """Write clients with all these names in a form."""
    scene, found = tasks()
    clients = tuple(
        holder(f"{number}{name}", "0_0", rack=name, tags={name: name}, process_id=name)
        for number, name in enumerate(names.ALL)
    )
    return write_holding(scene, Holding(found, clients, doubts=names.ALL), parse_tasks_view("tasks"), form).decode()


def test_names_are_shown_whole_in_a_drawing():
    shown = "".join(words(written(Form.SVG)))

    for number, name in enumerate(names.ALL):
        assert f"{number}{visible(name)}".replace(" ", "") in shown.replace(" ", "")


@pytest.mark.parametrize(
    ("form", "read"),
    [(Form.MERMAID, mermaid_grammar.read), (Form.PLANTUML, plantuml_grammar.read)],
    ids=["Mermaid", "PlantUML"],
)
def test_names_are_text_in_charts(form, read):
    read(written(form))
