"""Every step says what each client has at its end, also those that do not run."""

from tests.engine.scenarios.playing import STORY, answered, played, step_about
from topoviz.engine.scenarios.model import ClientNow, Step


def client_of(step: Step, name: str) -> ClientNow:
    """Give a client as it is at the end of a step."""
    return next(one for one in step.clients if one.name == name)


def active_of(client: ClientNow) -> list[str]:
    """List the active tasks of all its threads."""
    return sorted(str(task) for thread in client.threads for task in thread.active)


def test_an_event_shows_who_has_what_before_anybody_rebalances():
    found = played("{at: 0s, start: all}\n{at: 10m, kill: b}")
    dies, rebalance = step_about(found, "b dies."), found.steps[-1]
    had = active_of(client_of(dies, "a"))

    assert not client_of(dies, "b").is_running
    assert client_of(dies, "b").threads == ()
    assert had == active_of(client_of(found.steps[1], "a"))
    assert len(active_of(client_of(rebalance, "a"))) == 2 * len(had)


def test_warm_ups_are_no_standbys_and_become_active():
    found = answered(STORY.replace("num.standby.replicas: 1", "num.standby.replicas: 0"), partitions="orders=12").played
    warming = next(step for step in found.steps if any(one.warm_ups for one in client_of(step, "b").threads))
    waits = {task for one in client_of(warming, "b").threads for task in one.warm_ups}

    assert not waits.intersection(task for one in client_of(warming, "b").threads for task in one.standby)
    assert waits <= {task for one in client_of(found.steps[-1], "b").threads for task in one.active}


def test_a_process_that_lost_its_disk_is_another_one():
    steps = answered(STORY).played.steps

    assert len({client_of(step, "a").process_id for step in steps}) == 1
    assert len({client_of(step, "b").process_id for step in steps}) == 2


def test_a_client_is_there_from_the_step_that_adds_it():
    found = played("{at: 0s, start: all}\n{at: 10m, add: {count: 1, threads: 3, name: c}}")

    assert [[one.name for one in step.clients] for step in found.steps[:3]] == [
        ["a", "b"],
        ["a", "b"],
        ["a", "b", "c-1"],
    ]
    assert len(client_of(found.steps[2], "c-1").threads) == 3


def test_steps_share_what_did_not_change():
    found = played("{at: 0s, start: all}\n{at: 10m, wait: 1m}\n{at: 12m, stop: b}")
    [stops] = [place for place, step in enumerate(found.steps) if "b is closed" in step.event]
    before, waited, stopped = found.steps[stops - 2 : stops + 1]

    assert waited.clients is before.clients
    assert client_of(stopped, "a") is client_of(before, "a")


def test_after_a_refusal_no_thread_is_left():
    found = played("{at: 0s, start: all}\n{at: 10m, partitions: {orders: 8}}", partitions="orders=4")

    assert found.refusal is not None
    assert [(one.is_running, one.threads) for one in found.steps[-1].clients] == [(False, ()), (False, ())]


def test_clients_run_from_the_step_of_the_start_in_which_they_are_started():
    steps = answered("cluster: {clients: [{name: a, threads: 2}]}\nscenario: start-up\n").played.steps

    assert [client_of(step, "a").is_running for step in steps[:6]] == [False, False, False, True, True, True]
    assert not active_of(client_of(steps[4], "a"))
    assert active_of(client_of(steps[5], "a"))
