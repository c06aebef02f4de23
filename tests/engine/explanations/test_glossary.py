"""The words that explanations use."""

import pytest

from topoviz.engine.explanations.glossary import TERMS, term
from topoviz.engine.explanations.sections import SECTIONS

OF_PAGES = ("view", "fold", "note", "not certain")


@pytest.mark.parametrize("one", TERMS, ids=lambda one: one.name)
def test_a_term_is_told_in_one_sentence_that_names_it(one):
    assert one.name in one.sentence.lower()
    assert one.sentence.endswith(".")
    assert ". " not in one.sentence
    assert one.reference or one.name in OF_PAGES


def test_terms_have_different_names():
    assert len({one.name for one in TERMS}) == len(TERMS)


def test_sections_teach_words_of_the_glossary():
    assert all(term(section.term) in TERMS for section in SECTIONS if section.term)
