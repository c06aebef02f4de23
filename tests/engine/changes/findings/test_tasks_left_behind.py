"""Leaders from 2.6 to 3.0 end over directories of tasks that are no more, where other tasks have state."""

import pytest

from tests.engine.changes.findings.stores import found
from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind

STAYS = 'builder.stream("a").groupByKey().count(Materialized.as("n"));'
GONE = 'builder.stream("b").groupByKey().count(Materialized.as("m"));'
STATELESS = 'builder.stream("b").filter((k, v) -> true).to("c");'


def test_the_leader_ends_and_the_plan_deletes_the_directories():
    change = compare(side(f"{STAYS} {GONE}", version="2.8.2"), side(STAYS, version="2.8.2"), Deployment("shop"))
    (finding,) = (one for one in change.findings if one.code == "tasks-left-behind")

    assert (finding.level, finding.is_unsure) == (Level.WILL_NOT_START, False)
    assert "Tried to lookup lag for unknown task 1_0" in finding.effect
    assert StepKind.WIPE in [step.kind for step in migration_of(change).steps]


@pytest.mark.parametrize(
    ("version", "is_there"), [("2.5.1", False), ("2.6.0", True), ("3.0.2", True), ("3.1.2", False)]
)
def test_it_is_a_matter_of_the_version(version, is_there):
    finding = found("tasks-left-behind", f"{STAYS} {GONE}", STAYS, before=version, now=version)

    assert (finding is not None) == is_there


@pytest.mark.parametrize(
    ("old", "new"),
    [(f"{STAYS} {STATELESS}", STAYS), (f"{STAYS} {GONE}", f"{GONE} {STAYS}"), (STAYS, STATELESS)],
)
def test_nothing_is_left_where_no_task_with_state_is_gone_or_none_stays(old, new):
    assert found("tasks-left-behind", old, new, before="2.8.2", now="2.8.2") is None
