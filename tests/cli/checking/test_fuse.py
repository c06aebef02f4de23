"""The fuse of a check ends everything, with one sentence and an exit code of its own."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

from tests.cli.checking.conftest import program
from tests.processes import command_of, descendants, is_running, kill, wait_until


@contextmanager
def started(folder, *arguments, **options):
    """Start a check whose output goes into files; whatever is left of it ends with the test."""
    command = [sys.executable, "-m", "topoviz.cli.main", "check", *arguments]
    with (
        (folder / "said").open("w") as out,
        (folder / "told").open("w") as err,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=err, cwd=folder, **options) as process,
    ):
        try:
            yield process
        finally:
            kill(process.pid, *descendants(process.pid))


def test_a_check_that_hangs_is_ended_with_one_sentence_and_leaves_a_report(tmp_path):
    """Standard input never ends here, as when a step of a build waits for somebody."""
    begin = time.monotonic()
    with started(tmp_path, "-", "--fuse", "1.5", "--markdown", "out.md") as process:
        code = process.wait(30)

    err = (tmp_path / "told").read_text()
    assert (code, (tmp_path / "said").read_text()) == (5, "")
    assert time.monotonic() - begin < 20
    assert err.startswith("topoviz: The check was ended after 1.5 seconds")
    assert err.count("\n") == 1
    assert "was ended after 1.5 seconds" in (tmp_path / "out.md").read_text()


def test_what_it_has_started_ends_with_it(tmp_path):
    """A git that hangs is in a session of its own."""
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 300\n")
    (tmp_path / "git").chmod(0o755)
    (tmp_path / "Shop.java").write_text(program())
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path}
    with started(tmp_path, "Shop.java", "--baseline", "main", "--fuse", "8", env=environment) as process:
        assert wait_until(lambda: any("sleep" in command_of(pid) for pid in descendants(process.pid)))
        below = descendants(process.pid)

        assert process.wait(30) == 5

        assert wait_until(lambda: not any(map(is_running, below)), 5)


def test_a_build_that_is_cancelled_ends_it_too(tmp_path):
    with started(tmp_path, "-") as process:
        assert wait_until(lambda: descendants(process.pid))
        below = descendants(process.pid)

        process.send_signal(signal.SIGTERM)

        assert process.wait(30) == 128 + signal.SIGTERM
        assert wait_until(lambda: not any(map(is_running, below)), 5)


def test_a_machine_that_builds_may_say_how_long_it_is(tmp_path):
    with started(tmp_path, "-", env=os.environ | {"TOPOVIZ_FUSE": "1"}) as process:
        assert process.wait(30) == 5

    assert "after 1 seconds" in (tmp_path / "told").read_text()


def test_no_file_is_left_half_written(tmp_path):
    (tmp_path / "Shop.java").write_text(program())
    with started(tmp_path, "Shop.java", "--sarif", "out.sarif", "--junit", "out.xml") as process:
        assert process.wait(30) == 0

    assert sorted(path.name for path in tmp_path.iterdir()) == ["Shop.java", "out.sarif", "out.xml", "said", "told"]
