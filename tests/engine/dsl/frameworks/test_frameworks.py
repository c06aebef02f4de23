"""What frameworks do, as far as the text tells; and what it leaves open."""

import pytest

from tests.engine.analyzing import codes, described, topics_read
from topoviz.engine.analysis import analyze
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission

TOPIC = '@Component class A { @Value("${orders.topic}") String topic; @Autowired void wire(StreamsBuilder b) %s }'
READS_TOPIC = TOPIC % "{ b.stream(topic); }"


def analyzed(set_values: dict[str, str] | None = None, **files: str) -> Analysis:
    """Analyze files by name, `A_java` for A.java, as those of an application: there is another one beside them."""
    files["Others_java"] = "class Others { }"
    named = tuple(SourceFile(name.replace("__", "-").replace("_", "."), text) for name, text in files.items())
    return analyze(Submission(Bundle(named), Settings(optimize="none", set_values=set_values or {})))


def test_a_value_is_read_from_the_files_of_the_bundle():
    analysis = analyzed(A_java=READS_TOPIC, application_properties="orders.topic=orders-${region:eu}")

    assert topics_read(analysis) == ["orders-eu"]
    assert not analysis.is_unsure


def test_a_value_that_is_not_configured_here_is_known_by_its_key():
    assert topics_read(analyzed(A_java=READS_TOPIC)) == ["${orders.topic}"]
    assert topics_read(analyzed({"orders.topic": "orders"}, A_java=READS_TOPIC)) == ["orders"]


def test_a_default_is_likely_where_the_configuration_is_not_in_the_text():
    program = READS_TOPIC.replace("${orders.topic}", "${orders.topic:orders}")

    assert "[orders?]" in described(analyzed(A_java=program))
    assert "[orders]" in described(analyzed(A_java=program, application_yml="other: x"))


def test_another_value_in_a_profile_makes_the_value_likely_until_the_profile_is_chosen():
    files = {"application_yml": "orders.topic: orders", "application__dev_yml": "orders.topic: dev-orders"}

    assert "[orders?]" in described(analyzed(A_java=READS_TOPIC, **files))
    assert "[dev-orders]" in described(analyzed({"spring.profiles.active": "dev"}, A_java=READS_TOPIC, **files))


_OF_PROFILE = """
spring.profiles.active: p
x.it: [a, b]
---
spring.config.activate.on-profile: p
x.it: [c]
"""


@pytest.mark.parametrize(
    ("field", "settings", "topics"),
    [
        ("final List<String> it = new ArrayList<>();", "x.it: [a, b]", ["a", "b"]),
        ("final Map<String, List<String>> it = new TreeMap<>();", "x.it: {one: [a, b]}", ["a", "b"]),
        ("Map<String, Place> it;", "x.it: {one: {name: a}}", ["a"]),
        ("List<Place> it;", "x.it: [{name: a}, {name: b}]", ["a", "b"]),
        ("List<String> it;", "x.it: []", []),
        # The list of the file that wins takes the place of the other, and is not put over it.
        ("List<String> it;", _OF_PROFILE, ["c"]),
    ],
)  # fmt: skip
def test_collections_of_settings_are_bound_as_spring_does(field, settings, topics):
    kind = field.removeprefix("final ").partition(" it")[0]
    props = f"""
        @ConfigurationProperties("x") class Props {{
            private {field}
            public {kind} getIt() {{ return it; }}
            static class Place {{ String name; public String toString() {{ return name; }} }}
        }}
    """
    values = "p.getIt()" if "List<" in kind[:5] else "p.getIt().values()" if "Place" in kind else 'p.getIt().get("one")'
    reads = f"{{ for (Object one : {values}) {{ b.stream(one.toString()); }} }}"
    program = f"{props} @Component class A {{ @Autowired void wire(StreamsBuilder b, Props p) {reads} }}"
    analysis = analyzed(A_java=program, application_yml=settings)

    assert topics_read(analysis) == topics
    assert not analysis.is_unsure


@pytest.mark.parametrize(
    "named",
    ["spring.config.import: optional:classpath:shared.yml", "spring.config.import:\n  - file:./config/shared.yml"],
)
def test_a_file_that_another_one_imports_wins_over_it(named):
    files = {"application_yml": f"{named}\norders.topic: own\n", "shared_yml": "orders.topic: shared"}
    analysis = analyzed(A_java=READS_TOPIC, **files)

    assert topics_read(analysis) == ["shared"]
    assert not analysis.is_unsure


def test_quarkus_runs_with_its_own_profile_and_fills_fields():
    program = """
        @ApplicationScoped class A {
            @ConfigProperty(name = "orders.topic") String topic;
            @ConfigProperty(name = "out.topic", defaultValue = "out") String out;
            @Produces Topology topology() {
                StreamsBuilder b = new StreamsBuilder();
                b.stream(topic).to(out);
                return b.build();
            }
        }
    """
    settings = "orders.topic=orders\n%prod.orders.topic=live-orders\n%dev.orders.topic=dev-orders"
    analysis = analyzed(A_java=program, application_properties=settings)

    assert topics_read(analysis) == ["live-orders"]
    assert not analysis.is_unsure


MAPPING = """
    @ConfigMapping(prefix = "shop.kafka") interface Topics {
        String ordersTopic();
        @WithName("out") String sink();
        @WithDefault("dead") String deadLetters();
        Optional<String> extra();
        List<String> copies();
        Limits limits();
        interface Limits { String rejectedTopic(); }
    }
    @ApplicationScoped class A {
        @Inject Topics topics;
        @Produces Topology topology() {
            StreamsBuilder b = new StreamsBuilder();
            KStream<String, String> orders = b.stream(topics.ordersTopic());
            topics.extra().ifPresent(topic -> orders.to(topic));
            topics.copies().forEach(topic -> orders.to(topic));
            orders.to(topics.sink());
            orders.to(topics.deadLetters());
            orders.to(topics.limits().rejectedTopic());
            return b.build();
        }
    }
"""


def test_an_interface_of_settings_is_answered_from_the_files():
    settings = "shop.kafka.orders-topic=orders\nshop.kafka.out=done\nshop.kafka.limits.rejected-topic=no\n"
    analysis = analyzed(A_java=MAPPING, application_properties=settings + "shop.kafka.copies=x,y")

    assert topics_read(analysis) == ["orders"]
    assert [line.split("topic: ")[1] for line in described(analysis).splitlines() if "Sink:" in line] == [
        "x)", "y)", "done)", "dead)", "no)",
    ]  # fmt: skip
    assert not analysis.is_unsure


def test_an_optional_setting_may_be_there_where_the_files_are_not():
    used = MAPPING.replace("topics.copies().forEach(topic -> orders.to(topic));", "")

    assert "unknown-condition" in codes(analyzed(A_java=used))


BEANS = """
@Configuration class %s {
    @Bean KStream<String, String> %s(StreamsBuilder b) { return b.<String, String>stream("%s").peek((k, v) -> { }); }
}
"""


def test_beans_of_one_class_add_to_one_builder_in_the_order_of_the_text():
    one = BEANS % ("A", "first", "a")
    two = one.replace("}\n}", '}\n@Bean KTable<String, String> second(StreamsBuilder b) { return b.table("t"); }\n}')
    analysis = analyzed(A_java=two)

    assert topics_read(analysis) == ["a", "t"]
    assert "KTABLE-SOURCE-0000000004 " in described(analysis)
    assert not analysis.is_unsure


def test_the_order_of_beans_of_two_classes_is_not_known():
    analysis = analyzed(A_java=BEANS % ("A", "first", "a"), B_java=BEANS % ("B", "second", "b"))

    assert len(analysis.topologies) == 1
    assert codes(analysis) == {"order-of-beans"}
    assert "KSTREAM-SOURCE-0000000000? " in described(analysis)


def test_beans_of_one_builder_are_named_by_the_first_two_that_are_switched_on():
    off = '@ConditionalOnProperty("parts.off") '
    classes = {f"{name}_java": BEANS % (name, name.lower(), name) for name in ("A", "C", "D", "E")}
    without = analyzed(**classes, B_java=off + BEANS % ("B", "b", "B"), application_properties="parts.off=false")
    few = analyzed(**{name: classes[name] for name in ("A_java", "C_java", "D_java")})

    assert [one.name for one in without.topologies] == ["beans of A, C and 2 more"]
    assert [one.name for one in few.topologies] == ["beans of A, C, D"]


FACTORY = "@Factory class A { %s }"
STREAM = '@Singleton KStream<String, String> %s(%s ConfiguredStreamBuilder b) { return b.stream("%s"); }'
TABLE = '@Singleton KTable<String, String> %s(%s ConfiguredStreamBuilder b) { return b.table("%s"); }'


def test_which_bean_micronaut_makes_first_is_not_known():
    analysis = analyzed(A_java=FACTORY % (STREAM % ("one", "", "a") + STREAM % ("two", "", "b")))

    assert len(analysis.topologies) == 1
    assert codes(analysis) == {"order-of-beans"}


def test_each_of_micronauts_builders_makes_a_topology():
    analysis = analyzed(A_java=FACTORY % (STREAM % ("one", "", "a") + STREAM % ("two", '@Named("other")', "b")))

    assert [topology.name for topology in analysis.topologies] == ["beans of A", "other"]
    assert not analysis.is_unsure


def test_a_bean_that_nobody_asks_for_may_not_be_made_by_micronaut():
    assert codes(analyzed(A_java=FACTORY % (TABLE % ("one", "", "a")))) == {"lazy-bean"}


def test_a_bean_that_the_program_asks_for_itself_is_made_once():
    program = """
        @Configuration class A {
            @Bean KStream<String, String> orders(StreamsBuilder b) { return b.stream("orders"); }
            @Bean KStream<String, String> copy(StreamsBuilder b) { orders(b).to("copy"); return orders(b); }
        }
    """
    proxied = described(analyzed(A_java=program))
    plain = described(analyzed(A_java=program.replace("@Configuration", "@Component")))

    assert "KSTREAM-SINK-0000000001 " in proxied
    assert "KSTREAM-SINK-0000000002 " in plain


@pytest.mark.parametrize(
    ("condition", "settings", "sinks", "is_unsure"),
    [
        ('@ConditionalOnProperty("copies")', "copies: true", 1, False),
        ('@ConditionalOnProperty("copies")', "copies: false", 0, False),
        ('@ConditionalOnProperty("copies")', "other: true", 1, True),
        ('@ConditionalOnProperty(prefix = "a", name = "b", havingValue = "c")', "a.b: c", 1, False),
        ('@Profile("!test")', "a: 1", 1, False),
        ('@Profile("dev")', "a: 1", 1, True),
        ('@Profile("dev")', "spring.profiles.active: dev", 1, False),
        ('@Profile("dev & eu")', "spring.profiles.active: dev,eu", 1, False),
        ('@Profile("dev & eu")', "spring.profiles.active: dev", 0, False),
        ('@Profile("!(dev | eu)")', "spring.profiles.active: us", 1, True),
    ],
)
def test_a_bean_under_a_condition_is_there_as_far_as_the_condition_is_known(condition, settings, sinks, is_unsure):
    program = f"""
        @Configuration class A {{
            @Bean KStream<String, String> in(StreamsBuilder b) {{ return b.stream("in"); }}
            {condition} @Bean KStream<String, String> out(KStream<String, String> in) {{ in.to("out"); return in; }}
        }}
    """
    analysis = analyzed(A_java=program, application_yml=settings)

    assert described(analysis).count("Sink:") == sinks
    assert analysis.is_unsure is is_unsure


SHARED = """
    @Configuration @EnableKafkaStreams class A {
        @Bean KStream<String, String> in(StreamsBuilder b) { return b.stream("in"); }
        @ConditionalOnProperty("copies") @Bean KStream<String, String> out(KStream<String, String> in) {
            in.to("out"); return in; }
    }
"""
OWN = """
    @Configuration class A {
        @ConditionalOnProperty("copies") @Bean Topology own() {
            StreamsBuilder b = new StreamsBuilder(); b.stream("in").to("out"); return b.build(); }
    }
"""


@pytest.mark.parametrize(
    ("program", "settings", "words"),
    [
        (SHARED, "copies: false",
         "@ConditionalOnProperty leaves this out: copies is false in application.yml, line 1."),
        (OWN.replace('ConditionalOnProperty("copies")', 'Profile("dev")'), "a: b",
         "@Profile decides whether the application has this topology, and the text does not say."),
        (SHARED, "{copies: true, spring.kafka.streams.auto-startup: false}",
         "spring.kafka.streams.auto-startup is false in application.yml, line 1."),
    ],
)  # fmt: skip
def test_what_a_setting_switches_off_is_told_with_the_setting_and_its_file(program, settings, words):
    notes = [one for one in analyzed(A_java=program, application_yml=settings).diagnostics if one.reason == words]

    assert [one.severity for one in notes] == ["note"]


@pytest.mark.parametrize(
    ("annotation", "settings", "words"),
    [
        ('ConditionalOnProperty("copies")', "copies: false",
         "@ConditionalOnProperty leaves this out: copies is false in application.yml, line 1."),
        ('Profile("dev")', "spring.profiles.active: prod",
         "@Profile leaves this out: spring.profiles.active is prod in application.yml, line 1."),
    ],
)  # fmt: skip
def test_a_topology_of_its_own_that_a_setting_switches_off_is_not_started(annotation, settings, words):
    program = OWN.replace('ConditionalOnProperty("copies")', annotation)
    analysis = analyzed(A_java=program, application_yml=settings)

    assert analysis.topologies == ()
    assert [one.why_not_started for one in analysis.not_started] == [words]
    assert codes(analysis) == {"nothing-started"}


FUNCTIONS = """
class A {
    @Bean Function<KStream<String, String>, KStream<String, String>> clean() { return in -> in.filter((k, v) -> true); }
    @Bean Consumer<KStream<String, String>> log() { return in -> in.foreach((k, v) -> { }); }
}
"""


DEFINED = "spring.cloud.function.definition: clean"


def test_several_functions_want_a_definition():
    assert codes(analyzed(A_java=FUNCTIONS)) == {"function-definition", "likely-text"}


def test_a_definition_that_another_profile_may_replace_is_not_known():
    files = {"application_yml": DEFINED, "application__dev_yml": DEFINED.replace("clean", "log")}

    assert "function-definition" in codes(analyzed(A_java=FUNCTIONS, **files))


def test_a_function_that_the_definition_leaves_out_is_told():
    told = {one.reason for one in analyzed(A_java=FUNCTIONS, application_yml=DEFINED).diagnostics}

    place = f"{DEFINED.replace(': ', ' is ')} in application.yml, line 1"
    assert f"{place}, which does not name the function log." in told


def test_a_function_that_was_pasted_without_its_class_is_bound():
    analysis = analyzed(A_java="@Bean Function<KStream<String, Long>, KTable<String, Long>> totals() {\n"
        "    return in -> in.groupByKey().reduce(Long::sum); }")  # fmt: skip

    assert topics_read(analysis) == ["totals-in-0"]
    assert "Sink: KSTREAM-SINK-0000000004 (topic: totals-out-0" in described(analysis)


def test_a_function_that_the_definition_does_not_name_is_not_reachable():
    analysis = analyzed(A_java=FUNCTIONS, application_yml="spring.cloud.function.definition: log")

    assert topics_read(analysis) == ["log-in-0"]
    assert not analysis.is_unsure
    assert analysis.ledger.count(Fate.NOT_REACHABLE) == 1
    assert analysis.ledger.count(Fate.MODELLED) == 1


@pytest.mark.parametrize(
    ("setting", "is_unsure"),
    [
        ("default.consumer.useNativeDecoding: false", True),
        ("bindings.log-in-0.consumer.useNativeDecoding: false", True),
        ("bindings.log-in-0.consumer.useNativeDecoding: true", False),
        ("bindings.other-out-0.producer.useNativeEncoding: false", False),
    ],
)
def test_operators_that_the_binder_adds_for_other_encodings_make_all_unsure(setting, is_unsure):
    settings = f"spring.cloud:\n function.definition: log\n stream.{setting}\n"
    analysis = analyzed(A_java=FUNCTIONS, application_yml=settings)

    assert codes(analysis) == {"switched-off"} | ({"binder"} if is_unsure else set())
    assert ("KSTREAM-SOURCE-0000000000? " in described(analysis)) is is_unsure


def test_the_optimizer_is_as_the_files_say():
    program = '@Component class A { @Autowired void wire(StreamsBuilder b) { b.table("t", Materialized.as("s")); } }'
    setting = "spring.kafka.streams.properties.topology.optimization: all"
    files = (SourceFile("A.java", program), SourceFile("application.yml", setting))
    (topology,) = analyze(Submission(Bundle(files))).topologies
    alone = analyze(Submission(Bundle(files[:1])))

    assert topology.optimization.text == "all"
    assert "open-optimization" in codes(alone)


def test_lombok_writes_getters_setters_and_constructors():
    program = """
        @Data @RequiredArgsConstructor class Names { private final String topic; private String out; }
        @AllArgsConstructor @Getter class Pair { private String left; private String right; }
        class A { void wire(StreamsBuilder b) {
            Names names = new Names("in");
            names.setOut("out");
            b.stream(names.getTopic()).to(names.getOut());
            b.stream(new Pair("l", "r").getRight());
        } }
    """
    assert topics_read(analyzed(A_java=program)) == ["in", "r"]


def test_what_comes_of_a_builder_that_lombok_writes_is_told_to_be_unknown():
    program = """
        @Builder @Getter class Names { private final String topic; }
        class A { void wire(StreamsBuilder b) {
            Names names = Names.builder().topic("in").build();
            b.stream("in").to(names.getTopic());
        } }
    """
    analysis = analyzed(A_java=program)

    assert analysis.is_unsure
    assert "unknown-text" in codes(analysis)


def test_branches_that_may_not_be_there_are_doubted():
    program = """
        class A { void wire(StreamsBuilder b, boolean other) {
            KafkaStreamBrancher<String, String> brancher = new KafkaStreamBrancher<>();
            brancher.branch((k, v) -> true, one -> one.to("one"));
            if (other) brancher.branch((k, v) -> true, two -> two.to("two"));
            brancher.onTopOf(b.stream("in"));
        } }
    """
    assert analyzed(A_java=program).is_unsure


def test_a_file_that_the_program_loads_is_read():
    program = """
        class A { static void wire(StreamsBuilder b) throws Exception {
            Properties p = new Properties();
            try (InputStream in = A.class.getResourceAsStream("/shop.properties")) { p.load(in); }
            b.stream(p.getProperty("in")).to(p.getProperty("out", "none"));
            p.load(new FileInputStream("elsewhere.properties"));
            b.stream(p.getProperty("in"));
        } }
    """
    analysis = analyzed(A_java=program, shop_properties="in = orders")

    assert topics_read(analysis) == ["orders", "${in}"]
    assert "(topic: none)" in described(analysis)


COMPONENTS = """
interface Part { void add(StreamsBuilder b); }
@Component class One implements Part { public void add(StreamsBuilder b) { b.stream("one"); } }
@Service("second") class Two implements Part { public void add(StreamsBuilder b) { b.stream("two"); } }
@Configuration class C { @Autowired %s; @Bean Topology topology(StreamsBuilder b) { part.add(b); return b.build(); } }
"""


@pytest.mark.parametrize(
    ("field", "primary", "topic"),
    [('@Qualifier("one") Part part', False, "one"), ('@Qualifier("second") Part part', False, "two"),
     ("Part part", True, "two"), ('@Qualifier("one") Part part', True, "one")],
)  # fmt: skip
def test_of_several_components_the_one_asked_for_is_injected(field: str, primary: bool, topic: str):
    program = (COMPONENTS % field).replace("@Service", "@Primary @Service" if primary else "@Service")

    assert topics_read(analyzed(A_java=program)) == [topic]


def test_a_component_that_is_a_function_may_have_a_name_of_its_own():
    program = """@Component("audit") class Reader implements Consumer<KStream<String, String>> {
        public void accept(KStream<String, String> in) { in.peek((k, v) -> { }); } }"""

    assert topics_read(analyzed(A_java=program)) == ["audit-in-0"]


def test_injected_objects_of_the_text_are_made_and_filled():
    program = """
        interface Naming { String topic(); }
        @Component class Prefixed implements Naming {
            @Value("${p}") String p;
            public String topic() { return p + "in"; }
        }
        @Component class A {
            @Autowired Naming naming;
            @Autowired void wire(StreamsBuilder b) { b.stream(naming.topic()); }
        }
    """
    assert topics_read(analyzed(A_java=program, application_yml="p: shop-")) == ["shop-in"]


FACTORIES = """
@Configuration class A {
    @Bean StreamsBuilderFactoryBean orders() { return new StreamsBuilderFactoryBean(config("orders")); }
    @Bean("pay") StreamsBuilderFactoryBean payments() { return new StreamsBuilderFactoryBean(config("payments")); }
    @Bean KStream<String, String> one(@Qualifier("orders") StreamsBuilder b) { return b.stream("a"); }
    @Bean KStream<String, String> two(StreamsBuilder pay) { return pay.stream("b"); }
    @Bean KStream<String, String> three(@Qualifier("pay") StreamsBuilder b) { return b.stream("c"); }
}
"""


def test_each_factory_bean_has_a_builder_of_its_own():
    analysis = analyzed(A_java=FACTORIES)

    assert [topology.name for topology in analysis.topologies] == ["orders", "pay"]
    assert topics_read(analysis) == ["a", "b", "c"]
    assert not analysis.is_unsure


def test_a_single_or_primary_factory_beans_builder_is_that_of_who_names_none():
    single = FACTORIES.replace('@Bean("pay") StreamsBuilderFactoryBean', "OtherFactory").replace("pay", "b")
    primary = FACTORIES.replace('@Bean("pay")', '@Bean("pay") @Primary').replace(
        "StreamsBuilder pay)", "StreamsBuilder p)"
    )

    assert topics_read(analyzed(A_java=single.replace('@Qualifier("b")', ""))) == ["a", "b", "c"]
    assert len(analyzed(A_java=single.replace('@Qualifier("b")', "")).topologies) == 1
    assert len(analyzed(A_java=primary.replace("return pay.", "return p.")).topologies) == 2


def test_what_is_added_after_the_program_has_built_the_shared_builder_is_there_too():
    program = """
        @Configuration class A {
            @Bean Topology topology(StreamsBuilder b) { b.stream("orders").to("out"); return b.build(); }
            @Bean KTable<String, String> customers(StreamsBuilder b) { return b.table("customers"); }
        }
    """
    analysis = analyzed(A_java=program)

    assert topics_read(analysis) == ["orders", "customers"]
    assert codes(analysis) == {"built-twice"}
    assert not analyzed(A_java=program.replace('return b.table("customers");', "return null;")).is_unsure


def test_a_bean_of_kotlin_has_the_type_of_what_it_makes():
    program = """
        @Configuration class Beans {
            @Bean fun shared() = StreamsBuilder()
            @Bean fun names() = Names("orders")
            @Bean fun topology(builder: StreamsBuilder, names: Names): Topology {
                builder.stream<String, String>(names.input)
                return builder.build()
            }
        }
        class Names(val input: String)
    """
    analysis = analyzed(Beans_kt=program)

    assert [topics_read(analysis), len(analysis.topologies)] == [["orders"], 1]
    assert not analysis.is_unsure


PARTS = """
    interface Part { void addTo(StreamsBuilder builder); }
    %s
    @Component class Wiring {
        @Autowired void wire(StreamsBuilder builder, %s parts) { %s }
    }
"""
TWO_CLASSES = """
    @Component @Order(2) class A implements Part { public void addTo(StreamsBuilder builder) { builder.stream("a"); } }
    @Component @Order(1) class B implements Part { public void addTo(StreamsBuilder builder) { builder.stream("b"); } }
"""
TWO_METHODS = """
    @Configuration class Parts {
        @Bean Part a() { return builder -> builder.stream("a"); }
        @Bean Part b() { return builder -> builder.stream("b"); }
    }
"""
BY_NAME = 'parts.get("b").addTo(builder); parts.get("a").addTo(builder);'
EACH = "parts.forEach(part -> part.addTo(builder));"


@pytest.mark.parametrize(
    ("beans", "asked", "loop", "topics", "is_unsure"),
    [
        (TWO_CLASSES, "List<Part>", EACH, ["b", "a"], False),
        (TWO_CLASSES, "Set<Part>", EACH, ["a", "b"], True),
        (TWO_CLASSES.replace("@Order(2)", "@Order(1)"), "List<Part>", EACH, ["a", "b"], True),
        (TWO_METHODS, "List<Part>", EACH, ["a", "b"], False),
        (TWO_METHODS, "Map<String, Part>", BY_NAME, ["b", "a"], False),
        (TWO_METHODS.replace("@Bean Part a", '@ConditionalOnProperty("x") @Bean Part a'), "List<Part>", EACH, [], True),
    ],
)
def test_all_beans_of_a_type_are_injected_in_the_order_that_spring_says(beans, asked, loop, topics, is_unsure):
    analysis = analyzed(A_java=PARTS % (beans, asked, loop), B_java="class Other {}", application_yml="")

    assert topics_read(analysis) == topics
    assert analysis.is_unsure is is_unsure


@pytest.mark.parametrize(
    ("run", "topic"),
    [
        ('app.run("--{}=words")', "words"),
        ('SpringApplication.run(A.class, "--{}=words", "--server.port=0")', "words"),
        ('app.run("--{}=" + args[0])', None),
        ('app.run("--{}=words"); app.run("--{}=letters")', None),
    ],
)
def test_what_a_program_runs_spring_with_wins_over_files(run, topic):
    key = "spring.cloud.stream.bindings.log-in-0.destination"
    start = "class A { void main(String[] args) { " + run.replace("{}", key) + "; }"
    program = FUNCTIONS.replace("class A {", start)
    settings = f"spring.cloud.function.definition: log\n{key}: letters"
    analysis = analyzed(A_java=program, application_yml=settings)

    assert analysis.is_unsure is (topic is None)
    assert topic in (None, *topics_read(analysis))


NEEDING = """
    @Component class Late {
        Late(%s) { }
        @Bean KStream<String, String> late(StreamsBuilder builder) { return builder.stream("late"); }
    }
    @Component class Early {
        @Bean KTable<String, String> early(StreamsBuilder builder) { return builder.table("early"); }
    }
"""


@pytest.mark.parametrize(("given", "is_told"), [("KTable<String, String> early", False), ("", True)])
def test_a_bean_that_another_is_given_is_made_before_it(given, is_told):
    analysis = analyzed(A_java=NEEDING % given, B_java="class Other {}", application_yml="")

    assert codes(analysis) == ({"order-of-beans"} if is_told else set())
    assert topics_read(analysis) == (["late", "early"] if is_told else ["early", "late"])


def test_a_listener_that_annotations_bind_is_told():
    listener = """
        class A {
            @StreamListener @SendTo("out")
            KStream<String, String> listen(@Input("in") KStream<String, String> in) { return in.filter(test); }
        }
    """
    assert "binder" in codes(analyzed(A_java=listener))
