"""Several applications in one bundle: what each is called, where its topologies start, and which comes first."""

from tests.engine.analyzing import analysis_of_files
from topoviz.rendering.analysis_json import analysis_to_json

MAIN = """
    public class %s {
        @Deprecated
        public static void main(String[] args) {
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream("in")%s.to("out");
            new KafkaStreams(builder.build(), new Properties());
        }
    }
"""
LONG, SHORT, REFUSED = ".filter((k, v) -> true).mapValues(v -> v)", "", '.filter((k, v) -> true, Named.as("a/b"))'


def files_of(**mains):
    files = {f"all/{name.lower()}/src/main/java/{name}.java": MAIN % (name, body) for name, body in mains.items()}
    return files | {f"all/{name.lower()}/pom.xml": "<project/>" for name in mains}


def test_of_several_applications_the_largest_comes_first_and_what_is_refused_last():
    analysis = analysis_of_files(files_of(Audit=REFUSED, Billing=SHORT, Orders=LONG))

    starts = [(one["application"], one["starts_at"]["name"]) for one in analysis_to_json(analysis)["topologies"]]
    assert starts == [("orders", "Orders.main()"), ("billing", "Billing.main()"), ("audit", "Audit.main()")]


def test_a_single_application_needs_no_folder_and_keeps_the_order_of_its_text():
    files = {f"src/main/java/{name}.java": MAIN % (name, body) for name, body in {"A": SHORT, "B": LONG}.items()}
    topologies = analysis_of_files(files).topologies

    assert [(one.application, one.name) for one in topologies] == [("", "A.main()"), ("", "B.main()")]


def test_a_start_has_its_place_behind_the_annotations():
    (topology,) = analysis_to_json(analysis_of_files({"Orders.java": MAIN % ("Orders", SHORT)}))["topologies"]

    place = topology["starts_at"]["at"]
    assert (place["file"], place["line"], place["column"]) == ("Orders.java", 4, 9)
    assert topology["not_started"] is None
