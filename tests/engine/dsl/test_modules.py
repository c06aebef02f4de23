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
