"""What is removed is given up on purpose; what may go on under another name is not."""

from tests.engine.changes.findings.stores import COUNTED
from tests.engine.changes.test_compare import change
from topoviz.engine.changes.finding import Level

KEPT = COUNTED.format('Materialized.as("n")')
BOTH = f'{KEPT} builder.stream("a").groupByKey().reduce(r, Materialized.as("m"));'


def test_the_state_of_a_removed_operator_is_no_loss():
    found = change(BOTH, KEPT)

    (removed,) = [one for one in found.findings if one.code == "store-removed"]
    assert found.verdict.is_known
    assert found.verdict.certain is Level.STOP_ALL
    assert "other stores keep theirs" in removed.effect
    assert "lacks what came since" in removed.effect
