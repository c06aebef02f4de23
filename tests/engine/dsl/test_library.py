"""What Java's and Kafka's own classes do, and where the engine says that it does not know."""

import pytest

from tests.engine.analyzing import NEW, OLD, analysis_of, application_of, behaviours, codes, topics_read, topology_of
from topoviz.engine.dsl.objects import StoreBuilderValue
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.optimizer.config import MERGE, parse_optimization
from topoviz.engine.refusal import Refused

LIST = 'List<String> l = new ArrayList<>(List.of("b", "c", "a"));\n'
MAP = 'Map<String, String> m = new LinkedHashMap<>();\nm.put("a", "1");\nm.put("b", "2");\n'


def certain_topics(text: str, version: str = NEW) -> list[str]:
    """The topics of a program, of which the engine is sure."""
    analysis = analysis_of(text, version=version)
    assert not analysis.is_unsure, analysis.diagnostics
    return topics_read(analysis)


@pytest.mark.parametrize(
    ("change", "topics"),
    [
        ('l.add(1, "z");', ["b", "z", "c", "a"]),
        ("l.remove(1);", ["b", "a"]),
        ('l.remove("a");', ["b", "c"]),
        ('l.remove("z");', ["b", "c", "a"]),
        ('l.set(0, "z");', ["z", "c", "a"]),
        ("l.sort(null);", ["a", "b", "c"]),
        ("Collections.sort(l);", ["a", "b", "c"]),
        ("l.sort(Comparator.reverseOrder());", ["c", "b", "a"]),
        ("Collections.sort(l, (a, b) -> 0);", ["b", "c", "a"]),
        ("Collections.reverse(l);", ["a", "c", "b"]),
        ("l = l.subList(1, 3);", ["c", "a"]),
        ("Iterator<String> i = l.iterator(); i.next(); l = List.of(i.next());", ["c"]),
        ("l = Collections.unmodifiableList(l);", ["b", "c", "a"]),
        ("l.subList(0, 1).clear();", ["c", "a"]),
        ("Iterator<String> i = l.iterator(); i.next(); i.remove();", ["c", "a"]),
    ],
)
def test_a_list_changes_as_in_java(change: str, topics: list[str]):
    assert certain_topics(f"{LIST}{change}\nfor (String s : l) builder.stream(s);") == topics


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('Pattern p = Pattern.compile("a(b");', "refused-pattern"),
        ('String s = String.format("%q", "a");', "refused-format"),
        ('List<Object> l = new ArrayList<>(); l.add("a"); l.add(1); Collections.sort(l);', "refused-comparison"),
        ('List<String> l = List.of("a"); l.get(3);', "refused-place"),
        ('Map<String, String> m = new TreeMap<>(); m.put(null, "a");', "refused-null"),
    ],
)
def test_what_java_may_refuse_is_told(text: str, code: str):
    analysis = analysis_of(f'{text} builder.stream("in");')

    assert codes(analysis) == {code}
    assert analysis.is_unsure


@pytest.mark.parametrize(
    "change",
    [
        "l.sort(new Order());",
        "Collections.shuffle(l);",
        "Iterator<String> i = l.iterator(); i.remove();",
        "l.remove(index());",
        'l.set(index(), "z");',
        "l.replaceAll(s -> s + other());",
        "l.addAll(others());",
    ],
)
def test_a_change_that_is_not_followed_makes_the_list_unsure(change: str):
    assert analysis_of(f"{LIST}{change}\nfor (String s : l) builder.stream(s);").is_unsure


@pytest.mark.parametrize(
    ("change", "topics"),
    [
        ('m.remove("a");', ["b2"]),
        ('m.putIfAbsent("a", "3");', ["a1", "b2"]),
        ('m.putAll(Map.of("c", "3"));', ["a1", "b2", "c3"]),
        ('m.replace("a", "9");', ["a9", "b2"]),
        ('for (Map.Entry<String, String> e : m.entrySet()) e.setValue("0");', ["a0", "b0"]),
        ('m.keySet().remove("a");', ["b2"]),
        ("m.clear();", []),
    ],
)
def test_a_map_changes_as_in_java(change: str, topics: list[str]):
    loop = "for (Map.Entry<String, String> e : m.entrySet()) builder.stream(e.getKey() + e.getValue());"
    assert certain_topics(f'{MAP}{change}\n{loop}\nbuilder.stream("end");') == [*topics, "end"]


@pytest.mark.parametrize(
    "change",
    ["m.keySet().remove(key());", 'm.put(key(), "z");', 'm.merge(key(), "z", (x, y) -> y);', "m.putAll(more());"],
)
def test_a_change_that_is_not_followed_makes_the_map_unsure(change: str):
    assert analysis_of(f'{MAP}{change}\nbuilder.stream(m.get("a"));').is_unsure


def test_what_is_put_after_an_unknown_change_is_known_again():
    assert certain_topics(f'{MAP}m.put(key(), "z");\nm.put("a", "x");\nbuilder.stream(m.get("a"));') == ["x"]


def test_an_element_is_in_a_set_once_unless_it_is_not_known_what_it_is():
    start = 'Set<String> s = new LinkedHashSet<>();\ns.add("a");\n'

    assert certain_topics(f'{start}builder.stream("t" + s.add("a") + s.size());') == ["tfalse1"]
    assert analysis_of(f'{start}s.add(other());\nbuilder.stream("t" + s.size());').is_unsure


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ('"a,b,,".split(",").length', "2"),
        ('",".split(",").length', "0"),
        ('"".split(",").length', "1"),
        ('"a,b,,".split(",", -1).length', "4"),
        ('"a,b,c".split(",", 2)[1]', "b,c"),
        ('"a|b".split("\\\\|")[1]', "b"),
        ('Objects.requireNonNullElse(null, "x")', "x"),
        ('Objects.equals("a", "a")', "true"),
        ("Optional.ofNullable(null).isPresent()", "false"),
        ('Optional.of("a").orElse("b")', "a"),
        ('Integer.parseInt("12") + 1', "13"),
        ("Integer.toHexString(255)", "ff"),
        ('Stream.of("a", "b").collect(Collectors.joining("-"))', "a-b"),
        ('Stream.of("a", "b").collect(Collectors.toList()).get(1)', "b"),
        ('new StringBuilder("b").insert(0, "a")', "ab"),
    ],
)
def test_the_library_gives(expression: str, text: str):
    assert certain_topics(f'builder.stream("t" + ({expression}));') == [f"t{text}"]


@pytest.mark.parametrize(
    "expression",
    [
        "System.currentTimeMillis()",
        "System.lineSeparator()",
        "Thread.currentThread().getName()",
        "Optional.ofNullable(other()).isPresent()",
        'new StringBuilder(other()).append("x")',
        'String.join("-", others())',
        'List.of("a").hashCode()',
    ],
)
def test_the_library_is_not_followed_for_certain(expression: str):
    assert analysis_of(f'builder.stream("t" + ({expression}));').is_unsure


def test_printing_changes_nothing():
    assert certain_topics('System.out.println("x");\nThread.sleep(1);\nbuilder.stream("a");') == ["a"]


def test_two_store_builders_are_never_the_same_and_never_an_operators_store():
    one, two = (StoreBuilderValue(UserText("s"), StoreKind.KEY_VALUE).store("s").identity for _ in range(2))

    assert one != two
    assert max(one, two) < 0


def test_consumed_is_copied_from_3_7_on():
    text = 'Consumed<String, String> c = Consumed.as("x");\nc.withName("y");\nbuilder.stream("a", c);'
    names = {version: topology_of(text, version=version).topology.nodes[0].name for version in ("3.6.2", "3.7.2")}

    assert names == {"3.6.2": "y", "3.7.2": "x"}


@pytest.mark.parametrize(
    ("second", "is_doubted"),
    [
        ("builder.build();", False),
        ('builder.stream("b");\nbuilder.build();', False),
        ("builder.build(settings);", True),
        ('builder.stream("b").join(table, (one, two) -> one);\nbuilder.build();', True),
    ],
)
def test_a_second_build_is_doubted_when_it_may_not_be_as_one(second: str, is_doubted: bool):
    start = """
    Properties settings = new Properties();
    settings.put("topology.optimization", "all");
    builder.stream("a");
    KTable<String, String> table = builder.table("t");
    builder.build();
    """

    assert ("built-twice" in codes(analysis_of(start + second))) is is_doubted


def test_building_twice_with_the_same_settings_is_not_doubted():
    program = """
    Properties settings = new Properties();
    settings.put("topology.optimization", "all");
    builder.stream("a").selectKey((key, value) -> value).groupByKey().count();
    System.out.println(builder.build(settings).describe());
    new KafkaStreams(builder.build(settings), settings);
    """

    assert not analysis_of(program, optimize=None).is_unsure


def test_properties_that_change_after_the_build_come_too_late():
    text = (
        'Properties p = new Properties();\np.put("topology.optimization", "none");\nbuilder.stream("a");\n'
        'Topology t = builder.build(p);\np.put("topology.optimization", "all");'
    )
    (topology,) = analysis_of(text, optimize=None).topologies

    assert topology.optimization.text == "none"


@pytest.mark.parametrize(
    "lambda_body", ["() -> v", "() -> { return v; }", "() -> one(v)", "() -> null", "new S(v)", "new S(v)::get"]
)
def test_a_supplier_that_gives_one_object_twice_is_refused_from_2_7_on(lambda_body: str):
    text = (
        "class S { Object v; S(Object v) { this.v = v; } Object get() { return v; } }\n"
        "Object one(Object v) { return v; }\n"
        f'Object v = new Upper();\nbuilder.stream("a").transformValues({lambda_body});'
    )
    assert "generates single reference" in str(topology_of(text, version=NEW).refusal)
    assert topology_of(text, version=OLD).refusal is None


@pytest.mark.parametrize(("scope", "is_refused"), [("@Singleton", True), ("@Dependent", False)])
def test_a_supplier_that_asks_a_framework_for_another_object_each_time_is_not_refused(scope: str, is_refused: bool):
    text = (
        f"{scope} class Upper implements ValueTransformer<String, String> {{ }}\n"
        "@ApplicationScoped class App {\n"
        "  @Inject Provider<Upper> upper;\n"
        "  @Produces Topology topology() {\n"
        "    StreamsBuilder builder = new StreamsBuilder();\n"
        '    builder.stream("a").transformValues(() -> upper.get()).to("b");\n'
        "    return builder.build();\n"
        "  }\n"
        "}"
    )
    analysis = analysis_of(text)
    assert (analysis.topologies[0].refusal is not None) == is_refused
    assert any(one.code == "bean-scope" for one in analysis.diagnostics) != is_refused


@pytest.mark.parametrize("supplier", ["() -> new Upper()", "Upper::new", "() -> make()"])
def test_a_supplier_that_gives_new_objects_is_accepted(supplier: str):
    text = f'Object make() {{ return new Upper(); }}\nbuilder.stream("a").transformValues({supplier});'

    assert topology_of(text).refusal is None


def test_pattern_flags_and_classes_of_java_make_a_match_unsure():
    flags = 'builder.stream(Pattern.compile("AL.*", Pattern.CASE_INSENSITIVE));\nbuilder.stream("alpha");'
    classes = 'builder.stream(Pattern.compile("\\\\p{Alpha}+"));\nbuilder.stream("alpha");'

    assert analysis_of(flags).is_unsure
    assert analysis_of(classes).is_unsure
    assert not analysis_of('Pattern.compile("a", Pattern.CASE_INSENSITIVE);\nbuilder.stream("alpha");').is_unsure
    assert topology_of('builder.stream(Pattern.compile("al.*"));\nbuilder.stream("alpha");').refusal is not None


@pytest.mark.parametrize(
    ("size", "found"),
    [("Duration.ofMinutes(2)", set()), ("Duration.ofMinutes(1)", {"refused"}), ("size", {"window-size"})],
)
def test_a_store_for_a_join_must_be_as_long_as_the_windows(size: str, found: set[str]):
    text = (
        'KStream<String, String> a = builder.stream("a");\nKStream<String, String> b = builder.stream("b");\n'
        "a.join(b, (x, y) -> x, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1)), StreamJoined.with("
        f'Stores.inMemoryWindowStore("s", Duration.ofMinutes(2), {size}, true),'
        f' Stores.inMemoryWindowStore("t", Duration.ofMinutes(2), {size}, true)));'
    )
    assert codes(analysis_of(text)) == found


def test_each_version_reads_the_optimization_in_its_own_way():
    assert parse_optimization(f"{MERGE},", behaviours(NEW)).rules == {MERGE}
    assert not parse_optimization(",", behaviours(NEW)).rules
    assert not parse_optimization("some", behaviours(OLD), from_program=True).rules
    for text, version in (("", NEW), ("some", OLD), (f",{MERGE}", NEW)):
        with pytest.raises(Refused):
            parse_optimization(text, behaviours(version))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("s.to((String) null);", "NullPointerException: topic can't be null"),
        (
            "s.groupByKey().count(Materialized.as((String) null));",
            'NullPointerException: Cannot invoke "String.isEmpty()" because "name" is null',
        ),
    ],
)
@pytest.mark.parametrize("version", [OLD, NEW])
def test_null_is_refused_in_the_words_that_the_real_library_was_recorded_with(call: str, words: str, version: str):
    assert (
        str(topology_of(f'KStream<String, String> s = builder.stream("a");\n{call}', version=version).refusal) == words
    )


def test_null_as_a_name_is_no_name():
    text = 'builder.<String, String>stream("a", Consumed.as((String) null)).to("b", Produced.as(null));'

    assert [node.name for node in topology_of(text).topology.nodes] == [
        "KSTREAM-SOURCE-0000000000",
        "KSTREAM-SINK-0000000001",
    ]


@pytest.mark.parametrize(
    "text",
    [
        # More keys of one hash: Java makes the table longer before its time, which is not followed.
        'for (var e : l) for (var f : l) for (var g : l) s.add(e + f + g + "Aa"); s.add("AaAaAaBB");',
        "s.add(null); s.add(new Object());",
        # How long the table is hangs on a capacity, on what is copied, and on what it held before.
        "s = new HashSet<>(64); s.addAll(l);",
        "s = new HashSet<>(new HashMap<>(Map.of(1, 2, 3, 4)).keySet());",
        "for (int i = 0; i < 30; i++) s.add(i); for (int i = 2; i < 30; i++) s.remove(i);",
    ],
)
def test_the_order_of_a_hash_set_is_left_open(text: str) -> None:
    """Where Java's hash table does more than to put one element behind the other, the order is not guessed."""
    before = 'var l = List.of("Aa", "BB");\nSet<Object> s = new HashSet<>();\n'
    assert analysis_of(f"{before}{text}\nfor (Object o : s) builder.stream(String.valueOf(o));").is_unsure


@pytest.mark.parametrize(
    "text",
    [
        # What Java throws depends on the class of the list.
        "l.get(3);",
        'l.set(-1, "x");',
        'Collections.singletonList("a").remove("b");',
        "new TreeSet<String>().add(null);",
        # Java refuses to compare what is of two classes, or has no order.
        'Set<Object> t = new TreeSet<>(); t.add("a"); t.add(1);',
        "new TreeSet<Object>().add(new Object());",
        'Collections.sort(Arrays.asList("a", 1L));',
        # There is no int in a map that has no entry for it.
        'Map<String, Integer> n = new HashMap<>(); int count = n.get("gone");',
        # An int is never equal to a long, and the text does not always tell which it is.
        'Map<Long, String> n = new HashMap<>(); n.put(1L, "x"); builder.stream("t" + n.get(1));',
        'String.format("%,d", 12345); builder.stream(String.format("%,d", 12345));',
    ],
)
def test_what_is_up_to_the_machine_or_the_class_is_told(text: str) -> None:
    """A program that Java may end, or whose names depend on where it runs, is not taken for certain."""
    assert analysis_of(f'{LIST}{text}\nbuilder.stream("a");').is_unsure


@pytest.mark.parametrize(
    "program",
    [
        "import static com.google.common.base.Preconditions.checkNotNull;|checkNotNull(s)",
        "import com.google.common.base.Preconditions;|Preconditions.checkNotNull(s, message)",
        "import org.apache.commons.lang3.Validate;|Validate.notNull(s)",
    ],
)
def test_what_is_asked_not_to_be_null_is_what_it_was(program: str):
    imported, asked = program.split("|")
    body = f'KStream<String, String> s = builder.stream("a"); {asked}.to("b");'
    analysis = application_of(
        f"{imported}\nclass W {{ void wire(StreamsBuilder builder, String message) {{ {body} }} }}"
    )

    assert topics_read(analysis) == ["a"]
    assert not analysis.is_unsure
