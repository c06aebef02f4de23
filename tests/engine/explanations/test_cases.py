"""What explanations say, case by case."""

import pytest

from tests.engine.explanations.cases import SECTION_OF, all_cases, cases_of, what_is_said


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.file}: {case.title}")
def test_it_says_what_the_case_expects(case):
    assert what_is_said(case) == case.expected


@pytest.mark.parametrize("file", SECTION_OF)
def test_titles_are_sentences_and_differ(file):
    titles = [case.title for case in cases_of(file)]

    assert len(titles) == len(set(titles)) > 0
    assert all(title.endswith(".") for title in titles)
