"""The rule filter_null_keys_before_repartition, held against its titled cases."""

import pytest

from tests.engine.optimizer.cases import Case, cases_of, what_it_does
from topoviz.engine.optimizer.rules.filter_null_keys_before_repartition import rule


@pytest.mark.parametrize("case", cases_of(rule), ids=lambda case: case.title)
def test_it_does_what_the_case_says(case: Case):
    assert what_it_does(case) == case.expected


def test_it_tells_nothing_because_no_topic_and_no_arrow_changes():
    assert not any("!" in what_it_does(case) for case in cases_of(rule))
