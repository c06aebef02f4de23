"""Sentences for Markdown: short, and never with half a name."""

import pytest

from topoviz.rendering.forms.markdown_text import cut, sentence_with_code


@pytest.mark.parametrize(
    ("longest", "expected"),
    [
        (40, "The store `orders-by-day` is gone."),
        (28, "The store `orders-by-day` is …"),
        (25, "The store `orders-by-day` …"),
        (20, "The store …"),
        (11, "The store …"),
        (6, "The st …"),
    ],
)
def test_a_long_sentence_ends_before_a_name_that_has_no_room(longest, expected):
    found = cut("The store `orders-by-day` is gone.", longest)

    assert found == expected
    assert "&#96;" not in sentence_with_code(found)
