"""What ends the work of a task or its thread: suspending in order, exceptions, fenced producers, cancelling."""

import pytest

from tests.engine.simulation.playing import ORDERS, THROUGH, live, plan_of, record, with_group
from topoviz.engine.simulation.settings import (
    Clock,
    Fail,
    FailsIn,
    Fence,
    Guarantee,
    Punctuator,
    RuntimeSettings,
    SimulationSettings,
    Start,
    Stop,
)

TICK = Punctuator("tick", 0, Clock.STREAM_TIME, 1_000, node="map")


def lived(version, *happenings, nodes=(ORDERS,), punctuators=(), partitions=1, **runtime):
    settings = SimulationSettings(RuntimeSettings(**runtime), punctuators=punctuators, happenings=happenings)
    plan = with_group(plan_of(version, nodes, settings, partitions=partitions))
    return live(plan, [record(n * 10, partition=n % partitions) for n in range(400)])


@pytest.mark.parametrize(
    ("version", "guarantee", "told"),
    [
        ("2.5.1", Guarantee.BY_TASK, ["topology closed", "committed", "checkpoint", "producer closed", "CLOSED"]),
        ("2.5.1", Guarantee.AT_LEAST_ONCE, ["topology closed", "checkpoint", "committed", "CLOSED"]),
        ("2.8.2", Guarantee.BY_TASK, ["committed", "topology closed", "checkpoint", "CLOSED", "producer closed"]),
        ("3.9.2", Guarantee.BY_THREAD, ["committed", "topology closed", "checkpoint", "CLOSED", "producer closed"]),
    ],
)
def test_until_2_5_processors_are_closed_before_the_last_commit_and_since_2_6_after_it(version, guarantee, told):
    events = lived(version, Stop(2_055_000, "a", None), guarantee=guarantee, commit_ms=1_000).events

    since = next(n for n, one in enumerate(events) if one.KIND == "stops")
    kinds = [getattr(one, "state", None) if one.KIND == "task state" else one.KIND for one in events[since:]]
    assert [one for one in kinds if one in told] == told


def test_no_other_transaction_begins_when_a_task_is_suspended_and_one_does_with_every_other_commit():
    gone = lived("2.5.1", Start(2_000_000, "b", 1), guarantee=Guarantee.BY_TASK, partitions=2, commit_ms=500)

    [last] = [one for one in gone.of("committed") if one.why == "its partitions are revoked"]
    assert not last.begins_another
    assert all(one.begins_another for one in gone.of("committed") if one is not last)
    assert [one.why for one in gone.of("topology closed")] == ["suspended"]


@pytest.mark.parametrize(
    ("fails_in", "words"),
    [
        (FailsIn.RECORD, "caught in process. taskId=0_0, processor=orders-in, topic=orders, partition=0, offset=200"),
        (FailsIn.PUNCTUATOR, "StreamsException: Exception caught while punctuating processor 'map'"),
    ],
)
def test_a_kafka_exception_in_a_record_or_a_punctuator_ends_the_thread_as_a_streams_exception(fails_in, words):
    failed = lived("2.5.1", Fail(2_000_500, "a-1", fails_in), punctuators=(TICK,), commit_ms=1_000)

    [died] = failed.of("thread died")
    assert words in died.why
    assert (died.task, died.doing) == ("0_0", "processing" if fails_in is FailsIn.RECORD else "punctuating")
    # The record that failed is not processed; what was, and is not committed, would be processed again.
    processed = [one.offset for one in failed.of("processed")]
    assert failed.task("0_0").again == processed[-1] + 1 - failed.of("committed")[-1].offsets["orders-0"]
    assert (200 in processed) is (fails_in is FailsIn.PUNCTUATOR)


@pytest.mark.parametrize(("version", "guarantee"), [("2.5.1", Guarantee.BY_TASK), ("3.9.2", Guarantee.BY_THREAD)])
def test_a_fenced_producer_is_noticed_in_the_record_after_the_first_one_that_it_sent_in_vain(version, guarantee):
    fenced = lived(version, Fence(2_055_000, "a-1"), nodes=THROUGH, guarantee=guarantee, commit_ms=1_000)

    [migrated] = fenced.of("migrated")
    assert migrated.doing == "processing"
    offsets = [one.offset for one in fenced.of("processed") if one.task == "0_0" and one.at < migrated.at]
    assert offsets[-1] == 206
    committed = [one.offsets for one in fenced.of("committed") if one.at < migrated.at]
    assert migrated.again["orders-0"] == 207 - max(one.get("orders-0", 0) for one in committed)


def test_a_schedule_that_is_cancelled_is_called_no_more():
    beat = Punctuator("beat", 0, Clock.WALL_CLOCK, 200, times=3)

    beaten = lived("3.9.2", punctuators=(TICK, beat))

    assert len([one for one in beaten.of("punctuated") if one.punctuator == "beat"]) == 3
    assert [(one.punctuator, one.calls) for one in beaten.of("schedule cancelled")] == [("beat", 3)]
    assert len([one for one in beaten.of("punctuated") if one.punctuator == "tick"]) == 4
