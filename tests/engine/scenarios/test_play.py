"""Whole scenarios: a story at four versions, the same each time, and what comes of too much."""

import pytest

from tests.engine.scenarios.playing import STORY, STORY_VERSIONS, answered, fixture_of, played, step_about, story
from topoviz.engine.scenarios.bad_scenario import BadScenario


@pytest.mark.parametrize("version", STORY_VERSIONS)
def test_a_client_dies_and_comes_back_with_an_empty_disk(version):
    assert story(version) == fixture_of(version).read_text(encoding="utf-8")


def test_the_same_scenario_is_the_same_to_the_byte_and_another_seed_is_another():
    first, again, other = (story("3.9.2", STORY.replace("seed: 7", f"seed: {seed}")) for seed in (7, 7, 8))

    assert first == again
    assert first != other


def test_all_records_of_a_lost_disk_are_restored_at_the_given_rate():
    found = played("{at: 0s, start: all}\n{at: 10m, kill: b}", settings="num.standby.replicas: 0")
    [first] = [step for step in found.steps if "Rebalance 1 " in step.event]
    of_a = [one for one in first.restores if one.client == "a"]

    # Two tasks of 100,000 records on a, and 100,000 records a second for the client.
    assert [one.records for one in of_a] == [100_000, 100_000]
    assert {one.until_ms - one.from_ms for one in of_a} == {2_000}
    assert found.totals.restored_records == sum(one.records for step in found.steps for one in step.restores)


def test_a_cluster_that_runs_already_needs_no_start():
    text = """
    cluster:
      clients:
        - {name: a, active: [0_0, 0_1, 1_0, 1_1]}
        - {name: b, active: [0_2, 0_3, 1_2, 1_3]}
    events: [{at: 1m, kill: b}]
    """
    found = answered(text).played

    assert [step.event for step in found.steps] == ["b dies.", "Rebalance 1 ends."]
    assert list(map(str, found.steps[1].moved)) == ["0_2", "0_3", "1_2", "1_3"]
    assert all(one.client == "a" for one in found.steps[1].restores)


def test_probing_that_never_ends_is_cut_off_after_a_day_and_said():
    events = "{at: 0s, start: [a]}\n{at: 20m, start: [b]}"
    found = played(events, writes=200_000)

    assert found.totals.stable_at_ms is None
    assert "it does not come to rest" in found.steps[-1].notes[-1]
    assert 100 < found.totals.probing_rebalances < 200


def test_counts_that_kafka_refuses_have_tasks_and_no_scenario():
    found = answered(STORY, partitions="")

    assert found.played is None
    assert [one.code for one in found.tasks.diagnostics][:1] == ["missing-count"]


def test_two_clusters_are_one_too_many():
    with pytest.raises(BadScenario, match="has a cluster, and another is given beside it"):
        answered(STORY, cluster="clients: [{name: z}]")


def test_what_nobody_said_is_listed_with_its_value():
    text = "cluster: {clients: [{name: a}]}\nscenario: start-up\n"
    found = answered(text).played

    values = {one.name: one.value for one in found.assumptions}
    assert values["records.per.second"] == "50,000"
    assert values["records"] == "1,000,000"
    assert values["session.timeout.ms"] == "45000"
    assert values["seed"] == "1"
    assert step_about(found, "1. The topology").at_ms == 0


def test_process_ids_that_nobody_gave_follow_the_seed():
    ids = {
        seed: answered(STORY.replace("seed: 7", f"seed: {seed}")).played.steps[1].rebalance.clients[0].client.process_id
        for seed in (7, 8)
    }

    assert ids[7] != ids[8]
