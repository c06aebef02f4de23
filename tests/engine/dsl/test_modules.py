"""Several applications in one bundle: each has its own configuration, beans and builder."""

import pytest

from tests.engine.analyzing import analysis_of_files

SPRING = """
    package %(name)s;
    @SpringBootApplication @EnableKafkaStreams class App%(name)s {
        @Value("${topics.in}") String in;
        @Bean KStream<String, String> stream(StreamsBuilder builder) {
            KStream<String, String> stream = builder.stream(Topics.PREFIX + in);
            stream.groupByKey().count();
            return stream;
        }
    }
"""
LIBRARY = {
    "lib/pom.xml": "<project/>",
    "lib/src/main/java/Topics.java": 'class Topics { static final String PREFIX = "eu."; }',
}


def application(name):
    return {
        f"{name}/pom.xml": "<project/>",
        f"{name}/src/main/java/App.java": SPRING % {"name": name},
        f"{name}/src/main/resources/application.yml": f"topics.in: in-of-{name}",
    }


def topics_of(topology):
    nodes = [node for group in topology.description.groups for node in group.nodes]
    return [topic for node in nodes for topic in getattr(node, "topics", ())]


def test_each_application_has_a_builder_and_settings_of_its_own():
    analysis = analysis_of_files({**application("orders"), **application("stock"), **LIBRARY})

    assert [topics_of(one) for one in analysis.topologies] == [["eu.in-of-orders"], ["eu.in-of-stock"]]
    assert not analysis.is_unsure


def test_a_module_without_a_start_belongs_to_the_application():
    files = application("orders")
    settings = files.pop("orders/src/main/resources/application.yml")
    analysis = analysis_of_files({**files, **LIBRARY, "lib/src/main/resources/application.yml": settings})

    assert [topics_of(one) for one in analysis.topologies] == [["eu.in-of-orders"]]


@pytest.mark.parametrize("folder", ["", "repo/"])
def test_files_without_modules_are_one_application(folder):
    files = {f"{folder}A.java": SPRING % {"name": "a"}, f"{folder}B.java": SPRING % {"name": "b"}}
    analysis = analysis_of_files({**files, f"{folder}Topics.java": LIBRARY["lib/src/main/java/Topics.java"]})

    assert len(analysis.topologies) == 1


JAVA = """
    package %(name)s;
    import static %(name)s.constant.Topics.IN;
    import static %(name)s.constant.Topics.*;
    import org.apache.kafka.streams.*;
    public class App {
        public static void main(String[] args) {
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream(IN).to(OUT);
            new org.apache.kafka.streams.KafkaStreams(builder.build(), new java.util.Properties());
        }
    }
"""
JAVAS_TOPICS = """
    package %(name)s.constant;
    public class Topics { public static final String IN = "%(name)s-in", OUT = "%(name)s-out"; }
    class StreamsBuilder { void stream(String topic) { } }
"""
KOTLIN = """
    package %(name)s
    import %(name)s.constant.Topics.Companion.IN
    import %(name)s.constant.OUT
    import %(name)s.constant.named
    import org.apache.kafka.streams.*
    fun main() {
        val builder = StreamsBuilder()
        builder.stream<String, String>(named(IN)).to(OUT)
        builder.build()
    }
"""
KOTLINS_TOPICS = """
    package %(name)s.constant
    class Topics { companion object { const val IN = "in" } }
    class StreamsBuilder
    const val OUT = "%(name)s-out"
    fun named(topic: String) = "%(name)s-$topic"
"""


@pytest.mark.parametrize(
    ("app", "topics", "ending"), [(JAVA, JAVAS_TOPICS, "java"), (KOTLIN, KOTLINS_TOPICS, "kt")], ids=["Java", "Kotlin"]
)
def test_each_application_means_what_it_imports_where_others_have_something_of_the_same_name(app, topics, ending):
    texts = {"App": app, "constant/Topics": topics}
    names = ["orders", "stock"]
    files = {f"{one}/src/main/{one}/{path}.{ending}": texts[path] % {"name": one} for one in names for path in texts}
    analysis = analysis_of_files(files)

    found = [(topics_of(one), one.description.groups[0].nodes[-1].topic) for one in analysis.topologies]
    assert found == [(["orders-in"], "orders-out"), (["stock-in"], "stock-out")]
    assert not analysis.is_unsure


LIBRARIES = {
    "a/build.gradle.kts": "",
    "a/src/main/kotlin/Names.kt": 'package lib\nconst val OUT = "a"\nfun named(it: String) = "$it-a"',
    "a/src/main/java/lib/Topics.java": 'package lib; public class Topics { public static final String IN = "in-a"; }',
    "b/build.gradle.kts": "",
    "b/src/main/kotlin/Names.kt": 'package lib\nconst val OUT = "b"\nfun named(it: String) = "$it-b"',
    "b/src/main/java/lib/Topics.java": 'package lib; public class Topics { public static final String IN = "in-b"; }',
}
IN_JAVA = """package app; %s
    class App { public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder(); builder.stream(%s); new KafkaStreams(builder.build(), null);
    } }"""
IN_KOTLIN = """package app
    %s
    fun main() {
        val builder = StreamsBuilder(); builder.stream<String, String>(%s); KafkaStreams(builder.build(), null)
    }
"""


@pytest.mark.parametrize(
    ("name", "text", "topic"),
    [
        ("App.java", IN_JAVA % ("import lib.Topics;", "Topics.IN"), "in-b"),
        ("App.java", IN_JAVA % ("import lib.*;", "Topics.IN"), "in-b"),
        ("App.java", IN_JAVA % ("", "lib.Topics.IN"), "in-b"),
        ("App.java", IN_JAVA % ("import static lib.Topics.IN;", "IN"), "in-b"),
        ("App.kt", IN_KOTLIN % ("import lib.OUT", "OUT"), "b"),
        ("App.kt", IN_KOTLIN % ("import lib.named", 'named("x")'), "x-b"),
        ("App.kt", IN_KOTLIN % ("import lib.*", "named(OUT)"), "b-b"),
    ],
)
def test_of_two_things_of_one_whole_name_that_of_a_module_which_is_needed_is_meant(name, text, topic):
    files = {**LIBRARIES, "app/build.gradle.kts": 'dependencies { implementation(project(":b")) }', f"app/{name}": text}
    analysis = analysis_of_files(files)

    assert [topics_of(one) for one in analysis.topologies] == [[topic]]
    assert not analysis.is_unsure


def test_a_librarys_beans_and_settings_are_those_of_the_applications_that_need_it():
    shared = """package shop.lib;
        @Component class Shared {
            @Value("${topics.in}") String in;
            @Autowired void add(StreamsBuilder builder) { builder.stream(in); }
        }"""
    needs = "<project><artifactId>%s</artifactId><dependencies>%s</dependencies></project>"
    files = {"lib/pom.xml": needs % ("lib", ""), "lib/src/main/java/Shared.java": shared}
    for one in ("orders", "stock"):
        wanted = "".join(
            f"<dependency><artifactId>{name}</artifactId></dependency>" for name in ("lib", f"{one}-settings")
        )
        files[f"{one}/pom.xml"] = needs % (one, wanted)
        files[f"{one}/src/main/java/App.java"] = (
            f"package shop.{one}; @SpringBootApplication @EnableKafkaStreams class App {{ }}"
        )
        files[f"settings/{one}/pom.xml"] = needs % (f"{one}-settings", "")
        files[f"settings/{one}/src/main/resources/application.yml"] = f"topics.in: in-of-{one}"
    analysis = analysis_of_files(files)

    assert [topics_of(one) for one in analysis.topologies] == [["in-of-orders"], ["in-of-stock"]]
    assert not analysis.is_unsure
