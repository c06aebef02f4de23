"""Time passes."""

from tests.engine.scenarios.playing import played, step_about


def test_time_passes_and_is_said():
    found = played("{at: 0s, start: all}\n{at: 1m, wait: 30m}")

    assert step_about(found, "30 min have passed.").at_ms == 31 * 60_000
