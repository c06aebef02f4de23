"""Configuration files become flat keys with their values, as the frameworks read them."""

import pytest

from tests.pace import ends
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.syntax.configuration import name_as_configuration, read_configuration


def settings_of(text: str, name: str = "application.yml") -> dict[str, str | None]:
    found, _ = read_configuration(SourceFile(name, text), 0, name)
    return {f"{one.key}@{one.profile}" if one.profile else one.key: one.value for one in found}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("application.yml", True), ("src/main/resources/application-dev.yaml", True), ("x.properties", True),
     ("Orders.java", False), ("properties", False)],
)  # fmt: skip
def test_a_file_of_settings_is_known_by_its_name(name: str, expected: bool):
    assert (name_as_configuration(SourceFile(name, "")) is not None) is expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("spring:\n  application.name: shop  # ours\norders:\n  topics:\n    - a\n    - b\n", "application.yml"),
        ("# topics\norders.topic=orders\n%dev.orders.topic = test\n", "application.properties"),
        ('"[topology.optimization]": all\n---\nshop: {a: 1}\n', "application.yml"),
        ("Topologies:\n   Sub-topology: 0\n    Source: KSTREAM-SOURCE-0000000000 (topics: [a])\n", None),
        ("outer: for (String topic : topics) {\n  builder.stream(topic);\n}\n", None),
        ('val topic: String = "a"\nbuilder.stream<String, String>(topic)\n', None),
        ('topic = "a"\nbuilder.stream(topic)\n', None),
        ("", None),
    ],
)
def test_pasted_settings_are_known_by_every_line(text: str, name: str | None):
    assert name_as_configuration(SourceFile("pasted", text)) == name
    assert name_as_configuration(SourceFile("Pasted.java", text)) is None


def test_yaml_is_flattened_with_dots_and_numbers():
    text = "orders:\n  topic: orders\n  regions: [eu, us]\n  more:\n    - name: a\n"

    assert settings_of(text) == {
        "orders.topic": "orders",
        "orders.regions[0]": "eu",
        "orders.regions[1]": "us",
        "orders.more[0].name": "a",
    }


def test_words_and_numbers_of_yaml_are_the_text_that_spring_makes_of_them():
    assert settings_of("a: on\nb: 'on'\nc: ~\nd: 12\ne: 010\nf: 1_000\n") == {
        "a": "true", "b": "on", "c": "", "d": "12", "e": None, "f": None,
    }  # fmt: skip


def test_brackets_keep_the_dots_of_a_key_together_and_are_left_out():
    assert settings_of('spring.kafka.streams.properties:\n  "[topology.optimization]": all\n') == {
        "spring.kafka.streams.properties.topology.optimization": "all"
    }


def test_documents_and_file_names_say_in_which_profile_a_setting_holds():
    text = "a: 1\n---\nspring.config.activate.on-profile: dev\na: 2\n"

    assert settings_of(text)["a"] == "1"
    assert settings_of(text)["a@dev"] == "2"
    assert settings_of("a: 3", "application-test.yml") == {"a@test": "3"}
    assert settings_of("%dev.a=4\na=5", "application.properties") == {"a@%dev": "4", "a": "5"}


def test_an_alias_is_not_followed_and_its_value_not_known():
    assert settings_of("a: &x 1\nb: *x\n") == {"a": "1", "b": None}


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("a=b", "a", "b"),
        ("a: b", "a", "b"),
        ("  a   b c ", "a", "b c "),
        ("a\\ b=c", "a b", "c"),
        ("a=b\\\n   c", "a", "bc"),
        ("a=b\\\\\nc=d", "a", "b\\"),
        ("a=\\u0041\\t", "a", "A\t"),
        ("a", "a", ""),
    ],
)
def test_a_line_of_properties_is_read_as_java_does(line: str, key: str, value: str):
    assert settings_of(line, "x.properties")[key] == value


def test_comments_and_empty_lines_are_no_settings():
    assert settings_of("# a=b\n! c=d\n\n \n", "x.properties") == {}


def test_what_is_no_yaml_is_said_with_its_place():
    file = SourceFile("application.yml", "ä: 1\nb: [1\n")
    found, (diagnostic,) = read_configuration(file, 0, file.name)

    assert [(one.key, one.value) for one in found] == []
    assert diagnostic.reason.startswith("This is not YAML")
    assert diagnostic.span is not None
    assert Bundle((file,)).position_of(diagnostic.span)[1].line == 3


@pytest.mark.parametrize("text", ["[" * 100_000, "a: " * 100_000, "- " * 100_000, "{a: " * 50_000])
def test_deep_yaml_ends_soon(text: str):
    with ends():
        read_configuration(SourceFile("application.yml", text), 0, "application.yml")


def test_a_file_that_is_too_long_is_not_read():
    found, (diagnostic,) = read_configuration(SourceFile("x.properties", "a=b\n" * 200_000), 0, "x.properties")

    assert found == ()
    assert "bytes" in diagnostic.reason
