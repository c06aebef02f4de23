"""What a killed client finds again on its disk, by guarantee and version."""

import pytest

from tests.engine.scenarios.playing import played

KILLED = "{at: 0s, start: [a]}\n{at: 10m, kill: a}\n{at: 12m, restart: a}"
EXACTLY_ONCE = "processing.guarantee: exactly_once_v2"


def restored_after_restart(version: str, *, settings: str = "", writes: int = 0, events: str = KILLED) -> int:
    """Give how many records the restarted client restores at most for one task."""
    found = played(events, version=version, settings=settings, writes=writes)
    return max((one.records for step in found.steps for one in step.restores if one.from_ms > 600_000), default=0)


@pytest.mark.parametrize("version", ["2.8.2", "3.9.2", "4.2.1", "4.3.1"])
def test_exactly_once_trusts_nothing_after_a_kill(version):
    assert restored_after_restart(version, settings=EXACTLY_ONCE) == 100_000


def test_a_clean_end_leaves_everything():
    stopped = KILLED.replace("kill", "stop")

    assert restored_after_restart("3.9.2", settings=EXACTLY_ONCE, events=stopped) == 0


def test_until_2_6_a_kill_costs_what_was_written_since_the_last_commit():
    assert restored_after_restart("2.5.1", writes=100) == 100 * 30


def test_from_2_7_on_a_kill_costs_10_000_records_more():
    assert restored_after_restart("3.9.2", writes=100) == 10_000 + 100 * 30


def test_nothing_written_is_nothing_lost_until_4_3_leaves_it_to_rocksdb():
    assert restored_after_restart("3.9.2") == 0
    # Of 100,000 records of 100 bytes all may be in a write buffer of 16 MiB.
    assert restored_after_restart("4.3.1") == 100_000
