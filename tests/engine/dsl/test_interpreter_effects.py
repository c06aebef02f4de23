"""What may have happened without being followed is never taken as not having happened."""

import pytest

from tests.engine.analyzing import analysis_of, application_of, codes, topics_read

UNCERTAIN = {
    "a list may have got an element": """
        List<String> topics = new ArrayList<>(); topics.add("a");
        if (flag) topics.add("b");
        for (String topic : topics) builder.stream(topic);
    """,
    "a list is filled from a set of no known order": """
        List<String> topics = new ArrayList<>();
        Set.of("a", "b").forEach(topics::add);
        builder.stream("topics-" + topics.size());
    """,
    "a list is filled by a function, from a stream of no known order": """
        List<String> topics = new ArrayList<>();
        Set.of("a", "b").stream().forEach(topic -> topics.add(topic));
        builder.stream("topics-" + topics.size());
    """,
    "properties are filled from a map of no known order": """
        Properties topics = new Properties(); topics.put("a", "b");
        Map.of("a", "c", "d", "e").forEach(topics::put);
        builder.stream(topics.getProperty("a"));
    """,
    "objects in a set of no known order are changed": """
        class Holder { String topic = "a"; }
        Holder one = new Holder(), two = new Holder();
        for (Holder holder : Set.of(one, two)) holder.topic = "b";
        builder.stream(one.topic);
    """,
    "lists in a map of no known order are changed": """
        Map<String, List<String>> topics = Map.of("a", new ArrayList<>(), "b", new ArrayList<>());
        topics.forEach((name, list) -> list.add(name));
        builder.stream("topics-" + topics.get("a").size());
    """,
    "entries of a map of no known order are set": """
        Map<String, String> topics = new java.util.concurrent.ConcurrentHashMap<>();
        topics.put("a", "1");
        topics.put("b", "2");
        for (Map.Entry<String, String> entry : topics.entrySet()) entry.setValue("3");
        builder.stream(topics.get("a"));
    """,
    "entries of a map of no known order are removed": """
        Map<String, String> topics = new java.util.concurrent.ConcurrentHashMap<>();
        topics.put("a", "1");
        topics.put("b", "2");
        topics.keySet().removeIf(name -> name.equals("a"));
        builder.stream("topics-" + topics.size());
    """,
    "values of properties are set by their entries": """
        Properties topics = new Properties();
        topics.put("a", "b");
        topics.put("c", "d");
        for (Map.Entry<Object, Object> entry : topics.entrySet()) entry.setValue("e");
        builder.stream(topics.getProperty("a"));
    """,
    "a list is filled with what may pass a test": """
        List<String> topics = new ArrayList<>();
        Stream.of("a", "b").filter(topic -> topic.equals(flag)).forEach(topics::add);
        builder.stream("topics-" + topics.size());
    """,
    "a text is put together of what may pass a test": """
        builder.stream(Stream.of("a", "b").filter(topic -> topic.equals(flag)).reduce("", String::concat));
    """,
    "a list is filled from sets that a stream is made of": """
        List<String> topics = new ArrayList<>();
        Stream.of("a", "b").flatMap(topic -> Set.of("c", "d").stream()).forEach(topics::add);
        builder.stream("topics-" + topics.size());
    """,
    "a list may get what may be there": """
        List<String> topics = new ArrayList<>();
        Optional.of("a").filter(topic -> topic.equals(flag)).ifPresent(topics::add);
        builder.stream("topics-" + topics.size());
    """,
    "a static list may have got an element": """
        class Topics { static final List<String> ALL = new ArrayList<>(); }
        if (flag) Topics.ALL.add("a");
        builder.stream("topics-" + Topics.ALL.size());
    """,
    "a static field of a class not loaded yet may have been set": """
        class Topics { static String first = "a"; }
        if (flag) Topics.first = "b";
        builder.stream(Topics.first);
    """,
    "a static field of a class that is loaded may have been set": """
        class Topics { static String first = "a"; }
        String before = Topics.first;
        if (flag) Topics.first = "b";
        builder.stream(Topics.first);
    """,
    "a static field may have been set by a method of its class": """
        class Topics { static String first = "a"; static void set(String other) { first = other; } }
        if (flag) Topics.set("b");
        builder.stream(Topics.first);
    """,
    "a static field may have been set by a method that another one calls": """
        class Topics { static String first = "a"; static void set(String other) { first = other; } }
        class Setting { void set() { Topics.set("b"); } }
        Setting setting = new Setting();
        if (flag) setting.set();
        builder.stream(Topics.first);
    """,
    "a static field may have been set by a constructor": """
        class Topics { static String first = "a"; Topics() { first = "b"; } }
        if (flag) new Topics();
        builder.stream(Topics.first);
    """,
    "a static list is filled for elements of no known order": """
        class Topics { static List<String> all = new ArrayList<>(); static void add(String one) { all.add(one); } }
        for (String topic : Set.of("a", "b")) Topics.add(topic);
        builder.stream("topics-" + Topics.all.size());
    """,
    "a function that changes a list may have been called": """
        List<String> topics = new ArrayList<>();
        Runnable change = () -> topics.add("a");
        if (flag) change.run();
        builder.stream("topics-" + topics.size());
    """,
    "a function that sets a field may have been called": """
        class Holder { String topic = "a"; void set() { topic = "b"; } }
        Holder holder = new Holder();
        Runnable change = holder::set;
        if (flag) change.run();
        builder.stream(holder.topic);
    """,
    "a method of a list may have been called for elements": """
        List<String> topics = new ArrayList<>();
        if (flag) List.of("a").forEach(topics::add);
        builder.stream("topics-" + topics.size());
    """,
    "a number may have been counted up on the right side of a condition": """
        int count = 1;
        boolean both = flag && count++ > 0;
        builder.stream("topic-" + count);
    """,
    "a list may have got an element on the right side of a condition": """
        List<String> topics = new ArrayList<>();
        boolean either = flag || topics.add("a");
        builder.stream("topics-" + topics.size());
    """,
    "a field may have been set by a method on the right side of a condition": """
        class Holder { String topic = "a"; boolean set() { topic = "b"; return true; } }
        Holder holder = new Holder();
        boolean both = flag && holder.set();
        builder.stream(holder.topic);
    """,
    "a variable may have been set on one side of a choice": """
        String topic = "a";
        String other = flag ? (topic = "b") : "c";
        builder.stream(topic);
    """,
    "one side of a choice throws, which a handler would take": """
        String topic = "a";
        try { topic = flag ? "b".substring(5) : "c"; } catch (IndexOutOfBoundsException e) { topic = "d"; }
        builder.stream(topic);
    """,
    "an element is added to one of two lists": """
        List<String> topics = new ArrayList<>(), others = new ArrayList<>();
        List<String> one = flag ? topics : others;
        one.add("a");
        builder.stream("topics-" + topics.size());
    """,
    "a field of one of two objects is set": """
        class Holder { String topic = "a"; }
        Holder holder = new Holder(), other = new Holder();
        Holder one = flag ? holder : other;
        one.topic = "b";
        builder.stream(holder.topic);
    """,
    "a map may have got an entry": """
        Map<String, String> topics = new TreeMap<>(); topics.put("a", "b");
        if (flag) topics.put("a", "c");
        builder.stream(topics.get("a"));
    """,
    "an element of an array may have been replaced": """
        String[] topics = {"a"};
        if (flag) topics[0] = "b";
        builder.stream(topics[0]);
    """,
    "a text may have become longer": """
        StringBuilder topic = new StringBuilder("a");
        if (flag) topic.append("b");
        builder.stream(topic.toString());
    """,
    "a field may have been set by a method": """
        class Holder { String topic = "a"; void set() { topic = "b"; } }
        Holder holder = new Holder();
        if (flag) holder.set();
        builder.stream(holder.topic);
    """,
    "a list is given to code that is not there": """
        List<String> topics = new ArrayList<>(); topics.add("a");
        fill(topics);
        for (String topic : topics) builder.stream(topic);
    """,
    "a method of a list is given to code that is not there": """
        List<String> topics = new ArrayList<>(); topics.add("a");
        found().forEach(topics::add);
        for (String topic : topics) builder.stream(topic);
    """,
    "a method of properties is given to code that is not there": """
        Properties topics = new Properties(); topics.put("a", "b");
        found().forEach(topics::put);
        builder.stream(topics.getProperty("a"));
    """,
    "a method that sets a field is given to code that is not there": """
        class Holder { String topic = "a"; void set(String other) { topic = other; } }
        Holder holder = new Holder();
        found().forEach(holder::set);
        builder.stream(holder.topic);
    """,
    "a method that adds operators is given to code that is not there": """
        class Holder { void add(StreamsBuilder builder, String topic) { builder.stream(topic); } }
        Holder holder = new Holder();
        found(builder).forEach(holder::add);
        builder.stream("a");
    """,
    "going through the environment may set a property": """
        Properties topics = new Properties(); topics.put("a", "b");
        System.getenv().forEach((key, value) -> topics.put(key, value));
        builder.stream(topics.getProperty("a"));
    """,
    "a system property may have been set": """
        System.setProperty("a", "b");
        if (flag) System.setProperty("a", "c");
        builder.stream(System.getProperty("a"));
    """,
    "a lambda is given to code that is not there": """
        int[] number = {0};
        run(() -> number[0]++);
        builder.stream("t" + number[0]);
    """,
    "a list grows while the program goes through it": """
        List<String> topics = new ArrayList<>(List.of("a", "b"));
        for (String topic : topics) { builder.stream(topic); if (topic.equals("a")) topics.add("c"); }
    """,
    "entries are removed through a view of a map": """
        Map<String, String> topics = new LinkedHashMap<>();
        topics.put("a", "1");
        topics.put("b", "2");
        topics.entrySet().removeIf(entry -> entry.getValue().equals(other()));
        topics.forEach((topic, number) -> builder.stream(topic));
    """,
    "a map keeps its entries in the order of access": """
        Map<String, String> topics = new LinkedHashMap<>(16, 0.75f, true);
        topics.put("a", "1");
        topics.put("b", "2");
        topics.get("a");
        topics.forEach((topic, number) -> builder.stream(topic));
    """,
    "threads go through a stream": """
        List.of("b", "a").parallelStream().forEach(topic -> builder.stream(topic));
    """,
    "a stream is gone through by an iterator": """
        Iterator<KStream<String, String>> streams = Stream.of("b", "a").map(t -> builder.stream(t)).iterator();
        while (streams.hasNext()) streams.next().to("out");
    """,
    "a set holds a number as an int and as a long": """
        Set<Object> numbers = new LinkedHashSet<>();
        numbers.add(1);
        numbers.add(1L);
        builder.stream("t" + numbers.size());
    """,
    "an operator is given null": """
        builder.stream("a").join(null, (one, two) -> one).to("out");
    """,
    "a global store is given no supplier": """
        Topology topology = builder.build();
        topology.addGlobalStore(store, "source", null, null, "topic", "processor", (ProcessorSupplier) null);
    """,
    "a processor is given no supplier, of one kind or another": """
        Topology topology = builder.build();
        topology.addSource("source", "topic").addProcessor("processor", (ProcessorSupplier) null, "source");
    """,
    "a loop may end early": """
        for (String topic : List.of("a", "b")) { if (skip(topic)) break; builder.stream(topic); }
    """,
    "a handler may have set another topic": """
        String topic = "a";
        try { check(); } catch (RuntimeException e) { topic = "b"; }
        builder.stream(topic);
    """,
    "a switch over the unknown gives a topic": """
        String topic = switch (mode) { case "a" -> "x"; default -> "y"; };
        builder.stream(topic);
    """,
    "options may have been changed": """
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as("store");
        if (flag) store.withLoggingDisabled();
        builder.table("a", store);
    """,
}


@pytest.mark.parametrize("program", UNCERTAIN.values(), ids=UNCERTAIN)
def test_what_may_have_changed_is_unsure(program):
    assert analysis_of(program).is_unsure


def test_a_guard_that_returns_early_makes_what_follows_unsure():
    analysis = analysis_of("""
        class App {
            static String topic(boolean on) { if (on) { return "x"; } return "y"; }
            static void wire(StreamsBuilder builder, boolean on) { builder.stream(topic(on)); }
        }
    """)

    assert "unknown-guard" in codes(analysis)


def test_a_guard_that_throws_does_not():
    analysis = application_of("""
        class App {
            static void wire(StreamsBuilder builder, String name) {
                if (name == null) { throw new IllegalArgumentException("name"); }
                builder.stream("a").to("b");
            }
        }
    """)

    assert not analysis.is_unsure


def test_what_is_only_looked_at_stays_certain():
    analysis = analysis_of("""
        List<String> topics = new ArrayList<>(); topics.add("a");
        if (flag) log.info("topics: {}", topics.size());
        for (String topic : topics) builder.stream(topic).to("out");
    """)

    assert not analysis.is_unsure


def test_a_program_that_throws_is_refused_with_its_own_words():
    analysis = analysis_of("""
        class App {
            static Topology topology() {
                StreamsBuilder builder = new StreamsBuilder();
                builder.stream("a").to("b");
                throw new IllegalStateException("not today");
            }
        }
    """)

    (topology,) = analysis.topologies
    assert str(topology.refusal) == "IllegalStateException: not today"


def test_a_throw_behind_a_return_that_may_have_been_taken_ends_only_the_function():
    analysis = analysis_of("""
        class A {
            static String topic(String wanted) {
                for (String known : List.of("a", "b")) { if (known.equals(wanted)) return known; }
                throw new IllegalArgumentException("no such topic");
            }
            void wire(StreamsBuilder b) { b.stream(topic(System.getenv("TOPIC"))); }
        }
    """)

    assert topics_read(analysis) == ["${topic()}"]
    assert analysis.is_unsure


def test_a_handler_goes_on_where_the_program_throws():
    analysis = analysis_of("""
        try { builder.stream("a"); throw new IllegalStateException(); } catch (IllegalStateException e) {
            builder.stream("b");
        }
    """)

    plan = analysis.topologies[0].optimized.before
    assert [topic for node in plan.nodes.values() for topic in getattr(node, "topics", ())] == ["a", "b"]
    assert not analysis.is_unsure


def test_elements_of_a_java_stream_go_through_all_operations_one_by_one():
    analysis = analysis_of("""
        Stream.of("a", "b").map(topic -> builder.<String, String>stream(topic))
            .map(stream -> stream.filter((k, v) -> true)).forEach(stream -> stream.to("out"));
    """)

    names = [node.name for node in analysis.topologies[0].optimized.before.in_order()]
    assert names == [
        "root",
        "KSTREAM-SOURCE-0000000000",
        "KSTREAM-FILTER-0000000001",
        "KSTREAM-SINK-0000000002",
        "KSTREAM-SOURCE-0000000003",
        "KSTREAM-FILTER-0000000004",
        "KSTREAM-SINK-0000000005",
    ]


@pytest.mark.parametrize(("jump", "topics"), [("break outer", ["a1"]), ("continue outer", ["a1", "b1"])])
def test_a_jump_to_a_label_leaves_the_outer_loop(jump, topics):
    analysis = analysis_of(f"""
        outer: for (String letter : List.of("a", "b")) {{
            for (int number = 1; number < 3; number++) {{
                builder.stream(letter + number);
                {jump};
            }}
        }}
    """)

    plan = analysis.topologies[0].optimized.before
    assert [topic for node in plan.nodes.values() for topic in getattr(node, "topics", ())] == topics


def test_topics_from_calls_are_not_taken_for_the_same_topic():
    analysis = analysis_of("""
        for (int number = 0; number < 2; number++) builder.table(names.next());
    """)

    assert [topology.refusal for topology in analysis.topologies] == [None]
    assert analysis.is_unsure


def test_an_unknown_optimization_is_told_only_where_it_matters():
    plain = "class App { Topology t(Properties p) { StreamsBuilder b = new StreamsBuilder(); %s return b.build(p); } }"

    assert "open-optimization" not in codes(analysis_of(plain % 'b.stream("a").to("b");', optimize=None))
    assert "open-optimization" in codes(analysis_of(plain % 'b.table("a", Materialized.as("store"));', optimize=None))


BESIDE = """
    import java.util.concurrent.*;
    class App {
        static void wire(String topic) {
            StreamsBuilder own = new StreamsBuilder();
            own.stream(topic);
            new KafkaStreams(own.build(), new Properties()).start();
        }
        public static void main(String[] args) {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            StreamsBuilder shared = new StreamsBuilder();
            List<String> topics = new ArrayList<>();
            %s
        }
    }
"""
RUN_FOR_CERTAIN = (
    'new Thread(() -> wire("a")).start();',
    'Executors.newSingleThreadExecutor().execute(() -> wire("a"));',
    'Executors.newCachedThreadPool().submit(() -> { wire("a"); while (true) { System.out.println(); } });',
    'CompletableFuture.runAsync(() -> wire("a"));',
)
NOT_FOR_CERTAIN = (
    'Thread thread = new Thread(() -> wire("a"));',
    'pool.submit(() -> wire("a"));',
    'pool.schedule(() -> wire("a"), 1, TimeUnit.DAYS);',
    'CompletableFuture.runAsync(() -> wire(topics.get(0))); topics.add("a");',
    'CompletableFuture.runAsync(() -> shared.stream("a")); shared.stream("b"); shared.build();',
    'new Thread(() -> topics.add("a")).start(); wire("topics-" + topics.size());',
)


@pytest.mark.parametrize("java", RUN_FOR_CERTAIN)
def test_what_a_thread_runs_for_certain_is_part_of_the_program(java):
    analysis = analysis_of(BESIDE % java)

    assert topics_read(analysis) == ["a"]
    assert not analysis.is_unsure


@pytest.mark.parametrize("java", NOT_FOR_CERTAIN)
def test_what_a_thread_may_run_or_shares_with_the_program_leaves_a_doubt(java):
    assert analysis_of(BESIDE % java).is_unsure
