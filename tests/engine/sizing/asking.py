"""Ask what a cluster needs, in one line."""

from tests.engine.analyzing import analysis_of
from topoviz.engine.assigned import AssignmentQuestion, assign
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.sizing import Sizing

COUNT = 'builder.stream("orders").groupByKey().count(Materialized.as("per-customer"));'


def sized(
    program: str = COUNT,
    counts: str = "orders=4",
    cluster: str = "clients: [{name: a, threads: 2}]",
    version: str = "3.9.2",
    given: Given | None = None,
    **settings: str,
) -> Sizing:
    """Give what is reckoned; settings have underscores for dots."""
    analysis = analysis_of(program, version=version)
    named = {name.replace("__", "-").replace("_", "."): value for name, value in settings.items()}
    question = AssignmentQuestion(counts, cluster, named, None, given or Given())
    found = assign(analysis.topologies[0], question, analysis.behaviours).sizing
    assert found is not None
    return found
