"""Recorded clusters: assignors give each client, and the leader each thread, what Kafka's gave it."""

from pathlib import Path

import pytest

from tests.oracle.assignment.record import differences
from tests.oracle.assignment.recording import find_recordings, read_recording

RECORDINGS = find_recordings()
TRIED = RECORDINGS[::3]
"""What is wrong with an assignor shows in many of these; `python -m tests.oracle assign check` tries all of them."""


@pytest.mark.parametrize("kind", sorted({path.parent for path in TRIED}), ids=lambda kind: kind.name)
def test_each_client_and_thread_gets_the_tasks_that_kafka_streams_gives_it(kind: Path):
    found = {
        f"{path.stem} {one.asked} {one.version}": verdict.kind
        for path in TRIED
        if path.parent == kind
        for one, verdict in differences(read_recording(path)).items()
    }

    assert found == {}


def test_at_least_250_clusters_are_recorded_at_every_version():
    versions = [{asked.version for asked in read_recording(path).answers} for path in RECORDINGS]

    assert len(RECORDINGS) >= 250
    assert set.intersection(*versions) == {"2.3.1", "2.5.1", "2.8.2", "3.1.2", "3.9.2", "4.0.2", "4.1.2", "4.3.1"}
