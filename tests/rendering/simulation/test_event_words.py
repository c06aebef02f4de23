"""What every event of a simulation says, and that none is without words."""

from tests.engine.simulation.playing import JOIN, live, plan_of, record
from topoviz.engine.simulation import events, node_events
from topoviz.engine.simulation.life_events import group, tasks, threads, transactions
from topoviz.engine.simulation.settings import (
    Clock,
    Guarantee,
    Kill,
    Looked,
    Punctuator,
    RuntimeSettings,
    SimulationSettings,
    SlowBroker,
)
from topoviz.engine.simulation.task.readiness.model import Cause
from topoviz.engine.simulation.task.record_queue import Why
from topoviz.rendering.simulation.event_words import EVENTS_WITH_WORDS, event_words


def words(event):
    return event_words(event.to_fields())


def kinds(above):
    """Give the classes of events below one that have a kind."""
    below = above.__subclasses__()
    return [one for one in below if one.KIND] + [found for one in below for found in kinds(one)]


def test_every_kind_of_event_has_a_sentence():
    by_class = {one.__qualname__: one.KIND for one in kinds(events.Event)}

    assert set(by_class.values()) == EVENTS_WITH_WORDS
    assert len(by_class) == len(EVENTS_WITH_WORDS)


def test_a_story_reads_as_sentences():
    settings = SimulationSettings(
        RuntimeSettings(guarantee=Guarantee.BY_THREAD, commit_ms=50, most_buffered=2),
        punctuators=(Punctuator("beat", 0, Clock.STREAM_TIME, 10),),
        happenings=(SlowBroker(0, ("orders", 0), 1_500, 5_000), Kill(60_000, "a", 1_000_000)),
        looked=Looked(1_100_000, 2_000_000),
    )
    records = [record(10 + one) for one in range(60)] + [record(1_200, "prices", timestamp=30)]
    told = list(map(words, live(plan_of("3.9.2", [JOIN], settings), records).events))
    story = iter(told)
    for sentence in (
        "Fetches of orders-0 take 1.5 ms longer from now on.",
        "Fetches of orders-0 take as long as before.",
        "Task 0_0 waits: prices-0 is empty and its lag is not known yet.",
        "orders-0 is paused: 4 records of it wait in task 0_0, more than buffered.records.per.partition.",
        "Task 0_0 processed offset 1 of orders-0 (timestamp 11); stream time is 11.",
        "orders-0 is fetched again: task 0_0 has space for it.",
        "a was killed. Processed, not committed, and so to be processed again: 7 records of orders-0.",
        "a runs again from offset 40 of orders-0, offset 0 of prices-0, where its commits end.",
        "Node join of task 0_0 got offset 40 of orders-0.",
        "Task 0_0 called punctuator beat with 60, due by stream time.",
        "Task 0_0 processed offset 0 of prices-0 (timestamp 30); it is out of order, 39 ms behind stream time 69.",
        (
            "a-1 committed offset 60 of orders-0, offset 1 of prices-0: commit.interval.ms has passed. "
            "No other transaction begins at once."
        ),
    ):
        assert sentence in story, f"{sentence} is not told, or not there:\n" + "\n".join(told)


def test_every_reason_of_a_wait_and_a_drop_has_its_own_words():
    waits = {words(events.TaskWaits(0, "a-1", "0_1", why.value, "orders-1", 3, 1_100)) for why in Cause}
    dropped = {words(events.Dropped(0, "a-1", "0_1", "orders-1", 3, why.value)) for why in Why}
    assert len(waits) == len(Cause)
    assert len(dropped) == len(Why)
    assert (
        words(events.TaskWaits(0, "a-1", "0_1", Cause.NOT_FETCHED.value, "orders-1", 3, None))
        == "Task 0_1 waits: orders-1 is empty here, and the broker has 3 records of it to fetch."
    )
    assert words(events.TaskWaits(0, "a-1", "0_1", Cause.IDLING.value, None, None, 1_100)).endswith("until 1.100 s.")


def test_what_becomes_of_tasks_and_threads_is_said_with_its_reason():
    said = [
        words(group.Revoked(0, "a-1", ("orders-0",), ("0_0",))),
        words(group.MemberGone(0, "a-1", "session")),
        words(tasks.StoresInitialized(0, "a-1", "0_0", "standby", ("counts",), {"app-changelog-0": None})),
        words(tasks.TaskState(0, "a-1", "0_0", "active", "SUSPENDED", "CLOSED", "dirty")),
        words(
            threads.TasksMigrated(
                0, "a-1", "ProducerFencedException", None, ("0_0", "1_0"), {"orders-0": 3}, "committing"
            )
        ),
        words(transactions.InitTransactionsTimedOut(0, "a-1", "a-1", "0_0", "tries again", 300_000)),
    ]
    assert said == [
        "a-1 gives back orders-0, and commits and suspends 0_0.",
        "a-1 is no longer in the group: no heartbeat came within session.timeout.ms.",
        "Standby task 0_0 has opened counts, and reads app-changelog-0 from its beginning, without a checkpoint.",
        "Task 0_0 goes from SUSPENDED to CLOSED, dirty: without a commit.",
        (
            "a-1 learns by a ProducerFencedException, while committing, that its tasks are not its own any more: a "
            "TaskMigratedException. It closes them dirty (0_0, 1_0), without a commit, and joins the group anew. "
            "To be processed again by whoever has them next: 3 records of orders-0."
        ),
        (
            "initTransactions() of the producer of a-1 took longer than max.block.ms: it tries again until 300.000 s "
            "(task.timeout.ms)."
        ),
    ]


def test_what_nodes_do_is_said_with_its_reason():
    place = (0, "a-1", "0_1", "orders-1", 7, "JOIN")
    said = [
        words(node_events.NoMatch(*place, "ann", "prices", "the table has nothing of this key so far", "no")),
        words(node_events.Matched(*place, "ann", "prices", 5)),
        words(node_events.StateChanged(*place, "ann@0/60000", "counts", 2, 3)),
        words(node_events.Flushed(0, "a-1", "0_1", None, None, "COUNT", "ann", "counts", "commit")),
        words(node_events.SuppressEmitted(*place, "ann@0/60000", "held", "its time has come", 1)),
    ]

    assert said == [
        (
            "JOIN found no partner for key ann (offset 7 of orders-1): the table has nothing of this key so far. "
            "It goes no further."
        ),
        "JOIN found a partner for key ann (offset 7 of orders-1) in prices: the record with timestamp 5.",
        "counts of task 0_1 holds 3 of key ann@0/60000 instead of 2.",
        "The last update of key ann goes on from the cache of counts: a commit flushes it.",
        "JOIN lets go of the last update of key ann@0/60000: its time has come; 1 key left in its buffer.",
    ]
