"""The text of a view of who has which task."""

import pytest

from topoviz.rendering.assignment.views import TasksViewName, parse_tasks_view
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel


def test_a_view_says_what_is_drawn_and_what_is_opened():
    view = parse_tasks_view("tasks-threads;open=c3,g0;panel=phone")

    assert (view.name, view.folding.shown) == (TasksViewName.THREADS, {"c3", "g0"})
    assert view.shown.panel is Panel.PHONE


def test_a_form_that_folds_nothing_has_one_view():
    assert parse_tasks_view("tasks;open=c3").plain(Form.DOT) == parse_tasks_view("tasks")
    assert parse_tasks_view("tasks;panel=wide").plain(Form.MERMAID) == parse_tasks_view("tasks")


def test_a_view_of_a_scenario_names_a_step():
    view = parse_tasks_view("tasks-moves@12;open=c3")

    assert (view.name, view.step, view.folding.shown) == (TasksViewName.MOVES, 12, {"c3"})
    assert parse_tasks_view("tasks@3;open=c3").plain(Form.DOT) == parse_tasks_view("tasks@3")


@pytest.mark.parametrize(
    "text", ["topology", "tasks:1", "tasks@", "tasks@-1", "tasks@01", "tasks@1@2", "tasks;open=q1", "tasks;huge"]
)
def test_anything_else_is_refused_with_what_to_write(text):
    with pytest.raises(Undrawable):
        parse_tasks_view(text)
