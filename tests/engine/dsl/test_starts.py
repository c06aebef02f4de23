"""Where programs start that nobody in the text calls, on which objects, and with what is in doubt there."""

import pytest

from tests.engine.analyzing import analysis_of, codes, described, to_text, topics_read

BASE = """
    abstract class Base {
        protected StreamsBuilder builder = new StreamsBuilder();
        abstract void wire(StreamsBuilder builder);
        Topology make() { wire(builder); return builder.build(); }
    }
"""
ONE = 'class One extends Base { void wire(StreamsBuilder builder) { builder.stream("one"); } }'
TWO = 'class Two extends Base { void wire(StreamsBuilder builder) { builder.stream("two"); } }'
MAIN = "class App { public static void main(String[] args) { new One().make(); } }"


@pytest.mark.parametrize(
    ("program", "topics"), [(ONE, ["one"]), (f"{ONE} {TWO}", ["one", "two"]), (f"{ONE} {MAIN}", ["one"])]
)
def test_a_method_of_an_abstract_class_starts_on_each_class_below_it(program, topics):
    analysis = analysis_of(BASE + program)

    assert topics_read(analysis) == topics
    assert not analysis.is_unsure
    assert all(entry.fate.value == "modelled" for entry in analysis.ledger.entries)


def test_what_a_framework_calls_is_a_start_whatever_else_is_called_like_it():
    analysis = analysis_of("""
        class App {
            @Autowired void process(StreamsBuilder builder) { builder.stream("a").process(Worker::new); }
            static class Worker implements ProcessorSupplier<Object, Object, Object, Object> { }
        }
    """)

    assert topics_read(analysis) == ["a"]


@pytest.mark.parametrize(
    ("made", "is_told"),
    [
        ("", True),
        ("static void run() { make(new StreamsBuilder()); }", False),
    ],
)
def test_a_builder_that_is_handed_in_is_told_once_and_marks_its_numbers(made, is_told):
    analysis = analysis_of(f"""
        class App {{
            {made}
            static void make(StreamsBuilder builder) {{ builder.stream("a"); builder.stream("b"); }}
        }}
    """)

    assert [one.code for one in analysis.diagnostics] == ["handed-in"] * is_told
    assert ("KSTREAM-SOURCE-0000000000?" in described(analysis)) is is_told


@pytest.mark.parametrize(
    "choice",
    [
        'if (x.equals("a")) { return "t"; } else { throw new IllegalStateException(); }',
        'if (x.equals("a")) { throw new IllegalStateException(); } else { return "t"; }',
        'if (x.equals("a")) return "t"; throw new IllegalStateException();',
        'if (x.equals("a")) return "t"; else if (x.equals("b")) return "u"; else throw new IllegalStateException();',
    ],
)
def test_a_side_that_throws_is_not_where_the_program_goes_on(choice):
    analysis = analysis_of(f"""
        class App {{
            static String topic(String x) {{ {choice} }}
            static Topology make(String x) {{
                StreamsBuilder builder = new StreamsBuilder();
                builder.stream(topic(x)).to("out");
                return builder.build();
            }}
        }}
    """)

    (topology,) = analysis.topologies
    assert topology.refusal is None
    assert "Sink: " in described(analysis)


@pytest.mark.parametrize(
    ("call", "is_kafkas"),
    [
        ("registrar.addSink();", False),
        ("registrar.addProcessor(1, 2);", False),
        ("Registry.make().addSource();", False),
        ('topology.addSource("source", "a");', True),
    ],
)
def test_what_counts_as_a_method_of_topology_fits_its_arguments(call, is_kafkas):
    analysis = analysis_of(call)

    assert "refused" not in codes(analysis)
    assert (topics_read(analysis) == ["a"]) is is_kafkas


def test_only_what_can_be_set_is_asked_for_and_what_settles_several_places_says_so():
    analysis = analysis_of("""
        class App {
            static Topology make(List<String> all, String name) {
                StreamsBuilder builder = new StreamsBuilder();
                all.forEach(one -> builder.stream(one));
                builder.stream(name).to(name + "-out");
                return builder.build();
            }
        }
    """)
    asked = [one for one in analysis.diagnostics if one.keys]

    assert {one.keys for one in asked} == {("name",)}
    assert all("settles 2 places" in one.next_step for one in asked)
    assert all(one.next_step for one in analysis.diagnostics)


@pytest.mark.parametrize(
    ("assumed", "names"),
    [
        ('b.table("t", Materialized.as("st"));', ["KSTREAM-SOURCE-0000000001?", "KTABLE-SOURCE-0000000002?", "st?"]),
        ('b.globalTable("g", Materialized.as("gs"));', ["gs?"]),
        ('s.repartition(Repartitioned.as("rp")).to("q");', ["rp-repartition?", "rp-repartition-sink?"]),
        ('s.groupByKey().count(Materialized.as("st"));', ["st?"]),
        ('t.addSource("in", "x"); t.addSink("out", "y", "in");', ["in?", "out?"]),
    ],
)
def test_every_name_that_is_made_in_an_assumed_branch_carries_a_mark(assumed, names):
    analysis = analysis_of(f"""
        class App {{
            static Topology make(boolean flag) {{
                StreamsBuilder b = new StreamsBuilder();
                KStream<String, String> s = b.stream("a");
                Topology t = {"new Topology()" if assumed.startswith("t.") else "null"};
                if (flag) {{ {assumed} }}
                return t == null ? b.build() : t;
            }}
        }}
    """)
    said = "".join(to_text(one.description, one.unsure) for one in analysis.topologies if one.description)

    assert all(name in said for name in names), said


def test_a_bean_that_gives_its_builder_to_a_class_that_is_not_in_the_text_is_no_empty_topology():
    bean = "@Configuration class App { @Bean StreamsBuilder all() { return new StreamsBuilder(); }"
    handed_on = "@Bean KTable<String, String> stock(StreamsBuilder all) { return Stock.of(all); } }"

    analysis = analysis_of(bean + handed_on)

    assert analysis.is_unsure
    assert any(one.reason.startswith("of() is not in the text") for one in analysis.diagnostics)
