"""A client comes back."""

from tests.engine.scenarios.playing import played, step_about

DOWN = "{at: 0s, start: all}\n{at: 10m, stop: b}\n"


def process_id(found, event):
    """Give the process id that b has in the first rebalance after an event."""
    place = found.steps.index(step_about(found, event))
    step = next(step for step in found.steps[place:] if step.rebalance is not None)
    return next(one.client.process_id for one in step.rebalance.clients if one.client.name == "b")


def test_a_kept_disk_has_nothing_to_restore():
    found = played(f"{DOWN}{{at: 12m, restart: b}}")

    after = [one for step in found.steps for one in step.restores if one.client == "b" and one.from_ms > 720_000]
    assert after == []


def test_a_lost_disk_is_restored_by_warm_ups_first():
    found = played(f"{DOWN}{{at: 12m, restart: b, state: lost}}")

    roles = {one.role for step in found.steps for one in step.restores if one.client == "b" and one.from_ms > 720_000}
    assert roles == {"warm-up"}
    assert found.totals.probing_rebalances >= 1


def test_a_process_keeps_its_id_with_its_disk_since_2_8():
    for version, keeps in (("2.5.1", False), ("2.7.0", False), ("3.9.2", True)):
        found = played(f"{DOWN}{{at: 12m, restart: b}}", version=version)
        assert (process_id(found, "a and b start") == process_id(found, "b starts again")) is keeps


def test_a_lost_disk_has_a_new_process_id():
    found = played(f"{DOWN}{{at: 12m, restart: b, state: lost}}")

    assert process_id(found, "a and b start") != process_id(found, "b starts again")


def test_one_event_restarts_a_client_that_runs_with_its_disk_or_without():
    for state, disk in (("", "with what is on its disk"), (", state: lost", "with an empty disk")):
        found = played(f"{{at: 0s, start: all}}\n{{at: rest, restart: b{state}}}")
        step = step_about(found, f"b is closed cleanly, and starts again at once {disk}.")

        [b] = [one for one in step.clients if one.name == "b"]
        assert (b.is_running, [one.active for one in b.threads]) == (True, [(), ()])
        later = [one for after in found.steps for one in after.restores if one.from_ms > step.at_ms]
        restored = [one for one in later if one.client == "b"]
        assert bool(restored) is (state != "")
