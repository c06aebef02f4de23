"""What the text leaves open: marked, told with a place, and settled by the user."""

import pytest

from tests.engine.analyzing import analysis_of, codes, described, topics_read
from topoviz.engine.diagnostics import Severity
from topoviz.engine.dsl.ledger import Fate

IF_ELSE = """
    KStream<String, String> s = builder.stream("a");
    if (flag) { s.filter((k, v) -> true).to("b"); } else { s.to("c"); }
    s.to("d");
"""


def names(analysis) -> list[str]:
    """All names as describe() shows them, each once, in order."""
    lines = [line.split() for line in described(analysis).splitlines() if " (" in line and "-topology" not in line]
    return [words[1] for words in lines]


def test_an_unknown_topic_is_shown_by_its_key_and_leaves_numbers_sure():
    analysis = analysis_of('builder.stream(env.getProperty("orders.topic")).to("out");')

    assert topics_read(analysis) == ["${orders.topic}"]
    assert "(topics: [${orders.topic}?])" in described(analysis)
    assert names(analysis) == ["KSTREAM-SOURCE-0000000000", "KSTREAM-SINK-0000000001"]


def test_a_value_that_the_user_sets_makes_it_sure():
    program = 'builder.stream(env.getProperty("orders.topic")).to("out-" + name);'
    analysis = analysis_of(program, set_values={"orders.topic": "orders", "name": "x"})

    assert topics_read(analysis) == ["orders"]
    assert not analysis.is_unsure


@pytest.mark.parametrize(
    "read",
    [
        'System.getProperty("in", "orders")',
        'System.getenv().getOrDefault("in", "orders")',
        'properties.getProperty("in", "orders")',
    ],
)
def test_what_a_program_falls_back_to_is_shown_and_marked(read):
    program = f"void wire(StreamsBuilder builder, Properties properties) {{ String in = {read}; builder.stream(in); }}"
    left, said = analysis_of(program), analysis_of(program, set_values={"in": "mine"})

    assert "(topics: [orders?])" in described(left)
    assert "likely-text" in codes(left)
    assert topics_read(said) == ["mine"]


def test_an_unknown_part_of_a_name_stays_visible():
    assert topics_read(analysis_of('builder.stream("pre-" + part + "-post");')) == ["pre-${part}-post"]


def test_an_unknown_condition_is_followed_once_and_doubts_everything_behind_it():
    analysis = analysis_of(IF_ELSE)

    assert names(analysis) == [
        "KSTREAM-SOURCE-0000000000",
        "KSTREAM-FILTER-0000000001?",
        "KSTREAM-SINK-0000000002?",
        "KSTREAM-SINK-0000000003?",
    ]
    assert "Sub-topology: 0?" in described(analysis)
    assert codes(analysis) == {"unknown-condition"}


def test_the_other_side_of_an_unknown_condition_is_reported():
    ledger = analysis_of(IF_ELSE).ledger

    assert [entry.method for entry in ledger.entries if entry.fate is Fate.REPORTED] == ["to"]


@pytest.mark.parametrize(("value", "topic"), [("true", "b"), ("false", "c")])
def test_a_condition_that_the_user_sets_is_decided(value: str, topic: str):
    analysis = analysis_of(IF_ELSE, set_values={"flag": value})

    assert not analysis.is_unsure
    assert f"(topic: {topic})" in described(analysis)
    assert analysis.ledger.count(Fate.REPORTED) == 0
    assert analysis.ledger.count(Fate.NOT_REACHABLE) == (1 if value == "true" else 2)


def test_an_unknown_loop_is_followed_once():
    analysis = analysis_of('for (String t : topics) { builder.stream(t).to(t + "-out"); }\nbuilder.stream("z");')

    assert topics_read(analysis) == ["${t}", "z"]
    assert names(analysis)[-1] == "KSTREAM-SOURCE-0000000002?"
    assert "unknown-condition" in codes(analysis)


def test_a_loop_with_an_unknown_condition_is_followed_once():
    analysis = analysis_of('while (more()) { builder.stream("a"); }')

    assert names(analysis) == ["KSTREAM-SOURCE-0000000000?"]


def test_an_unknown_switch_takes_the_first_case_with_operators_and_reports_the_others():
    program = """
        KStream<String, String> s = builder.stream("a");
        switch (mode) { case "x": s.to("b"); break; case "y": s.to("c"); }
    """
    analysis = analysis_of(program)

    assert names(analysis) == ["KSTREAM-SOURCE-0000000000", "KSTREAM-SINK-0000000001?"]
    assert [entry.fate for entry in analysis.ledger.entries] == [Fate.MODELLED, Fate.MODELLED, Fate.REPORTED]


def test_a_condition_without_operators_doubts_only_what_it_assigns():
    analysis = analysis_of('String t = "a"; int n = 1; if (flag) { t = "b"; }\nbuilder.stream(t).to("x" + n);')

    assert topics_read(analysis) == ["${t}"]
    assert "(topic: x1)" in described(analysis)


def test_a_stream_handed_to_code_outside_the_text_may_have_more_below_it():
    analysis = analysis_of('KStream<String, String> s = builder.stream("a");\nWiring.extend(s);\ns.to("b");')

    assert codes(analysis) == {"escaped"}
    assert names(analysis) == ["KSTREAM-SOURCE-0000000000", "KSTREAM-SINK-0000000001?"]


@pytest.mark.parametrize("made", ["new Wiring(s);", "new Wiring(builder).install();", "Wiring w = new Wiring(1, s);"])
def test_a_constructor_outside_the_text_may_add_operators_too(made):
    analysis = analysis_of(f'KStream<String, String> s = builder.stream("a");\n{made}\ns.to("b");')

    assert codes(analysis) == {"escaped"}
    assert names(analysis) == ["KSTREAM-SOURCE-0000000000", "KSTREAM-SINK-0000000001?"]


@pytest.mark.parametrize("given", ["Wiring.extend(builder);", "new Wiring(builder);"])
def test_a_builder_of_a_fragment_may_be_handed_over_before_anything_is_called_on_it(given):
    analysis = analysis_of(f'{given}\nbuilder.stream("a");')

    assert codes(analysis) == {"escaped"}
    assert names(analysis) == ["KSTREAM-SOURCE-0000000000?"]


@pytest.mark.parametrize("made", ["new AtomicReference<>(s);", 'new KeyValue<>("a", s);'])
def test_what_only_holds_a_stream_adds_nothing(made):
    assert not analysis_of(f'KStream<String, String> s = builder.stream("a");\n{made}\ns.to("b");').is_unsure


@pytest.mark.parametrize("filled", ["Wiring.wire(topology);", "new Wiring(topology);", "wiring.apply(topology);"])
def test_who_is_given_an_empty_topology_may_fill_it(filled):
    analysis = analysis_of(f"Topology topology = new Topology();\n{filled}")

    assert codes(analysis) == {"escaped", "empty-topology"}
    assert analysis.is_unsure


def test_kafkas_own_classes_run_a_topology_as_it_was_made_and_unknown_ones_may_add_to_it():
    made = 'Topology topology = new Topology();\ntopology.addSource("source", "orders");\n'

    assert not analysis_of(f"{made}new KafkaStreams(topology, props).start();").is_unsure
    assert analysis_of(f"{made}Wiring.start(topology);").is_unsure


def test_loggers_and_other_libraries_change_nothing_that_they_are_given():
    program = """
        import org.slf4j.*;
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import com.example.metrics.Registry;
        class App {
            private static final Logger LOG = LoggerFactory.getLogger(App.class);
            static Topology make(Registry registry) {
                List<String> topics = new ArrayList<>(List.of("a"));
                StreamsBuilder builder = new StreamsBuilder();
                LOG.info("{} {}", builder, topics);
                assertEquals(topics, builder);
                System.out.println(topics);
                ASKED
                builder.stream(topics.get(0)).to("b");
                return builder.build();
            }
        }
    """

    assert not analysis_of(program.replace("ASKED", "")).is_unsure
    assert analysis_of(program.replace("ASKED", "registry.info(builder);")).is_unsure


@pytest.mark.parametrize("made", ["StreamsBuilder builder = new StreamsBuilder();", "Topology t = new Topology();"])
def test_an_empty_topology_is_shown_and_told(made):
    analysis = analysis_of(made)

    assert described(analysis).split() == ["Topologies:"]
    assert [(one.code, one.severity) for one in analysis.diagnostics] == [("empty-topology", Severity.NOTE)]


def test_an_empty_topology_beside_another_is_left_out():
    analysis = analysis_of("class A { Topology make() { return new Topology(); } }", 'builder.stream("a");')

    assert topics_read(analysis) == ["a"]
    assert len(analysis.topologies) == 1


def test_a_topology_from_outside_that_nobody_adds_to_is_not_shown():
    assert not analysis_of("class A { void run(Topology topology) { topology.describe(); } }").topologies


def test_a_stream_that_comes_from_outside_is_stood_in_for():
    analysis = analysis_of('class A { void wire(KStream<String, String> given) { given.to("b"); } }')

    assert topics_read(analysis) == ["${given}"]
    assert names(analysis) == ["KSTREAM-SOURCE-0000000000?", "KSTREAM-SINK-0000000001?"]


def test_unknown_options_doubt_the_name_they_may_carry():
    analysis = analysis_of('builder.stream("a", consumed).to("b");')

    assert names(analysis) == ["${consumed}?", "KSTREAM-SINK-0000000001"]
    assert "unknown-options" in codes(analysis)


def test_an_operator_that_does_not_exist_is_reported_and_doubts_what_follows():
    analysis = analysis_of('builder.stream("a").suppressEverything();\nbuilder.stream("b");')

    assert codes(analysis) == {"no-such-method"}
    assert names(analysis) == ["KSTREAM-SOURCE-0000000000", "KSTREAM-SOURCE-0000000001?"]


@pytest.mark.parametrize(
    "program",
    [
        "builder.stream(topic);",
        IF_ELSE,
        'for (String t : topics) { builder.stream("a"); }',
        'while (more()) { builder.stream("a"); }',
        'switch (mode) { case 1: builder.stream("a"); }',
        'Wiring.extend(builder.stream("a"));',
        'builder.stream("a", consumed);',
        'builder.stream("a").suppressEverything();',
        'builder.<String, String>stream("a").groupByKey().windowedBy(windows).count();',
        'builder.<String, String>stream("a").merge(other);',
        'builder.<String, String>stream("a").join(other, (x, y) -> x);',
        "class A { void wire(StreamsBuilder b, Predicate<?, ?>[] some) { b.stream(List.of()).branch(some); } }",
        'while (true) { builder.stream("a"); }',
        'class A { void wire(KStream<String, String> given) { given.to("b"); } }',
        'class A { void f(StreamsBuilder b) { b.stream("a"); f(b); } void main() { f(new StreamsBuilder()); } }',
    ],
)
def test_every_doubt_has_a_place_a_reason_and_an_effect(program: str):
    analysis = analysis_of(program)
    doubts = [one for one in analysis.diagnostics if one.severity is Severity.UNSURE]

    assert doubts
    assert analysis.is_unsure
    for doubt in doubts:
        file, position = analysis.submission.bundle.position_of(doubt.span)
        assert file == "A.java"
        assert 1 <= position.line <= program.count("\n") + 1
        assert position.column >= 1
        assert doubt.reason.endswith((".", "?"))
        assert doubt.effect


@pytest.mark.parametrize(
    "call",
    ['s.merge(theirs).join(builder.table("t"), (v, w) -> v).to("d");', 's.join(theirsTable, (v, w) -> v).to("d");'],
)
def test_a_stream_or_table_of_another_builder_is_stood_in_for(call):
    analysis = analysis_of(f"""
        KStream<String, String> s = builder.stream("a");
        StreamsBuilder other = new StreamsBuilder();
        KStream<String, String> theirs = other.<String, String>stream("b").map((k, v) -> KeyValue.pair(k, v));
        KTable<String, String> theirsTable = other.table("c");
        {call}
    """)

    assert "unknown-stream" in codes(analysis)
    assert analysis.is_unsure


def test_a_stream_of_a_sorted_list_is_unsure_once_the_list_changes():
    analysis = analysis_of("""
        List<String> topics = new ArrayList<>(List.of("b", "a"));
        Stream<String> names = topics.stream().sorted();
        topics.add("c");
        names.forEach(name -> builder.stream(name).to("x"));
    """)

    assert analysis.is_unsure


@pytest.mark.parametrize("version", ["3.9", "4.3"])
def test_what_a_name_that_is_not_known_may_be_is_not_refused_as_missing(version):
    program = """
        builder.stream("a").groupByKey().count(Named.as("count"), Options.counts());
        builder.stream("b").filter((k, v) -> true, Options.filter());
        Topology topology = builder.build();
        topology.addProcessor("p", P::new, "count").connectProcessorAndStateStores("p", "counts");
        topology.addProcessor("q", P::new, "filter").addSink("s", "out", "q");
    """
    (topology,) = analysis_of(program, version=version).topologies

    assert topology.refusal is None
    assert {"", "counts"} <= set(topology.unsure)
    assert {"p", "q", "s"} <= {node.name for group in topology.description.groups for node in group.nodes}


def test_what_no_open_name_may_be_is_refused_as_missing():
    program = 'Topology t = new Topology(); t.addSource("a", topic); t.addProcessor("p", P::new, "b");'
    (topology,) = analysis_of(program).topologies

    assert topology.refusal is not None


def test_what_stands_for_two_names_that_are_not_known_is_not_refused_as_one():
    store = "builder.addStateStore(Stores.keyValueStoreBuilder(Stores.lruMap(name, 1), null, null));"
    (topology,) = analysis_of(f"for (String name : names) {{ {store} }} {store} builder.stream(other);").topologies

    assert topology.refusal is None
    assert "" in topology.unsure


def test_stores_that_a_supplier_may_bring_are_not_refused_as_missing():
    supplier = "class S implements ProcessorSupplier { public Set<StoreBuilder<?>> stores() { return found(); } }"
    (topology,) = analysis_of(f'{supplier}\nbuilder.stream("a").process(new S(), "one", "two");').topologies

    assert topology.refusal is None
    assert {"", "one", "two"} <= set(topology.unsure)


def test_a_constant_of_another_class_may_be_written_like_a_class():
    analysis = analysis_of("""class Wiring extends Base { void wire(Topology topology) {
        topology.addSource(Names.Orders, "orders"); topology.addSink(Sink, Topics.Out, Names.Orders); } }""")

    assert analysis.topologies[0].refusal is None
    assert names(analysis) == ["${Names.Orders}?", "${Sink}?"]


def test_a_global_store_whose_builder_is_not_known_is_not_refused_for_its_logging():
    (topology,) = analysis_of('builder.build().addGlobalStore(made(), "s", a, b, "in", "p", P::new);').topologies

    assert topology.refusal is None
    assert "${made()}" in topology.unsure


@pytest.mark.parametrize(
    "program",
    [
        't.addSource(name, "in"); for (String name : c.names()) t.addProcessor(name, P::new, "s");',
        't.addSource("s", "in"); if (c.a()) t.addSink("k", "a", "s"); if (c.b()) t.addSink("k", "b", "s");',
        't.addSource("s", "in"); if (c.a()) t.addSource("a", "in");',
        'Topology mine = new Topology(); c.fill(mine); mine.addProcessor("p", P::new, "s");',
    ],
)
def test_what_may_be_another_or_may_not_run_is_not_refused_for_coming_twice(program: str):
    (topology,) = analysis_of(f"class W {{ void wire(Topology t, Config c, String name) {{ {program} }} }}").topologies

    assert topology.refusal is None
    assert "" in topology.unsure


@pytest.mark.parametrize(
    "value",
    [
        'setting != null ? setting : "orders"',
        'null == setting || setting.isEmpty() ? "orders" : setting',
        'Optional.ofNullable(setting).orElse("orders")',
        'Objects.requireNonNullElse(setting, "orders")',
    ],
)
def test_what_a_setting_falls_back_to_is_shown_as_likely(value: str):
    program = f'String setting = System.getenv("ORDERS"); builder.stream({value});'

    assert topics_read(analysis_of(program)) == ["orders"]
    assert "likely-text" in codes(analysis_of(program))
    assert not analysis_of(program, set_values={"ORDERS": "o"}).is_unsure


@pytest.mark.parametrize(
    "value",
    [
        'setting != null ? "orders" : setting',
        'setting != null && flag ? "orders" : "more"',
        'other != null ? setting : "orders"',
        'setting != null || flag ? setting : "orders"',
    ],
)
def test_a_condition_on_more_than_whether_a_setting_is_there_leaves_it_open(value: str):
    analysis = analysis_of(f'String setting = System.getenv("ORDERS"); builder.stream({value});')

    assert "orders" not in topics_read(analysis)
    assert analysis.is_unsure


def test_a_serializer_that_is_not_known_is_no_name_of_a_topic_or_a_parent():
    analysis = analysis_of("""class W { void wire(Topology t, Serde<String> serde, Names names) {
        t.addSource("s", serde.deserializer(), names.keyDeserializer(), "in");
        t.addSink("k", "out", serde.serializer(), names.valueSerializer(), "s"); } }""")

    assert topics_read(analysis) == ["in"]
    assert not analysis.is_unsure


@pytest.mark.parametrize(
    "program",
    [
        'Named it = new Hiding(); builder.stream(it.TOPIC).to("x");',
        'String kind = null; switch (kind) { case "a": break; default: builder.stream("b"); }',
    ],
)
def test_what_java_decides_by_a_type_or_refuses_is_unsure(program: str):
    classes = 'interface Named { String TOPIC = "a"; } static class Hiding implements Named { String TOPIC = "b"; }'

    assert analysis_of(f"{classes}\n{program}").is_unsure


@pytest.mark.parametrize(
    "loop",
    [
        "for (Step step : steps) { if (Config.skips()) continue; step.run(b); }",
        "for (Step step : steps) { if (!Config.skips()) step.run(b); }",
        "for (int i = 0; i < steps.size(); i++) { if (Config.skips()) continue; steps.get(i).run(b); }",
        "java.util.function.Consumer<StreamsBuilder> given = steps.get(0)::run; if (Config.adds()) given.accept(b);",
    ],
)
def test_an_interface_of_the_text_under_an_unknown_condition_may_add_operators(loop: str):
    program = f"""
        class Program {{
            interface Step {{ void run(StreamsBuilder b); }}
            static void one(StreamsBuilder b) {{ b.stream("in"); }}
            static Topology topology(Properties config) {{
                StreamsBuilder b = new StreamsBuilder();
                List<Step> steps = List.of(Program::one);
                {loop}
                return b.build(config);
            }}
        }}
    """
    analysis = analysis_of(program)
    assert analysis.is_unsure
    assert topics_read(analysis) == ["in"]
