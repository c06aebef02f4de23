"""Classes of beans that nothing annotates."""

from tests.engine.analyzing import analysis_of, application_of, codes, topics_read

OFF = """
// @Configuration
public class {0} {{
    @Bean
    public KStream<String, String> {1}(StreamsBuilder builder) {{
        KStream<String, String> stream = builder.stream("{1}");
        stream.to("out");
        return stream;
    }}
}}
"""
ON = OFF.replace("// @", "@")
APPLICATION = "@SpringBootApplication @EnableKafkaStreams public class App {{ {0} }}"


def test_a_class_by_itself_is_taken_as_if_it_were_annotated() -> None:
    analysis = application_of(OFF.format("Orders", "orders"))
    assert topics_read(analysis) == ["orders"]
    assert not analysis.is_unsure


def test_a_class_that_is_off_is_left_out_beside_one_that_is_on() -> None:
    analysis = analysis_of(OFF.format("Orders", "orders"), ON.format("Payments", "payments"))
    assert topics_read(analysis) == ["payments"]
    assert codes(analysis) == {"not-a-bean"}
    assert not analysis.is_unsure


def test_when_all_are_off_each_is_shown_and_told() -> None:
    texts = (OFF.format("Orders", "orders"), OFF.format("Payments", "payments"), APPLICATION.format(""))
    analysis = analysis_of(*texts)
    assert topics_read(analysis) == ["orders", "payments"]
    assert len(analysis.topologies) == 2
    assert analysis.is_unsure


def test_a_class_that_is_imported_as_configuration_is_on() -> None:
    importing = "@SpringBootApplication @Import(Orders.class) public class App { }"
    assert topics_read(analysis_of(OFF.format("Orders", "orders"), importing)) == ["orders"]
    assert not analysis_of(OFF.format("Orders", "orders"), importing).is_unsure


def test_an_annotation_of_ones_own_may_make_beans() -> None:
    text = OFF.format("Orders", "orders").replace("// @Configuration", "@Streaming")
    analysis = analysis_of(text, APPLICATION.format(""))
    assert topics_read(analysis) == ["orders"]
    assert not analysis.is_unsure
