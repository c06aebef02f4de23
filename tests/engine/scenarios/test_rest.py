"""Events that wait until nothing changes any more, and those for which that never comes."""

from tests.engine.scenarios.playing import played, step_about

NEVER = "{at: rest, kill: b}\n{at: +10m, restart: b}"


def test_an_event_at_rest_waits_for_copies_and_for_sessions():
    found = played("{at: 0s, start: all}\n{at: rest, kill: b}\n{at: rest, restart: b}\n{at: +10m, stop: a}")
    whole = max(one.until_ms for one in step_about(found, "Rebalance 1 ").restores)
    dies, back, stops = (step_about(found, words) for words in ("b dies", "b starts again", "a is closed"))

    assert dies.at_ms == whole > 0
    assert dies.cause == "Nothing changes any more after what came before."
    session = step_about(found, "sent no heartbeat")
    assert back.at_ms == max(one.until_ms for one in session.restores) > session.at_ms
    assert stops.at_ms == back.at_ms + 600_000


def test_an_event_at_rest_waits_for_probing_rebalances_and_for_what_another_event_still_does():
    found = played(
        "{at: 0s, start: all}\n{at: 10m, kill: b}\n{at: 11m, restart: b, state: lost}\n"
        "{at: rest, rolling-restart: {pause: 5m}}\n{at: rest, kill: a}"
    )
    begins, dies = (
        found.steps.index(step_about(found, "A rolling restart")),
        found.steps.index(step_about(found, "a dies")),
    )

    assert found.totals.probing_rebalances >= 1
    assert any("probing" in step.cause for step in found.steps[:begins])
    assert [step.event for step in found.steps[begins:dies] if "starts again" in step.event] == [
        "Rolling restart: a starts again with what is on its disk.",
        "Rolling restart: b starts again with what is on its disk.",
    ]


def test_a_first_event_at_rest_happens_at_the_beginning_and_later_ones_after_the_start():
    assert step_about(played("{at: rest, start: all}"), "a and b start.").at_ms == 0
    assert step_about(played("{at: rest, kill: b}"), "b dies.").at_ms > 0


def test_probing_that_never_ends_leaves_no_rest_for_a_day_and_says_what_did_not_happen():
    found = played(f"{{at: 0s, start: [a]}}\n{{at: 20m, start: [b]}}\n{NEVER}", writes=200_000)
    last = found.steps[-1]

    assert last.event == "The scenario ends here: it does not come to rest."
    assert last.at_ms == 20 * 60_000 + 86_400_000
    assert last.notes == ("The event kill: b of line 11, and 1 after it, did not happen any more.",)
    assert found.totals.stable_at_ms is None
    assert all(one.is_running for one in last.clients)


def test_copies_that_never_catch_up_are_no_rest():
    settings = "num.standby.replicas: 1"
    found = played(f"{{at: 0s, start: all}}\n{NEVER}", writes=200_000, settings=settings, version="2.5.1")

    assert found.steps[-1].event == "The scenario ends here: it does not come to rest."
    assert found.steps[-1].at_ms == found.totals.ends_at_ms == 86_400_000
    assert "1 rebalance by then." in found.steps[-1].cause


def test_what_does_not_happen_after_a_refusal_is_named():
    found = played("{at: 0s, start: all}\n{at: 10m, partitions: {orders: 8}}\n{at: 30m, kill: b}\n{at: rest, kill: a}")

    assert found.refusal is not None
    assert found.steps[-1].notes[-1] == "The event kill: b of line 11, and 1 after it, did not happen any more."
