"""Two versions of a program that differ in one thing about a store, and what is found of it."""

from tests.engine.analyzing import NEW
from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Finding

TABLE = 'builder.table("a", {});'
COUNTED = 'builder.stream("a").groupByKey().count({});'
WINDOWED = 'builder.stream("a").groupByKey().windowedBy({}).count(Materialized.as("n"){});'
JOINED = 'builder.stream("a").join(builder.stream("b"), j, {}, StreamJoined.as("j"));'


def found(code: str, old: str, new: str, *, before: str = NEW, now: str = NEW) -> Finding | None:
    """Give the first finding of a code; None where there is none."""
    change = compare(side(old, version=before), side(new, version=now), Deployment("shop"))
    return next((one for one in change.findings if one.code == code), None)


def certain(code: str, old: str, new: str, *, before: str = NEW, now: str = NEW) -> Finding:
    """Give a finding that is there and certain."""
    finding = found(code, old, new, before=before, now=now)
    assert finding is not None
    assert not finding.is_unsure, finding.rests_on
    return finding
