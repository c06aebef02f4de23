"""The start of an application in six steps, with what each version logs."""

import pytest

from tests.engine.scenarios.playing import answered

START = "cluster: {clients: [{name: a, threads: 2}, {name: b}]}\nscenario: start-up\n"


def log_at(version: str) -> str:
    """Give all lines that are logged at a version."""
    return "\n".join(line for step in answered(START, version).played.steps for line in step.log)


def test_there_are_six_steps_and_the_last_divides_the_tasks():
    steps = answered(START).played.steps

    assert [step.event[:2] for step in steps[:6]] == ["1.", "2.", "3.", "4.", "5.", "6."]
    assert steps[5].rebalance is not None
    assert "the group id is the application id" in steps[2].event


@pytest.mark.parametrize(
    ("version", "line"),
    [
        ("2.5.1", "Assigning tasks [0_0, 0_1"),
        ("2.8.2", "with number of replicas 0"),
        ("3.1.2", " including stateful [1_"),
        ("3.9.2", "Assigned 8 total tasks including 4 stateful tasks to 2 client nodes."),
        ("2.3.1", "\tprevious active tasks: []"),
        ("2.6.3", "Handle new assignment with:"),
        ("4.3.1", "Creating consumer client for thread application-"),
    ],
)
def test_each_version_has_its_own_words(version, line):
    assert line in log_at(version)


def test_words_that_are_gone_are_not_logged():
    assert "number of replicas" not in log_at("3.9.2")
    assert "partition assignment took" not in log_at("2.6.3")


def test_what_happens_before_the_first_rebalance_stands_before_its_step():
    steps = answered(
        f"{START}events: [{{at: 0s, start: all}}, {{at: 1s, add: 1}}, {{at: rest, stop: b}}]\n"
    ).played.steps

    assert [step.at_ms for step in steps] == sorted(step.at_ms for step in steps)
    assert [step.event[:8] for step in steps[5:7]] == ["One more", "6. The c"]
