"""How fixture programs are made compilable."""

import pytest

from tests.oracle.java_units import java_units
from tests.oracle.programs import Program


def program(text: str, topology: str | None = None) -> Program:
    return Program("java", "group", "name", text, "title", topology)


def only_file(text: str) -> str:
    ((name, unit),) = java_units(program(text)).files
    assert name == "Fragment.java"
    return unit


@pytest.mark.parametrize(
    ("fragment", "result", "makes_builder"),
    [
        ('builder.stream("a");', "builder.build(config)", True),
        ("StreamsBuilder sb = new StreamsBuilder();", "sb.build(config)", True),
        ("var builder = new StreamsBuilder();", "builder.build(config)", False),
        ("Topology t = new Topology();", "t", True),
        ("StreamsBuilder builder = null; Topology t = builder.build();", "t", False),
        ("Properties config = new Properties();", "builder.build(givenConfig)", True),
        ("// Topology t = new Topology();\nf();", "builder.build(config)", True),
        ('f("Topology t = 1;");', "builder.build(config)", True),
        ("Runnable r = () -> { Topology t = null; };", "builder.build(config)", True),
    ],
)
def test_a_fragment_is_wrapped(fragment: str, result: str, makes_builder: bool) -> None:
    unit = only_file(fragment)

    assert f"        return {result};\n" in unit
    assert ("        StreamsBuilder builder = new StreamsBuilder();\n" in unit) is makes_builder


def test_the_imports_of_a_fragment_stand_above_its_class() -> None:
    unit = only_file("import java.util.function.Predicate;\n\nf();")

    above, _, below = unit.partition("public final class Fragment")
    assert "import java.util.function.Predicate;" in above
    assert "kstream.Predicate" not in above
    assert "import" not in below


def test_a_class_beside_statements_is_part_of_the_fragment() -> None:
    assert "class Local { int x; }" in only_file("class Local { int x; }\nnew Local();")


@pytest.mark.parametrize(
    ("text", "topology", "expected"),
    [
        ("class First { int x; }\npublic final class Main { }", None, ("Main.java", "Main.topology(config)")),
        (
            "// class No\nclass First { class Inner { } }\nclass Second { }",
            None,
            ("First.java", "First.topology(config)"),
        ),
        ("public interface Main { }", "new Main.Of(builder)", ("Main.java", "new Main.Of(builder)")),
    ],
)
def test_a_class_gets_an_entry_beside_it(text: str, topology: str | None, expected: tuple[str, str]) -> None:
    units = java_units(program(text, topology))

    (name, unit), (_, entry) = units.files
    assert (name, unit) == (expected[0], text)
    assert f"() -> {expected[1]}, builder, config" in entry
    assert units.entry == "OracleEntry"


def test_the_entry_lies_in_the_package_of_the_class() -> None:
    units = java_units(program("package com.example;\nimport java.util.List;\npublic class Main { }"))

    assert units.entry == "com.example.OracleEntry"
    assert units.files[1][1].startswith("package com.example;\n")
