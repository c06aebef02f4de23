"""What a TopologyConfig may switch on since 4.0, and how that is told."""

import pytest

from tests.engine.analyzing import analysis_of

COUNT = """
    StreamsBuilder builder = new StreamsBuilder({});
    builder.<String, String>stream("in").groupByKey().count();
"""


def told(config: str, version: str = "4.3.1") -> list[str]:
    """The reasons for which the TopologyConfig makes the result unsure."""
    made = COUNT.replace("{}", "new TopologyConfig(new StreamsConfig(props))")
    found = analysis_of(f"Properties props = new Properties();\n{config}\n{made}", version=version).diagnostics
    return [diagnostic.reason for diagnostic in found if diagnostic.code == "topology-config"]


def test_a_config_of_harmless_settings_is_not_doubted():
    settings = 'props.put("application.id", "app"); props.put("ensure.explicit.internal.resource.naming", "false");'

    assert told(settings) == []


@pytest.mark.parametrize(
    "key",
    ["processor.wrapper.class", "ensure.explicit.internal.resource.naming", "__enable.process.processValue.fix__"],
)
def test_a_setting_that_decides_about_the_topology_is_told(key: str):
    (reason,) = told(f'props.put("{key}", "true");')

    assert key in reason
    assert told(f'props.put("{key}", "true");', version="3.9.2") == []


def test_settings_from_outside_are_told():
    assert len(told("props.putAll(loaded());")) == 1


def test_a_map_is_as_good_as_properties():
    program = COUNT.replace("{}", 'new TopologyConfig(new StreamsConfig(Map.of("application.id", "app")))')

    assert not analysis_of(program, version="4.3.1").is_unsure
