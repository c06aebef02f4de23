"""Which statements run, in which order, how often."""

import pytest

from tests.engine.analyzing import analysis_of, codes, topics_read


@pytest.mark.parametrize(
    ("program", "topics"),
    [
        ("for (int i = 0; i < 3; i++) read(i);", ["0", "1", "2"]),
        ("for (int i = 0, j = 3; i < j; i++, j--) read(i + j);", ["3", "3"]),
        ('for (String s : List.of("a", "b")) read(s);', ["a", "b"]),
        ("for (int i = 0; ; i++) { if (i == 1) continue; if (i > 2) break; read(i); }", ["0", "2"]),
        ("int i = 0; while (i < 2) { read(i); i++; }", ["0", "1"]),
        ("int i = 5; do { read(i); i++; } while (i < 3);", ["5"]),
        ('for (String s : List.of()) read(s); read("end");', ["end"]),
        ('if (1 < 2) read("yes"); else read("no");', ["yes"]),
        (
            'switch (2) { case 1: read("a"); case 2: read("b"); case 3: read("c"); break; default: read("d"); }',
            ["b", "c"],
        ),
        ('switch (9) { default: read("d"); case 1: read("a"); }', ["d", "a"]),
        ('switch ("b") { case "a", "b" -> read("ab"); default -> read("d"); }', ["ab"]),
        ('read(switch (2) { case 1 -> "a"; default -> { String s = "b"; yield s + s; } });', ["bb"]),
        ('try { read("a"); } finally { read("b"); }', ["a", "b"]),
        ('try { read("a"); } catch (RuntimeException e) { read("b"); }', ["a"]),
        ('synchronized (this) { read("a"); }', ["a"]),
        ('{ String s = "a"; read(s); } { String s = "b"; read(s); }', ["a", "b"]),
        ('Consumer<String> c = s -> read(s); c.accept("a"); c.accept("b");', ["a", "b"]),
        ('List.of("a", "b").forEach(s -> read(s));', ["a", "b"]),
        ('Supplier<Supplier<String>> s = () -> () -> "deep"; read(s.get().get());', ["deep"]),
        ('Function<String, Function<String, String>> f = a -> b -> a + b; read(f.apply("x").apply("y"));', ["xy"]),
    ],
)
def test_statements_run_as_in_java(program: str, topics: list[str]):
    wrapped = f"""
        class App {{
            StreamsBuilder builder = new StreamsBuilder();
            void read(Object topic) {{ builder.stream("" + topic); }}
            void main() {{ {program} }}
        }}
    """
    analysis = analysis_of(wrapped)
    plan = analysis.topologies[0].optimized.before
    read = [topic for node in plan.nodes.values() for topic in getattr(node, "topics", ())]

    assert read == topics
    assert not analysis.is_unsure, analysis.diagnostics


def test_functions_that_nobody_calls_are_starts_in_the_order_of_the_text():
    program = """
        class A {
            void wire(StreamsBuilder b) { b.stream("a"); }
            void other(StreamsBuilder b) { b.stream("c"); }
        }
    """
    analysis = analysis_of(program)

    assert [topology.name for topology in analysis.topologies] == ["A.wire()", "A.other()"]
    assert topics_read(analysis) == ["a", "c"]


def test_each_start_of_a_text_is_a_topology_of_its_own():
    program = """
        class App {
            static void orders() { StreamsBuilder b = new StreamsBuilder(); b.stream("orders"); }
            static void mail() { StreamsBuilder b = new StreamsBuilder(); b.stream("mail"); }
        }
    """
    analysis = analysis_of(program)

    assert [topology.name for topology in analysis.topologies] == ["App.orders()", "App.mail()"]
    assert topics_read(analysis) == ["orders", "mail"]
    assert [str(topology.optimized.plan.next_index) for topology in analysis.topologies] == ["1", "1"]


def test_two_builders_in_one_function_number_by_themselves():
    analysis = analysis_of("""
        StreamsBuilder one = new StreamsBuilder();
        StreamsBuilder two = new StreamsBuilder();
        one.stream("a"); two.stream("b"); one.stream("c");
    """)

    assert [
        [node.name for group in topology.description.groups for node in group.nodes] for topology in analysis.topologies
    ] == [["KSTREAM-SOURCE-0000000000", "KSTREAM-SOURCE-0000000001"], ["KSTREAM-SOURCE-0000000000"]]


def test_two_topologies_in_one_text_are_both_given():
    analysis = analysis_of("""
        Topology one = new Topology();
        Topology two = new Topology();
        one.addSource("x", "a"); two.addSource("y", "b");
    """)

    assert topics_read(analysis) == ["a", "b"]
    assert len(analysis.topologies) == 2


def test_classes_are_found_across_files():
    analysis = analysis_of(
        "class App { static void main(String[] args) { Wiring.wire(new StreamsBuilder(), Topics.ORDERS); } }",
        "class Wiring { static void wire(StreamsBuilder builder, String topic) { builder.stream(topic); } }",
        'class Topics { static final String ORDERS = "orders"; }',
    )

    assert topics_read(analysis) == ["orders"]
    assert not analysis.is_unsure


def test_a_helper_called_twice_gives_two_origins_of_one_span():
    analysis = analysis_of("""
        class App {
            static void read(StreamsBuilder b, String topic) { b.stream(topic); }
            static void main(String[] args) {
                StreamsBuilder b = new StreamsBuilder();
                read(b, "x");
                read(b, "y");
            }
        }
    """)
    (topology,) = analysis.topologies
    first, second = [node.origin for node in topology.topology.nodes]

    assert first.span == second.span
    assert first.callers != second.callers
    assert [analysis.submission.bundle.position_of(origin.callers[-1])[1].line for origin in (first, second)] == [6, 7]
    assert topics_read(analysis) == ["x", "y"]


def test_a_loop_that_keeps_the_application_running_raises_no_doubt():
    analysis = analysis_of("""
        builder.stream("a").to("b");
        Topology topology = builder.build();
        while (true) { System.out.println("running"); }
    """)

    assert not analysis.is_unsure


def test_what_a_loop_too_long_to_follow_may_have_changed_is_unknown():
    analysis = analysis_of("""
        int count = 0;
        while (count < 1000000) { count++; }
        builder.stream("topic-" + count).to("b");
    """)

    assert analysis.is_unsure
    assert "long-loop" in codes(analysis)
    assert "topic-20000" not in str(topics_read(analysis))


@pytest.mark.parametrize(
    "runs", ["new KafkaStreams(built, new Properties()).start();", "new TopologyTestDriver(built);"]
)
def test_what_ends_the_program_later_leaves_what_it_started(runs: str):
    make = 'StreamsBuilder b = new StreamsBuilder(); b.stream("a").to("b"); Topology built = b.build();'
    later = 'new StreamsBuilder().stream("c"); throw new IllegalStateException("stop");'
    analysis = analysis_of(f"class M {{ public static void main(String[] a) {{ {make} {runs} {later} }} }}")

    assert topics_read(analysis) == ["a"]
    assert codes(analysis) == {"ends-later"}
