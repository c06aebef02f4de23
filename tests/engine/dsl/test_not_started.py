"""Topologies that nothing starts: they are there with the reason, and change nothing of the others."""

import pytest

from tests.engine.analyzing import analysis_of_files, described, topics_read

CHOSEN = {
    "Main.kt": 'fun main() { val all = mapOf("a" to ::first, "b" to ::second)\n all["b"]!!() }',
    "All.kt": """
        fun first(): Topology { val b = StreamsBuilder()
            b.stream<String, String>("left").to("out"); return b.build() }
        fun second(): Topology { val b = StreamsBuilder()
            b.stream<String, String>("in").to("out"); return b.build() }
    """,
}
OFF = """
    @ConditionalOnProperty("copies.on") @Configuration class Copies {
        @Bean KStream<String, String> copies(StreamsBuilder b) {
            KStream<String, String> s = b.stream("left"); s.to("out"); return s; }
    }
"""
COMMENTED = OFF.replace('@ConditionalOnProperty("copies.on") @Configuration', "//@Component\n")
ON = """
    @Configuration @EnableKafkaStreams class Orders {
        @Bean KStream<String, String> orders(StreamsBuilder b) {
            KStream<String, String> s = b.stream("in"); s.to("out"); return s; }
    }
"""
FUNCTIONS = """
    @Configuration class Functions {
        @Bean Consumer<KStream<String, String>> left() { return in -> in.foreach((k, v) -> { }); }
        @Bean Consumer<KStream<String, String>> in() { return in -> in.foreach((k, v) -> { }); }
    }
"""
DEFINED = "a: b\nspring.cloud.function.definition: in"


BESIDE_MAIN = """
    class Old { static Topology build() { return App.of("left"); } }
    class App {
        static Topology of(String topic) {
            StreamsBuilder b = new StreamsBuilder(); b.stream(topic).to("out"); return b.build(); }
        public static void main(String[] args) { new KafkaStreams(of("in"), new Properties()); }
    }
"""


@pytest.mark.parametrize(
    ("files", "name", "reason"),
    [
        ({"App.java": BESIDE_MAIN}, "Old.build()", "Nothing in these files calls it."),
        (CHOSEN, "first()", "Nothing that is started calls it."),
        (
            {"Copies.java": OFF, "Orders.java": ON, "application.yml": "copies:\n  on: false"},
            "Copies.copies()",
            "@ConditionalOnProperty leaves this out: copies.on is false in application.yml, line 2.",
        ),
        (
            {"Copies.java": COMMENTED, "Orders.java": ON},
            "Copies.copies()",
            "Spring makes no object of its class: @Component stands in a comment.",
        ),
        (
            {"Functions.java": FUNCTIONS, "application.yml": DEFINED},
            "Functions.left()",
            "spring.cloud.function.definition does not name the function left.",
        ),
    ],
)
def test_what_nothing_starts_is_there_with_the_reason(files, name, reason):
    analysis = analysis_of_files(files)

    (asleep,) = analysis.not_started
    assert (asleep.name, asleep.why_not_started) == (name, reason)
    assert asleep.topology is not None
    assert asleep.topology.nodes[0].topics[0].startswith("left")
    assert topics_read(analysis)[0].startswith("in")
    assert all(topology.why_not_started == "" for topology in analysis.topologies)


def test_what_is_not_certain_of_one_stands_with_it_alone():
    files = {**CHOSEN, "All.kt": CHOSEN["All.kt"].replace('"left"', "nowhere()")}
    analysis = analysis_of_files(files)

    (asleep,) = analysis.not_started
    assert asleep.doubtful_names
    assert asleep.start.told
    assert not analysis.is_unsure
    assert described(analysis) == described(analysis_of_files(CHOSEN))


def test_what_has_the_same_condition_is_switched_on_with_it():
    store = """
        @ConditionalOnProperty("copies.on") @Configuration class Stores_ {
            @Bean StoreBuilder<KeyValueStore<String, String>> seen() {
                return Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("seen"), Serdes.String(), Serdes.String()); }
        }
    """
    given = OFF.replace("StreamsBuilder b)", "StreamsBuilder b, StoreBuilder<KeyValueStore<String, String>> seen)")
    given = given.replace('s.to("out")', 'b.addStateStore(seen); s.process(P::new, "seen").to("out")')
    files = {"Copies.java": given, "Stores_.java": store, "Orders.java": ON, "application.yml": "copies:\n  on: false"}
    (copies,) = analysis_of_files(files).not_started

    assert not copies.unsure
    assert copies.topology is not None
    assert list(copies.topology.stores) == ["seen"]


def test_a_function_that_shows_nothing_new_is_not_listed():
    again = "fun first(): Topology { return second() }\nfun second()"
    files = {**CHOSEN, "All.kt": again + CHOSEN["All.kt"].partition("fun second()")[2]}

    assert analysis_of_files(files).not_started == ()


def test_of_very_many_the_rest_is_counted():
    body = '(b: StreamsBuilder) = b.stream<String, String>("in").to("out")'
    files = {
        "Main.kt": f"fun main() {{ val all = listOf({', '.join(f'::f{number}' for number in range(120))})\n"
        'val b = StreamsBuilder(); b.stream<String, String>("in").to("out"); b.build() }',
        "All.kt": "\n".join(f"fun f{number}{body}" for number in range(120)),
    }
    analysis = analysis_of_files(files)

    assert len(analysis.not_started) == 100
    assert [one.reason for one in analysis.diagnostics] == ["Nothing starts 20 more functions that call the DSL."]


def test_of_very_many_that_nothing_starts_the_rest_is_counted():
    function = """
        static Topology old%s() {
            StreamsBuilder b = new StreamsBuilder(); b.stream("left").to("out"); return b.build(); }
    """
    functions = "".join(function % number for number in range(104))
    analysis = analysis_of_files({"App.java": BESIDE_MAIN, "Older.java": f"class Older {{ {functions} }}"})

    assert len(analysis.not_started) == 100
    assert [one.reason for one in analysis.diagnostics] == ["Nothing starts 5 more functions that call the DSL."]
