"""What the API's own description allows and does not: no mistake of ours comes of it, and no answer it does not have.

`python -m tests.web.api.against_schema --seconds 3600 --seed 7` asks for longer.
"""

import warnings

import pytest

from tests.web.api.against_schema import NO_WAITING, ask_everything, operations
from tests.web.routes.world import World

SECONDS = 10
"""Of which the longest part goes by until each operation was asked once."""


@pytest.mark.django_db
def test_every_answer_is_one_that_the_description_has(settings):
    settings.TOPOVIZ_LIMITS = NO_WAITING
    with warnings.catch_warnings():
        # Those of the tool that makes the requests are not ours.
        warnings.simplefilter("ignore")
        seen = ask_everything(SECONDS, 1, World())
        asked_for = {one.label for one in operations()}

    assert seen.wrong == {}, "\n\n".join(f"{what}\n{curl}" for what, curl in seen.wrong.items())[:8000]
    assert seen.operations == asked_for
