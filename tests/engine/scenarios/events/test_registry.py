"""Every kind of event has an example that is read, and a module and a test of its name."""

from pathlib import Path

import pytest

from topoviz.engine.scenarios.events.registry import EVENT_KINDS
from topoviz.engine.scenarios.reading.scenario_file import read_scenario_file


@pytest.mark.parametrize("kind", EVENT_KINDS.values(), ids=lambda kind: kind.name)
def test_an_event_is_read_from_its_example(kind):
    [event] = read_scenario_file(f"events: [{{at: 10m, {kind.example}}}]").events

    assert event.at_ms == 600_000
    assert type(event.happening).__module__.endswith(kind.name.replace("-", "_"))
    assert Path(__file__).with_name(f"test_{kind.name.replace('-', '_')}.py").exists()
