"""What a TopologyConfig may switch on since 4.0, and how that is told."""

import pytest

from tests.engine.analyzing import analysis_of, behaviours, topology_of

COUNT = """
    StreamsBuilder builder = new StreamsBuilder({});
    builder.<String, String>stream("in").groupByKey().count();
"""


def told(config: str, version: str = "4.3.1") -> list[str]:
    """The reasons for which the TopologyConfig makes the result unsure."""
    required = 'props.put("application.id", "app"); props.put("bootstrap.servers", "localhost:9092");'
    made = COUNT.replace("{}", "new TopologyConfig(new StreamsConfig(props))")
    found = analysis_of(
        f"Properties props = new Properties();\n{required}\n{config}\n{made}", version=version
    ).diagnostics
    return [diagnostic.reason for diagnostic in found if diagnostic.code == "topology-config"]


def refused(config: str, version: str = "4.3.1") -> str:
    """What a builder with the TopologyConfig is refused for, if anything."""
    required = 'props.put("application.id", "app"); props.put("bootstrap.servers", "localhost:9092");'
    made = COUNT.replace("{}", "new TopologyConfig(new StreamsConfig(props))")
    topology = topology_of(f"Properties props = new Properties();\n{required}\n{config}\n{made}", version=version)
    return "" if topology.refusal is None else str(topology.refusal)


def test_a_config_of_harmless_settings_is_not_doubted():
    settings = 'props.put("application.id", "app"); props.put("ensure.explicit.internal.resource.naming", "false");'

    assert told(settings) == []


@pytest.mark.parametrize(
    "setting",
    [
        'props.put("processor.wrapper.class", "com.acme.Wrapper");',
        'props.put("ensure.explicit.internal.resource.naming", loaded());',
        'props.put("__enable.process.processValue.fix__", loaded());',
    ],
)
def test_a_setting_that_is_not_followed_or_not_known_is_told(setting: str):
    (reason,) = told(setting)

    assert setting.split('"')[1] in reason
    assert told(setting, version="3.9.2") == []


@pytest.mark.parametrize("value", ["true", '" TRUE "'])
def test_names_may_be_demanded(value: str):
    setting = f'props.put("ensure.explicit.internal.resource.naming", {value});'

    assert refused(setting).endswith(
        "Following changelog topic(s) has not been named: KSTREAM-AGGREGATE-STATE-STORE-0000000001-changelog\n"
        "Following state store(s) has not been named: KSTREAM-AGGREGATE-STATE-STORE-0000000001\n"
    )
    assert refused(setting, version="4.0.2") == ""


@pytest.mark.parametrize(("version", "follows"), [("4.0.0", False), ("4.0.1", True), ("4.1.0", False), ("4.1.1", True)])
def test_processors_are_followed_by_the_versions_that_can(version: str, follows: bool):
    assert behaviours(version).has("may_follow_processors") is follows


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("", 'Missing required configuration "application.id" which has no default value.'),
        ('"application.id", "app"', 'Missing required configuration "bootstrap.servers" which has no default value.'),
    ],
)
def test_a_streams_config_without_what_it_needs_is_refused(settings: str, words: str):
    refusal = topology_of(f'StreamsConfig made = new StreamsConfig(Map.of({settings}));\nbuilder.stream("a");').refusal

    assert str(refusal) == f"ConfigException: {words}"


def test_settings_from_outside_are_told():
    assert len(told("props.putAll(loaded());")) == 1


def test_a_map_is_as_good_as_properties():
    program = COUNT.replace(
        "{}", 'new TopologyConfig(new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "b:1")))'
    )

    assert not analysis_of(program, version="4.3.1").is_unsure


@pytest.mark.parametrize("version", ["3.2.3", "3.9.2", "4.3.1"])
def test_what_is_not_in_the_text_may_name_the_topology(version: str):
    found = analysis_of(COUNT.replace("{}", "loaded()"), version=version).diagnostics

    assert "named-topology" in {diagnostic.code for diagnostic in found}
