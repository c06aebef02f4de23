"""The front end is tested with what the engine gives today."""

import pytest

from tests.frontend.samples import samples


@pytest.mark.parametrize(("file", "text"), list(samples()), ids=lambda value: getattr(value, "name", ""))
def test_a_sample_is_what_the_engine_gives(file, text):
    assert file.read_text(encoding="utf-8") == text, "Run python -m tests.frontend.samples."
