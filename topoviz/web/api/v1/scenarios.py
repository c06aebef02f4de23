"""`/api/v1/analyses/ID/scenarios`: what happens to tasks when instances start, stop, die and come back."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from topoviz.rendering.assignment.views import TasksViewName
from topoviz.web.api.v1.assignments import MOST_TEXT, TASKS_VIEW, ClusterQuestionSerializer
from topoviz.web.api.v1.calculations import Served
from topoviz.web.api.v1.schemas import NamedScenariosDocument, ScenarioDocument
from topoviz.web.api.v1.submissions import SourceText

STEP = OpenApiParameter(
    "step", OpenApiTypes.INT, description="Which step, from 0; without it, the last. What moves is what it changed."
)


class ScenarioSerializer(ClusterQuestionSerializer):
    """What is asked."""

    events = SourceText(
        max_length=MOST_TEXT,
        help_text="The scenario, in YAML or JSON: events such as {at: 10m, kill: b}, and rates, sizes and a seed. It "
        "may have the cluster too.",
    )


SCENARIOS = Served(
    kind="scenario",
    question=ScenarioSerializer,
    document=ScenarioDocument,
    named=NamedScenariosDocument,
    operation="play_scenario",
    does="Work out every step of a scenario.",
    example_name="b dies",
    picture="Who has which task at the end of a step",
    first_view=TasksViewName.TASKS,
    picture_parameters=(TASKS_VIEW, STEP),
)
