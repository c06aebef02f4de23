"""Which assignors a version has, and what is said of a name that it lacks."""

import pytest

from tests.engine.analyzing import NEW, behaviours
from topoviz.engine.assignment.assignors.registry import NoSuchAssignor, assignor_for


def test_a_name_that_no_version_has_is_refused_in_a_sentence():
    with pytest.raises(NoSuchAssignor, match=rf"There is no assignor named 'stiky'\. Kafka Streams {NEW} has: "):
        assignor_for(behaviours(NEW), "stiky")
