"""Which broker is used, and how long ringing may take."""

import os
import signal
import subprocess
import sys
import time

import pytest

from topoviz.web.broker import FILES, IMPATIENT, STARTED, broker_child, broker_url, transport_options, wheel_binary
from topoviz.web.processes import worker_child


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, FILES),
        ({STARTED: "/run/b"}, "redis+socket:///run/b"),
        ({"REDIS_URL": "redis://r/1", STARTED: "/run/b"}, "redis://r/1"),
        ({"REDIS_URL": "unix:///run/r"}, "redis+socket:///run/r"),
    ],
)
def test_your_own_broker_goes_first(variables, expected):
    assert broker_url(variables) == expected


def test_without_a_broker_jobs_pass_through_files(tmp_path):
    assert transport_options(FILES, tmp_path)["data_folder_in"] == str(tmp_path / "queue")


def test_nobody_waits_long_for_a_broker():
    assert IMPATIENT["socket_timeout"] <= 0.5


RING = """
import time, django
django.setup()
from topoviz.web.analyses.notify import notify
notify("analyses")
print("ready", flush=True)
input()
began = time.monotonic()
reached = notify("analyses")
print(reached, time.monotonic() - began, flush=True)
"""


@pytest.mark.parametrize("fault", [signal.SIGSTOP, signal.SIGKILL])
def test_a_bell_that_is_not_heard_holds_nobody_up(tmp_path_factory, tmp_path, fault):
    socket = tmp_path_factory.mktemp("b") / "s"
    child = broker_child(wheel_binary(), socket, tmp_path / "broker")
    server = subprocess.Popen(child.command, stdout=subprocess.DEVNULL)
    while not socket.exists():
        assert server.poll() is None
        time.sleep(0.02)
    variables = {"DJANGO_SETTINGS_MODULE": "topoviz.web.settings", STARTED: str(socket), "TOPOVIZ_DATA": str(tmp_path)}
    try:
        ringer = subprocess.Popen(
            [sys.executable, "-c", RING],
            env=os.environ | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert ringer.stdout.readline() == "ready\n"
        server.send_signal(fault)
        said, _ = ringer.communicate("\n", timeout=30)
    finally:
        server.kill()
        server.wait()

    reached, seconds = said.split()
    assert reached == "False"
    assert float(seconds) < 10


SUBMIT = """
import sys, time, django
django.setup()
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.web.accounts.services import create_anonymous_team
from topoviz.web.analyses.models import Job
from topoviz.web.analyses.services import submit
program = Submission(Bundle((SourceFile("A.java", 'builder.stream("a").to("b");'),)))
submit(team=create_anonymous_team(), submission=program, source="test")
for _ in range(300):
    if Job.objects.get().is_final:
        break
    time.sleep(0.1)
print(Job.objects.get().state)
"""


def test_without_a_broker_jobs_are_done_too(tmp_path):
    variables = {
        **{name: value for name, value in os.environ.items() if name not in ("REDIS_URL", STARTED)},
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "topoviz.web.settings",
        "TOPOVIZ_DATA": str(tmp_path / "data"),
    }
    subprocess.run([sys.executable, "-m", "django", "migrate", "--verbosity", "0"], env=variables, check=True)
    worker = subprocess.Popen(
        worker_child("analyses", 1, {}).command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        finished = subprocess.run(
            [sys.executable, "-c", SUBMIT], env=variables, capture_output=True, text=True, check=True, timeout=60
        )
    finally:
        worker.terminate()
        worker.wait()

    assert finished.stdout.strip() == "done"
