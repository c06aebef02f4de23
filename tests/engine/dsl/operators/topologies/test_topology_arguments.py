"""Which overload of Topology's methods a null makes it: by the type that the null has, as Java chooses."""

import pytest

from tests.engine.analyzing import NEW, OLD, topology_of

_POLICY = "Topology.AutoOffsetReset.EARLIEST"
_SERDES = "Serdes.String().deserializer(), Serdes.String().deserializer()"
_NO_NAME = {OLD: "name must not be null", NEW: "name must not be null", "4.3.1": "name cannot be null"}
_NO_NAME_OF_PATTERN = {OLD: "name can't be null", NEW: "name can't be null", "4.3.1": "name cannot be null"}


def _source(arguments: str, before: str = "") -> str:
    return f"Topology topology = new Topology();\n{before}\ntopology.addSource({arguments});"


@pytest.mark.parametrize("version", [OLD, NEW, "4.3.1"])
@pytest.mark.parametrize(
    "before", ["", f"{_POLICY}, ", "(record, time) -> time, ", f"{_POLICY}, (record, time) -> time, "]
)
def test_a_null_string_is_the_name_of_a_source(before: str, version: str) -> None:
    of_topics = topology_of(_source(f'{before}(String) null, "some", "other"'), version=version)
    of_pattern = topology_of(_source(f'{before}(String) null, Pattern.compile("some-.*")'), version=version)

    assert str(of_topics.refusal) == f"NullPointerException: {_NO_NAME[version]}"
    assert str(of_pattern.refusal) == f"NullPointerException: {_NO_NAME_OF_PATTERN[version]}"


def test_a_null_name_may_stand_before_deserializers() -> None:
    before = f"{_POLICY}, (String) null, {_SERDES}"

    assert str(topology_of(_source(f'{before}, "some"')).refusal) == f"NullPointerException: {_NO_NAME[NEW]}"
    of_pattern = topology_of(_source(f'{before}, Pattern.compile("some-.*")'))
    assert str(of_pattern.refusal) == f"NullPointerException: {_NO_NAME_OF_PATTERN[NEW]}"


def test_a_null_keeps_the_type_of_its_variable() -> None:
    refused = topology_of(_source('name, "some", "other"', "String name = null;"))
    read = topology_of(_source('policy, "name", "some"', "Topology.AutoOffsetReset policy = null;"))

    assert str(refused.refusal) == f"NullPointerException: {_NO_NAME[NEW]}"
    assert read.refusal is None


@pytest.mark.parametrize("arguments", ['"name", (String) null, "some"', f'{_POLICY}, "name", (String) null'])
def test_a_null_string_is_a_topic(arguments: str) -> None:
    assert str(topology_of(_source(arguments)).refusal) == "NullPointerException: topic names cannot be null"


def test_nulls_of_other_types_are_no_topics() -> None:
    none = "(Deserializer<String>) null"

    assert topology_of(_source(f'"name", {none}, {none}, "some"')).refusal is None


@pytest.mark.parametrize(("version", "cannot"), [(OLD, "can't"), (NEW, "can't"), ("4.3.1", "cannot")])
def test_a_null_pattern_is_no_lack_of_topics(version: str, cannot: str) -> None:
    refused = topology_of(_source('"name", (Pattern) null'), version=version)

    assert str(refused.refusal) == f"NullPointerException: topicPattern {cannot} be null"
