"""What a comparison comes to."""

from tests.oracle.recording import Record, Recording, Refusal
from tests.oracle.verdict import Outcome, judge

TEXT = """
import java.util.Properties;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;

public class Copy {
    public static Topology topology(Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("a");
        return builder.build(config);
    }
}
"""
DESCRIBED = "Topologies:\n   Sub-topology: 0\n    Source: KSTREAM-SOURCE-0000000000 (topics: [a])\n      --> none\n\n"
REFUSED = Record(refused=Refusal("dsl", "TopologyException", "Invalid topology: no"))


def outcome_of(*records: Record) -> Outcome:
    return judge("Copy", TEXT, Recording("3.9.2", "", "Copy", {"none": records})).outcome


def test_equal_answers_are_identical() -> None:
    assert outcome_of(Record(describe=DESCRIBED)) is Outcome.IDENTICAL


def test_another_answer_differs_and_says_in_what() -> None:
    verdict = judge("Copy", TEXT, Recording("3.9.2", "", "Copy", {"none": (REFUSED,)}))

    assert verdict.outcome is Outcome.DIFFERS
    assert verdict.parts == {"refused"}
    assert "TopologyException" in verdict.kind


def test_a_sure_answer_is_wrong_where_the_library_gives_several() -> None:
    assert outcome_of(Record(describe=DESCRIBED), Record(describe="Topologies:\n ")) is Outcome.SILENT


def test_an_answer_that_the_library_never_gives_differs() -> None:
    assert outcome_of(Record(describe="Topologies:\n "), REFUSED) is Outcome.DIFFERS


def test_what_differs_in_names_only_is_of_one_kind() -> None:
    kinds = {
        judge("Copy", TEXT, Recording("3.9.2", "", "Copy", {"none": (Record(describe=text),)})).kind
        for text in (DESCRIBED.replace("[a]", "[b-1]"), DESCRIBED.replace("[a]", "[c-2]"))
    }

    assert len(kinds) == 1
