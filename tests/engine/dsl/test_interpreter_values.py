"""What expressions come to: the texts that become topics and names."""

import pytest

from tests.engine.analyzing import analysis_of, topics_read


def topic(expression: str, *before: str) -> str:
    """The topic that an expression names, where the engine is sure of it."""
    analysis = analysis_of("\n".join((*before, f"builder.stream({expression});")))
    assert not analysis.is_unsure, analysis.diagnostics
    (found,) = topics_read(analysis)
    return found


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ('"a" + 1 + 2', "a12"),
        ('1 + 2 + "a"', "3a"),
        ('"a" + true + null', "atruenull"),
        ('"a" + -7 / 2 + "_" + -7 % 3', "a-3_-1"),
        ('"a" + 0x1F + 010 + 0b11 + 1_000', "a31831000"),
        ('"a" + 1.5', "a1.5"),
        ('"a" + (3 > 2 ? "yes" : "no")', "ayes"),
        ('"AbC".toLowerCase() + "x".toUpperCase()', "abcX"),
        ('"abcdef".substring(1, 3) + "abc".length()', "bc3"),
        ('"a.b".replace(".", "-")', "a-b"),
        ('" a ".trim().concat("b")', "ab"),
        ('"ab".repeat(3)', "ababab"),
        ('String.format("%s-%d-%%", "a", 7)', "a-7-%"),
        ('"%s!".formatted("a").replace("!", "")', "a"),
        ('String.join("-", "a", "b", "c")', "a-b-c"),
        ('String.join("-", List.of("a", "b"))', "a-b"),
        ('String.valueOf(7) + String.valueOf("x")', "7x"),
        ('"a,b".split(",")[1]', "b"),
        ('new StringBuilder("a").append(1).append("b").toString()', "a1b"),
        ('List.of("a", "b").get(1)', "b"),
        ('new String[] {"a", "b"}[1]', "b"),
        ('Map.of("k", "v").get("k")', "v"),
        ('Map.of("k", "v").getOrDefault("x", "d")', "d"),
        ('"\\u0061\\142c"', "abc"),
        ('"""\n    a\\\n    b"""', "ab"),
    ],
)
def test_a_topic_may_be_reckoned(expression: str, text: str):
    assert topic(expression) == text


@pytest.mark.parametrize(
    ("before", "expression", "text"),
    [
        ("int n = 1; n += 2; n++;", '"a" + n', "a4"),
        ("int n = 1;", '"a" + n++ + n', "a12"),
        ("int n = 1;", '"a" + ++n + n', "a22"),
        ("int n = 1; n = n++ + ++n;", '"a" + n', "a4"),
        ('String s = "a"; s += "b" + 1;', "s", "ab1"),
        ('String[] a = {"x", "y"}; a[1] = a[0] + "z";', "a[1]", "xz"),
        ('String[][] a = {{"x"}, {"y", "z"}};', "a[1][1]", "z"),
        ('Map<String, String> m = new HashMap<>(); m.put("k", "v");', 'm.get("k")', "v"),
        ('final String s; s = "late";', "s", "late"),
        ("boolean a = true, b = false;", 'a ^ b && !b ? "yes" : "no"', "yes"),
    ],
)
def test_variables_keep_what_was_put_into_them(before: str, expression: str, text: str):
    assert topic(expression, before) == text


@pytest.mark.parametrize(
    ("before", "key"),
    [
        ("", "name"),
        ("", "settings.topic()"),
        ("", 'System.getenv("TOPIC")'),
        ("", "Math.random()"),
        ("", "UUID.randomUUID()"),
        ('String name = "a"; if (flag) { name = "b"; }', "name"),
        ("int name = 0; while (more()) { name++; }", "name"),
        ('String name = "a"; switch (mode) { case 1: name = "b"; }', "name"),
    ],
)
def test_a_topic_that_the_text_does_not_determine_is_marked(before: str, key: str):
    analysis = analysis_of(f'{before}\nbuilder.stream("t-" + {key});')
    (found,) = topics_read(analysis)
    (topology,) = analysis.topologies

    assert found.startswith("t-${")
    assert found in topology.unsure
    assert analysis.is_unsure


def test_the_order_of_a_hash_set_is_javas():
    names = ["zebra", "yak", "xerus", "wolf", "viper"]
    added = "".join(f'names.add("{name}");\n' for name in names)
    analysis = analysis_of(f"Set<String> names = new HashSet<>();\n{added}for (String n : names) builder.stream(n);")

    assert topics_read(analysis) == ["zebra", "yak", "wolf", "xerus", "viper"]


def test_the_order_of_a_tree_set_is_that_of_its_names():
    program = 'for (String n : new TreeSet<>(List.of("b", "a", "B"))) builder.stream(n);'

    assert topics_read(analysis_of(program)) == ["B", "a", "b"]


@pytest.mark.parametrize("collection", ['Set.of("a", "b")', 'Map.of("a", "x", "b", "y").keySet()'])
def test_a_set_that_has_another_order_in_every_run_is_not_known(collection: str):
    analysis = analysis_of(f"for (String name : {collection}) builder.stream(name);")

    assert analysis.is_unsure


def test_properties_give_back_what_was_put_into_them():
    program = """
        Properties mine = new Properties();
        mine.setProperty("in", "orders");
        builder.stream(mine.getProperty("in")).to(mine.getProperty("out", "copy"));
    """
    analysis = analysis_of(program)

    assert topics_read(analysis) == ["orders"]
    assert analysis.topologies[0].description.groups[0].nodes[1].topic == "copy"
    assert not analysis.is_unsure
