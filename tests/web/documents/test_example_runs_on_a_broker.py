"""Ready runs that were played with the real library and a broker: the simulation tells the same."""

import pytest

from tests.oracle.runs.runs import RUNS, read_seen
from tests.web.documents.playing import events_of

IN_ORDER = [one for one in RUNS if one.dies_at is None]
CRASHES = [one for one in RUNS if one.dies_at is not None]
NAMES = {"ids": lambda run: f"{run.id} {run.version}"}


def seen_of(run):
    return read_seen(run.recording.read_text(encoding="utf-8").splitlines())


def simulated_order(run):
    events = events_of(run.id, run.version)
    return [f"{one['task']} {one['partition']} {one['offset']}" for one in events if one["event"] == "processed"]


def counts_of(seen):
    return {key: int(count) for key, _, count in (one.partition("=") for one in seen.wrote)}


@pytest.mark.parametrize("run", IN_ORDER, **NAMES)
def test_records_are_processed_in_the_order_in_which_kafka_streams_processed_them(run):
    assert simulated_order(run) == list(seen_of(run).before)


def test_the_window_took_what_came_before_it_closed_and_nothing_after():
    (run,) = (one for one in IN_ORDER if one.id == "late-record")
    late = [one["offset"] for one in events_of(run.id) if one["event"] == "late"]

    assert late == [5]
    assert counts_of(seen_of(run)) == {"tea@0": 3, "tea@60000": 3}


@pytest.mark.parametrize("run", CRASHES, **NAMES)
def test_after_a_crash_it_goes_on_at_the_first_record_that_was_not_committed(run):
    seen, events = seen_of(run), events_of(run.id)
    (back,) = (place for place, one in enumerate(events) if one["event"] == "came back")
    first = next(one for one in events[back:] if one["event"] == "processed" and one["task"] == "0_0")

    assert seen.again > 0
    assert first["offset"] == events[back]["offsets"]["payments-0"]
    # What is processed first after the crash was among what was processed last before it.
    assert next(one for one in seen.after if one.startswith("0_0 ")) in seen.before


def test_at_least_once_counts_as_many_too_many_as_were_processed_twice_and_exactly_once_none():
    for run in CRASHES:
        seen, events = seen_of(run), events_of(run.id)
        too_many = seen.again if run.id == "at-least-once-crash" else 0
        passed_over = [one["records"] for one in events if one["event"] == "aborted"]

        assert sum(counts_of(seen).values()) == 9 + too_many
        assert bool(passed_over) is (too_many == 0)
