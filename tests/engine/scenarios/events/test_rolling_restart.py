"""All clients are restarted in turn."""

from tests.engine.scenarios.playing import played

ROLLING = "{at: 0s, start: all}\n{at: 10m, rolling-restart: {pause: 2m, down: 20s}}"


def test_each_is_down_for_a_while_and_the_next_follows():
    found = played(ROLLING)

    times = [(step.at_ms // 1_000, step.event) for step in found.steps if step.event.startswith("Rolling restart:")]
    assert times == [
        (600, "Rolling restart: a is closed cleanly."),
        (620, "Rolling restart: a starts again with what is on its disk."),
        (740, "Rolling restart: b is closed cleanly."),
        (760, "Rolling restart: b starts again with what is on its disk."),
    ]


def test_static_members_make_it_a_matter_of_seconds():
    usual, static = played(ROLLING), played(ROLLING, settings="group.instance.id: x")

    assert static.totals.rebalances == 1
    assert static.totals.longest_without_owner_ms == 20_000
    assert usual.totals.longest_without_owner_ms > 40_000
