"""`python3 manage.py up`, with real processes."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.processes import kill
from topoviz.web import serving
from topoviz.web.broker import find_program
from topoviz.web.supervisor import Child, supervise

SECONDS = 60

BROKER = find_program(os.environ).name
"""The server that is started here: that of the system goes before our own."""


pytestmark = pytest.mark.xdist_group("up")


def end(process, others):
    """Kill what is left. Its output is not read to the end, which a process left over would keep open."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(SECONDS)
    process.kill()
    process.wait()
    kill(*others)
    process.stdout.close()


def start_product(project, data, *arguments, **variables):
    variables = {
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "topoviz.web.settings",
        "TOPOVIZ_DATA": str(data / "data"),
        "TOPOVIZ_LIMITS": json.dumps({"spark_archive_bytes": 0}),
        **variables,
    }
    return subprocess.Popen(
        [sys.executable, str(project / "manage.py"), "up", "--port", "0", *arguments],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def url_of(process):
    """Wait for the address that the product prints."""
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"topoviz is up: http://([\d.]+:\d+)/", line):
            return found[1]
    raise AssertionError("".join(said))


def test_a_child_that_restarts_is_started_again_and_the_loss_is_told(tmp_path):
    place = tmp_path / "starts"
    count = (
        f"import pathlib; p = pathlib.Path({str(place)!r}); p.write_text((p.read_text() if p.exists() else '') + 'x')"
    )
    told = []

    sentence = supervise(
        [
            Child("The forgetful", [sys.executable, "-c", count], restarts=True),
            Child("The short", [sys.executable, "-c", "import time; time.sleep(4)"]),
        ],
        watch=lambda: True,
        tell=told.append,
    )

    assert sentence == "The short ended with exit code 0."
    assert len(place.read_text()) >= 2
    assert told[0] == "The forgetful ended with exit code 0. It is started again; nothing is lost."
    # It waits longer each time, and does not start again and again without a pause.
    assert len(told) < 8


def test_what_waits_is_started_once_the_others_are_of_use(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    at_work = f"import pathlib, time; pathlib.Path({str(first)!r}).touch(); time.sleep(60)"
    waiting = f"import pathlib; pathlib.Path({str(second)!r}).touch()"
    seen = []

    def watch():
        seen.append((first.exists(), second.exists()))
        return len(seen) > 5 and first.exists()

    sentence = supervise(
        [
            Child("The waiting", [sys.executable, "-c", waiting], waits=True),
            Child("The working", [sys.executable, "-c", at_work]),
        ],
        watch=watch,
    )

    assert sentence == "The waiting ended with exit code 0."
    assert second.exists()
    assert not any(waiting for working, waiting in seen[:6])
    assert (True, False) in seen


def test_the_place_of_sockets_is_short(monkeypatch, tmp_path):
    from topoviz.web.management.commands.up import short_directory

    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))

    with short_directory() as place:
        assert len(os.fsencode(place / "broker")) < 108


def test_a_taken_port_is_told_in_words(project, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = start_product(project, tmp_path, "--port", str(taken.getsockname()[1]))
        said = process.communicate(timeout=SECONDS)[0]

    assert process.returncode != 0
    assert "Choose another with --port" in said
    assert "Traceback" not in said


def test_a_database_that_does_not_answer_is_told_in_words(project, tmp_path):
    process = start_product(project, tmp_path, DATABASE_URL="postgres://nobody:word@127.0.0.1:1/nothing")
    said = process.communicate(timeout=SECONDS)[0]

    assert process.returncode != 0
    assert "The database does not answer" in said
    assert "Traceback" not in said


def test_a_child_that_does_not_stop_is_killed(monkeypatch):
    monkeypatch.setattr("topoviz.web.supervisor.STOP_SECONDS", 0.3)
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    short = "import time; time.sleep(0.5)"
    begin = time.monotonic()

    sentence = supervise(
        [Child("The stubborn", [sys.executable, "-c", stubborn]), Child("The short", [sys.executable, "-c", short])],
        watch=lambda: True,
    )

    assert sentence == "The short ended with exit code 0."
    assert time.monotonic() - begin < 30


def test_those_that_waited_stop_together_and_before_the_others(tmp_path):
    told = tmp_path / "ends"
    slow = (
        "import pathlib, signal, sys, time\n"
        "def tell(letter):\n"
        f"    with open({str(told)!r}, 'a') as file: file.write(letter)\n"
        "def end(number, frame):\n"
        "    tell(sys.argv[1])\n"
        "    time.sleep(2)\n"
        "    tell(sys.argv[1].upper())\n"
        "    raise SystemExit\n"
        "signal.signal(signal.SIGTERM, end)\n"
        "pathlib.Path(sys.argv[2]).touch()\n"
        "time.sleep(60)\n"
    )
    names = ("f", "x", "y", "z")
    command = {name: [sys.executable, "-c", slow, name, str(tmp_path / name)] for name in names}
    ready = (
        "import pathlib, time\n"
        f"while not all(pathlib.Path({str(tmp_path)!r}, name).exists() for name in {names!r}): time.sleep(0.1)\n"
    )

    supervise(
        [
            Child("The first", command["f"]),
            *(Child(name, command[name], waits=True) for name in "xyz"),
            Child("The one that ends", [sys.executable, "-c", ready]),
        ],
        watch=lambda: True,
    )

    ends = told.read_text()
    assert (set(ends[:3]), set(ends[3:6]), ends[6:]) == (set("xyz"), set("XYZ"), "fF")


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]")],
)
def test_the_printed_address_can_be_opened(host, expected):
    try:
        listener = serving.listen(host, 0)
    except OSError:
        pytest.skip(f"this machine has no {host}")
    with listener:
        port = listener.getsockname()[1]
        assert serving.address(listener) == f"http://{expected}:{port}/"


def test_the_address_that_was_asked_for_is_allowed(monkeypatch):
    monkeypatch.setenv("TOPOVIZ_ALLOWED_HOSTS", "topoviz.example")

    assert serving.allow("192.0.2.7") == {"TOPOVIZ_ALLOWED_HOSTS": "topoviz.example,192.0.2.7"}


def test_a_wildcard_allows_no_address_by_itself():
    assert serving.allow("0.0.0.0") == {}


@pytest.mark.parametrize(("host", "expected"), [("127.0.0.1", True), ("localhost", True), ("0.0.0.0", False)])
def test_only_loopback_is_private(host, expected):
    assert serving.is_loopback(host) is expected
