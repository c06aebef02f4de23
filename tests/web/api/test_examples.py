"""`GET /api/v1/examples`: the gallery, and that every example shows what it says."""

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.changes.deployed import Asked
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.comparison import Pair, compare_pair
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.engine.topology.describe import to_text
from topoviz.engine.topology.internal_topics import changelog_topics
from topoviz.engine.topology_tasks import tasks_of
from topoviz.engine.versions import Behaviours, parse_version
from topoviz.web.documents.examples import examples_document

pytestmark = pytest.mark.django_db


def analysis_of(identity, **changes) -> Analysis:
    (example,) = (one for one in examples_document() if one["id"] == identity)
    example = {**example, **changes}
    return analyze(
        Submission(
            Bundle((SourceFile(example["name"], example["text"]),)),
            Settings(None, example["optimize"], Language(example["language"])),
        )
    )


def test_it_gives_titles_lessons_and_texts(client):
    examples = client.get("/api/v1/examples").json()

    assert len(examples) == len({one["id"] for one in examples}) == 30
    assert [one["run"] is None for one in examples] == [True] * 11 + [False] * 19
    for one in examples:
        assert set(one) == {
            *("id", "title", "teaches", "name", "language", "kafka_version", "optimize", "tasks", "old", "run", "text"),
        }
        assert one["teaches"].endswith(".")
        assert one["text"].strip()


@pytest.mark.parametrize("identity", [one["id"] for one in examples_document()])
def test_every_example_makes_one_topology_that_kafka_would_run(identity):
    analysis = analysis_of(identity)

    (topology,) = analysis.topologies
    assert topology.refusal is None
    assert topology.description is not None
    assert analysis.is_unsure is (identity == "topic-from-the-configuration")


def test_a_new_key_cuts_the_program_in_two():
    (topology,) = analysis_of("count-by-country").topologies

    assert len(topology.groups) == 2
    assert len(topology.topology.repartition_topics) == 1


def test_the_optimizer_merges_two_repartition_topics():
    (merged,) = analysis_of("one-rekey-two-aggregations").topologies
    (plain,) = analysis_of("one-rekey-two-aggregations", optimize="none").topologies

    assert (len(plain.topology.repartition_topics), len(merged.topology.repartition_topics)) == (2, 1)


def test_a_join_and_a_count_share_a_repartition_topic_when_optimized():
    (shared,) = analysis_of("join-and-count-in-kotlin").topologies
    (plain,) = analysis_of("join-and-count-in-kotlin", optimize="none").topologies

    assert (len(plain.topology.repartition_topics), len(shared.topology.repartition_topics)) == (2, 1)


def test_one_new_key_sends_the_whole_merge_through_a_repartition_topic():
    (topology,) = analysis_of("merged-with-itself").topologies

    assert len(topology.topology.repartition_topics) == 1


def test_the_optimizer_restores_the_table_from_its_topic():
    (reused,) = analysis_of("stream-meets-table").topologies
    (plain,) = analysis_of("stream-meets-table", optimize="none").topologies

    assert [one.is_source for one in changelog_topics(reused.topology)] == [True]
    assert [one.is_source for one in changelog_topics(plain.topology)] == [False]


def test_a_join_of_streams_has_two_stores():
    (topology,) = analysis_of("two-streams-in-a-window").topologies

    assert len(topology.topology.stores) == 2


def test_no_name_is_numbered_where_every_step_has_one():
    (topology,) = analysis_of("numbers-that-move").topologies

    assert "-00000000" not in to_text(topology.description, {})


def test_the_dump_is_what_another_example_prints():
    (dump,) = analysis_of("dump").topologies
    (program,) = analysis_of("one-rekey-two-aggregations").topologies

    assert to_text(dump.description, {}) == to_text(program.description, {})


def test_one_filter_more_loses_the_state_of_a_count_without_a_name():
    new = analysis_of("one-filter-more")
    (before,) = (one["old"] for one in examples_document() if one["id"] == "one-filter-more")
    old = analysis_of("one-filter-more", **before)

    found = compare_pair(Pair(old.topologies[0], new.topologies[0]), old, new, Asked())
    assert found.change.verdict.certain is Level.STATE_LOSS
    assert [one.code for one in migration_of(found.change).names] == [
        'Materialized.as("KSTREAM-AGGREGATE-STATE-STORE-0000000002")'
    ]


def test_tasks_are_those_of_the_topics_with_most_partitions():
    (topology,) = analysis_of("where-every-task-runs").topologies
    counts = read_partition_counts("topic-a=4,topic-b=5,topic-c=4")

    tasks = tasks_of(topology, counts, Behaviours(parse_version("4.0")))
    assert [str(task.id) for task in tasks.tasks] == [*(f"0_{n}" for n in range(5)), *(f"1_{n}" for n in range(4))]
    assert [str(one) for one in tasks.tasks[4].partitions] == ["topic-b-4"]
