"""The engine's processes that a worker keeps."""

import uuid

import pytest

from tests.processes import is_running, wait_until
from tests.web.analyses.test_engine_process import MEMORY, request, stand_in
from topoviz.web.analyses import engines
from topoviz.web.analyses.engine_process import Allowance, GivenUp
from topoviz.web.analyses.engines import Engines, engine

VIEWS = {"views": [{"view": "topology", "topology": 0, "theme": "auto", "form": "svg"}]}


@pytest.fixture
def kept(monkeypatch):
    """What a worker keeps: a spare process, and those of two analyses."""
    kept = Engines()
    monkeypatch.setattr(engines, "ENGINES", kept)
    kept.keep(used=2)
    yield kept
    kept.end()


def use(analysis, asked):
    """Ask about an analysis, and give the process that answered."""
    with engine(analysis) as process:
        process.ask(asked, Allowance(20, MEMORY), lambda: True)
    return process._process.pid


def test_a_spare_waits_for_each_submission_and_serves_it_alone(kept):
    waiting = [kept._spare._process.pid]
    used = [use(uuid.uuid4(), request())]
    waiting.append(kept._spare._process.pid)
    used.append(use(uuid.uuid4(), request()))

    assert used == waiting
    assert len(set(used)) == 2


def test_what_was_analyzed_is_asked_about_again_without_analyzing_it(kept):
    analysis = uuid.uuid4()

    assert use(analysis, request()) == use(analysis, VIEWS)


def test_the_one_that_nobody_asked_for_longest_makes_way(kept):
    first, second, third = (uuid.uuid4() for _ in range(3))
    pid = use(first, request())
    old = use(second, request())

    assert use(first, VIEWS) == pid
    use(third, request())

    assert not is_running(old)
    assert use(first, VIEWS) == pid


def test_nothing_is_left_after_a_failure(kept):
    analysis = uuid.uuid4()
    pid = use(analysis, request())

    with pytest.raises(GivenUp), engine(analysis):
        raise GivenUp

    assert not is_running(pid)
    assert use(analysis, request()) != pid


@pytest.mark.parametrize("asked", ["a spare one", "a used one"])
def test_one_that_has_died_is_not_used(kept, asked):
    analysis = uuid.uuid4()
    pid = use(analysis, request())
    dead = (kept._spare if asked == "a spare one" else kept._used[analysis])._process
    dead.kill()
    dead.wait()

    assert use(uuid.uuid4() if asked == "a spare one" else analysis, request()) not in (dead.pid, pid)


def test_a_child_that_is_idle_for_long_ends(kept, monkeypatch):
    stand_in(
        monkeypatch,
        "import sys, topoviz.rendering.engine_child as child\nchild.IDLE_SECONDS = 1\nsys.exit(child.main())",
    )
    kept.end()
    kept.replace()

    pid = use(uuid.uuid4(), request())

    assert wait_until(lambda: not is_running(pid))
