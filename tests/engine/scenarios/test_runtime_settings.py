"""Settings of the group, with the defaults of each version."""

import pytest

from tests.engine.analyzing import behaviours
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.scenarios.runtime_settings import read_runtime_settings


@pytest.mark.parametrize(("version", "session_ms"), [("2.3.1", 10_000), ("2.8.2", 10_000), ("3.0.0", 45_000)])
def test_the_session_timeout_grew_in_3_0(version, session_ms):
    assert read_runtime_settings({}, behaviours(version)).session_timeout_ms == session_ms


def test_exactly_once_commits_every_100_ms():
    found = read_runtime_settings({"processing.guarantee": "exactly_once_v2"}, behaviours())

    assert found.is_exactly_once
    assert found.commit_interval_ms == 100


@pytest.mark.parametrize(
    ("name", "value"),
    [("session.timeout.ms", "0"), ("session.timeout.ms", "10s"), ("processing.guarantee", "twice")],
)
def test_a_value_that_cannot_be_is_refused(name, value):
    with pytest.raises(BadSetting, match=value):
        read_runtime_settings({name: value}, behaviours())
