"""What a timeline rests on that nobody said, each with the value that was taken."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.scenarios.leftover_state import WRITE_BUFFER_BYTES
from topoviz.engine.scenarios.model import Assumption, Scenario
from topoviz.engine.versions import Behaviours


def assumptions_of(scenario: Scenario, behaviours: Behaviours) -> tuple[Assumption, ...]:
    """List all assumptions: of the file, of the group, and of restoring."""
    return (*scenario.assumed, *_of_the_group(scenario), *_of_time(behaviours), *_of_restoring(scenario, behaviours))


def _of_the_group(scenario: Scenario) -> Iterator[Assumption]:
    runtime = scenario.runtime
    spans = {
        "session.timeout.ms": (runtime.session_timeout_ms, "the default of this version of the consumer"),
        "heartbeat.interval.ms": (runtime.heartbeat_interval_ms, "the default of the consumer"),
        "max.poll.interval.ms": (runtime.max_poll_interval_ms, "the default of this version"),
        "group.initial.rebalance.delay.ms": (runtime.initial_rebalance_delay_ms, "the default of the broker"),
    }
    for name, (span, whose) in spans.items():
        if name not in runtime.given:
            yield Assumption(name, str(span), f"{name} is {duration_text(span)}, {whose}.")
    yield Assumption(
        "joining",
        "at once",
        "A client that starts joins the group at once, in the order of the text; one that is there joins a rebalance "
        "anew with its next heartbeat. How long a JVM takes to start, and a thread to poll, is not counted.",
    )
    yield Assumption(
        "leader",
        "the first member",
        "The member that joined first leads the group, and after it the next; the broker may choose another.",
    )


def _of_time(behaviours: Behaviours) -> Iterator[Assumption]:
    if not behaviours.has("cooperates"):
        yield Assumption(
            "eager",
            "all tasks stop",
            "Threads of this version give back all their tasks before each rebalance, and get them again after it.",
        )
    elif not behaviours.has("processes_while_rebalancing"):
        yield Assumption(
            "rebalances",
            "nothing is processed",
            "Threads of this version keep their tasks in a rebalance, and process nothing until it is over "
            "(KAFKA-8421).",
        )


def _of_restoring(scenario: Scenario, behaviours: Behaviours) -> Iterator[Assumption]:
    whose = "each stream thread" if scenario.rate.is_per_thread else "each client; its threads share it evenly"
    yield Assumption(
        "restoring",
        "of a thread" if scenario.rate.is_per_thread else "of a client",
        f"The rate is that of {whose}. A thread restores its active tasks first, all at the same speed, and then its "
        "standbys. What a copy that has caught up needs to stay so is not taken from the rate.",
    )
    yield Assumption(
        "stores", "on disk", "All stores are persistent; those in memory are restored whole after every start."
    )
    guarantee = scenario.runtime.processing_guarantee
    if "processing.guarantee" not in scenario.runtime.given:
        yield Assumption("processing.guarantee", guarantee, f"processing.guarantee is {guarantee}, the default.")
    yield Assumption("checkpoints", *_checkpoints(scenario, behaviours))


def _checkpoints(scenario: Scenario, behaviours: Behaviours) -> tuple[str, str]:
    runtime = scenario.runtime
    if behaviours.has("keeps_offsets_in_stores"):
        records = WRITE_BUFFER_BYTES // scenario.rate.record_bytes
        return f"{records:,} records", (
            "What RocksDB has not flushed when a client dies is restored again: taken is one write buffer of 16 MiB "
            f"of each task, {records:,} records of {scenario.rate.record_bytes} bytes. How much it is, nobody can tell."
        )
    commits = f"commit.interval.ms of {duration_text(runtime.commit_interval_ms)}"
    if behaviours.has("checkpoints_by_records"):
        return "10,000 records", (
            "A checkpoint is written when 10,000 records were added since the last one, and at a commit: when a client "
            f"dies, at most these and what {commits} adds are restored again; the most is taken."
        )
    return commits, f"A checkpoint is written with each commit: when a client dies, what {commits} adds is restored."
