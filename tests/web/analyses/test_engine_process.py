"""The engine's child: limited, killed with all it started, and never in the way of the worker."""

import base64
import os
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path

import pytest

from tests.processes import descendants, is_running, linux_only, wait_until
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.rendering.submission_json import submission_to_json
from topoviz.web.analyses import engine_process, engine_starts
from topoviz.web.analyses.engine_process import Allowance, Crashed, EngineProcess, GivenUp, TooComplex
from topoviz.web.analyses.engines import engine

MEMORY = 512 * 1024 * 1024


@pytest.fixture(autouse=True)
def one_engine():
    """Each of these tests starts the engine that it looks at."""


def request(text='StreamsBuilder b = new StreamsBuilder();\nb.stream("orders").to("copies");'):
    return {"submission": submission_to_json(Submission(Bundle((SourceFile("A.java", text),))))}


def run(asked, seconds=20, memory=MEMORY, is_wanted=lambda: True):
    with engine(uuid.uuid4()) as process:
        return process.ask(asked, Allowance(seconds, memory), is_wanted)


def stand_in(monkeypatch, code):
    """Run this Python code in the engine's place, in a process that is started by itself."""
    monkeypatch.setattr(engine_starts, "IS_FORKED", False)
    monkeypatch.setattr(engine_starts, "COMMAND", (sys.executable, "-c", code))


def test_it_gives_the_analysis():
    answer = run(request())

    assert answer["analysis"]["schema"] == "topoviz/analysis@1"
    assert answer["analysis"]["topologies"][0]["topology"]["nodes"][0]["topics"] == ["orders"]


def test_the_same_submission_gives_the_same_answer():
    assert run(request()) == run(request())


def test_what_was_analyzed_is_drawn_by_the_same_process():
    view = {"view": "topology", "topology": 0, "theme": "auto", "form": "dot"}
    with engine(uuid.uuid4()) as process:
        process.ask(request(), Allowance(20, MEMORY), lambda: True)
        answer = process.ask({"views": [view]}, Allowance(30, MEMORY), lambda: True)

    assert answer["drawings"][0]["problem"] is None
    assert b"orders" in base64.b64decode(answer["drawings"][0]["data"])


def test_nothing_is_drawn_before_there_is_a_submission():
    with engine(uuid.uuid4()) as process, pytest.raises(Crashed, match="ValueError"):
        process.ask({"views": []}, Allowance(20, MEMORY), lambda: True)


LONG_SCENARIO = {
    "kind": "scenario",
    "topology": 0,
    "question": {
        "partitions": "orders=500",
        "events": "seed: 7\nevents: [{at: 0s, start: all}, {at: 10m, kill: i-7}, {at: 20m, restart: i-7, state: lost}]",
        "cluster": "clients: [{name: i, threads: 4, count: 50}]",
        "settings": {"num.standby.replicas": "1"},
        "assignor": None,
    },
}


def test_a_long_scenario_says_where_it_is_and_ends_when_nobody_wants_it_any_more():
    asked = request('StreamsBuilder b = new StreamsBuilder();\nb.stream("orders").groupByKey().count();')
    said = []
    with engine(uuid.uuid4()) as process, pytest.raises(GivenUp):
        process.ask(asked | {"calculation": LONG_SCENARIO}, Allowance(60, MEMORY), lambda: not said, said.append)

    assert said
    assert all(re.fullmatch(r"step \d+, \d+ rebalances?|writing", words) for words in said)


def test_an_answer_shorter_than_the_one_before_is_whole():
    with engine(uuid.uuid4()) as process:
        long = process.ask(request(), Allowance(20, MEMORY), lambda: True)
        short = process.ask(request("class A {}"), Allowance(20, MEMORY), lambda: True)

    assert long["analysis"]["topologies"]
    assert short["analysis"]["topologies"] == []


def test_every_character_comes_through():
    answer = run(request('StreamsBuilder b = new StreamsBuilder();\nb.stream("a\\u0000\\ud800ä😀").to("x");'))

    assert answer["analysis"]["topologies"]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "a<" * 50_000,
        '"' * 200_000,
        'StreamsBuilder b = new StreamsBuilder();\nb.stream("a")' + ".filter((k, v) -> true)" * 8_000 + '.to("x");',
        'StreamsBuilder b = new StreamsBuilder();\nwhile (true) { b.stream("a"); }',
        'StreamsBuilder b = new StreamsBuilder();\nint f(int n) { return f(n + 1); }\nb.stream("t" + f(0)).to("x");',
    ],
    ids=["parentheses", "angles", "quotes", "long chain", "endless loop", "endless recursion"],
)
def test_bombs_end_in_time_with_an_answer_or_a_reason(text):
    began = time.monotonic()

    with suppress(TooComplex):
        assert run(request(text), seconds=3)["analysis"]["schema"] == "topoviz/analysis@1"

    assert time.monotonic() - began < 60


def test_what_takes_too_long_is_ended(monkeypatch):
    stand_in(monkeypatch, "import time; time.sleep(60)")
    began = time.monotonic()

    with pytest.raises(TooComplex, match="It takes more than 1 seconds"):
        run(request(), seconds=1)

    assert time.monotonic() - began < 30


def test_a_busy_machine_changes_nothing(monkeypatch):
    """A child that gets no processor for longer than it may compute still gives its answer."""
    monkeypatch.setattr(engine_process, "ON_THE_CLOCK", 60)
    stand_in(
        monkeypatch,
        "import sys, time, topoviz.rendering.engine_child as child\n"
        "child.warm_up = lambda: time.sleep(1.2)\n"
        "sys.exit(child.main())",
    )

    assert run(request(), seconds=1)["analysis"]["schema"] == "topoviz/analysis@1"


@linux_only
def test_processor_time_is_limited_by_the_child_itself():
    """Nobody waits for this child: it ends by its own limit."""
    child = subprocess.run(
        [
            *(sys.executable, "-c"),
            (
                "from topoviz.rendering.engine_child import Order, _limit\n"
                "_limit(Order(1, 2**30, 1, 1000))\n"
                "while True: pass"
            ),
        ],
        check=False,
        timeout=30,
    )

    assert child.returncode == -signal.SIGXCPU


@linux_only
def test_memory_is_limited(monkeypatch):
    stand_in(
        monkeypatch,
        "import sys, topoviz.rendering.engine_child as child\n"
        "child.warm_up = lambda: None\n"
        "child.analyze = lambda *given: bytearray(2 ** 30)\n"
        "sys.exit(child.main())",
    )

    with pytest.raises(TooComplex, match="512 MB of memory"):
        run(request())


@linux_only
def test_an_answer_is_limited(monkeypatch):
    from topoviz.web.analyses.limits import Limits

    monkeypatch.setattr(engine_process, "limits", lambda: Limits(result_bytes=4096))

    with pytest.raises(TooComplex, match="Its result has more than"):
        run(request())


@linux_only
def test_an_ended_child_takes_its_children_with_it(monkeypatch, tmp_path):
    place = tmp_path / "pid"
    stand_in(
        monkeypatch,
        "import subprocess, sys, time, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"pathlib.Path({str(place)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)",
    )

    with pytest.raises(TooComplex):
        run(request(), seconds=2)

    assert wait_until(lambda: not is_running(int(place.read_text())))


@linux_only
def test_graphviz_ends_with_the_child_that_started_it(monkeypatch, tmp_path):
    """It runs in a session of its own, where the kill of the group does not reach it."""
    place, slow = tmp_path / "pid", tmp_path / "dot"
    slow.write_text(f"#!/bin/sh\necho $$ > {place}\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("DOT", str(slow))
    # A chain needs no Graphviz; this goes two ways.
    program = 'KStream<String, String> s = new StreamsBuilder().stream("a"); s.to("b"); s.foreach((k, v) -> {});'
    asked = {**request(program), "views": [{"view": "topology", "topology": 0, "theme": "auto", "form": "svg"}]}

    with pytest.raises(GivenUp):
        run(asked, memory=2**30, is_wanted=lambda: not place.exists())

    assert wait_until(lambda: not is_running(int(place.read_text())))


def test_a_crash_is_told_without_the_users_words(monkeypatch):
    stand_in(monkeypatch, "raise ValueError('the secret of the user')")

    with pytest.raises(Crashed) as crash:
        run(request())

    assert str(crash.value) == "exit code 1, ValueError"


def test_a_child_that_is_killed_has_crashed(monkeypatch):
    stand_in(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")

    with pytest.raises(Crashed):
        run(request())


def test_an_answer_cut_short_is_a_crash(monkeypatch):
    stand_in(monkeypatch, "print('{\"analysis\": ')")

    with pytest.raises(Crashed):
        run(request())


def test_nobody_waits_for_what_nobody_wants(monkeypatch):
    stand_in(monkeypatch, "import time; time.sleep(60)")
    began = time.monotonic()

    with pytest.raises(GivenUp):
        run(request(), is_wanted=lambda: False)

    assert time.monotonic() - began < 30


PARENT = """
import socket, sys, tempfile, time
from topoviz.web.analyses import engine_starts
engine_starts.IS_FORKED = sys.argv[1] == "forked"
*standard, pieces = [tempfile.TemporaryFile() for _ in range(4)]
ours, theirs = socket.socketpair()
begun = engine_starts.STARTS.begin([file.fileno() for file in standard], theirs, pieces.fileno(), {})
print(begun.pid, flush=True)
time.sleep(60)
"""


@linux_only
@pytest.mark.parametrize("how", ["forked", "started"])
def test_the_child_ends_when_its_parent_is_killed(how):
    parent = subprocess.Popen([sys.executable, "-c", PARENT, how], stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    both = {child, *descendants(parent.pid)}
    assert all(map(is_running, both))

    parent.kill()
    parent.communicate()

    assert wait_until(lambda: not any(map(is_running, both)))


@linux_only
def test_where_processes_are_forked_from_dies_with_them_and_is_started_anew():
    first = EngineProcess()
    origin = engine_starts.STARTS._origin.process
    assert run(request())
    assert engine_starts.STARTS._origin.process is origin

    origin.kill()

    assert wait_until(lambda: not first.is_alive())
    assert run(request())
    with pytest.raises(Crashed):
        first.ask(request(), Allowance(20, MEMORY), lambda: True)
    first.end()


@linux_only
def test_what_is_forked_has_none_of_our_secrets_and_nothing_of_the_one_before(monkeypatch):
    monkeypatch.setenv("TOPOVIZ_SECRET_KEY", "a-key")
    engine_starts.STARTS.end()
    processes = [EngineProcess() for _ in range(2)]
    pids = [engine_starts.STARTS._origin.process.pid, *(one._process.pid for one in processes)]
    processes[0].ask(request(), Allowance(20, MEMORY), lambda: True)

    assert not any(b"a-key" in Path(f"/proc/{pid}/environ").read_bytes() for pid in pids)
    assert len({os.getsid(pid) for pid in pids}) == 3
    opened = [{str(one.readlink()) for one in Path(f"/proc/{pid}/fd").iterdir()} for pid in pids[1:]]
    assert opened[0] & opened[1] <= {"/dev/null"}
    for one in processes:
        one.end()


def test_the_child_knows_none_of_our_secrets(monkeypatch):
    monkeypatch.setenv("TOPOVIZ_SECRET_KEY", "a-key")
    monkeypatch.setenv("DATABASE_URL", "postgres://a:b@c/d")
    stand_in(
        monkeypatch,
        "import json, os, socket, sys\n"
        "bell = socket.socket(fileno=int(sys.argv[-1]))\n"
        "bell.recv(1000)\n"
        "bell.sendall(b'%d\\n' % os.write(1, json.dumps(dict(os.environ)).encode()))\n"
        "bell.recv(1)",
    )

    assert not {"TOPOVIZ_SECRET_KEY", "DATABASE_URL"} & set(run(request()))


def test_several_run_at_once():
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(run(request()))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(answers) == 3
    assert os.getpid() > 0
