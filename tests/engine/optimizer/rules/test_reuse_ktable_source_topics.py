"""The rule reuse_ktable_source_topics, held against its titled cases."""

import pytest

from tests.engine.optimizer.cases import Case, cases_of, what_it_does
from topoviz.engine.optimizer.rules.reuse_ktable_source_topics import rule


@pytest.mark.parametrize("case", cases_of(rule), ids=lambda case: case.title)
def test_it_does_what_the_case_says(case: Case):
    assert what_it_does(case) == case.expected
